import type * as z from 'zod';
import type { PolicyRequestEntry, policyStatusRequest } from '../../../../domain/admin/policies-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { policyNumber } from '../../../../domain/policy/lifecycle.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { commit } from '../../platform/db/commit.ts';
import { etagOf } from '../../platform/http/etag.ts';
import { contactAddress } from '../../policies/address.ts';
import { refundDue } from '../../policies/cancellation.ts';
import { approvePolicy } from '../../policies/changes.ts';
import { notifyDeclined } from '../../policies/notices.ts';
import {
  countDecision,
  findContact,
  guardDecision,
  guardPolicy,
  type PolicyRow,
} from '../../policies/repository.ts';
import { policyById } from '../../policies/sold.ts';
import { fieldError } from '../../quotes/terms.ts';
import { requireRejection } from '../../settlement/refunds/prepare.ts';
import { audit } from '../audit.ts';
import { insertNote } from '../repository.ts';
import { changedSince, requireSeen } from '../seen.ts';
import { presentEntry } from './list.ts';

export interface DecidedPolicy {
  policy: PolicyRequestEntry;
  etag: string;
  message: string;
}

type Decision = { id: number; ifMatch?: string | undefined } & z.output<typeof policyStatusRequest>;

/**
 * Approves or rejects a policy that awaits it. An approval takes effect at once, or with the confirmation of its payment.
 * A rejection tells the customer why; the policy ends with the refund's event. 409 when that isn't possible, or the policy
 * isn't as the caller saw it.
 */
export async function decidePolicy(ctx: AdminCtx, input: Decision): Promise<DecidedPolicy> {
  const row = await policyById(ctx, input.id);
  requireSeen(row.policy, input.ifMatch, 'policy');
  const notes = input.admin_notes || null;
  const { statements, message } =
    input.status === 'approved' ? await approve(ctx, row) : await reject(ctx, row, notes);
  const subject = `policy:${row.policy.id}`;
  await commit(
    ctx,
    [
      guardPolicy(ctx.db, row.policy),
      guardDecision(ctx.db, row),
      countDecision(ctx.db, row.policy.id),
      ...statements,
      ...(notes === null ? [] : [noteOf(ctx, subject, input.status, notes)]),
      audit(ctx, {
        action: `policy.${input.status}`,
        subject,
        before: { status: row.policy.status, needs_review: row.policy.needsReview },
        after: { decision: input.status, notes },
      }),
    ],
    () => {
      throw changedSince('policy');
    },
  );
  ctx.log.info('policy_decided', { policy: row.policy.id, decision: input.status });
  const { policy } = await policyById(ctx, row.policy.id);
  return { policy: presentEntry(ctx, policy), etag: etagOf(policy), message };
}

const noteOf = (ctx: AdminCtx, subject: string, status: string, notes: string): Statement =>
  insertNote(ctx.db, {
    subject,
    adminId: ctx.admin.id,
    author: ctx.admin.name,
    text: `${status === 'approved' ? 'Approved' : 'Rejected'}: ${notes}`,
    createdAt: nowIso(ctx),
  });

interface Outcome {
  statements: Statement[];
  message: string;
}

async function approve(ctx: AdminCtx, row: PolicyRow): Promise<Outcome> {
  const { policy, paymentStatus } = row;
  if (policy.status !== 'pending' || !policy.needsReview) {
    throw new AppError('conflict', `${policyNumber(policy.id)} does not await approval.`);
  }
  const contact = await findContact(ctx.db, policy.id);
  return {
    statements: approvePolicy(ctx, row, contactAddress(row, contact?.email)),
    message:
      paymentStatus === 'confirmed'
        ? 'The policy is active.'
        : 'The policy becomes active as soon as the network confirms its payment.',
  };
}

async function reject(ctx: AdminCtx, row: PolicyRow, reason: string | null): Promise<Outcome> {
  if (reason === null) throw fieldError('admin_notes', 'Please give a reason. The customer will read it.');
  await requireRejection(ctx, row);
  const { policy, quote } = row;
  const { currency, decimals, amount } = quote;
  const decision = { reason, dueAt: refundDue(nowIso(ctx)), decision: policy.version + 1 };
  const contact = await findContact(ctx.db, policy.id);
  const to = { ...policy, policyId: policy.id, email: contactAddress(row, contact?.email) };
  return {
    statements: notifyDeclined(ctx, to, { amount, currency, decimals }, decision),
    message: 'The decision is recorded. The policy ends with the refund, which you can prepare now.',
  };
}
