/** A file with the name the server gave it. */
export interface DownloadedFile {
  blob: Blob;
  filename: string;
}

/** Saves a file through the browser's downloads. */
export function saveFile({ blob, filename }: DownloadedFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The download has picked up the file by the end of this task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
