import { payoutDue } from '#domain/claims/rules.ts';
import { ChainUnreachable } from '#domain/json-rpc.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { policyById } from '#worker/policies/sold.ts';
import type { ClaimRow } from './repository.ts';

/**
 * Whether this many whole US dollars are sent without a proposal on chain. When the chain doesn't say, we promise the longer
 * time, which holds either way.
 */
export async function paysAtOnce(ctx: Ctx, { claim, policy }: ClaimRow, usd: number): Promise<boolean> {
  const chain = ctx.chains.find(({ id }) => id === policy.chain_id);
  if (!chain) return false;
  const { quote } = await policyById(ctx, claim.policy_id);
  const { contract, token } = quote;
  try {
    return await chain.paysAtOnce({ contract, quoteId: policy.quote_id, token, usd });
  } catch (error) {
    if (!(error instanceof ChainUnreachable)) throw error;
    ctx.log.warn('allowance_chain_unreachable', { chain: chain.id, reason: error.message });
    return false;
  }
}

/** ISO time by which an approved payout that has to be sent again is promised. */
export async function payoutDueAgain(ctx: Ctx, row: ClaimRow): Promise<string> {
  const atOnce = await paysAtOnce(ctx, row, row.claim.payout_usd ?? 0);
  return new Date(payoutDue(ctx.clock(), atOnce)).toISOString();
}
