import { claimNumber } from '../../../../domain/claims/lifecycle.ts';
import {
  payoutDue,
  reviewDue,
  SECOND_CONFIRMATION_USD,
  suggestedPayout,
} from '../../../../domain/claims/rules.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { PRODUCTS } from '../../../../domain/products/index.ts';
import type { ClaimRow } from '../../claims/desk.ts';
import { formatCents } from '../../claims/present.ts';
import type { Step } from '../../claims/step.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { momentText } from '../../platform/pdf/format.ts';
import { fieldError } from '../../quotes/terms.ts';
import { confirmedLine, requestedLine, reviewLine, withNotes } from './lines.ts';

/** A decision as it was sent, with what can be paid for the claim at most (whole US dollars). */
export interface Decision {
  notes: string | null;
  payoutUsd: number | null;
  requestedDocuments: string | null;
  left: number;
}

const iso = (at: number) => new Date(at).toISOString();

/** Under review, for the first time, again after a refusal, or with a request for documents. */
export function review(ctx: AdminCtx, { claim }: ClaimRow, { notes, requestedDocuments }: Decision): Step {
  const reopened = claim.status === 'rejected';
  const dueAt = claim.dueAt ?? iso(reviewDue(claim.amountCents, ctx.clock()));
  const number = claimNumber(claim.id);
  const undecided = reopened ? { payoutUsd: null, decisionReason: null, decidedBy: null } : {};
  if (requestedDocuments !== null) {
    return {
      change: { ...undecided, status: 'under_review', requestedDocuments, dueAt: null },
      kind: 'documents_requested',
      line: requestedLine(requestedDocuments, notes),
      adminId: ctx.admin.id,
      told: {
        subject: 'we need documents from you',
        text: withNotes(
          `To go on with your claim ${number} we need from you: ${requestedDocuments}\n\nPlease add them on the claim's page. As soon as they are there we go on with the review.`,
          notes,
        ),
      },
    };
  }
  return {
    change: { ...undecided, status: 'under_review', requestedDocuments: null, dueAt },
    kind: 'under_review',
    line: reviewLine(reopened, notes),
    adminId: ctx.admin.id,
    told: {
      subject: reopened ? 'we look at it again' : 'under review',
      text: withNotes(
        `Your claim ${number} is under review${reopened ? ' again' : ''}. You hear from us by ${momentText(dueAt)}.`,
        notes,
      ),
    },
  };
}

/** Approved, for the suggested payout or another one with its reason; a large one is still to be confirmed. */
export function approve(ctx: AdminCtx, row: ClaimRow, { notes, payoutUsd, left }: Decision): Step {
  const { claim, quote } = row;
  const usd = checkPayout(row, { notes, payoutUsd, left });
  const needsConfirmation = usd > SECOND_CONFIRMATION_USD;
  const dueAt = iso(payoutDue(ctx.clock()));
  const second = needsConfirmation
    ? ' Because of its size a second member of our team confirms it first.'
    : '';
  return {
    change: {
      status: 'approved',
      payoutUsd: usd,
      decisionReason: notes,
      decidedBy: ctx.admin.id,
      needsConfirmation,
      confirmedBy: null,
      requestedDocuments: null,
      dueAt,
    },
    kind: 'approved',
    line: withNotes(`Approved: ${formatUsd(usd)} will be paid.`, notes),
    adminId: ctx.admin.id,
    told: {
      subject: 'approved',
      text: withNotes(
        `Your claim ${claimNumber(claim.id)} is approved: ${formatUsd(usd)} will be paid in ${quote.currency} to the wallet that holds the policy, by ${momentText(dueAt)}.${lessDeductible(row, usd)}${second}`,
        notes,
      ),
    },
  };
}

function checkPayout(
  { claim }: ClaimRow,
  { notes, payoutUsd, left }: Pick<Decision, 'notes' | 'payoutUsd' | 'left'>,
): number {
  const suggested = suggestedPayout(claim.product, claim.amountCents, left);
  const usd = payoutUsd ?? suggested;
  if (usd > left) {
    throw fieldError('payout_amount', `Only ${formatUsd(left)} of the cover are left for this claim.`);
  }
  if (usd === 0) {
    const deductible = formatUsd(PRODUCTS[claim.product].deductible);
    const why =
      left === 0
        ? 'Nothing is left of the cover'
        : `The claim of ${formatCents(claim.amountCents)} is not above the deductible of ${deductible}`;
    throw fieldError('payout_amount', `${why}, so there is nothing to pay: this claim cannot be approved.`);
  }
  if (usd !== suggested && notes === null) {
    throw fieldError(
      'admin_notes',
      `Please say why another amount than the suggested ${formatUsd(suggested)} is to be paid.`,
    );
  }
  return usd;
}

/** How the amount comes about, where it is the claim less the deductible. */
function lessDeductible({ claim }: ClaimRow, usd: number): string {
  const { deductible } = PRODUCTS[claim.product];
  if (deductible === 0 || usd !== Math.floor(claim.amountCents / 100) - deductible) return '';
  return ` That is your claim of ${formatCents(claim.amountCents)} less the deductible of ${formatUsd(deductible)}.`;
}

/** The second of two people agrees to a large payout. */
export function confirm(ctx: AdminCtx, { claim }: ClaimRow, notes: string | null): Step {
  const usd = formatUsd(claim.payoutUsd ?? 0);
  const dueAt = claim.dueAt ?? iso(payoutDue(ctx.clock()));
  return {
    change: { needsConfirmation: false, confirmedBy: ctx.admin.id, dueAt },
    kind: 'confirmed',
    line: confirmedLine(claim, notes),
    adminId: ctx.admin.id,
    told: {
      subject: 'the payout is confirmed',
      text: withNotes(
        `The payout of ${usd} for your claim ${claimNumber(claim.id)} is confirmed. It is sent by ${momentText(dueAt)}.`,
        notes,
      ),
    },
  };
}

/** Refused, for a reason that the customer reads. */
export function reject(ctx: AdminCtx, { claim }: ClaimRow, { notes }: Decision): Step {
  if (notes === null) throw fieldError('admin_notes', 'Please give the reason: the customer reads it.');
  return {
    change: {
      status: 'rejected',
      payoutUsd: null,
      decisionReason: notes,
      decidedBy: ctx.admin.id,
      needsConfirmation: false,
      confirmedBy: null,
      requestedDocuments: null,
      dueAt: null,
    },
    kind: 'rejected',
    line: `Rejected: ${notes}`,
    adminId: ctx.admin.id,
    told: {
      subject: 'not accepted',
      text: `We could not accept your claim ${claimNumber(claim.id)}. The reason: ${notes}\n\nIf you think that this is wrong, or can add something new, answer this message and add your documents to the claim: we then look at it again.`,
    },
  };
}
