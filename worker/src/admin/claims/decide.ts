import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import { isWithinAuthority } from '#domain/admin/roles.ts';
import {
  awaitsPayment,
  CLAIM_LABELS,
  CLAIM_TRANSITIONS,
  claimNumber,
  isLookedAtAgain,
} from '#domain/claims/lifecycle.ts';
import { conflict, fieldError } from '#domain/errors.ts';
import { formatUsd } from '#domain/money.ts';
import { KEPT } from '#domain/promises.ts';
import { requirePayable } from '#worker/admin/claims/payments/payable.ts';
import { payoutLimitOf } from '#worker/admin/repository.ts';
import { requireSecondPerson } from '#worker/admin/second-person/allowed.ts';
import { isNext, markOf } from '#worker/admin/seen.ts';
import { requireNoPayout } from '#worker/admin/transfers/under-way.ts';
import { requireContract } from '#worker/claims/cover.ts';
import {
  type ClaimRow,
  HOLDER_WITHDREW,
  payableCover,
  remainsFor,
  suggestedFor,
  withCause,
} from '#worker/claims/desk.ts';
import { paysAtOnce } from '#worker/claims/paid.ts';
import { firstDeciders, replacedBy } from '#worker/claims/repository.ts';
import { type Step, stepOf } from '#worker/claims/step.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { type InputOf, serve } from '#worker/platform/http/serve.ts';
import { settingsInForce } from '#worker/platform/system-settings.ts';
import { changeClaim } from './change.ts';
import { approve, confirm, type Decision, reject, review } from './steps.ts';

/** How long a decision can be undone. It counts at once, and its customer is told after that. */
export const UNDO_MS = KEPT.undoSeconds * 1000;

/** An approval or rejection with what it replaces. */
const undoable = ({ claim }: ClaimRow, step: Step): Step =>
  step.told[0] === 'claim_approved' || step.told[0] === 'claim_rejected'
    ? { ...step, change: { ...step.change, undo: replacedBy(claim, step.change) } }
    : step;

export type ClaimDecision = InputOf<typeof adminClaimsApi.decideClaim>;

/**
 * Moves a claim to its next step, with all effects in one batch. A repeated decision changes nothing. 409
 * if the claim's status doesn't allow it or someone else decided first, 422 if the reason is missing or
 * the cover exceeded.
 */
export const decideClaim = serve(adminClaimsApi.decideClaim, async (ctx, input) => {
  if (input.requested_documents !== undefined && input.status !== 'under_review') {
    throw fieldError('requested_documents', 'Documents can be requested only while a claim is under review.');
  }
  if (input.clause !== undefined && input.status !== 'rejected') {
    throw fieldError('clause', 'Only a rejection cites a clause.');
  }
  const mark = await markOf(input);
  return changeClaim(ctx, input, {
    isDone: (row) => isRepeated(ctx, row, input, mark),
    decide: (row) => decisionOn(ctx, row, input, mark),
  });
});

/** Statements of a decision, with whatever guards what it rests on. */
async function decisionOn(
  ctx: AdminCtx,
  found: ClaimRow,
  input: ClaimDecision,
  last_change: string,
): Promise<readonly Statement[]> {
  const { cause = found.claim.cause } = input;
  const row = await withCause(ctx, found, cause);
  const { claim } = row;
  const approves = input.status === 'approved';
  requireContract(row, HOLDER_WITHDREW);
  if (approves && isConfirmation(ctx, claim)) await requireSecondPerson(ctx, claim.decided_by ?? 0);
  if (isLookedAtAgain(claim) && input.status !== 'under_review') {
    await requireFreshEyes(ctx, claim.id);
  }
  const unpaid = await requireNoPayout(ctx, claim.id);
  const left = await payableCover(ctx, row);
  const limits = await settingsInForce(ctx, 'second_confirmation_usd', 'maximum_claim_usd');
  const usd = input.payout_amount ?? suggestedFor(claim, left);
  if (approves) await requireAuthority(ctx, claim.status === 'approved' ? (claim.payout_usd ?? usd) : usd);
  const atOnce = !approves || (await paysAtOnce(ctx, row, usd));
  const next = takenOn(ctx, row, nextStep(ctx, row, input, { left, limits, atOnce }));
  const named = cause === found.claim.cause ? {} : { cause };
  const step = undoable(found, { ...next, change: { ...next.change, ...named, last_change } });
  const payable = approves ? await requirePayable(ctx, row) : [];
  return [...unpaid, ...payable, ...stepOf(ctx, found, step), ...coverOf(ctx, row, step)];
}

/** Whether somebody else's approval waits for this administrator's. */
const isConfirmation = (ctx: AdminCtx, { needs_confirmation, decided_by }: ClaimRow['claim']): boolean =>
  needs_confirmation && decided_by !== null && decided_by !== ctx.admin.id;

/** Treats an empty text as missing. */
const given = (text: string | undefined) => (text === undefined || text === '' ? null : text);

