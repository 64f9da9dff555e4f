import { claimNumber } from '#domain/claims/lifecycle.ts';
import { conflict } from '#domain/errors.ts';
import { TRANSITIONS } from '#domain/policy/lifecycle.ts';
import type { Replaced, WithdrawalAnswer } from '#domain/policy/withdrawal-schema.ts';
import { type ClaimRow, findOpen, UNDECIDED } from '#worker/claims/repository.ts';
import { stepOf } from '#worker/claims/step.ts';
import { findTransfer, guardNothingUnderWay } from '#worker/money/transfers/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement, Statements } from '#worker/platform/db/client.ts';
import { markQuote } from '#worker/platform/db/figure-days.ts';
import {
  changeEnding,
  closeEnding,
  closeOwed,
  type EndingRow,
  findReplacement,
  insertEnding,
  resolveThread,
} from '#worker/policies/endings/repository.ts';
import { undoReplacing } from '#worker/policies/replace.ts';
import { findById, guardPolicy, type PolicyRow, setState } from '#worker/policies/repository.ts';
import { closing, receive } from '#worker/policies/withdrawals/notices.ts';
import {
  isLate,
  isWithdrawable,
  presentWithdrawal,
  withdrawalProblem,
} from '#worker/policies/withdrawals/terms.ts';

/** A statement that is known to be the holder's: what they see of it, and what it does now. */
interface Exercised {
  withdrawal: WithdrawalAnswer;
  /** Guards first. They fail together if policy, claims or refund have changed. */
  statements: Statements;
}

interface Submitted {
  submittedAt: string;
  /** The form without the wallet, which is an ending already. */
  form?: EndingRow | undefined;
  /** Who or what says that it is the holder's. */
  by: 'wallet' | 'link' | 'desk';
  /** An administrator's words on how it was checked. */
  note?: string | null;
  /** What becomes of the policy that this one replaced, if that can be withdrawn from as well. */
  replaced?: Replaced | undefined;
}

/**
 * Statements that store a withdrawal by the holder. The contract is void: its open claims are
 * closed and the whole premium is owed. Where money was paid or is on its way, a person answers instead.
 * @returns a sentence if the policy can't be withdrawn from
 */
export async function exercise(
  ctx: Ctx,
  row: PolicyRow,
  submitted: Submitted,
): Promise<Exercised | { problem: string }> {
  const { policy } = row;
  const { submittedAt, form, by, note = null } = submitted;
  const problem = withdrawalProblem(row, submittedAt);
  if (problem !== null) return { problem };
  const [open, transfer] = await Promise.all([
    findOpen(ctx.db, policy.id),
    findTransfer(ctx.db, policy.chain_id, policy.quote_id),
  ]);
  const isOver = TRANSITIONS[policy.status].length === 0;
  const isPaid = isOver || policy.paid_out_usd > 0 || transfer !== null || open.some(isOnItsWay);
  const now = nowIso(ctx);
  const steps = {
    due_from: isPaid ? null : now,
    closed_at: isPaid ? now : null,
    closed_as: isPaid ? ('person' as const) : null,
    consent_asked_at: !isPaid && isLate(ctx, row) ? now : null,
  };
  const withdrawal = presentWithdrawal(ctx, row, { asked_at: submittedAt, consent_until: null, ...steps });
  const givenUp = isPaid ? [] : open;
  const numbers = givenUp.map(({ claim }) => claimNumber(claim.id));
  return {
    withdrawal,
    statements: [
      guardPolicy(ctx.db, policy),
      ...(isPaid ? handOver(ctx, row, submittedAt) : owe(ctx, row, submittedAt, now)),
      ...(form
        ? [changeEnding(ctx.db, form, steps), ...resolve(ctx, form)]
        : [
            ...insertEnding(ctx.db, {
              policy_id: policy.id,
              kind: 'withdrawal',
              asked_at: submittedAt,
              ...steps,
            }),
          ]),
      ...receive(ctx, row, withdrawal, numbers, { by, note }),
      ...givenUp.flatMap((claim) => giveUp(ctx, claim)),
      ...(isPaid ? [] : await leaveReplaced(ctx, row, submitted)),
    ],
  };
}

/** Whoever waits in the conversation of a form has an answer elsewhere. */
export const resolve = (ctx: Ctx, { thread_id: id }: EndingRow): Statement[] =>
  id === null ? [] : [resolveThread(ctx.db, id)];

export const orConflict = (exercised: Exercised | { problem: string }): Exercised => {
  if ('problem' in exercised) throw conflict(exercised.problem);
  return exercised;
};

/** A person answers. The policy's version moves, so that only one of two withdrawals at the same time is stored. */
const handOver = (ctx: Ctx, row: PolicyRow, submittedAt: string): Statement[] => [
  setState(ctx.db, row.policy.quote_id, {}),
  ...closing(ctx, row, submittedAt),
];

/** The premium is owed as for a cancellation, of which a withdrawal is the stronger form, as it is of our rejection. */
function owe(ctx: Ctx, { policy }: PolicyRow, submittedAt: string, now: string): Statement[] {
  return [
    guardNothingUnderWay(ctx.db, policy.chain_id, policy.quote_id),
    setState(ctx.db, policy.quote_id, { withdrawn_at: submittedAt }),
    markQuote(ctx.db, policy.quote_id),
    closeOwed(ctx.db, policy.id, { as: 'superseded', at: now }),
  ];
}

/**
 * Statements for the policy that this one replaced: it continues, unless its holder ends both while it can be withdrawn from, or
 * its refund was sent or can't be held back anymore.
 */
async function leaveReplaced(ctx: Ctx, row: PolicyRow, submitted: Submitted): Promise<Statement[]> {
  const { quote_id } = row.policy;
  const change = await findReplacement(ctx.db, quote_id);
  const before = change && (await findById(ctx.db, change.policy_id));
  if (!change || !before) return [];
  const { chain_id, quote_id: oldQuote, status } = before.policy;
  const isRefunded =
    TRANSITIONS[status].length === 0 || (await findTransfer(ctx.db, chain_id, oldQuote)) !== null;
  if (!isRefunded && submitted.replaced !== 'ends') return undoReplacing(ctx, quote_id);
  const isOwn = before.policy.wallet === row.policy.wallet;
  if (!isOwn || !isWithdrawable(before, submitted.submittedAt))
    return isRefunded ? [] : undoReplacing(ctx, quote_id);
  // It is no longer replaced, so it can be withdrawn from.
  const exercised = await exercise(ctx, { ...before, successor: null }, { ...submitted, form: undefined });
  if ('problem' in exercised) return [];
  const [first, ...rest] = exercised.statements;
  return [
    first,
    ...(isRefunded ? [] : [closeEnding(ctx.db, change, { as: 'undone', at: nowIso(ctx) })]),
    ...rest,
  ];
}

/** Whether money for the claim may already be on its way. */
const isOnItsWay = ({ claim, other }: ClaimRow): boolean =>
  claim.status === 'processing_payment' || other !== null;

/** Statements that close a claim whose holder withdrew from the contract: nothing is paid on it, and its customer is told. */
const giveUp = (ctx: Ctx, row: ClaimRow): Statement[] =>
  stepOf(ctx, row, {
    change: {
      ...UNDECIDED,
      status: 'rejected',
      needs_confirmation: false,
      confirmed_by: null,
      requested_documents: null,
      due_at: null,
    },
    told: ['claim_given_up', {}],
  });
