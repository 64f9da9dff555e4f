import { errors, SignJWT } from 'jose';
import type { WalletKind } from '#domain/address.ts';
import { AppError } from '#domain/errors.ts';
import { verifyWithAny } from '#worker/platform/crypto/jwt.ts';

const ISSUER = 'mooring';
/** An administrator's token has another audience, so it never passes for a wallet's. */
const AUDIENCE = 'mooring:wallet';
export const SESSION_SECONDS = 24 * 3600;

export interface Claims {
  /** Wallet key. */
  wallet: string;
  kind: WalletKind;
  jti: string;
}

/** @param now Unix seconds */
export function signToken(secret: Uint8Array, claims: Claims, now: number): Promise<string> {
  return new SignJWT({ address: claims.wallet, kind: claims.kind })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setJti(claims.jti)
    .setIssuedAt(now)
    .setExpirationTime(now + SESSION_SECONDS)
    .sign(secret);
}

/** The claims of an unexpired wallet token that we signed with one of the secrets; 401 otherwise. */
export async function verifyToken(
  secrets: readonly Uint8Array[],
  token: string,
  now: number,
): Promise<Claims> {
  try {
    const payload = await verifyWithAny(token, secrets, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: new Date(now * 1000),
      requiredClaims: ['exp', 'jti', 'address', 'kind'],
    });
    const { address, kind, jti } = payload;
    if (typeof address !== 'string' || (kind !== 'evm' && kind !== 'substrate') || !jti) throw expired();
    return { wallet: address, kind, jti };
  } catch (error) {
    if (error instanceof errors.JOSEError) throw expired();
    throw error;
  }
}

function expired(): AppError {
  return new AppError('unauthorized', 'Your session has ended. Please sign in again.');
}
