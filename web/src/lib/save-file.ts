export interface DownloadedFile {
  blob: Blob;
  filename: string;
}

export function saveFile({ blob, filename }: DownloadedFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The download has picked up the file by the end of this task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** @param type of media: `text/csv` */
export const saveText = (filename: string, type: string, text: string): void =>
  saveFile({ blob: new Blob([text], { type }), filename });
