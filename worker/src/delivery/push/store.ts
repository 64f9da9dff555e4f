import * as profileApi from '#domain/account/profile-api.ts';
import { fieldError } from '#domain/errors.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { fromBase64Url } from '#worker/platform/crypto/bytes.ts';
import { outboundUrlProblem } from '#worker/platform/edges/address.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { sealPushKeys } from './push.ts';
import { findByEndpoint, forgetBrowser, listBrowsers, storeBrowser } from './repository.ts';

/** Most browsers per wallet; another one replaces the oldest. */
const MOST = 10;

/** RFC 8291 §3.1 and §3.2, in bytes: an uncompressed P-256 point (SEC 1 §2.3.3) and a secret. */
const POINT_BYTES = 65;

const UNCOMPRESSED = 4;

const AUTH_BYTES = 16;

/** Stores a browser for push notifications. It belongs to the wallet that stored it last. */
export const storeSubscription = serve(profileApi.createPushSubscription, async (ctx, { endpoint, keys }) => {
  await requireUsable(ctx, endpoint, keys);
  const { wallet } = ctx.actor;
  const known = await findByEndpoint(ctx.db, endpoint);
  // Keep the id, so that queued notifications still reach this browser.
  const id = known?.wallet === wallet ? known.id : `push_${crypto.randomUUID()}`;
  const sealed = await sealPushKeys(ctx.settings.detailsKeys, keys, { id, wallet });
  await ctx.db.batch(storeBrowser(ctx.db, { id, wallet, endpoint, sealed, created_at: nowIso(ctx) }, MOST));
});

async function requireUsable(
  ctx: WalletCtx,
  endpoint: string,
  keys: Record<'p256dh' | 'auth', string>,
): Promise<void> {
  const problem = outboundUrlProblem(ctx.settings, endpoint);
  if (problem !== null) throw fieldError('endpoint', problem);
  const incomplete = (name: keyof typeof keys) =>
    fieldError(`keys.${name}`, 'The subscription of this browser is incomplete.');
  if (!(await isPoint(fromBase64Url(keys.p256dh)))) throw incomplete('p256dh');
  if (fromBase64Url(keys.auth)?.length !== AUTH_BYTES) throw incomplete('auth');
}

/** Whether the bytes are an uncompressed P-256 point. Encryption works with no other key. */
async function isPoint(bytes: Uint8Array<ArrayBuffer> | null): Promise<boolean> {
  if (bytes?.length !== POINT_BYTES || bytes[0] !== UNCOMPRESSED) return false;
  return crypto.subtle
    .importKey('raw', bytes, { name: 'ECDH', namedCurve: 'P-256' }, false, [])
    .then(() => true)
    .catch(() => false);
}

/** Removes one of the actor's browsers. Idempotent. */
export const forgetSubscription = serve(profileApi.deletePushSubscription, async (ctx, { endpoint }) => {
  await ctx.db.batch(forgetBrowser(ctx.db, { wallet: ctx.actor.wallet, endpoint }, nowIso(ctx)));
});

/** Hosts of the actor's push services. The rest of an endpoint URL is a secret. */
export async function exportSubscriptions(ctx: WalletCtx) {
  const browsers = await listBrowsers(ctx.db, ctx.actor.wallet);
  return browsers.map(({ endpoint, created_at }) => ({
    host: new URL(endpoint).host,
    created_at,
  }));
}
