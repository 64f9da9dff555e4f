import { AppError, notFound } from '#domain/errors.ts';
import * as paymentsApi from '#domain/payments/api.ts';
import type { LookupAnswer, PaymentAnswer, PaymentReport } from '#domain/payments/schema.ts';
import { PRODUCT_KEYS, PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { keyOfAddress } from '#worker/platform/chain/address.ts';
import { type Chain, ifReachable } from '#worker/platform/chain/chain.ts';
import { chainOf, type WalletCtx } from '#worker/platform/context.ts';
import { reply, serve } from '#worker/platform/http/serve.ts';
import { policyOfQuote } from '#worker/policies/get.ts';
import { dropReported } from '#worker/settlement/reported/repository.ts';
import { awaitTransaction } from './follow-up.ts';
import { eventsOfTransaction } from './repository.ts';
import { type Settled, settleTransaction } from './settle.ts';

interface Recorded {
  /** 201 recorded now, 200 recorded before, 202 not certain yet. */
  status: 200 | 201 | 202;
  data: PaymentAnswer;
  message: string;
}

const refuse = (message: string) => new AppError('payment_mismatch', message);
const used = () => new AppError('transaction_used', 'This transaction paid for a policy of another wallet.');

export const reportPayments = PRODUCT_KEYS.map((product, index) =>
  serve(
    paymentsApi.reportPayments[index] as (typeof paymentsApi.reportPayments)[number],
    async (ctx, input) => reply(await recordPayment(ctx, product, input)),
  ),
);

/**
 * Records the policy that a transaction bought, from the contract's own event and the stored quote. Apart from the
 * hash, nothing in the report matters. Anyone may call it any number of times.
 */
async function recordPayment(ctx: WalletCtx, product: ProductKey, report: PaymentReport): Promise<Recorded> {
  const { wallet } = ctx.actor;
  if (keyOfAddress(report.wallet_address) !== wallet) {
    throw notFound('You are signed in with a different wallet.');
  }
  const chain = chainOf(ctx, report.chain_id);
  const txHash = report.tx_hash.toLowerCase();
  const quoteId = report.quote_id?.toLowerCase() ?? null;
  const wanted = (each: { quote_id: string }) => quoteId === null || each.quote_id === quoteId;

  const events = await eventsOfTransaction(ctx.db, chain.id, txHash);
  const known = events.flatMap(({ event, policyId }) => (policyId === null ? [] : [event]));
  const counted = known.filter((payment) => payment.status === 'confirmed');
  const own = counted.find((payment) => payment.wallet === wallet && wanted(payment));
  if (own) return recorded(ctx, product, own, 200);
  if (counted.length > 0) throw counted.some((each) => each.wallet === wallet) ? otherQuote() : used();

  const rows = events.map(({ event }) => event);
  const verdict = await verify(ctx, chain, settleTransaction(ctx, chain, txHash, report.block_number, rows));
  if (verdict === 'unknown' || verdict === 'waiting') {
    const mine = known.find((payment) => payment.wallet === wallet && wanted(payment));
    if (mine) return recorded(ctx, product, mine, 202);
    const blockNumber = report.block_number ?? null;
    await awaitTransaction(
      ctx,
      chain,
      { tx_hash: txHash, wallet, quote_id: quoteId, block_number: blockNumber },
      verdict,
    );
    return {
      status: 202,
      data: { id: null, policy_number: null, quote_id: quoteId, status: 'pending' },
      message:
        'The network has not confirmed the payment yet. Your policy will appear automatically once it has.',
    };
  }
  if (verdict === 'failed') {
    await dropReported(ctx.db, chain.id, txHash);
    throw refuse('The transaction failed on the network, so nothing was paid. Please try again.');
  }
  return answerFor(ctx, product, verdict, wanted);
}

/** The transaction's state, with all of its purchases settled. Still waiting if the chain is unreachable. */
function verify(ctx: WalletCtx, chain: Chain, settled: ReturnType<typeof settleTransaction>) {
  return ifReachable(settled, ({ message }) => {
    ctx.log.warn('payment_chain_unreachable', { chain: chain.id, reason: message });
    return 'waiting' as const;
  });
}

const otherQuote = () => refuse('This transaction paid for a different quote.');

/** The reporting wallet's answer, from all purchases of its transaction. */
async function answerFor(
  ctx: WalletCtx,
  product: ProductKey,
  outcomes: readonly Settled[],
  wanted: (each: { quote_id: string }) => boolean,
): Promise<Recorded> {
  if (outcomes.length === 0) throw refuse('This transaction did not buy anything from Mooring.');
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
  { quote_id }: { quote_id: string },
  status: Recorded['status'],
): Promise<Recorded> {
  const policy = await policyOfQuote(ctx, quote_id);
  // Its registry entry has since moved to another wallet.
  if (!policy) throw used();
  if (policy.policy_type !== product) {
    throw refuse(`This transaction paid for ${PRODUCTS[policy.policy_type].label}; see My Policies.`);
  }
  const message = {
    200: 'This payment was already recorded.',
    201: 'Your policy is recorded.',
    202: 'Your payment has arrived and is waiting for more confirmations.',
  }[status];
  return { status, data: policy, message };
}

type Policy = Pick<LookupAnswer, 'policy_id' | 'policy_number'>;
const NO_POLICY: Policy = { policy_id: null, policy_number: null };

const SENTENCES = {
  waiting:
    'The network knows this transaction but has not mined it yet. Your policy will appear automatically once it has.',
  unknown:
    'The network does not know this transaction. If you sent it just now, please wait a minute; otherwise check the hash and the network.',
  failed: 'This transaction failed on the network, so nothing was paid.',
  not_ours: 'This transaction is not a payment to Mooring.',
  another_wallet: 'This transaction paid for a policy of another wallet. Sign in with the wallet that paid.',
  unreachable:
    'The network cannot be reached at the moment. If your payment was sent, the policy will appear automatically.',
} as const;

const answered = (outcome: keyof typeof SENTENCES): LookupAnswer => ({
  outcome,
  sentence: SENTENCES[outcome],
  ...NO_POLICY,
});

/** 'I paid, where is my policy?': answers in one sentence, and records anything that was missing. */
export const lookUpPayment = serve(paymentsApi.lookUpPayment, async (ctx, request) => {
  const chain = chainOf(ctx, request.chain_id);
  const verdict = await ifReachable(
    settleTransaction(ctx, chain, request.tx_hash.toLowerCase(), request.block_number),
    ({ message }) => {
      ctx.log.warn('lookup_chain_unreachable', { chain: chain.id, reason: message });
      return 'unreachable' as const;
    },
  );
  if (typeof verdict === 'string') return answered(verdict);
  if (verdict.length === 0) return answered('not_ours');
  for (const outcome of verdict) {
    const answer = await ownAnswer(ctx, chain, outcome);
    if (answer) return answer;
  }
  return answered('another_wallet');
});

/** What the actor may know about one purchase; null if it belongs to another wallet. */
async function ownAnswer(ctx: WalletCtx, chain: Chain, outcome: Settled): Promise<LookupAnswer | null> {
  if (outcome.kind === 'exception') {
    if (outcome.purchase.holder !== ctx.actor.wallet) return null;
    return { outcome: 'under_review', sentence: outcome.sentence, ...NO_POLICY };
  }
  const policy = await policyOfQuote(ctx, outcome.purchase.quote_id);
  if (!policy) return null;
  const found = { policy_id: policy.id, policy_number: policy.policy_number };
  if (outcome.confirmed) {
    return { outcome: 'recorded', sentence: `This payment bought ${policy.policy_number}.`, ...found };
  }
  const sentence = `Your payment for ${policy.policy_number} has arrived and is waiting for ${chain.confirmations} confirmations.`;
  return { outcome: 'confirming', sentence, ...found };
}
