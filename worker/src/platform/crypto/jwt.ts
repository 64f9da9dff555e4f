import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { hmacSha256 } from './bytes.ts';

/**
 * Derives a separate key for each use of the session secret (HMAC-SHA256 of the purpose), so that a
 * signature for one use is invalid for another.
 */
export const purposeKey = (secret: Uint8Array, purpose: string): Promise<Uint8Array<ArrayBuffer>> =>
  hmacSha256(Uint8Array.from(secret), purpose);

/** Hashes texts under a key of their own (hex), so that nobody without the secret can tell what was hashed by trying. */
export async function purposeHash(
  secret: Uint8Array,
  purpose: string,
): Promise<(text: string) => Promise<string>> {
  const bytes = await purposeKey(secret, purpose);
  return async (text) => Buffer.from(await purposeKey(bytes, text)).toString('hex');
}

/** A token's claims, if one of the keys signed it. Throws as jose does for the last one if none did. */
export async function verifyWithAny(
  token: string,
  keys: readonly Uint8Array[],
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  for (const [index, key] of keys.entries()) {
    try {
      return (await jwtVerify(token, key, options)).payload;
    } catch (error) {
      const isLast = index === keys.length - 1;
      if (isLast || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw new Error('There is no key');
}
