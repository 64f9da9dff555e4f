import * as adminPoliciesApi from '#domain/admin/policies-api.ts';
import { conflict, fieldError } from '#domain/errors.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { writeNote } from '#worker/admin/notes.ts';
import { changeRecord, isNext } from '#worker/admin/seen.ts';
import { requireNothingUnderWay } from '#worker/admin/transfers/under-way.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { etagOf } from '#worker/platform/http/headers.ts';
import { type InputOf, reply, serve } from '#worker/platform/http/serve.ts';
import { approvePolicy } from '#worker/policies/changes.ts';
import { declinePolicy } from '#worker/policies/decline.ts';
import { type EndingRow, findEnding } from '#worker/policies/endings/repository.ts';
import { guardPolicy, type PolicyRow } from '#worker/policies/repository.ts';
import { policyById } from '#worker/policies/sold.ts';
import { requireRejection } from '#worker/settlement/refunds/prepare.ts';
import { recordAct } from '#worker/told/record.ts';
import { presentEntry } from './list.ts';

type Decision = InputOf<typeof adminPoliciesApi.decidePolicy>;

/**
 * Approves or rejects a policy that awaits it. An approval takes effect at once, or with the confirmation of its payment.
 * A rejection tells the customer why; its refund is owed from then on and ends the policy with its event, unless an approval
 * takes the rejection back. Rejecting again for the same reason changes nothing. 409 when a decision isn't possible, or the
 * policy isn't as the caller saw it.
 */
export const decidePolicy = serve(adminPoliciesApi.decidePolicy, async (ctx, input) => {
  const { id, status, ifMatch, take_back: takesBack = false } = input;
  const notes = input.admin_notes || null;
  let isNew = false;
  const row = await changeRecord(
    ctx,
    { what: 'policy', read: () => read(ctx, id), versionOf: ({ policy }) => policy.version, ifMatch },
    {
      isDone: (now) => isRejected(now, input) || isApproved(now, input),
      decide: async (now) => {
        const { policy } = now;
        if (policy.withdrawn_at !== null) {
          throw conflict('The holder withdrew from this policy, so its whole premium is owed.');
        }
        isNew = true;
        return [
          guardPolicy(ctx.db, policy),
          ...(status === 'approved' ? await approve(ctx, now, takesBack) : await reject(ctx, now, notes)),
          ...(notes === null ? [] : [writeNote(ctx, subjectOf(now), `${NOTED[status]}: ${notes}`)]),
          recordAct(ctx, {
            action: takesBack ? 'policy.rejection_taken_back' : `policy.${status}`,
            subject: subjectOf(now),
            before: {
              status: policy.status,
              needs_review: policy.needs_review,
              declined_at: rejectionOf(now)?.due_from ?? null,
            },
            after: { decision: status, notes },
          }),
        ];
      },
    },
  );
  if (isNew) ctx.log.info('policy_decided', { policy: id, decision: status });
  return reply({
    data: presentEntry(ctx, row.policy),
    etag: etagOf(row.policy),
    message: status === 'approved' ? approved(row) : REJECTED,
  });
});

const NOTED = { approved: 'Approved', rejected: 'Rejected' } as const;

const REJECTED = 'The decision is recorded. The policy ends with the refund, which you can prepare now.';

const approved = ({ paymentStatus }: PolicyRow) =>
  paymentStatus === 'confirmed'
    ? 'The policy is active.'
    : 'The policy becomes active as soon as the network confirms its payment.';

const subjectOf = ({ policy }: PolicyRow) => `policy:${policy.id}`;

/** A policy with the ending that counts. */
type Awaiting = PolicyRow & { ending: EndingRow | null };

async function read(ctx: AdminCtx, id: number): Promise<Awaiting> {
  const [row, ending] = await Promise.all([policyById(ctx, id), findEnding(ctx.db, id)]);
  return { ...row, ending };
}

/** The rejection whose refund is owed. */
const rejectionOf = ({ ending }: Awaiting): EndingRow | null =>
  ending?.kind === 'rejection' && ending.closed_at === null ? ending : null;

/** Whether the policy stands rejected for the very reason that is given. */
const isRejected = (row: Awaiting, { status, admin_notes: reason }: Decision): boolean =>
  status === 'rejected' && reason !== undefined && rejectionOf(row)?.reason === reason;

/** Whether the policy was approved since the caller saw it, and nothing else changed. */
const isApproved = (row: Awaiting, { status, ifMatch }: Decision): boolean =>
  status === 'approved' && !row.policy.needs_review && !rejectionOf(row) && isNext(row.policy, ifMatch);

async function approve(ctx: AdminCtx, row: Awaiting, takesBack: boolean): Promise<Statement[]> {
  const { policy } = row;
  const number = policyNumber(policy.id);
  if (policy.status !== 'pending' || !policy.needs_review) {
    throw conflict(`${number} does not await approval.`);
  }
  const rejected = rejectionOf(row) !== null;
  if (rejected && !takesBack) {
    throw conflict(`${number} is rejected and its refund is owed. Withdraw the rejection to approve it.`);
  }
  if (!rejected && takesBack) throw conflict(`${number} is not rejected.`);
  // A refund that still arrives would end a policy that its holder was just told is active, or give back less than the rejection.
  return [...(await requireNothingUnderWay(ctx, row.policy)), ...(await approvePolicy(ctx, row))];
}

async function reject(ctx: AdminCtx, row: Awaiting, reason: string | null): Promise<Statement[]> {
  if (reason === null) throw fieldError('admin_notes', 'Please give a reason. The customer will read it.');
  const { policy, ending } = row;
  if (rejectionOf(row)) {
    throw conflict(
      `${policyNumber(policy.id)} is already rejected, and its holder was told a different reason. Withdraw the rejection first.`,
    );
  }
  await requireRejection(ctx, row);
  return [
    ...(ending ? await requireNothingUnderWay(ctx, policy) : []),
    ...declinePolicy(ctx, row, reason, ending),
  ];
}
