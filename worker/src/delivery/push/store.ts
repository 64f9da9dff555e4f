import type * as z from 'zod';
import type { pushSubscription, pushUnsubscribe } from '../../../../domain/account/profile-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { nowIso, type WalletCtx } from '../../platform/context.ts';
import { fromBase64Url } from '../../platform/crypto/base64.ts';
import { placeProblem } from '../../platform/edges/address.ts';
import { sealPushKeys } from './channel.ts';
import { findByEndpoint, forgetBrowser, listBrowsers, storeBrowser } from './repository.ts';

/** Browsers of one wallet; one more takes the place of the oldest. */
const MOST = 10;
/** RFC 8291 §3.1 and §3.2: an uncompressed point of P-256 (SEC 1 §2.3.3), and a secret, in bytes. */
const POINT_BYTES = 65;
const UNCOMPRESSED = 4;
const AUTH_BYTES = 16;

/** Remembers a browser that shows notifications. It belongs to the wallet that stored it last. */
export async function storeSubscription(
  ctx: WalletCtx,
  { endpoint, keys }: z.output<typeof pushSubscription>,
): Promise<void> {
  await requireUsable(ctx, endpoint, keys);
  const { wallet } = ctx.actor;
  const known = await findByEndpoint(ctx.db, endpoint);
  // What is on its way to this browser of the wallet's still reaches it.
  const id = known?.wallet === wallet ? known.id : `push_${crypto.randomUUID()}`;
  const sealed = await sealPushKeys(ctx.settings.detailsKeys, keys, { id, wallet });
  await ctx.db.batch(storeBrowser(ctx.db, { id, wallet, endpoint, sealed, createdAt: nowIso(ctx) }, MOST));
}

async function requireUsable(
  ctx: WalletCtx,
  endpoint: string,
  keys: Record<'p256dh' | 'auth', string>,
): Promise<void> {
  const problem = placeProblem(ctx.settings, endpoint);
  if (problem !== null) throw refused('endpoint', problem);
  const incomplete = (name: keyof typeof keys) =>
    refused(`keys.${name}`, 'The subscription of this browser is not complete.');
  if (!(await isPoint(fromBase64Url(keys.p256dh)))) throw incomplete('p256dh');
  if (fromBase64Url(keys.auth)?.length !== AUTH_BYTES) throw incomplete('auth');
}

function refused(path: string, message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path, message }] });
}

/** Whether the bytes are an uncompressed point of P-256. Nothing can be encrypted for any other key. */
async function isPoint(bytes: Uint8Array<ArrayBuffer> | null): Promise<boolean> {
  if (bytes?.length !== POINT_BYTES || bytes[0] !== UNCOMPRESSED) return false;
  return crypto.subtle
    .importKey('raw', bytes, { name: 'ECDH', namedCurve: 'P-256' }, false, [])
    .then(() => true)
    .catch(() => false);
}

/** Forgets a browser of the actor's; safe to repeat. */
export async function forgetSubscription(
  ctx: WalletCtx,
  { endpoint }: z.output<typeof pushUnsubscribe>,
): Promise<void> {
  await ctx.db.batch(forgetBrowser(ctx.db, { wallet: ctx.actor.wallet, endpoint }, nowIso(ctx)));
}

/** Hosts of the push services of the actor's browsers; the rest of an endpoint is a key to them. */
export async function exportSubscriptions(ctx: WalletCtx) {
  const browsers = await listBrowsers(ctx.db, ctx.actor.wallet);
  return browsers.map(({ endpoint, createdAt }) => ({
    host: new URL(endpoint).host,
    created_at: createdAt,
  }));
}
