/** Proofs of chosen fields as files and links. It brings hashing and every form, so pages load it only once they need it. */
import { type DetailsProof, detailsProof, isCommitted } from '#domain/registry/details-proof.ts';
import { type NamedField, namedFields } from '#domain/registry/shown-field.ts';

export { sharedProof } from '#domain/registry/details-proof.ts';

/** Far above any proof; a link or file of a stranger can't fill the memory. */
const MOST_BYTES = 1_000_000;

const parse = (text: string): DetailsProof => detailsProof.parse(JSON.parse(text));

/** The proof in a file. Throws if it is none. */
export async function proofInFile(file: File): Promise<DetailsProof> {
  if (file.size > MOST_BYTES) throw new RangeError('Too long for a proof');
  return parse(await file.text());
}

/** Bytes through a stream that compresses or restores them. Throws if they are damaged or become too many. */
async function through(transform: GenericTransformStream, bytes: Uint8Array): Promise<Uint8Array> {
  const writer = transform.writable.getWriter();
  // The reader below reports what goes wrong here.
  writer
    .write(bytes)
    .then(
      () => writer.close(),
      () => undefined,
    )
    .catch(() => undefined);
  const reader = (transform.readable as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError('Too long for a proof');
    }
    chunks.push(part.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** A proof as the end of a link: its JSON, compressed by DEFLATE, in base64url. */
export async function packProof(proof: DetailsProof): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(proof));
  const bytes = await through(new CompressionStream('deflate-raw'), json);
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The proof at the end of a link. Throws if it is cut off, damaged or none. */
export async function unpackProof(packed: string): Promise<DetailsProof> {
  const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const json = await through(new DecompressionStream('deflate-raw'), bytes);
  return parse(new TextDecoder().decode(json));
}

export interface CheckedField extends NamedField {
  /** Whether the registry id commits to it. */
  proven: boolean;
}

/** Each field of a proof in words, with whether the registry id commits to it. */
export const checkProof = (proof: DetailsProof): CheckedField[] =>
  namedFields(proof).map((named, index) => {
    const field = proof.fields[index];
    return { ...named, proven: field !== undefined && isCommitted(proof, field) };
  });
