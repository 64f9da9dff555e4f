import * as profileApi from '#domain/account/profile-api.ts';
import { unsubscribeRequest } from '#domain/account/profile-schema.ts';
import { notFound } from '#domain/errors.ts';
import { nowIso } from '#worker/platform/context.ts';
import { fromBase64Url, toBase64Url } from '#worker/platform/crypto/bytes.ts';
import { purposeKey } from '#worker/platform/crypto/jwt.ts';
import type { KeyRing } from '#worker/platform/crypto/sealed.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { stopOffers } from './repository.ts';

/** Derives the key of these tokens. A token only proves that its bearer read such a letter. */
const PURPOSE = 'unsubscribe from offers';

async function keyOf(ring: KeyRing, kid: string): Promise<CryptoKey | null> {
  const bytes = Object.hasOwn(ring.keys, kid) ? ring.keys[kid] : undefined;
  if (!bytes) return null;
  const key = await purposeKey(bytes, PURPOSE);
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/**
 * The token of an unsubscribe link: `kid.wallet.mac`, HMAC-SHA256 under a key of the details ring. It
 * doesn't expire and is valid as long as its key is in the ring.
 */
export async function unsubscribeToken(ring: KeyRing, wallet: string): Promise<string> {
  const key = await keyOf(ring, ring.current);
  if (!key) throw new Error('The current details key is not in the ring');
  const named = new TextEncoder().encode(wallet);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, named));
  return [ring.current, toBase64Url(named), toBase64Url(mac)].join('.');
}

/** The wallet of a valid token; null for any other text. */
export async function walletOfToken(ring: KeyRing, token: string): Promise<string | null> {
  const match = /^(\w+)\.([\w-]+)\.([\w-]{43})$/.exec(token);
  const [, kid = '', wallet = '', mac = ''] = match ?? [];
  const key = match && (await keyOf(ring, kid));
  const [named, signature] = [fromBase64Url(wallet), fromBase64Url(mac)];
  if (!key || !named || !signature) return null;
  const ours = await crypto.subtle.verify('HMAC', key, signature, named);
  return ours ? new TextDecoder().decode(named) : null;
}

/** Stops marketing letters for the token's wallet. Idempotent and without further questions. */
export const unsubscribe = serve(profileApi.unsubscribe, async (ctx, given) => {
  const { token } = unsubscribeRequest.parse(given);
  const wallet = await walletOfToken(ctx.settings.detailsKeys, token);
  if (wallet === null) throw notFound('This link is incomplete. Please open it from the email again.');
  await stopOffers(ctx.db, wallet, nowIso(ctx));
  return { marketing_emails: false as const };
});
