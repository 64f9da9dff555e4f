import { type Ctx, nowIso } from '../context.ts';
import { purgeTokens, storeToken } from './repository.ts';

const TOKEN_BYTES = 32;
export const TOKEN_HOURS = 48;

/**
 * A token whose bearer has read a letter to this address: it confirms the address for the wallet, once, within 48 hours.
 * Only its hash is kept, so it is made at the moment of sending.
 */
export async function issueEmailToken(
  ctx: Ctx,
  address: { wallet: string; mailbox: string; email: string },
): Promise<string> {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  const token = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  const expiresAt = new Date(ctx.clock() + TOKEN_HOURS * 3_600_000).toISOString();
  await storeToken(ctx.db, { ...address, hash: await tokenHash(token), expiresAt });
  return token;
}

/** SHA-256 of a token, in hexadecimal. */
export async function tokenHash(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Deletes the tokens that have expired. */
export function purgeEmailTokens(ctx: Ctx): Promise<void> {
  return purgeTokens(ctx.db, nowIso(ctx));
}