/** Whether this decision led to the claim as it is, or would change nothing: the same words and figures. */
function isRepeated(ctx: AdminCtx, { claim }: ClaimRow, input: ClaimDecision, mark: string): boolean {
  const isSame = claim.last_change === mark;
  // From anybody else it is the confirmation.
  if (claim.needs_confirmation && input.status === 'approved') {
    return isSame && claim.decided_by === ctx.admin.id && isNext(claim, input.ifMatch);
  }
  const { cause = claim.cause } = input;
  if (isSame || claim.status !== input.status || claim.cause !== cause) return isSame;
  const notes = given(input.admin_notes);
  const requested = given(input.requested_documents);
  const amount = input.payout_amount ?? claim.payout_usd;
  if (input.status === 'under_review') {
    return notes === null && (requested === null || requested === claim.requested_documents);
  }
  if (input.status === 'rejected') {
    return given(input.clause) === claim.clause && notes === claim.decision_reason;
  }
  const isSaid = notes === null || notes === claim.decision_reason;
  return isSaid && amount === claim.payout_usd;
}

function nextStep(
  ctx: AdminCtx,
  row: ClaimRow,
  input: ClaimDecision,
  bounds: Pick<Decision, 'left' | 'limits' | 'atOnce'>,
): Step {
  const { claim } = row;
  const { status } = input;
  const decision: Decision = {
    notes: given(input.admin_notes),
    payoutUsd: input.payout_amount ?? null,
    requestedDocuments: given(input.requested_documents),
    clause: given(input.clause),
    ...bounds,
  };
  if (claim.status === status) return again(ctx, row, status, decision);
  // An approval is moved back to review with a reason, and only the chain ends a payment that is under way.
  if (awaitsPayment(claim.status) || !CLAIM_TRANSITIONS[claim.status].includes(status)) {
    throw conflict(
      `${claimNumber(claim.id)} is ${CLAIM_LABELS[claim.status]}: it cannot become ${CLAIM_LABELS[status]}.`,
    );
  }
  return { under_review: review, approved: approve, rejected: reject }[status](ctx, row, decision);
}

/** 409 for whoever took part in the decision that a second look is about. Confirming its payout is open to them. */
export async function requireFreshEyes(ctx: AdminCtx, claimId: number): Promise<void> {
  const before = await firstDeciders(ctx.db, claimId);
  if (!before.includes(ctx.admin.id)) return;
  throw conflict('You decided this claim before. Someone new will decide its second look.');
}

/** 403 for a payout above the administrator's own authority, approved or confirmed alike. */
async function requireAuthority(ctx: AdminCtx, usd: number): Promise<void> {
  const limit = await payoutLimitOf(ctx.db, ctx.admin.id);
  if (limit === null || isWithinAuthority(usd, limit)) return;
  throw fieldError(
    'payout_amount',
    `You may approve payouts up to ${formatUsd(limit)}. Please assign this claim to someone who may approve ${formatUsd(usd)}.`,
    'forbidden',
  );
}

/** Whoever decides a claim that nobody has becomes its handler; a confirmation is not a decision. */
function takenOn(ctx: AdminCtx, { claim }: ClaimRow, step: Step): Step {
  if (claim.assigned_to !== null || step.told[0] === 'claim_payout_confirmed') return step;
  return { ...step, change: { ...step.change, assigned_to: ctx.admin.id, assigned_name: ctx.admin.name } };
}

/** Another step within the same status. */
function again(ctx: AdminCtx, row: ClaimRow, status: ClaimDecision['status'], decision: Decision): Step {
  const { claim } = row;
  if (status === 'under_review' && decision.requestedDocuments !== null) return review(ctx, row, decision);
  if (status === 'approved' && claim.needs_confirmation) {
    if (claim.decided_by === ctx.admin.id) {
      throw conflict('You have already approved this payout. A second administrator must confirm it.');
    }
    if (decision.payoutUsd !== null && decision.payoutUsd !== claim.payout_usd) {
      throw conflict(
        `This claim is approved for ${formatUsd(claim.payout_usd ?? 0)}. Only that amount can be confirmed.`,
      );
    }
    return confirm(ctx, row, decision.notes === claim.decision_reason ? null : decision.notes);
  }
  if (status === 'under_review') {
    throw conflict('This claim is already under review. Write to the customer in its messages instead.');
  }
  throw conflict(
    `${claimNumber(claim.id)} is ${CLAIM_LABELS[status]} already, with a different reason or amount.`,
  );
}

/** Guards that the cover still holds what an approval or its confirmation takes of it. */
function coverOf(ctx: AdminCtx, row: ClaimRow, { change, told: [kind] }: Step): Statement[] {
  if (kind !== 'claim_approved' && kind !== 'claim_payout_confirmed') return [];
  return [remainsFor(ctx, row, change.payout_usd ?? row.claim.payout_usd ?? 0)];
}
