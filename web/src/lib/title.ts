export function pageTitle(title: string) {
  return () => ({ meta: [{ title: `${title} · Mooring` }] });
}
