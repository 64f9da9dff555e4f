import type { DocumentType } from '#domain/files.ts';

const latin1 = new TextDecoder('latin1');
const text = (bytes: Uint8Array, at: number, length: number) =>
  latin1.decode(bytes.subarray(at, at + length));

/** A photograph without the position where it was taken; anything else as it is. What can't be read stays as it is. */
export function withoutPosition(bytes: Uint8Array<ArrayBuffer>, type: DocumentType): Uint8Array<ArrayBuffer> {
  if (type === 'image/jpeg') return joined(bytes, jpegParts(bytes));
  if (type === 'image/png') return joined(bytes, pngParts(bytes));
  return bytes;
}

type Part = readonly [from: number, until: number];

function joined(bytes: Uint8Array<ArrayBuffer>, parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const kept = new Uint8Array(parts.reduce((sum, [from, until]) => sum + until - from, 0));
  let at = 0;
  for (const [from, until] of parts) {
    const part = bytes.subarray(from, until);
    kept.set(part, at);
    if (text(part, 4, 6) === 'Exif\0\0') clearGps(kept.subarray(at + 10, at + part.length));
    at += part.length;
  }
  return kept;
}

/** Segments of a JPEG (ITU T.81, B.1.1) without XMP, which can repeat the position. All of the image's data is the last part. */
function jpegParts(bytes: Uint8Array): Part[] {
  const parts: Part[] = [[0, 2]];
  let at = 2;
  while (bytes[at] === 0xff && bytes[at + 1] !== 0xda && at + 4 <= bytes.length) {
    const until = at + 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
    if (until <= at + 3 || until > bytes.length) break;
    const isXmp = bytes[at + 1] === 0xe1 && text(bytes, at + 4, 20) === 'http://ns.adobe.com/';
    if (!isXmp) parts.push([at, until]);
    at = until;
  }
  return [...parts, [at, bytes.length]];
}

/** Chunks of a PNG that hold a camera's data: the specification's eXIf, and older texts. */
const isCameraData = (kind: string, start: string) =>
  kind === 'eXIf' ||
  (/^[izt][TE][Xx]t$/.test(kind) && /^(XML:com\.adobe\.xmp|Raw profile type (exif|APP1|xmp))\0/.test(start));

/** Chunks of a PNG (ISO 15948, 5.3) without a camera's data. */
function pngParts(bytes: Uint8Array): Part[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: Part[] = [[0, 8]];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const until = at + 12 + view.getUint32(at);
    if (until > bytes.length) break;
    if (!isCameraData(text(bytes, at + 4, 4), text(bytes, at + 8, 40))) parts.push([at, until]);
    at = until;
  }
  return [...parts, [at, bytes.length]];
}

/** Tag of the directory of a position, and bytes of a value of each type (Exif 3.0, 4.6). */
const GPS = 0x8825;
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/** Empties the directory of the position in the TIFF structure of an Exif segment, with the values that it points to. */
function clearGps(tiff: Uint8Array): void {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const little = text(tiff, 0, 2) === 'II';
  const short = (at: number) => (at + 2 <= tiff.length ? view.getUint16(at, little) : 0);
  const long = (at: number) => (at + 4 <= tiff.length ? view.getUint32(at, little) : 0);
  const entries = (directory: number) =>
    Array.from({ length: short(directory) }, (_, index) => directory + 2 + 12 * index);
  const pointer = entries(long(4)).find((at) => short(at) === GPS);
  if (pointer === undefined) return;
  const directory = long(pointer + 8);
  for (const at of entries(directory)) {
    const size = (SIZES[short(at + 2)] ?? 0) * long(at + 4);
    if (size > 4) tiff.fill(0, long(at + 8), long(at + 8) + size);
    tiff.fill(0, at, at + 12);
  }
  tiff.fill(0, directory, directory + 2);
}
