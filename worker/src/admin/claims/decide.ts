import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import { isWithinAuthority } from '#domain/admin/roles.ts';
import { awaitsPayment, CLAIM_LABELS, CLAIM_TRANSITIONS, claimNumber } from '#domain/claims/lifecycle.ts';
import { AppError } from '#domain/errors.ts';
import { formatUsd } from '#domain/money.ts';
import { KEPT } from '#domain/promises.ts';
import { requirePayable } from '#worker/admin/claims/payments/payable.ts';
import { payoutLimitOf } from '#worker/admin/repository.ts';
import { requireSecondPerson } from '#worker/admin/second-person/allowed.ts';
import { changedSince, isNext, requireSeen } from '#worker/admin/seen.ts';
import { auditLogLine } from '#worker/admin/trail.ts';
import { requireNoPayout } from '#worker/admin/transfers/under-way.ts';
import { requireContract } from '#worker/claims/cover.ts';
import { firstDeciders, replacedBy } from '#worker/claims/decisions/repository.ts';
import {
  type ClaimRow,
  claimById,
  HOLDER_WITHDREW,
  lastLine,
  payableCover,
  remainsFor,
  suggestedFor,
} from '#worker/claims/desk.ts';
import { paysAtOnce } from '#worker/claims/paid.ts';
import { type Step, stepOf } from '#worker/claims/step.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import type { Statement, Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { etagOf } from '#worker/platform/http/headers.ts';
import { type InputOf, reply, serve } from '#worker/platform/http/serve.ts';
import { settingsInForce } from '#worker/platform/system-settings.ts';
import { fieldError } from '#worker/quotes/terms.ts';
import { occurrenceOf } from '#worker/told/record.ts';
import { presentForDesk } from './present.ts';
import { approve, confirm, type Decision, reject, review } from './steps.ts';

/** How long a decision can be undone. It counts at once, and its customer is told after that. */
export const UNDO_MS = KEPT.undoSeconds * 1000;

/** An approval or rejection with what it replaces. */
const undoable = ({ claim }: ClaimRow, step: Step): Step =>
  step.told[0] === 'claim_approved' || step.told[0] === 'claim_rejected'
    ? { ...step, change: { ...step.change, undo: replacedBy(claim, step.change) } }
    : step;

export type ClaimDecision = InputOf<typeof adminClaimsApi.decideClaim>;

const conflict = (message: string) => new AppError('conflict', message);

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
  const row = await claimById(ctx, input.id);
  if (await isRepeated(ctx, row, input)) return decided(ctx, row);
  requireContract(row, HOLDER_WITHDREW);
  requireSeen(row.claim, input.ifMatch, 'claim');
  const { needs_confirmation, decided_by } = row.claim;
  if (
    input.status === 'approved' &&
    needs_confirmation &&
    decided_by !== null &&
    decided_by !== ctx.admin.id
  ) {
    await requireSecondPerson(ctx, decided_by);
  }
  if (row.claim.looking_again !== null && input.status !== 'under_review') {
    await requireFreshEyes(ctx, row.claim.id);
  }
  const unpaid = await requireNoPayout(ctx, row.claim.id);
  const left = await payableCover(ctx, row);
  const limits = await settingsInForce(ctx, 'second_confirmation_usd', 'maximum_claim_usd');
  const usd = input.payout_amount ?? suggestedFor(row.claim, left);
  if (input.status === 'approved') {
    await requireAuthority(ctx, row.claim.status === 'approved' ? (row.claim.payout_usd ?? usd) : usd);
  }
  const atOnce = input.status !== 'approved' || (await paysAtOnce(ctx, row, usd));
  const step = undoable(row, takenOn(ctx, row, nextStep(ctx, row, input, { left, limits, atOnce })));
  const payable = input.status === 'approved' ? await requirePayable(ctx, row) : [];
  const statements = [
    ...unpaid,
    ...payable,
    ...stepOf(ctx, row, step),
    ...sideEffects(ctx, row, step),
  ] as Statements;
  const done = await commit(ctx, statements, async () => {
    const now = await claimById(ctx, input.id);
    if (await isRepeated(ctx, now, input)) return decided(ctx, now);
    throw changedSince('claim');
  });
  if (done !== true) return done;
  ctx.log.info('claim_decided', { claim: row.claim.id, step: step.told[0] });
  return decided(ctx, await claimById(ctx, input.id));
});

