import { AppError } from '../../../../domain/errors.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import type { Statement, Statements } from '../../platform/db/client.ts';
import { findTransfer, guardNothingUnderWay } from '../../platform/db/prepared-transfers.ts';
import {
  type ClaimCounts,
  countClaims,
  countDecision,
  deleteCancellation,
  guardClaimCounts,
  guardDecision,
  guardPolicy,
  insertCancellation,
  insertEvent,
  type PolicyEvent,
  type PolicyRow,
  setState,
} from '../repository.ts';
import { askPerson, notifyWithdrawal } from './notices.ts';
import { insertLine, type WithdrawalSteps } from './repository.ts';
import { isLate, presentWithdrawal, withdrawalProblem } from './terms.ts';

/** The refund stays owed until its event. */
const NO_END = '9999-12-31T23:59:59.999Z';

const UNDER_WAY = 'A refund of this policy is already on its way.';

/** A statement that is known to be the holder's, with what it does now. */
export interface Exercised {
  steps: WithdrawalSteps;
  /** Guards first. They fail together if policy, claims or refund have changed. */
  statements: Statements;
}

interface Submitted {
  submittedAt: string;
  /** Since when it is known to be the holder's; null for since now. */
  acceptedAt: string | null;
  /** Who or what says so. The audit log names an administrator by the id. */
  by: 'wallet' | 'link' | 'claim_decided' | number;
  /** An administrator's words on how it was checked. */
  note?: string | null;
}

/**
 * How far it comes now: an open claim is decided first, after a payout a person answers, and once the registry takes no
 * rejection the notice of the withdrawal asks for the holder's consent.
 */
function stepsOf(ctx: Ctx, row: PolicyRow, claims: ClaimCounts, acceptedAt: string): WithdrawalSteps {
  const now = nowIso(ctx);
  const waits = { acceptedAt, effectiveAt: null, closedAt: null, consentAskedAt: null };
  if (row.policy.paidOutUsd > 0) return { ...waits, closedAt: now };
  if (claims.open > 0) return waits;
  return { ...waits, effectiveAt: now, consentAskedAt: isLate(ctx, row) ? now : null };
}

/**
 * Statements for a withdrawal by the holder, for the batch that stores its steps: the whole premium is owed, unless a claim
 * comes first. Cover continues until the refund's event.
 * @returns a sentence if the policy can't be withdrawn from
 */
export async function exercise(
  ctx: Ctx,
  row: PolicyRow,
  { submittedAt, acceptedAt, by, note = null }: Submitted,
): Promise<Exercised | { problem: string }> {
  const { policy } = row;
  const problem = await withdrawalProblem(ctx, row, submittedAt);
  if (problem !== null) return { problem };
  const claims = await countClaims(ctx.db, policy.id);
  const steps = stepsOf(ctx, row, claims, acceptedAt ?? nowIso(ctx));
  const { effectiveAt } = steps;
  if (effectiveAt !== null && (await findTransfer(ctx.db, policy.chainId, policy.quoteId)))
    return { problem: UNDER_WAY };
  const isNew = acceptedAt === null;
  const withdrawal = presentWithdrawal(ctx, row, { submittedAt, ...steps });
  return {
    steps,
    statements: [
      guardPolicy(ctx.db, policy),
      guardDecision(ctx.db, row),
      guardClaimCounts(ctx.db, policy.id, claims),
      ...(effectiveAt === null ? [] : owe(ctx, row, { submittedAt, effectiveAt })),
      ...(isNew ? [insertEvent(ctx.db, policy.quoteId, historyLine(ctx, row, 'withdrawal_received'))] : []),
      ...(steps.closedAt === null ? [] : closing(ctx, row, submittedAt)),
      ...(await notifyWithdrawal(ctx, row, withdrawal)),
      insertLine(ctx.db, {
        adminId: typeof by === 'number' ? by : 0,
        action: typeof by === 'number' ? 'policy.withdrawal_accepted' : 'policy.withdrawal_received',
        subject: `policy:${policy.id}`,
        after: JSON.stringify({ ...withdrawal, by: typeof by === 'number' ? 'desk' : by, note }),
        at: nowIso(ctx),
        requestId: ctx.requestId,
      }),
    ],
  };
}

export const orConflict = (exercised: Exercised | { problem: string }): Exercised => {
  if ('problem' in exercised) throw new AppError('conflict', exercised.problem);
  return exercised;
};

/** The premium is owed as for a cancellation, of which a withdrawal is the stronger form. */
function owe(
  ctx: Ctx,
  { policy, quote }: PolicyRow,
  { submittedAt, effectiveAt }: { submittedAt: string; effectiveAt: string },
): Statement[] {
  return [
    guardNothingUnderWay(ctx.db, policy.chainId, policy.quoteId),
    deleteCancellation(ctx.db, policy.id),
    setState(ctx.db, policy.quoteId, { withdrawnAt: submittedAt }),
    countDecision(ctx.db, policy.id),
    insertCancellation(ctx.db, {
      policyId: policy.id,
      requestedAt: effectiveAt,
      kind: 'full',
      unusedDays: quote.days,
      amount: quote.amount,
      signature: 'withdrawal',
      validUntil: NO_END,
      requestId: ctx.requestId,
    }),
  ];
}

const historyLine = (
  ctx: Ctx,
  { policy }: PolicyRow,
  kind: 'withdrawal_received' | 'withdrawal_closed',
): PolicyEvent => ({
  kind,
  fromStatus: policy.status,
  toStatus: policy.status,
  at: nowIso(ctx),
  chainId: policy.chainId,
  requestId: ctx.requestId,
});

/** Statements that hand a withdrawal to a person, because a claim was paid. */
export const closing = (ctx: Ctx, row: PolicyRow, submittedAt: string): Statement[] => [
  insertEvent(ctx.db, row.policy.quoteId, historyLine(ctx, row, 'withdrawal_closed')),
  ...askPerson(ctx, row, submittedAt),
];
