import { DEFAULT_NOTIFICATIONS } from '#domain/account/profile-schema.ts';
import { type Ctx, isoIn, nowIso } from '#worker/platform/context.ts';
import { sha256Hex, toBase64Url } from '#worker/platform/crypto/bytes.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { findProfile, purgeTokens, storeToken } from './repository.ts';

const TOKEN_BYTES = 32;
export const TOKEN_HOURS = 48;

/**
 * Issues a token that proves its bearer read a letter to this address and confirms it for the wallet, once
 * within 48 hours or `hours`. Only its hash is stored, so it is made when the letter is sent.
 */
export async function issueEmailToken(
  ctx: Ctx,
  address: { wallet: string; mailbox: string; email: string },
  hours = TOKEN_HOURS,
): Promise<string> {
  const token = toBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  const expiresAt = isoIn(ctx, hours * 3_600_000);
  await storeToken(ctx.db, { ...address, hash: await sha256Hex(token), expires_at: expiresAt });
  return token;
}

/** Statements that delete expired tokens. */
export const purgeEmailTokens = (ctx: Ctx): Statement[] => [purgeTokens(ctx.db, nowIso(ctx))];

/**
 * Normalizes an address for comparison. Only the domain is lowercased: RFC 5321 §2.4 leaves the local part
 * to its host.
 */
export function mailbox(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at)}${email.slice(at).toLowerCase()}`;
}

/** Whether a wallet wants letters; it does unless it turned them off. */
export const wantsEmail = async (ctx: Ctx, wallet: string): Promise<boolean> =>
  (await findProfile(ctx.db, wallet))?.email_notifications ?? DEFAULT_NOTIFICATIONS.email_notifications;
