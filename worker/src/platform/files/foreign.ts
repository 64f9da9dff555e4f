/** Other formats that can hide in a file that is also a picture or a document. */
const END_OF_DIRECTORY = [0x50, 0x4b, 0x05, 0x06];
const END_OF_DIRECTORY_BYTES = 22;
const MAX_COMMENT = 0xffff;
/** Browsers look for markup only at the start of a file. */
const HEAD = 1024;

const latin1 = new TextDecoder('latin1');

/**
 * Whether the file also opens as a ZIP: an archive directory ends exactly at its end (APPNOTE.TXT 4.3.16).
 */
export function endsAsZip(bytes: Uint8Array): boolean {
  const last = bytes.length - END_OF_DIRECTORY_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1) {
    if (!END_OF_DIRECTORY.every((value, index) => bytes[at + index] === value)) continue;
    const comment = (bytes[at + 20] ?? 0) | ((bytes[at + 21] ?? 0) << 8);
    if (at + END_OF_DIRECTORY_BYTES + comment === bytes.length) return true;
  }
  return false;
}

/** Whether these bytes start with, or soon contain, something a browser would run. */
export function hasMarkup(bytes: Uint8Array): boolean {
  return /<(!doctype\s+html|html|head|body|script|svg|iframe|\?php)/i.test(
    latin1.decode(bytes.subarray(0, HEAD)),
  );
}
