import { bringsFiles } from './pdf-attachments.ts';
import { decodeNames, packedObjects, streamsOf, Unreadable } from './pdf-streams.ts';

/** What can be told of a PDF (ISO 32000-1) from its raw bytes. */
const TAIL = 1024;

/** What a document with evidence does not need; a person opening it should not meet it. */
const ACTIVE: readonly { name: RegExp; what: string }[] = [
  // A rendition's program stands under /JS alone; a value must follow, since three letters also turn up by chance.
  { name: /\/JavaScript|\/JS[\0\s]*(?:\(|<|\d+[\0\s]+\d+[\0\s]+R)/, what: 'contains a program (JavaScript)' },
  { name: /\/Launch/, what: 'starts other programs' },
];

const latin1 = new TextDecoder('latin1');

export const isPdf = (bytes: Uint8Array): boolean => latin1.decode(bytes.subarray(0, 5)) === '%PDF-';

/** Whether the file ends as a PDF does, with nothing but white space behind it. */
export function endsAsPdf(bytes: Uint8Array): boolean {
  const tail = latin1.decode(bytes.subarray(Math.max(0, bytes.length - TAIL)));
  return /startxref[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]+%%EOF[\0\t\n\f\r ]*$/.test(tail);
}

/**
 * Why the document is not taken although it is whole, to follow its name; null when nothing speaks against it. What it
 * keeps packed is unpacked for that, within bounds.
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
