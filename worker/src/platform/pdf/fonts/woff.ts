import type { Table } from './sfnt.ts';

const SIGNATURE = 0x774f4646;
const HEADER = 44;
const ENTRY = 20;

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The tables of a WOFF 1.0 file (https://www.w3.org/TR/WOFF/), with the runtime's own inflate: the font
 * library's is slow and misreads uncompressed tables. Throws if the file isn't WOFF.
 */
export function readWoff(file: ArrayBuffer): Promise<Table[]> {
  const view = new DataView(file);
  if (file.byteLength < HEADER || view.getUint32(0) !== SIGNATURE) throw new Error('Not a WOFF font file');
  const entries = Array.from({ length: view.getUint16(12) }, (_, index) => HEADER + index * ENTRY);
  return Promise.all(
    entries.map(async (at) => {
      const tag = String.fromCharCode(...new Uint8Array(file, at, 4));
      const packed = new Uint8Array(file, view.getUint32(at + 4), view.getUint32(at + 8));
      return { tag, bytes: packed.length < view.getUint32(at + 12) ? await inflate(packed) : packed };
    }),
  );
}
