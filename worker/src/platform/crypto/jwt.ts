import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';

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
