import { type Block, type Chain, ChainUnreachable } from '../../platform/chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '../../platform/context.ts';
import { findByGroup } from '../../policies/repository.ts';
import type { QuoteRow } from '../../quotes/repository.ts';
import { findQuote } from '../../quotes/repository.ts';
import { judge } from '../ledger/blocks.ts';
import { type ExceptionRow, giveUp, heirsOf, lostPayments, lostWithHeirs } from './repository.ts';
import { takeOver } from './take-over.ts';

/** Payments looked at in one run. */
const AT_ONCE = 50;

/**
 * Gives up payments that were taken back and can never return: the chain's final time is past their quote's end, after
 * which the contract sells no policy for it, and the registry has none. Where another quote of the same draft was paid,
 * that payment gets the policy.
 */
export async function replaceLostPayments(ctx: Ctx, chain: Chain): Promise<void> {
  const lost = await lostPayments(ctx.db, chain.id, AT_ONCE);
  if (lost.length > 0) await giveUpLost(ctx, chain, lost);
  for (const { groupId } of await lostWithHeirs(ctx.db, chain.id, AT_ONCE)) await bequeath(ctx, groupId);
}

async function giveUpLost(
  ctx: Ctx,
  chain: Chain,
  lost: Awaited<ReturnType<typeof lostPayments>>,
): Promise<void> {
  const block = await chain.finalBlock();
  if (!block) return;
  const over = lost.filter(({ quote }) => quote.validUntil < isoOf(block.time));
  const entries = await registered(
    chain,
    over.map(({ quote }) => quote),
    block,
  );
  for (const [index, { payment }] of over.entries()) {
    if (entries[index] !== null) continue;
    await giveUp(ctx.db, payment, nowIso(ctx));
    ctx.log.warn('payment_lost', { chain: chain.id, block: payment.blockNumber });
  }
}

const registered = (chain: Chain, quotes: readonly QuoteRow[], block: Block) =>
  quotes.length > 0 ? chain.registeredAt(quotes, block) : [];

/** The earliest of the draft's other payments that stands gets the policy. */
async function bequeath(ctx: Ctx, groupId: string): Promise<void> {
  for (const exception of await heirsOf(ctx.db, groupId)) {
    const lost = await findByGroup(ctx.db, groupId);
    const quote = await findQuote(ctx.db, exception.quoteId);
    const chain = ctx.chains.find((each) => each.id === exception.chainId);
    if (!lost || !quote || !chain) continue;
    try {
      if (await inherit(ctx, chain, lost, { exception, quote })) return;
    } catch (error) {
      // The heir may be on another chain than the lost payment.
      if (!(error instanceof ChainUnreachable)) throw error;
    }
  }
}

type Lost = NonNullable<Awaited<ReturnType<typeof findByGroup>>>;

async function inherit(
  ctx: Ctx,
  chain: Chain,
  lost: Lost,
  { exception, quote }: { exception: ExceptionRow; quote: QuoteRow },
): Promise<boolean> {
  const head = await chain.head();
  const { standing } = await judge(ctx, chain, [exception], head);
  // One that was refunded meanwhile covers no more, whether we have read of that or not.
  const entry = await chain.registered(quote.id);
  if (standing.length === 0 || !entry?.active) return false;
  const { txHash, logIndex, blockNumber, blockHash, blockTime } = exception;
  const place = { txHash, logIndex, blockNumber, blockHash, blockTime, coverFrom: isoOf(entry.start) };
  return takeOver(ctx, chain, lost, { quote, standing: place, exception }, head);
}
