const encoder = new TextEncoder();

/**
 * A key of its own for each use of the session secret (HMAC-SHA256 of the purpose), so that what is signed for one
 * means nothing to another.
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
