import { buildPushPayload } from '@block65/webcrypto-web-push';
import * as z from 'zod';
import { attemptCall, type Call, type NoCall } from '#worker/delivery/calls/call.ts';
import type { Channel } from '#worker/delivery/outbox/channel.ts';
import type { OutboxRow } from '#worker/delivery/outbox/repository.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { pushBinding } from '#worker/platform/crypto/bindings.ts';
import { sha256, toBase64Url } from '#worker/platform/crypto/bytes.ts';
import { type KeyRing, open, seal } from '#worker/platform/crypto/sealed.ts';
import { deleteBrowser, findBrowser } from './repository.ts';

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
