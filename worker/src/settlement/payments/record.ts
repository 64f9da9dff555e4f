import { walletKey } from '../../../../domain/address.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { PaymentAnswer, PaymentReport } from '../../../../domain/payments/schema.ts';
import { PRODUCTS, type ProductKey } from '../../../../domain/products/index.ts';
import { type Chain, ChainUnreachable } from '../../platform/chain/chain.ts';
import { chainOf, type WalletCtx } from '../../platform/context.ts';
import { policyOfQuote } from '../../policies/get.ts';
import { awaitTransaction } from '../hints/await.ts';
import { dropHints } from '../hints/repository.ts';
import { paymentsOfTransaction } from './repository.ts';
import { type Settled, settleTransaction } from './settle.ts';

export interface Recorded {
  /** 201 recorded now, 200 recorded before, 202 not certain yet. */
  status: 200 | 201 | 202;
  data: PaymentAnswer;
  message: string;
}

const refuse = (message: string) => new AppError('payment_mismatch', message);
const used = () =>
  new AppError('transaction_used', 'This transaction paid for the policy of another wallet.');

/**
 * Records the policy that a transaction bought, from the contract's own event and the stored quote. What the report
 * claims besides the hash decides nothing. Safe to call any number of times, by anybody.
 */
export async function recordPayment(
  ctx: WalletCtx,
  product: ProductKey,
  report: PaymentReport,
): Promise<Recorded> {
  const { wallet } = ctx.actor;
  if (walletKey(report.wallet_address) !== wallet) {
    throw new AppError('not_found', 'You are signed in with another wallet than the one that this names.');
  }
  const chain = chainOf(ctx, report.chain_id);
  const txHash = report.tx_hash.toLowerCase();
  const quoteId = report.quote_id?.toLowerCase() ?? null;
  const wanted = (each: { quoteId: string }) => quoteId === null || each.quoteId === quoteId;

  const known = await paymentsOfTransaction(ctx.db, chain.id, txHash);
  const counted = known.filter((payment) => payment.status === 'confirmed');
  const own = counted.find((payment) => payment.wallet === wallet && wanted(payment));
  if (own) return recorded(ctx, product, own, 200);
  if (counted.length > 0) throw counted.some((each) => each.wallet === wallet) ? otherQuote() : used();

  const verdict = await verify(ctx, chain, txHash);
  if (verdict === 'unknown' || verdict === 'waiting') {
    const mine = known.find((payment) => payment.wallet === wallet && wanted(payment));
    if (mine) return recorded(ctx, product, mine, 202);
    await awaitTransaction(ctx, chain, { txHash, wallet, quoteId }, verdict);
    return {
      status: 202,
      data: { id: null, policy_number: null, quote_id: quoteId, status: 'pending' },
      message: 'The payment is not confirmed by the network yet. Your policy appears by itself once it is.',
    };
  }
  if (verdict === 'failed') {
    await dropHints(ctx.db, chain.id, txHash);
    throw refuse('The transaction failed on the network, so nothing was paid. Please try again.');
  }
  return answerFor(ctx, product, verdict, wanted);
}

/** What the chain says of a transaction, with all of its purchases settled. An unreachable chain leaves it waiting. */
async function verify(ctx: WalletCtx, chain: Chain, txHash: string) {
  try {
    return await settleTransaction(ctx, chain, txHash);
  } catch (error) {
    if (!(error instanceof ChainUnreachable)) throw error;
    ctx.log.warn('payment_chain_unreachable', { chain: chain.id, reason: error.message });
    return 'waiting';
  }
}

const otherQuote = () => refuse('This transaction paid for another quote than the one named.');

/** What the reporting wallet is told about all purchases of its transaction. */
async function answerFor(
  ctx: WalletCtx,
  product: ProductKey,
  outcomes: readonly Settled[],
  wanted: (each: { quoteId: string }) => boolean,
): Promise<Recorded> {
  if (outcomes.length === 0) throw refuse('This transaction bought nothing from Mooring.');
  const mine = outcomes.filter(({ purchase }) => purchase.holder === ctx.actor.wallet);
  if (mine.length === 0) throw used();
  const outcome = mine.find(({ purchase }) => wanted(purchase));
  if (!outcome) throw otherQuote();
  if (outcome.kind === 'exception') throw refuse(outcome.sentence);
  const status = !outcome.confirmed ? 202 : outcome.created ? 201 : 200;
  return recorded(ctx, product, outcome.purchase, status);
}

async function recorded(
  ctx: WalletCtx,
  product: ProductKey,
  { quoteId }: { quoteId: string },
  status: Recorded['status'],
): Promise<Recorded> {
  const policy = await policyOfQuote(ctx, quoteId);
  // Its registry entry was moved to another wallet since.
  if (!policy) throw used();
  if (policy.policy_type !== product) {
    throw refuse(`This transaction paid for ${PRODUCTS[policy.policy_type].label}; see My Policies.`);
  }
  const message = {
    200: 'This payment was recorded before.',
    201: 'Your policy is recorded.',
    202: 'Your payment has arrived and waits for more confirmations.',
  }[status];
  return { status, data: policy, message };
}
