import { dayEnd, dayStart, parseDay } from '../../../../domain/days.ts';
import { PRODUCTS } from '../../../../domain/products/index.ts';
import { isActive } from '../../identity/account/repository.ts';
import type { Chain, Purchase } from '../../platform/chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/client.ts';
import { commit } from '../../platform/db/commit.ts';
import { openPolicy } from '../../policies/changes.ts';
import { findByGroup } from '../../policies/repository.ts';
import { keepQuote } from '../../quotes/purge.ts';
import type { QuoteRow } from '../../quotes/repository.ts';
import { findQuote } from '../../quotes/repository.ts';
import { isConfirmed } from '../ledger/blocks.ts';
import { confirmPayment, locationOf, relocatePayment } from './confirm.ts';
import {
  dropHints,
  exceptionOfQuote,
  insertException,
  insertPayment,
  type NewException,
  type PaymentRow,
  paymentOfQuote,
} from './repository.ts';
import { isLost, takeOver } from './take-over.ts';
import { type Twice, tellOwed } from './tell.ts';

export type Settled =
  | { kind: 'policy'; purchase: Purchase; created: boolean; confirmed: boolean }
  | { kind: 'exception'; purchase: Purchase; sentence: string };

/** Settles every purchase of a transaction; otherwise says why there is none to settle yet or ever. */
export async function settleTransaction(
  ctx: Ctx,
  chain: Chain,
  txHash: string,
): Promise<Settled[] | 'unknown' | 'waiting' | 'failed'> {
  const transaction = await chain.transaction(txHash);
  if (transaction.state !== 'mined') return transaction.state;
  const outcomes: Settled[] = [];
  for (const purchase of transaction.purchases) {
    outcomes.push(await settle(ctx, chain, purchase, transaction.head));
  }
  return outcomes;
}

const SENTENCES: Readonly<Record<NewException['reason'], string>> = {
  unknown_quote:
    'The payment arrived, but for a quote that we did not make. We will look into it and refund it.',
  mismatch: 'The payment arrived, but it does not fit its quote. We will look into it and refund it.',
  late: 'The payment arrived after its quote had ended. We will refund it.',
  duplicate:
    'The payment arrived, but this insurance was already paid with another quote. We will refund it.',
};

/**
 * Turns a purchase that the contract reported into its policy, exactly once, or into an exception that an administrator
 * can refund. The stored quote is the truth; calling it again for the same event changes nothing.
 * @param head number of the chain's newest block
 */
export async function settle(ctx: Ctx, chain: Chain, purchase: Purchase, head: number): Promise<Settled> {
  const quote = await findQuote(ctx.db, purchase.quoteId);
  if (!quote) {
    return except(ctx, chain, purchase, { reason: 'unknown_quote', detail: 'No quote of ours has this id.' });
  }
  const detail = mismatch(chain, quote, purchase);
  if (detail) return except(ctx, chain, purchase, { reason: 'mismatch', detail });
  if (isoOf(purchase.block.time) > quote.validUntil) {
    const late = { reason: 'late', detail: `The quote ended at ${quote.validUntil}.` } as const;
    return except(ctx, chain, purchase, late);
  }
  const known = await paymentOfQuote(ctx.db, quote.id);
  if (known) return rejoin(ctx, chain, purchase, known, head);

  const confirmed = isConfirmed(chain, purchase.block.number, head);
  const evidence = { txHash: purchase.txHash, coverFrom: isoOf(purchase.start) };
  const opened: Statements = [
    insertPayment(ctx.db, {
      ...locationOf(purchase),
      quoteId: quote.id,
      chainId: chain.id,
      wallet: quote.wallet,
      currency: quote.currency,
      amount: quote.amount,
      status: confirmed ? 'confirmed' : 'unconfirmed',
      createdAt: nowIso(ctx),
      confirmedAt: confirmed ? nowIso(ctx) : null,
    }),
    ...openPolicy(ctx, quote, evidence, { confirmed, accountActive: await isActive(ctx.db, quote.wallet) }),
    keepQuote(ctx, quote.id),
    dropHints(ctx.db, chain.id, purchase.txHash),
  ];
  const done = await commit(ctx, opened, async (error): Promise<Settled> => {
    const winner = await paymentOfQuote(ctx.db, quote.id);
    if (winner) return rejoin(ctx, chain, purchase, winner, head);
    const first = await findByGroup(ctx.db, quote.groupId);
    if (!first) throw error;
    const standing = { ...locationOf(purchase), coverFrom: evidence.coverFrom };
    if (isLost(first) && (await takeOver(ctx, chain, first, { quote, standing, exception: null }, head))) {
      return { kind: 'policy', purchase, created: true, confirmed };
    }
    const twice = { quote, txHash: purchase.txHash, policyId: first.policy.id };
    const detail = 'Another quote of the same draft was paid before.';
    return except(ctx, chain, purchase, { reason: 'duplicate', detail }, twice);
  });
  if (done !== true) return done;
  ctx.log.info('policy_opened', { chain: chain.id, product: quote.product, confirmed });
  return { kind: 'policy', purchase, created: true, confirmed };
}

