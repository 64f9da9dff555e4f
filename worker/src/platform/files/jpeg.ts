/** JPEG per ITU-T T.81 annex B: a complete picture from its first marker to its last. */
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** Start of a frame; C4, C8 and CC in this range are tables and reserved. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

export const isJpeg = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xff && bytes[1] === SOI && bytes[2] === 0xff;

/** Offset just after the picture's end marker; null if it is truncated or its segments are invalid. */
export function jpegEnd(bytes: Uint8Array): number | null {
  let at = 2;
  let frame = false;
  let scan = false;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) return frame && scan ? at + 2 : null;
    if (marker === 0 || marker === 1 || marker === SOI || isRestart(marker)) return null;
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    if (length < 2 || at + 2 + length > bytes.length) return null;
    if (isFrame(marker)) frame = true;
    at += 2 + length;
    if (marker === SOS) {
      if (!frame) return null;
      scan = true;
      at = scanEnd(bytes, at);
    }
  }
  return null;
}

/** Offset of the marker after a scan's data, where FF occurs only before 00 or a restart. */
function scanEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return bytes.length;
}
