import { Secret, TOTP } from 'otpauth';
import * as z from 'zod';
import { type KeyRing, open, seal } from '#worker/platform/crypto/sealed.ts';

const STEP_SECONDS = 30;
/** Codes of the step before and after are taken, for clocks that differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** What every authenticator app understands (RFC 6238 with SHA-1). */
const totpOf = (email: string, secret: Secret) =>
  new TOTP({ issuer: 'Mooring', label: email, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, secret });

export const totpBinding = (id: number | string) => ({ row: 'admin:totp', owner: `admin:${id}` });

/** A new secret: as base32, as the address in the QR code, and encrypted for its column. */
export async function newSecret(ring: KeyRing, { id, email }: { id: number; email: string }) {
  const secret = new Secret({ size: SECRET_BYTES });
  const sealed = await seal(ring, secret.base32, totpBinding(id));
  return { secret: secret.base32, uri: totpOf(email, secret).toString(), sealed };
}

/**
 * The time step of a code, or null if it is none of the encrypted secret's now.
 * @param now milliseconds
 */
export async function stepOfCode(
  ring: KeyRing,
  admin: { id: number; email: string; sealedTotp: string },
  code: string,
  now: number,
): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const base32 = z.string().parse(await open(ring, admin.sealedTotp, totpBinding(admin.id)));
  const totp = totpOf(admin.email, Secret.fromBase32(base32));
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}