/** Why an event does not fit the stored quote, or null when it does. */
function mismatch(chain: Chain, quote: QuoteRow, purchase: Purchase): string | null {
  const [firstDay, lastDay] = [parseDay(quote.startDate), parseDay(quote.endDate)];
  const checks: [string, boolean][] = [
    ['chain', quote.chainId === chain.id],
    ['contract', quote.contract === chain.contract],
    ['holder', quote.wallet === purchase.holder],
    ['currency', quote.token === purchase.token],
    ['amount', quote.amount === purchase.amount.toString()],
    ['product', PRODUCTS[quote.product].code === purchase.productCode],
    ['cover', quote.coverageUsd === purchase.coverageUsd],
    ['details', quote.detailsHash === purchase.detailsHash],
    ['start', firstDay !== null && purchase.start >= dayStart(firstDay)],
    ['end', lastDay !== null && purchase.end === dayEnd(lastDay)],
  ];
  const wrong = checks.filter(([, fits]) => !fits).map(([what]) => what);
  return wrong.length > 0 ? `The event differs from the quote in: ${wrong.join(', ')}.` : null;
}

/**
 * The quote has a payment already. One that was taken back stands again where it is now, and is confirmed when it is deep
 * enough; one that stands is moved by the scheduled run alone, once its block is proven to be gone.
 */
async function rejoin(
  ctx: Ctx,
  chain: Chain,
  purchase: Purchase,
  known: PaymentRow,
  head: number,
): Promise<Settled> {
  const coverFrom = isoOf(purchase.start);
  const again = known.status === 'orphaned';
  if (again) {
    await relocatePayment(ctx, known, purchase, { txHash: purchase.txHash, coverFrom });
    ctx.log.warn('payment_reappeared', { chain: chain.id, block: purchase.block.number });
  }
  const current = again ? await paymentOfQuote(ctx.db, known.quoteId) : known;
  const here = current?.blockHash === purchase.block.hash;
  const deep = isConfirmed(chain, purchase.block.number, head);
  if (here && current.status === 'unconfirmed' && deep) await confirmPayment(ctx, current);
  await dropHints(ctx.db, chain.id, purchase.txHash);
  return { kind: 'policy', purchase, created: false, confirmed: here && deep };
}

async function except(
  ctx: Ctx,
  chain: Chain,
  purchase: Purchase,
  why: Pick<NewException, 'reason' | 'detail'>,
  twice: Twice | null = null,
): Promise<Settled> {
  const told: Settled = { kind: 'exception', purchase, sentence: SENTENCES[why.reason] };
  const known = await exceptionOfQuote(ctx.db, purchase.quoteId);
  if (known?.txHash === purchase.txHash) return told;
  const exception: NewException = {
    ...why,
    ...locationOf(purchase),
    chainId: chain.id,
    contract: chain.contract,
    quoteId: purchase.quoteId,
    wallet: purchase.holder,
    token: purchase.token,
    amount: purchase.amount.toString(),
    productCode: purchase.productCode,
    coverageUsd: purchase.coverageUsd,
    detailsHash: purchase.detailsHash,
    input: await chain.input(purchase.txHash),
    status: 'open',
    createdAt: nowIso(ctx),
  };
  await ctx.db.batch([
    insertException(ctx.db, exception),
    keepQuote(ctx, purchase.quoteId),
    dropHints(ctx.db, chain.id, purchase.txHash),
    ...(twice ? await tellOwed(ctx, twice) : []),
  ]);
  ctx.log.warn('payment_exception', { chain: chain.id, reason: why.reason });
  return told;
}
