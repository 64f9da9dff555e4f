import type * as z from 'zod';
import type { refundConfirmRequest } from '../../../../domain/admin/policies-schema.ts';
import type { Settlement } from '../../../../domain/payouts/schema.ts';
import type { Outcome } from '../../platform/chain/chain.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { findCancellation, guardDecision, guardPolicy, type PolicyRow } from '../../policies/repository.ts';
import { policyById } from '../../policies/sold.ts';
import { confirmRefund } from '../../settlement/refunds/confirm.ts';
import { type PreparedRefund, prepareRefund } from '../../settlement/refunds/prepare.ts';
import { audit } from '../audit.ts';
import { changedSince } from '../seen.ts';

const subject = (policyId: number) => `policy:${policyId}`;

/**
 * Prepares the refund of a policy for the underwriter: of its rejection, or else of the cancellation asked for. 409 when
 * somebody decided about the policy meanwhile.
 */
export async function preparePolicyRefund(
  ctx: AdminCtx,
  { id, outcome }: { id: number; outcome?: Outcome | undefined },
): Promise<PreparedRefund> {
  const row = await policyById(ctx, id);
  const due = outcome ?? (await outcomeDue(ctx, row));
  const ready = await prepareRefund(ctx, { policyId: id, outcome: due });
  const after = { outcome: due, amount: ready.amount, currency: ready.currency };
  const prepared = audit(ctx, { action: 'policy.refund_prepared', subject: subject(id), after });
  await commit(ctx, [guardPolicy(ctx.db, row.policy), guardDecision(ctx.db, row), prepared], () => {
    throw changedSince('policy');
  });
  return ready;
}

/** A rejection returns the whole premium, so it comes before what the holder asked for. */
async function outcomeDue(ctx: AdminCtx, { policy }: PolicyRow): Promise<Outcome> {
  const rejected = policy.status === 'pending' && policy.declinedAt !== null;
  if (rejected) return 'rejected';
  return (await findCancellation(ctx.db, policy.id)) ? 'cancelled' : 'rejected';
}

export interface ReportedRefund {
  status: 200 | 202;
  data: Settlement | null;
  message: string;
}

/** Records the refund of a policy by its transaction: 200 once the contract's event is confirmed, 202 before. */
export async function reportPolicyRefund(
  ctx: AdminCtx,
  { id, transaction_hash: txHash, block_number: at }: { id: number } & z.output<typeof refundConfirmRequest>,
): Promise<ReportedRefund> {
  const before = (await policyById(ctx, id)).policy;
  const { status, data, message } = await confirmRefund(ctx, { policyId: id, txHash, at });
  const after = (await policyById(ctx, id)).policy;
  // Reporting it again changes nothing, so it leaves no second line.
  if (status === 200 && after.status !== before.status) {
    await ctx.db.batch([
      audit(ctx, {
        action: 'policy.refund_confirmed',
        subject: subject(id),
        before: { status: before.status },
        after: { status: after.status, tx_hash: txHash.toLowerCase() },
      }),
    ]);
  }
  return { status, data, message };
}
