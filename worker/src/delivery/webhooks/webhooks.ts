import * as z from 'zod';
import { conflict, fieldError, notFound } from '#domain/errors.ts';
import * as webhooksApi from '#domain/webhooks/api.ts';
import { MAX_WEBHOOKS, SECRET_SHOWN, WEBHOOK_EVENTS, type WebhookAnswer } from '#domain/webhooks/schema.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { secretBinding } from '#worker/platform/crypto/bindings.ts';
import { fromBase64, hmacSha256, toBase64 } from '#worker/platform/crypto/bytes.ts';
import { seal } from '#worker/platform/crypto/sealed.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { outboundUrlProblem } from '#worker/platform/edges/address.ts';
import { type InputOf, reply, serve } from '#worker/platform/http/serve.ts';
import {
  deleteDeliveries,
  deleteWebhook,
  findWebhook,
  guardCapacity,
  hasUrl,
  insertWebhook,
  listWebhooks,
  type WebhookRow,
  webhooksWithId,
} from './repository.ts';

const eventList = z.array(z.enum(WEBHOOK_EVENTS));

function presentWebhook({ id, url, events, created_at }: WebhookRow): WebhookAnswer {
  return { id, url, events: eventList.parse(JSON.parse(events)), created_at };
}

const SECRET_BYTES = 24;
const PREFIX = 'whsec_';

const newSecret = () => `${PREFIX}${toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))}`;

/**
 * `webhook-signature` of the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of id, time
 * and body.
 * @param timestamp Unix seconds of this attempt
 */
export async function signatureOf(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Promise<string> {
  const bytes = fromBase64(secret.slice(PREFIX.length));
  return `v1,${toBase64(await hmacSha256(bytes, `${id}.${timestamp}.${body}`))}`;
}

const noSuchWebhook = () => notFound('There is no such webhook.');

/** The actor's webhooks, newest first. */
export const listOwnWebhooks = serve(webhooksApi.listWebhooks, async (ctx) => {
  return (await listWebhooks(ctx.db, ctx.actor.wallet)).map(presentWebhook);
});

/** Target of the actor's webhook with this id. 404 if missing or owned by another wallet. */
export async function ownTarget(ctx: WalletCtx, id: string): Promise<{ targetId: string; wallet: string }> {
  const { wallet } = ctx.actor;
  if (!(await findWebhook(ctx.db, { id, wallet }))) throw noSuchWebhook();
  return { targetId: id, wallet };
}

type Created = WebhookAnswer & { secret: string | null };

/** Subscribes a URL to events of the actor's wallet. Only the first answer contains the secret: a repeated request gets null. */
export const createWebhook = serve(webhooksApi.createWebhook, async (ctx, input) => {
  const { wallet } = ctx.actor;
  const data = await once(ctx, {
    read: async (id): Promise<Created | null> => {
      const row = await findWebhook(ctx.db, { id, wallet });
      return row && { ...presentWebhook(row), secret: null };
    },
    write: (mark) => write(ctx, input, mark),
  });
  return reply({ data, message: data.secret === null ? SECRET_SHOWN : undefined });
});

async function write(
  ctx: WalletCtx,
  input: InputOf<typeof webhooksApi.createWebhook>,
  mark: Mark,
): Promise<Created> {
  const { wallet } = ctx.actor;
  const problem = outboundUrlProblem(ctx.settings, input.url);
  if (problem !== null) throw fieldError('url', problem);
  const id = `wh_${crypto.randomUUID()}`;
  const secret = newSecret();
  const row: WebhookRow = {
    id,
    wallet,
    url: withoutFragment(input.url),
    events: JSON.stringify(WEBHOOK_EVENTS.filter((event) => input.events.includes(event))),
    sealed_secret: await seal(ctx.settings.detailsKeys, secret, secretBinding({ id, wallet })),
    created_at: nowIso(ctx),
  };
  const capacity = guardCapacity(ctx.db, wallet, MAX_WEBHOOKS);
  await commit(ctx, [capacity, ...mark(id), insertWebhook(ctx.db, row)], async () => {
    throw conflict(
      (await hasUrl(ctx.db, row))
        ? 'You already have a webhook for this URL.'
        : `A wallet has at most ${MAX_WEBHOOKS} webhooks. Please delete one first.`,
    );
  });
  ctx.log.info('webhook_created', { webhook: id });
  return { ...presentWebhook(row), secret };
}

/** The normalized URL without its fragment, which no server receives. */
function withoutFragment(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

/** Deletes a webhook. Its pending deliveries are dropped. One that is already gone is no error; another wallet's is a 404. */
export const removeWebhook = serve(webhooksApi.deleteWebhook, async (ctx, { id }) => {
  const { wallet } = ctx.actor;
  const [, , others] = await ctx.db.batch([
    deleteWebhook(ctx.db, { id, wallet }),
    deleteDeliveries(ctx.db, { targetId: id, wallet }),
    webhooksWithId(ctx.db, id),
  ]);
  if (others.length > 0) throw noSuchWebhook();
  ctx.log.info('webhook_deleted', { webhook: id });
});
