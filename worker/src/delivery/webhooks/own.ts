import { AppError } from '#domain/errors.ts';
import * as webhooksApi from '#domain/webhooks/api.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { presentWebhook } from './present.ts';
import { findWebhook, listWebhooks } from './repository.ts';

export const noSuchWebhook = () => new AppError('not_found', 'There is no such webhook.');

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
