import { claimNumber } from '#domain/claims/lifecycle.ts';
import { documentsDue, payoutDue, reviewDue } from '#domain/claims/rules.ts';
import { afterLastWord, notPaidOf } from '#domain/claims/second-look.ts';
import { dayOf, formatUsDay } from '#domain/days.ts';
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
import { momentText } from '#worker/platform/pdf/format.ts';
import { fieldError } from '#worker/quotes/terms.ts';

/** Our sentence, followed by the administrator's notes. */
const withNotes = (sentence: string, notes: string | null): string =>
  notes === null ? sentence : `${sentence} ${notes}`;

// Timeline lines of decisions.

export const requestedLine = (requested: string, notes: string | null): string =>
  withNotes(`Documents requested: ${requested}`, notes);

export const reviewLine = (reopened: boolean, notes: string | null): string =>
  withNotes(reopened ? 'Reopened: under review.' : 'Under review.', notes);

export const confirmedLine = ({ payout_usd }: ClaimRow['claim'], notes: string | null): string =>
  withNotes(`The payout of ${formatUsd(payout_usd ?? 0)} is confirmed.`, notes);

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
  const number = claimNumber(claim.id);
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
      kind: 'documents_requested',
      line: requestedLine(requestedDocuments, notes),
      adminId: ctx.admin.id,
      notice: {
        subject: 'we need documents from you',
        text: withNotes(
          `To continue with your claim ${number}, we need the following from you: ${requestedDocuments}\n\nPlease add them on the claim's page by ${momentText(neededBy)}. We will continue the review as soon as we have them. If they do not arrive by then, we will continue with what we have.`,
          notes,
        ),
      },
    };
  }
  return {
    change: { ...undecided, status: 'under_review', requested_documents: null, due_at: dueAt },
    kind: 'under_review',
    line: reviewLine(reopened, notes),
    adminId: ctx.admin.id,
    notice: {
      subject: reopened ? 'we are reviewing it again' : 'under review',
      text: withNotes(
        `Your claim ${number} is under review${reopened ? ' again' : ''}. You will hear from us by ${momentText(dueAt)}.`,
        notes,
      ),
    },
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
  const needsConfirmation = isLarge || usd > suggestedFor(claim, left);
  const dueAt = iso(payoutDue(ctx.clock(), atOnce));
  const wait = atOnce ? '' : ' A payout of this size first waits on chain for at least two days.';
  const second = needsConfirmation
    ? ` Because ${isLarge ? 'of its size' : 'it is more than our rules suggest'}, a second member of our team must confirm it first.`
    : '';
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
    kind: 'approved',
    line: withNotes(`Approved: ${formatUsd(usd)} will be paid.`, notes),
    adminId: ctx.admin.id,
    notice: {
      subject: 'approved',
      text: withNotes(
        `Your claim ${claimNumber(claim.id)} is approved: ${formatUsd(usd)} will be paid in ${quote.currency} to the wallet that holds the policy, by ${momentText(dueAt)}.${lessDeductible(row, usd)}${wait}${second}${lessThanClaimed(ctx, row, usd)}`,
        notes,
      ),
    },
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

/** Explains the amount if it is the claim minus the deductible. */
function lessDeductible({ claim }: ClaimRow, usd: number): string {
  const { deductible_usd } = claim;
  if (deductible_usd === 0 || usd !== Math.floor(claim.amount_cents / 100) - deductible_usd) return '';
  return ` That is your claim of ${formatCents(claim.amount_cents)} less the deductible of ${formatUsd(deductible_usd)}.`;
}

/** What the customer can do about a payout below the claim less its deductible, and about the result of a second look. */
function lessThanClaimed({ settings }: AdminCtx, { claim }: ClaimRow, usd: number): string {
  if (notPaidOf({ ...claim, payout_usd: usd }) <= 0) return '';
  if (claim.second_look_at !== null) return ` ${afterLastWord(settings.operator)}`;
  return ` It is less than you claimed: for ${KEPT.secondLookDays} days after the payout you can ask for a second look, free of charge, on the claim's page.`;
}

/** A second administrator confirms a large payout. */
export function confirm(ctx: AdminCtx, { claim }: ClaimRow, notes: string | null): Step {
  const usd = formatUsd(claim.payout_usd ?? 0);
  const dueAt = claim.due_at ?? iso(payoutDue(ctx.clock()));
  return {
    change: { needs_confirmation: false, confirmed_by: ctx.admin.id, due_at: dueAt },
    kind: 'confirmed',
    line: confirmedLine(claim, notes),
    adminId: ctx.admin.id,
    notice: {
      subject: 'the payout is confirmed',
      text: withNotes(
        `The payout of ${usd} for your claim ${claimNumber(claim.id)} is confirmed. We will send it by ${momentText(dueAt)}.`,
        notes,
      ),
    },
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
    kind: 'under_review',
    line: 'Under review again.',
    adminId: ctx.admin.id,
    notice: {
      subject: 'we are reviewing it again',
      text: `Before we pay your claim ${claimNumber(claim.id)}, we are reviewing it again. The approval of ${formatUsd(claim.payout_usd ?? 0)} is on hold until then. You will hear from us by ${momentText(dueAt)}.`,
    },
  };
}

/** What the customer can do about a decision: once a second look, and after it the ombudsman. */
function afterwards(ctx: AdminCtx, { second_look_at }: ClaimRow['claim']): string {
  if (second_look_at !== null) return afterLastWord(ctx.settings.operator);
  const until = formatUsDay(dayOf(ctx.clock()) + KEPT.secondLookDays);
  return `If you think this is wrong, you can ask for a second look once, free of charge and until ${until}: on the claim's page, with your own words and further documents. Somebody who has not decided this claim before will decide it.`;
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
    kind: 'rejected',
    line: `Rejected: ${notes} (${title}: “${clause.text}”)`,
    adminId: ctx.admin.id,
    notice: {
      subject: 'not accepted',
      text: `We could not accept your claim ${claimNumber(claim.id)}. The reason: ${notes}\n\nIt rests on this clause of the terms that you accepted (${title}): “${clause.text}”\n\n${afterwards(ctx, claim)}`,
    },
  };
}
