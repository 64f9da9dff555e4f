import { netOf } from '#domain/claims/payout.ts';
import { documentsDue, payoutDue, reviewDue } from '#domain/claims/rules.ts';
import { afterLastWord, notPaidOf } from '#domain/claims/second-look.ts';
import { dayOf, formatUsDay } from '#domain/days.ts';
import { fieldError } from '#domain/errors.ts';
import { formatUsd } from '#domain/money.ts';
import { clauseTitle } from '#domain/products/forms/clauses.ts';
import { clauseOf } from '#domain/products/forms/published.ts';
import { KEPT } from '#domain/promises.ts';
import { type ClaimRow, suggestedFor } from '#worker/claims/desk.ts';
import { formatCents } from '#worker/claims/present.ts';
import { UNDECIDED } from '#worker/claims/repository.ts';
import type { Step } from '#worker/claims/step.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import type { Settled } from '#worker/platform/db/system-settings.ts';

/** A decision with its input, and the most that can be paid for the claim (whole US dollars). */
export interface Decision {
  notes: string | null;
  payoutUsd: number | null;
  requestedDocuments: string | null;
  clause: string | null;
  left: number;
  limits: Limits;
  /** Whether the payout can be paid without being proposed on chain first. */
  atOnce: boolean;
}

/** The settings, in whole US dollars, above which a second administrator confirms: of the payout, and of the claim. */
type Limits = Settled<'second_confirmation_usd' | 'maximum_claim_usd'>;

const iso = (at: number) => new Date(at).toISOString();

/** To review: for the first time, again after a rejection, or with a document request. */
export function review(ctx: AdminCtx, { claim }: ClaimRow, { notes, requestedDocuments }: Decision): Step {
  const reopened = claim.status === 'rejected';
  // The date of a request for documents is the customer's, not ours.
  const ours = claim.requested_documents === null ? claim.due_at : null;
  const dueAt = ours ?? iso(reviewDue(claim.amount_cents, ctx.clock()));
  const undecided = reopened ? UNDECIDED : {};
  if (requestedDocuments !== null) {
    const neededBy = iso(documentsDue(ctx.clock()));
    return {
      change: {
        ...undecided,
        status: 'under_review',
        requested_documents: requestedDocuments,
        due_at: neededBy,
        documents_reminded_at: null,
      },
      told: ['claim_documents_requested', { requested: requestedDocuments, notes, needed_by: neededBy }],
      adminId: ctx.admin.id,
    };
  }
  return {
    change: { ...undecided, status: 'under_review', requested_documents: null, due_at: dueAt },
    told: ['claim_under_review', { reopened, notes, due_at: dueAt }],
    adminId: ctx.admin.id,
  };
}

/** Approve the suggested payout, or another one with a reason; a large one awaits confirmation. */
export function approve(
  ctx: AdminCtx,
  row: ClaimRow,
  { notes, payoutUsd, left, limits, atOnce }: Decision,
): Step {
  const { claim, quote } = row;
  const usd = checkPayout(row, { notes, payoutUsd, left });
  const isLarge = usd > limits.second_confirmation_usd || claim.amount_cents > limits.maximum_claim_usd * 100;
  const suggested = suggestedFor(claim, left);
  const needsConfirmation = isLarge || usd > suggested;
  const dueAt = iso(payoutDue(ctx.clock(), atOnce));
  return {
    change: {
      status: 'approved',
      payout_usd: usd,
      decision_reason: notes,
      clause: null,
      decided_by: ctx.admin.id,
      decided_at: iso(ctx.clock()),
      needs_confirmation: needsConfirmation,
      confirmed_by: null,
      requested_documents: null,
      due_at: dueAt,
    },
    told: [
      'claim_approved',
      {
        payout_usd: usd,
        suggested_usd: suggested,
        currency: quote.currency,
        due_at: dueAt,
        less_usd: lessDeductible(row, usd),
        at_once: atOnce,
        second: needsConfirmation ? (isLarge ? 'size' : 'rules') : null,
        is_reduced: notPaidOf({ ...claim, payout_usd: usd }) > 0,
        last_word: lastWord(ctx, claim),
        notes,
      },
    ],
    adminId: ctx.admin.id,
  };
}

