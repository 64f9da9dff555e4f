import type * as z from 'zod';
import type { pushSubscription, pushUnsubscribe } from '../../../../domain/account/profile-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { nowIso, type WalletCtx } from '../../context.ts';
import { placeProblem } from '../../deliveries/place.ts';
import { sealPushKeys } from '../../deliveries/push.ts';
import { findByEndpoint, forgetBrowser, listBrowsers, storeBrowser } from './repository.ts';

/** Browsers of one wallet; one more takes the place of the oldest. */
const MOST = 10;
/** RFC 8291 §3.2 and §3.1: an uncompressed point of P-256, and a secret, in bytes. */
const KEY_BYTES = { p256dh: 65, auth: 16 } as const;

/** Remembers a browser that shows notifications. It belongs to the wallet that stored it last. */
export async function storeSubscription(
  ctx: WalletCtx,
  { endpoint, keys }: z.output<typeof pushSubscription>,
): Promise<void> {
  requireUsable(ctx, endpoint, keys);
  const { wallet } = ctx.actor;
  const known = await findByEndpoint(ctx.db, endpoint);
  // What is on its way to this browser of the wallet's still reaches it.
  const id = known?.wallet === wallet ? known.id : `push_${crypto.randomUUID()}`;
  const sealed = await sealPushKeys(ctx.settings.detailsKeys, keys, { id, wallet });
  await ctx.db.batch(storeBrowser(ctx.db, { id, wallet, endpoint, sealed, createdAt: nowIso(ctx) }, MOST));
}

function requireUsable(ctx: WalletCtx, endpoint: string, keys: Record<keyof typeof KEY_BYTES, string>): void {
  const problem = placeProblem(ctx.settings, endpoint);
  if (problem !== null) throw refused('endpoint', problem);
  for (const name of ['p256dh', 'auth'] as const) {
    if (bytesOf(keys[name]) !== KEY_BYTES[name]) {
      throw refused(`keys.${name}`, 'The subscription of this browser is not complete.');
    }
  }
}

function refused(path: string, message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path, message }] });
}

/** How many bytes a text in base64url stands for; 0 when it is none. */
function bytesOf(text: string): number {
  return /^[\w-]+={0,2}$/.test(text) ? Math.floor((text.replace(/=+$/, '').length * 3) / 4) : 0;
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
