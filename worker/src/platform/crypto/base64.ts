export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Throws when the text is not base64. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** The alphabet that is safe in addresses and file names, without padding (RFC 4648 §5). */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** What a text in base64url stands for, with or without padding; null when it is none. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  const plain = text.replace(/=+$/, '');
  if (!/^[\w-]+$/.test(plain) || plain.length % 4 === 1) return null;
  return fromBase64(plain.replaceAll('-', '+').replaceAll('_', '/'));
}
