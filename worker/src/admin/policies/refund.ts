import type * as z from 'zod';
import type { refundConfirmRequest } from '../../../../domain/admin/policies-schema.ts';
import type { Settlement } from '../../../../domain/payouts/schema.ts';
import type { Outcome } from '../../platform/chain/chain.ts';
import { type AdminCtx, chainOf } from '../../platform/context.ts';
import {
  findCancellation,
  guardCancellation,
  guardDecision,
  guardPolicy,
} from '../../policies/repository.ts';
import { policyById } from '../../policies/sold.ts';
import { confirmRefund } from '../../settlement/refunds/confirm.ts';
import { type PreparedRefund, prepareRefund } from '../../settlement/refunds/prepare.ts';
import { audit } from '../audit.ts';
import { changedSince } from '../seen.ts';
import { discardTransfer } from '../transfers/discard.ts';
import { handOut } from '../transfers/hand-out.ts';
import { verifySent } from '../transfers/sent.ts';

const subject = (policyId: number) => `policy:${policyId}`;

/**
 * Prepares the refund of a policy for the underwriter: of its rejection, or else of the cancellation asked for. 409 when
 * somebody decided about the policy meanwhile.
 */
export async function preparePolicyRefund(
  ctx: AdminCtx,
  {
    id,
    outcome,
    call_data: callData = false,
  }: { id: number; outcome?: Outcome | undefined; call_data?: boolean | undefined },
): Promise<PreparedRefund> {
  const row = await policyById(ctx, id);
  const { policy } = row;
  const asked = await findCancellation(ctx.db, id);
  // A rejection returns the whole premium, so it comes before what the holder asked for.
  const isRejected = policy.status === 'pending' && policy.declinedAt !== null;
  const due = outcome ?? (asked && !isRejected ? 'cancelled' : 'rejected');
  const { chainId, quoteId } = policy;
  return handOut<PreparedRefund>(ctx, {
    ...{ action: 'policy.refund', subject: subject(id), chain: chainOf(ctx, chainId), quoteId, callData },
    prepare: () => prepareRefund(ctx, { policyId: id, outcome: due }),
    isSame: (before) => before.outcome === due,
    audited: ({ amount, currency }) => ({ outcome: due, amount, currency }),
    guards: [
      guardPolicy(ctx.db, policy),
      guardDecision(ctx.db, row),
      ...(due === 'cancelled' && asked ? [guardCancellation(ctx.db, asked)] : []),
    ],
    changed: () => changedSince('policy'),
  });
}

/** Discards the refund that was prepared for a policy and certainly not sent, so that it can be prepared again. */
export async function discardPolicyRefund(
  ctx: AdminCtx,
  { id, notSigned }: { id: number; notSigned: boolean },
): Promise<void> {
  const { chainId, quoteId } = (await policyById(ctx, id)).policy;
  const what = { action: 'policy.refund', subject: subject(id) } as const;
  await discardTransfer(ctx, { chainId, quoteId, notSigned, ...what });
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
  const { status, data, message } = await verifySent(
    ctx,
    {
      ...{ chain: chainOf(ctx, before.chainId), quoteId: before.quoteId },
      ...{ txHash: txHash.toLowerCase(), subject: subject(id) },
    },
    () => confirmRefund(ctx, { policyId: id, txHash, at }),
  );
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
