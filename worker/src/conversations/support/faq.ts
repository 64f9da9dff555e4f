import { AppError } from '#domain/errors.ts';
import * as supportApi from '#domain/support/api.ts';
import { FAQ } from '#domain/support/faq.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { once } from '#worker/platform/db/once.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { addVote, listTotals, listVoted, removeVote } from './repository.ts';

const IDS = FAQ.map(({ id }) => id);

/** Vote counts of each answer, and whether the signed-in wallet, if any, voted. */
export const listFaqVotes = serve(supportApi.listFaqVotes, async (ctx) => {
  const totals = new Map((await listTotals(ctx.db)).map(({ faq_id, helpful }) => [faq_id, helpful]));
  const mine = ctx.actor ? await listVoted(ctx.db, IDS, ctx.actor.wallet) : new Set<string>();
  return IDS.map((id) => ({ id, helpful_count: totals.get(id) ?? 0, voted: mine.has(id) }));
});

/** Ids of the answers that the actor found helpful. */
export async function exportVotes(ctx: WalletCtx): Promise<string[]> {
  return (await listFaqVotes(ctx)).filter(({ voted }) => voted).map(({ id }) => id);
}

/** Adds or withdraws the wallet's vote for an answer. Idempotent. */
export const voteOnFaq = serve(supportApi.voteOnFaq, async (ctx, { id, helpful }) => {
  if (!IDS.includes(id)) throw new AppError('not_found', 'There is no such question.');
  const { wallet } = ctx.actor;
  const read = async () => {
    const totals = await listTotals(ctx.db);
    const total = totals.find(({ faq_id }) => faq_id === id)?.helpful ?? 0;
    return { id, helpful_count: total, voted: helpful };
  };
  return once(ctx, {
    read,
    write: async (mark) => {
      const [first, second] = helpful
        ? addVote(ctx.db, id, wallet, nowIso(ctx))
        : removeVote(ctx.db, id, wallet);
      await ctx.db.batch([first, second, ...mark(`vote:${id}`)]);
      return read();
    },
  });
});
