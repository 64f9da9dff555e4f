import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { AppError } from '#domain/errors.ts';
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

const SIGNED = { issuer: 'mooring', algorithm: 'HS256' };

export function sessionEnded(): AppError {
  return new AppError('unauthorized', 'Your session has ended. Please sign in again.');
}

/**
 * A session's token, which passes for its own audience alone.
 * @param claims with an `aud` and a `jti`
 * @param now Unix seconds
 */
export function signSession(
  key: Uint8Array,
  claims: JWTPayload,
  now: number,
  seconds: number,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: SIGNED.algorithm })
    .setIssuer(SIGNED.issuer)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(key);
}

/** The claims of an audience's unexpired token that we signed with one of the keys; 401 otherwise. */
export async function verifySession(
  token: string,
  keys: readonly Uint8Array[],
  audience: string,
  claims: readonly string[],
  now: number,
): Promise<JWTPayload> {
  const options = {
    algorithms: [SIGNED.algorithm],
    issuer: SIGNED.issuer,
    audience,
    currentDate: new Date(now * 1000),
    requiredClaims: ['exp', ...claims],
  };
  for (const key of keys) {
    try {
      return (await jwtVerify(token, key, options)).payload;
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue;
      throw error instanceof errors.JOSEError ? sessionEnded() : error;
    }
  }
  throw sessionEnded();
}
