const encoder = new TextEncoder();

/**
 * Derives a separate key for each use of the session secret (HMAC-SHA256 of the purpose), so that a
 * signature for one use is invalid for another.
 */
export async function purposeKey(secret: Uint8Array, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey(
    'raw',
    Uint8Array.from(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(purpose)));
}

/** Hashes texts under a key of their own (hex), so that nobody without the secret can tell what was hashed by trying. */
export async function purposeHash(
  secret: Uint8Array,
  purpose: string,
): Promise<(text: string) => Promise<string>> {
  const bytes = await purposeKey(secret, purpose);
  return async (text) => Buffer.from(await purposeKey(bytes, text)).toString('hex');
}
