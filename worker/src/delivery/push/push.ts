import { buildPushPayload } from '@block65/webcrypto-web-push';
import * as z from 'zod';
import * as profileApi from '#domain/account/profile-api.ts';
import { AppError } from '#domain/errors.ts';
import { cutText } from '#domain/text.ts';
import { attemptCall, type Call, type NoCall } from '#worker/delivery/calls/call.ts';
import type { Channel } from '#worker/delivery/outbox/channel.ts';
import type { OutboxRow } from '#worker/delivery/outbox/repository.ts';
import { type Ctx, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { pushBinding } from '#worker/platform/crypto/bindings.ts';
import { fromBase64Url, sha256, toBase64Url } from '#worker/platform/crypto/bytes.ts';
import { type KeyRing, open, seal } from '#worker/platform/crypto/sealed.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { outboundUrlProblem } from '#worker/platform/edges/address.ts';
import { serve } from '#worker/platform/http/serve.ts';
import {
  deleteBrowser,
  findBrowser,
  findByEndpoint,
  forgetBrowser,
  insertNotifications,
  listBrowsers,
  storeBrowser,
} from './repository.ts';

/** How long a push service keeps a notification for an offline browser, in seconds. */
const TTL_SECONDS = 24 * 3600;
/** Longest topic a push service accepts (RFC 8030 §5.4). */
const TOPIC_LENGTH = 32;

const pushKeys = z.object({ p256dh: z.string(), auth: z.string() });
/** Keys of a browser subscription, base64url. */
type PushKeys = z.output<typeof pushKeys>;

/** The `push_subscriptions` row that the keys belong to. */
interface Browser {
  id: string;
  wallet: string;
}

/** Encrypts push keys for the `sealed` column of a browser's subscription. */
export function sealPushKeys(ring: KeyRing, keys: PushKeys, browser: Browser): Promise<string> {
  return seal(ring, pushKeys.parse(keys), pushBinding(browser));
}

/** Days a notification is kept after its last attempt. */
const KEPT_DAYS = 30;
/** Statuses by which a push service says the subscription is gone (RFC 8030 §7.3). */
const BROWSER_GONE: readonly (number | null | undefined)[] = [404, 410];

/** Notifications to browsers that a customer has subscribed. */
export const pushChannel: Channel = {
  queue: 'outside',
  keptDays: KEPT_DAYS,
  async send(ctx, entry) {
    const outcome = await attemptCall(ctx, () => pushCall(ctx, entry));
    if (!BROWSER_GONE.includes(outcome.status)) return outcome;
    return { ...outcome, final: true, also: [deleteBrowser(ctx.db, entry.target, entry.wallet)] };
  },
};

/** A notification encrypted for one browser (RFC 8291) and signed with our key (RFC 8292). */
async function pushCall(ctx: Ctx, entry: OutboxRow): Promise<Call | NoCall> {
  const { pushKeys: ours, detailsKeys } = ctx.settings;
  if (ours === null) return 'push_unavailable';
  const browser = await findBrowser(ctx.db, entry.target, entry.wallet);
  if (!browser || entry.event_id === null) return 'target_gone';
  const keys = pushKeys.parse(await open(detailsKeys, browser.sealed, pushBinding(browser)));
  const { headers, body } = await buildPushPayload(
    {
      data: entry.body,
      options: { ttl: TTL_SECONDS, urgency: 'normal', topic: await topicOf(entry.event_id) },
    },
    { endpoint: browser.endpoint, expirationTime: null, keys },
    ours,
  );
  return { url: browser.endpoint, headers, body };
}

/** A repeated notification replaces its first copy if the browser hasn't fetched that yet. */
async function topicOf(eventId: string): Promise<string> {
  return toBase64Url(await sha256(eventId)).slice(0, TOPIC_LENGTH);
}

interface Push {
  title: string;
  body: string;
  /** Site path that a click opens. */
  path: string;
}

/** Most characters of a title and a text. In any script they fit a push service's 4 KB after encryption. */
const LONGEST = { title: 150, body: 500 } as const;

/** Statement that notifies the wallet's browsers, if it wants push notifications. */
export function pushNotification(ctx: Ctx, wallet: string, key: string, push: Push): Statement {
  const eventId = `ntf_${key}`;
  const body = JSON.stringify({
    title: cutText(push.title, LONGEST.title),
    body: cutText(push.body, LONGEST.body),
    path: push.path,
    tag: eventId,
  });
  return insertNotifications(ctx.db, wallet, { eventId, event: 'notification', body, now: nowIso(ctx) });
}

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
  if (problem !== null) throw refused('endpoint', problem);
  const incomplete = (name: keyof typeof keys) =>
    refused(`keys.${name}`, 'The subscription of this browser is incomplete.');
  if (!(await isPoint(fromBase64Url(keys.p256dh)))) throw incomplete('p256dh');
  if (fromBase64Url(keys.auth)?.length !== AUTH_BYTES) throw incomplete('auth');
}

function refused(path: string, message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path, message }] });
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
