export interface Table {
  /** Four characters, as in the file. */
  tag: string;
  bytes: Uint8Array;
}

const RECORD = 16;
const HEADER = 12;
const padded = (length: number) => (length + 3) & ~3;

/** Sum of the table's big-endian words, as in an OpenType table record. */
function checksum(view: DataView, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

/** A TrueType file with these tables (https://learn.microsoft.com/typography/opentype/spec/otff). */
export function writeSfnt(tables: readonly Table[]): Uint8Array {
  const sorted = [...tables].sort((a, b) => (a.tag < b.tag ? -1 : 1));
  const directory = HEADER + sorted.length * RECORD;
  const file = new Uint8Array(sorted.reduce((sum, { bytes }) => sum + padded(bytes.length), directory));
  const view = new DataView(file.buffer);
  const power = Math.floor(Math.log2(sorted.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, sorted.length);
  view.setUint16(6, 16 << power);
  view.setUint16(8, power);
  view.setUint16(10, (sorted.length - (1 << power)) * 16);
  let offset = directory;
  for (const [index, { tag, bytes }] of sorted.entries()) {
    const at = HEADER + index * RECORD;
    for (let place = 0; place < 4; place++) view.setUint8(at + place, tag.charCodeAt(place));
    const end = offset + padded(bytes.length);
    file.set(bytes, offset);
    view.setUint32(at + 4, checksum(view, offset, end));
    view.setUint32(at + 8, offset);
    view.setUint32(at + 12, bytes.length);
    offset = end;
  }
  return file;
}
