/** What can be told of a PDF (ISO 32000-1) from its raw bytes. */
const TAIL = 1024;

/** Names of things that a document with evidence does not need; a person opening it should not meet them. */
const ACTIVE = [
  { name: '/JavaScript', what: 'contains a program (JavaScript)' },
  { name: '/Launch', what: 'starts other programs' },
  { name: '/EmbeddedFile', what: 'has another file inside it' },
] as const;

const latin1 = new TextDecoder('latin1');

export const isPdf = (bytes: Uint8Array): boolean => latin1.decode(bytes.subarray(0, 5)) === '%PDF-';

/** Whether the file ends as a PDF does, with nothing but white space behind it. */
export function endsAsPdf(bytes: Uint8Array): boolean {
  const tail = latin1.decode(bytes.subarray(Math.max(0, bytes.length - TAIL)));
  return /startxref[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]+%%EOF[\0\t\n\f\r ]*$/.test(tail);
}

/** Why the document is not taken although it is whole, to follow its name; null when nothing speaks against it. */
export function activeContent(bytes: Uint8Array): string | null {
  const text = latin1.decode(bytes);
  // §7.3.5: any character of a name can be written as # and two digits.
  const names = text.includes('#')
    ? text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
  return ACTIVE.find(({ name }) => names.includes(name))?.what ?? null;
}
