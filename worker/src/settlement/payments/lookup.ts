import * as paymentsApi from '#domain/payments/api.ts';
import type { LookupAnswer } from '#domain/payments/schema.ts';
import { type Chain, ifReachable } from '#worker/platform/chain/chain.ts';
import { chainOf, type WalletCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { policyOfQuote } from '#worker/policies/get.ts';
import { type Settled, settleTransaction } from './settle.ts';

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
