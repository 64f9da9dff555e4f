export const PROSE =
  '[&_p]:mt-3 [&_p]:text-pretty [&_h3]:mt-7 [&_h3]:text-base [&_h2+h3]:mt-4 [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:pl-5 [&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:pl-5 [&_li]:mt-1.5 [&_li]:pl-1 [&_li]:marker:text-muted [&_figure]:mt-4 [&_dl]:mt-4';
