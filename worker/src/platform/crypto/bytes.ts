export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Throws if the text isn't base64. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** URL-safe alphabet without padding (RFC 4648 §5). */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Decodes base64url with or without padding; null if invalid. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  const plain = text.replace(/=+$/, '');
  if (!/^[\w-]+$/.test(plain) || plain.length % 4 === 1) return null;
  return fromBase64(plain.replaceAll('-', '+').replaceAll('_', '/'));
}

/** SHA-256 of bytes, or of a text in UTF-8. */
export async function sha256(content: Uint8Array<ArrayBuffer> | string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** HMAC-SHA256 of a text in UTF-8. */
export async function hmacSha256(
  secret: Uint8Array<ArrayBuffer>,
  text: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
}

/** Lowercase hexadecimal digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 as 64 lowercase hexadecimal digits. */
export const sha256Hex = async (content: Uint8Array<ArrayBuffer> | string): Promise<string> =>
  toHex(await sha256(content));
