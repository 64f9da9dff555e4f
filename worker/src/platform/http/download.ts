/** A file as it is sent to whoever downloads it. */
export interface Download {
  headers: Record<string, string>;
  body: BodyInit;
}

export const pdfDownload = (filename: string, content: Uint8Array): Download => ({
  headers: {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${filename}"`,
    'Cache-Control': 'private, no-store',
  },
  body: new Uint8Array(content),
});
