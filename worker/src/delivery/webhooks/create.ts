import { AppError } from '#domain/errors.ts';
import * as webhooksApi from '#domain/webhooks/api.ts';
import { MAX_WEBHOOKS, SECRET_SHOWN, WEBHOOK_EVENTS, type WebhookAnswer } from '#domain/webhooks/schema.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { seal } from '#worker/platform/crypto/sealed.ts';
import { commit } from '#worker/platform/db/commit.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { outboundUrlProblem } from '#worker/platform/edges/address.ts';
import { type InputOf, reply, serve } from '#worker/platform/http/serve.ts';
import { presentWebhook } from './present.ts';
import { findWebhook, guardCapacity, hasUrl, insertWebhook, type WebhookRow } from './repository.ts';
import { newSecret, secretBinding } from './secret.ts';

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
  if (problem !== null) {
    throw new AppError('invalid', problem, { issues: [{ path: 'url', message: problem }] });
  }
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
    throw new AppError(
      'conflict',
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
