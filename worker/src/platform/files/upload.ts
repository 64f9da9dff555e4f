/** A form's file, read into memory. */
export interface Upload {
  /** The client's file name. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}
