import { claimNumber } from '#domain/claims/lifecycle.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { type ClaimRow, UNDECIDED } from '#worker/claims/repository.ts';
import { stepOf } from '#worker/claims/step.ts';
import { emitEvent } from '#worker/delivery/webhooks/channel.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';

/** Whether money for the claim may already be on its way. */
export const isOnItsWay = ({ claim, other }: ClaimRow): boolean =>
  claim.status === 'processing_payment' || other !== null;

/** Statements that close a claim whose holder withdrew from the contract: nothing is paid on it, and its customer is told. */
export async function giveUp(ctx: Ctx, row: ClaimRow): Promise<Statement[]> {
  const { claim } = row;
  const [number, policy] = [claimNumber(claim.id), policyNumber(claim.policy_id)];
  const about = { claim_id: claim.id, claim_number: number, policy_id: claim.policy_id };
  return [
    ...(await stepOf(ctx, row, {
      change: {
        ...UNDECIDED,
        status: 'rejected',
        needs_confirmation: false,
        confirmed_by: null,
        requested_documents: null,
        due_at: null,
      },
      kind: 'rejected',
      line: `Closed, because you withdrew from the contract of ${policy}.`,
      adminId: null,
      notice: {
        subject: 'closed',
        text: `You withdrew from the contract of policy ${policy}, so your claim ${number} is closed and nothing is paid on it.`,
      },
    })),
    emitEvent(ctx, claim.wallet, 'claim.rejected', `${claim.key}_${claim.version + 1}`, about),
  ];
}