/** The claim as it is now, with its version as ETag. */
export const decided = async (ctx: AdminCtx, row: ClaimRow) =>
  reply({ data: await presentForDesk(ctx, row), etag: etagOf(row.claim) });

/** Treats an empty text as missing. */
const given = (text: string | undefined) => (text === undefined || text === '' ? null : text);

/**
 * Whether the claim is already where this decision would take it, with the same words and figures.
 */
async function isRepeated(ctx: AdminCtx, row: ClaimRow, input: ClaimDecision): Promise<boolean> {
  const { claim } = row;
  if (claim.status !== input.status) return false;
  const notes = given(input.admin_notes);
  if (input.status === 'rejected') {
    return given(input.clause) === claim.clause && notes === claim.decision_reason;
  }
  if (input.status === 'approved') {
    const amount = input.payout_amount ?? claim.payout_usd;
    if (amount !== claim.payout_usd) return false;
    if (claim.needs_confirmation) {
      const isOwn = claim.decided_by === ctx.admin.id && notes === claim.decision_reason;
      return isOwn && isNext(claim, input.ifMatch);
    }
    if (notes === null || notes === claim.decision_reason) return true;
    return hadNotes(ctx, row, ['confirmed'], notes);
  }
  const requested = given(input.requested_documents);
  if (requested !== null) {
    if (requested !== claim.requested_documents) return false;
    if (notes === null) return true;
    return hadNotes(ctx, row, ['documents_requested'], notes);
  }
  if (notes === null) return true;
  return hadNotes(ctx, row, ['under_review', 'documents_requested'], notes);
}

/** Whether the claim's latest step of these kinds had these notes. */
async function hadNotes(
  ctx: AdminCtx,
  row: ClaimRow,
  kinds: Parameters<typeof lastLine>[2],
  notes: string,
): Promise<boolean> {
  const last = await lastLine(ctx, row, kinds);
  return last !== null && JSON.parse(last.data).notes === notes;
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
  throw conflict('You decided this claim before. Somebody else has to decide its second look.');
}

/** 403 for a payout above the administrator's own authority, approved or confirmed alike. */
async function requireAuthority(ctx: AdminCtx, usd: number): Promise<void> {
  const limit = await payoutLimitOf(ctx.db, ctx.admin.id);
  if (limit === null || isWithinAuthority(usd, limit)) return;
  throw fieldError(
    'payout_amount',
    `You may approve payouts up to ${formatUsd(limit)}. Please assign this claim to somebody who may approve ${formatUsd(usd)}.`,
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

/** Statements besides the step itself: the cover guard and the audit log. */
function sideEffects(ctx: AdminCtx, row: ClaimRow, { change, told: [kind] }: Step): Statement[] {
  const { claim } = row;
  const usd = change.payout_usd ?? claim.payout_usd ?? 0;
  const isConfirmed = kind === 'claim_payout_confirmed';
  const takesCover = kind === 'claim_approved' || isConfirmed;
  const state = ({ status, payout_usd, needs_confirmation, assigned_to }: typeof claim) => ({
    status,
    payout_usd,
    needs_confirmation,
    ...(change.assigned_to === undefined ? {} : { assigned_to }),
  });
  return [
    ...(takesCover ? [remainsFor(ctx, row, usd)] : []),
    auditLogLine(ctx, {
      action: isConfirmed ? 'claim.confirmed' : occurrenceOf(kind),
      subject: `claim:${claim.id}`,
      before: state(claim),
      after: state({ ...claim, ...change }),
    }),
  ];
}