function checkPayout(
  { claim }: ClaimRow,
  { notes, payoutUsd, left }: Pick<Decision, 'notes' | 'payoutUsd' | 'left'>,
): number {
  const suggested = suggestedFor(claim, left);
  const usd = payoutUsd ?? suggested;
  if (usd * 100 > claim.amount_cents) {
    throw fieldError(
      'payout_amount',
      `The claim is for ${formatCents(claim.amount_cents)}, and a payout is never above it.`,
    );
  }
  if (usd > left) {
    throw fieldError('payout_amount', `Only ${formatUsd(left)} of coverage remains for this claim.`);
  }
  if (usd === 0) {
    const deductible = formatUsd(claim.deductible_usd);
    const why =
      left === 0
        ? 'No coverage remains'
        : `The claim of ${formatCents(claim.amount_cents)} does not exceed the deductible of ${deductible}`;
    throw fieldError('payout_amount', `${why}, so there is nothing to pay: this claim cannot be approved.`);
  }
  if (usd !== suggested && notes === null) {
    throw fieldError(
      'admin_notes',
      `Please say why the payout differs from the suggested ${formatUsd(suggested)}.`,
    );
  }
  return usd;
}

/** The deductible, if the payout is the claim less that. */
function lessDeductible({ claim }: ClaimRow, usd: number): number | null {
  const { deductible_usd } = claim;
  return deductible_usd === 0 || usd !== netOf(claim) ? null : deductible_usd;
}

/** What the customer can do after the second look, of which there is only one. */
const lastWord = ({ settings }: AdminCtx, { second_look_at }: ClaimRow['claim']): string | null =>
  second_look_at === null ? null : afterLastWord(settings.operator);

/** A second administrator confirms a large payout. */
export function confirm(ctx: AdminCtx, { claim }: ClaimRow, notes: string | null): Step {
  const dueAt = claim.due_at ?? iso(payoutDue(ctx.clock()));
  return {
    change: { needs_confirmation: false, confirmed_by: ctx.admin.id, due_at: dueAt },
    told: ['claim_payout_confirmed', { payout_usd: claim.payout_usd ?? 0, due_at: dueAt, notes }],
    adminId: ctx.admin.id,
  };
}

/**
 * Move an approved claim back to review. The customer, who was told of the approval, is
 * told that we look once more; the reason is for administrators alone.
 */
export function sendBack(ctx: AdminCtx, { claim }: ClaimRow): Step {
  const dueAt = iso(reviewDue(claim.amount_cents, ctx.clock()));
  return {
    change: {
      ...UNDECIDED,
      status: 'under_review',
      needs_confirmation: false,
      confirmed_by: null,
      due_at: dueAt,
    },
    told: ['claim_sent_back', { payout_usd: claim.payout_usd ?? 0, due_at: dueAt }],
    adminId: ctx.admin.id,
  };
}

/** Reject by a clause of the wording that the holder accepted, with the handler's own words. The customer reads both. */
export function reject(ctx: AdminCtx, { claim, quote }: ClaimRow, { notes, clause: id }: Decision): Step {
  if (id === null) throw fieldError('clause', 'Please choose the clause that this rejection rests on.');
  const clause = clauseOf(quote.wording_version, id);
  if (clause === null) {
    throw fieldError(
      'clause',
      `The wording ${quote.wording_version}, which the holder accepted, has no such clause.`,
    );
  }
  if (notes === null) throw fieldError('admin_notes', 'Please give a reason. The customer will read it.');
  const title = clauseTitle({ ...clause, wording_version: quote.wording_version });
  return {
    change: {
      status: 'rejected',
      payout_usd: null,
      decision_reason: notes,
      clause: id,
      decided_by: ctx.admin.id,
      decided_at: iso(ctx.clock()),
      needs_confirmation: false,
      confirmed_by: null,
      requested_documents: null,
      due_at: null,
    },
    told: [
      'claim_rejected',
      {
        reason: notes,
        clause: { title, text: clause.text },
        look_until: formatUsDay(dayOf(ctx.clock()) + KEPT.secondLookDays),
        last_word: lastWord(ctx, claim),
      },
    ],
    adminId: ctx.admin.id,
  };
}
