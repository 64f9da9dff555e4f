/** PNG per the W3C specification, section 5: intact chunks from IHDR to IEND. */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const HEADER_LENGTH = 13;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** CRC-32 (ISO 3309) of the bytes from `from` up to `to`. */
export function crc32(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xffffffff;
  for (let at = from; at < to; at += 1) {
    crc = (CRC_TABLE[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

export const isPng = (bytes: Uint8Array): boolean =>
  SIGNATURE.every((value, index) => bytes[index] === value);

/** Offset just after the last chunk; null if a chunk is missing, truncated or damaged. */
export function pngEnd(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = SIGNATURE.length;
  let data = false;
  for (let first = true; at + 12 <= bytes.length; first = false) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > bytes.length) return null;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (crc32(bytes, at + 4, end - 4) !== view.getUint32(end - 4)) return null;
    if (first !== (type === 'IHDR')) return null;
    if (first && (length !== HEADER_LENGTH || view.getUint32(at + 8) === 0 || view.getUint32(at + 12) === 0))
      return null;
    if (type === 'IDAT') data = true;
    if (type === 'IEND') return length === 0 && data ? end : null;
    at = end;
  }
  return null;
}
