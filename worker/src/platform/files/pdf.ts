import { bringsFiles } from './pdf-attachments.ts';
import { decodeNames, packedObjects, streamsOf, Unreadable } from './pdf-streams.ts';

/** Checks on the raw bytes of a PDF (ISO 32000-1). */
const TAIL = 1024;

/** Features that evidence doesn't need and a reader shouldn't be exposed to. */
const ACTIVE: readonly { name: RegExp; what: string }[] = [
  // A rendition's script has only /JS. A value must follow, because three letters also occur by chance.
  { name: /\/JavaScript|\/JS[\0\s]*(?:\(|<|\d+[\0\s]+\d+[\0\s]+R)/, what: 'contains a program (JavaScript)' },
  { name: /\/Launch/, what: 'starts other programs' },
];

const latin1 = new TextDecoder('latin1');

export const isPdf = (bytes: Uint8Array): boolean => latin1.decode(bytes.subarray(0, 5)) === '%PDF-';

/** Whether the file ends like a PDF, with only white space after it. */
export function endsAsPdf(bytes: Uint8Array): boolean {
  const tail = latin1.decode(bytes.subarray(Math.max(0, bytes.length - TAIL)));
  return /startxref[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]+%%EOF[\0\t\n\f\r ]*$/.test(tail);
}

/**
 * Why an intact document is rejected, as the rest of a sentence after its name; null if it is fine. Packed
 * objects are unpacked for this, within limits.
 */
export function activeContent(bytes: Uint8Array): string | null {
  const raw = latin1.decode(bytes);
  const text = decodeNames(raw);
  const shown = ACTIVE.find(({ name }) => name.test(text));
  if (shown) return shown.what;
  try {
    const streams = [...streamsOf(raw, bytes)];
    const texts = [text, ...packedObjects(streams)];
    const hidden = ACTIVE.find(({ name }) => texts.some((each) => name.test(each)));
    if (hidden) return hidden.what;
    return bringsFiles(texts, streams) ? 'has another file inside it' : null;
  } catch (error) {
    if (error instanceof Unreadable) return 'is packed in a way that cannot be checked';
    throw error;
  }
}
