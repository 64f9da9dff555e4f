import type { Block } from '#domain/chains.ts';
import { ChainUnreachable } from '#domain/json-rpc.ts';
import { rebook } from '#worker/money/entries/repository.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { loseReplacing } from '#worker/policies/replace.ts';
import { findByGroup, type GroupRow } from '#worker/policies/repository.ts';
import { findQuote, type QuoteRow } from '#worker/quotes/repository.ts';
import { isHeir, takeOver } from '#worker/settlement/effects/take-over.ts';
import { type Exception, guardOpen, settleOpen } from '#worker/settlement/exceptions/repository.ts';
import { judge } from '#worker/settlement/ledger/blocks.ts';
import { guardEvent } from '#worker/settlement/ledger/repository.ts';
import { giveUp, heirsOf, lostPurchases, lostWithHeirs } from './repository.ts';

/** Purchases checked per run. */
const AT_ONCE = 50;

/**
 * Gives up orphaned purchases that can never return: the chain's finalized time is past their quote's expiry, so the
 * contract would refuse it, and the registry has no policy for it. If another quote of the same draft was paid, that
 * purchase gets the policy.
 */
export async function replaceLostPayments(ctx: Ctx, chain: Chain): Promise<void> {
  const lost = await lostPurchases(ctx.db, chain.id, AT_ONCE);
  if (lost.length > 0) await giveUpLost(ctx, chain, lost);
  for (const { group_id } of await lostWithHeirs(ctx.db, chain.id, AT_ONCE)) await bequeath(ctx, group_id);
}

async function giveUpLost(
  ctx: Ctx,
  chain: Chain,
  lost: Awaited<ReturnType<typeof lostPurchases>>,
): Promise<void> {
  const block = await chain.finalBlock();
  if (!block) return;
  const over = lost.filter(({ quote }) => quote.valid_until < isoOf(block.time));
  const entries = await registered(
    chain,
    over.map(({ quote }) => quote),
    block,
  );
  for (const [
    index,
    {
      purchase,
      policyId,
      quote: { id: quoteId },
    },
  ] of over.entries()) {
    if (entries[index] !== null) continue;
    const undone = await loseReplacing(ctx, quoteId, policyId);
    const done = await commit(
      ctx,
      [guardEvent(ctx.db, purchase), giveUp(ctx.db, purchase, nowIso(ctx)), ...undone],
      () => false,
    );
    if (done) ctx.log.warn('payment_lost', { chain: chain.id, block: purchase.block_number });
  }
}

const registered = (chain: Chain, quotes: readonly QuoteRow[], block: Block) =>
  quotes.length > 0 ? chain.registeredAt(quotes, block) : [];

/** Gives the policy to the earliest other valid purchase of the draft. */
async function bequeath(ctx: Ctx, groupId: string): Promise<void> {
  for (const heir of await heirsOf(ctx.db, groupId)) {
    const lost = await findByGroup(ctx.db, groupId);
    const quote = await findQuote(ctx.db, heir.event.quote_id);
    const chain = ctx.chains.find((each) => each.id === heir.event.chain_id);
    if (!lost || !quote || !chain) continue;
    try {
      if (await inherit(ctx, chain, lost, heir, quote)) return;
    } catch (error) {
      // The heir may be on a different chain.
      if (!(error instanceof ChainUnreachable)) throw error;
    }
  }
}

/** False if the heir isn't on the chain, or something changed meanwhile; then nothing was written. */
async function inherit(
  ctx: Ctx,
  chain: Chain,
  lost: GroupRow,
  { exception, event }: Exception,
  quote: QuoteRow,
): Promise<boolean> {
  const { standing } = await judge(ctx, chain, [event]);
  // One that has been refunded no longer covers anything, whether we have read of that or not.
  const entry = await chain.registered(quote);
  if (standing.length === 0 || !entry?.active || !isHeir(lost, quote)) return false;
  const evidence = { tx_hash: event.tx_hash, cover_from: isoOf(entry.start) };
  const confirmed = event.status === 'confirmed';
  const done = await commit(
    ctx,
    [
      guardEvent(ctx.db, event),
      guardOpen(ctx.db, exception),
      settleOpen(ctx.db, event.id, 'became_policy', nowIso(ctx)),
      ...(await takeOver(ctx, lost, { quote, evidence, confirmed })),
      // It was booked as a payment without a policy.
      ...rebook(ctx.db, event, nowIso(ctx)),
    ],
    () => false,
  );
  if (done) ctx.log.warn('payment_replaced', { chain: chain.id, policy: lost.policy.id });
  return done;
}
