/** A file of a form, read into memory. */
export interface Upload {
  /** As the client named it. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}
