import { chainIdOf } from '#domain/chains.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { refundDue } from '#worker/policies/cancellation.ts';
import type { OwnException } from './repository.ts';

/** The currency of a payment: its quote's, or for one that isn't ours what only the chain knows. */
export function currencyOf(
  { chains }: Ctx,
  { chain_id, token }: { chain_id: string; token: string | null },
  quote: { currency: string | null; decimals: number | null },
) {
  const chain = chains.find(({ id }) => id === chain_id);
  const known = chain?.currencies.find((each) => each.token === token);
  return {
    currency: quote.currency ?? known?.symbol ?? token ?? '',
    decimals: quote.decimals ?? known?.decimals ?? 0,
  };
}

/** A payment without a policy as payer and desk see it, with the policy of its draft. */
export const presentPayment = (
  ctx: Ctx,
  { event, policyId, ...quote }: Pick<OwnException, 'event' | 'policyId' | 'currency' | 'decimals'>,
) => ({
  quote_id: event.quote_id,
  chain_id: chainIdOf(event.chain_id),
  tx_hash: event.tx_hash,
  amount: event.amount ?? '0',
  ...currencyOf(ctx, event, quote),
  paid_at: event.block_time,
  refund_due_at: refundDue(event.block_time),
  policy_id: policyId,
  policy_number: policyId === null ? null : policyNumber(policyId),
});
