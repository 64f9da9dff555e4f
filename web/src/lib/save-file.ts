/** A file with the name that the server gave it. */
export interface DownloadedFile {
  blob: Blob;
  filename: string;
}

/** Hands a file over to the browser's downloads. */
export function saveFile({ blob, filename }: DownloadedFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The download has taken the file up by the time this task is over.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
