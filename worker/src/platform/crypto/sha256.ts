/** SHA-256 of bytes, or of a text in UTF-8. */
export async function sha256(content: Uint8Array<ArrayBuffer> | string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** SHA-256 as 64 lowercase hexadecimal digits. */
export async function sha256Hex(content: Uint8Array<ArrayBuffer> | string): Promise<string> {
  return Array.from(await sha256(content), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
