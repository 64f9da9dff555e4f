import { Secret, TOTP } from 'otpauth';
import * as z from 'zod';
import { type AdminRole, needsSecondFactor } from '#domain/admin/roles.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { totpBinding } from '#worker/platform/crypto/bindings.ts';
import { sha256Hex } from '#worker/platform/crypto/bytes.ts';
import { type KeyRing, open, seal } from '#worker/platform/crypto/sealed.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { isLocal } from '#worker/platform/settings.ts';
import { isUnusedCode, spendRecoveryCode, spendStep } from './repository.ts';

const STEP_SECONDS = 30;
/** Codes of the step before and after are taken, for clocks that differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** What every authenticator app understands (RFC 6238 with SHA-1). */
const totpOf = (email: string, secret: Secret) =>
  new TOTP({ issuer: 'Mooring', label: email, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, secret });

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
async function stepOfCode(
  ring: KeyRing,
  admin: { id: number; email: string; sealed_totp: string },
  code: string,
  now: number,
): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const base32 = z.string().parse(await open(ring, admin.sealed_totp, totpBinding(admin.id)));
  const totp = totpOf(admin.email, Secret.fromBase32(base32));
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}

const CODES = 10;
const GROUPS = 3;
const GROUP_LENGTH = 4;
/** Without letters and digits that are easily mistaken for each other. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

const normal = (code: string) => code.toLowerCase().replace(/[\s-]/g, '');

/** Hash under which a code is stored: of the administrator's id and the code, however it was typed. */
const recoveryHash = (adminId: number, code: string): Promise<string> =>
  sha256Hex(`${adminId}:${normal(code)}`);

function sign(): string {
  // Bytes beyond the last multiple would make the first signs more likely.
  for (;;) {
    const byte = crypto.getRandomValues(new Uint8Array(1))[0] ?? 255;
    if (byte < 256 - (256 % SIGNS.length)) return SIGNS[byte % SIGNS.length] ?? '';
  }
}

const newCode = () =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, sign).join('')).join('-');

/** Ten new codes such as `k3m9-x2qd-7hfa` of 59 bits each, and their hashes. */
export async function newRecoveryCodes(adminId: number) {
  const codes = Array.from({ length: CODES }, newCode);
  return { codes, hashes: await Promise.all(codes.map((code) => recoveryHash(adminId, code))) };
}

/**
 * Whether the administrator needs a second factor and has none: every role if the settings say so, otherwise roles that pay
 * or administer, except in the local demo.
 */
export function mustEnroll(
  { settings, url }: Ctx,
  { role, totp_confirmed_at }: { role: AdminRole; totp_confirmed_at: string | null },
  requireTotp: boolean,
): boolean {
  const needed = requireTotp || (needsSecondFactor(role) && !isLocal(settings, url));
  return needed && totp_confirmed_at === null;
}

interface Enrolled {
  id: number;
  email: string;
  sealed_totp: string | null;
  totp_step: number | null;
}

/**
 * Statements that use up a code of the administrator's second factor, for the start of the batch that it allows; null if
 * the code is wrong. They fail on a constraint if it was used meanwhile.
 */
export async function spendCode(ctx: Ctx, admin: Enrolled, text: string): Promise<Statement[] | null> {
  const code = text.replace(/\s/g, '');
  const { sealed_totp } = admin;
  if (sealed_totp === null) return null;
  const step = await stepOfCode(ctx.settings.detailsKeys, { ...admin, sealed_totp }, code, ctx.clock());
  if (step !== null) {
    return admin.totp_step !== null && step <= admin.totp_step ? null : spendStep(ctx.db, admin.id, step);
  }
  const hash = await recoveryHash(admin.id, code);
  if (!(await isUnusedCode(ctx.db, admin.id, hash))) return null;
  return spendRecoveryCode(ctx.db, admin.id, hash, nowIso(ctx));
}
