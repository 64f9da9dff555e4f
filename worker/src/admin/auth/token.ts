import { errors, SignJWT } from 'jose';
import { AppError } from '#domain/errors.ts';
import { verifyWithAny } from '#worker/platform/crypto/jwt.ts';
import { purposeKey } from '#worker/platform/crypto/purpose.ts';

const ISSUER = 'mooring';
const AUDIENCE = 'mooring:admin';
/** Derives the key of these tokens. Wallet tokens use another one, so neither passes for the other. */
const PURPOSE = 'administrator session';
export const ADMIN_SESSION_SECONDS = 8 * 3600;

export interface AdminClaims {
  adminId: number;
  jti: string;
}

/** @param now Unix seconds */
export async function signAdminToken(secret: Uint8Array, claims: AdminClaims, now: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(String(claims.adminId))
    .setJti(claims.jti)
    .setIssuedAt(now)
    .setExpirationTime(now + ADMIN_SESSION_SECONDS)
    .sign(await purposeKey(secret, PURPOSE));
}

/** The claims of an unexpired administrator token that we signed with one of the secrets; 401 otherwise. */
export async function verifyAdminToken(
  secrets: readonly Uint8Array[],
  token: string,
  now: number,
): Promise<AdminClaims> {
  try {
    const keys = await Promise.all(secrets.map((secret) => purposeKey(secret, PURPOSE)));
    const payload = await verifyWithAny(token, keys, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: new Date(now * 1000),
      requiredClaims: ['exp', 'jti', 'sub'],
    });
    return { adminId: Number(payload.sub), jti: payload.jti ?? '' };
  } catch (error) {
    if (error instanceof errors.JOSEError) throw ended();
    throw error;
  }
}

export function ended(): AppError {
  return new AppError('unauthorized', 'Your session has ended. Please sign in again.');
}
