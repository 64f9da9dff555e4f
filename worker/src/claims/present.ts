import { chainIdOf } from '#domain/chains.ts';
import {
  CLAIM_MEANING,
  type ClaimStatus,
  claimNumber,
  type NextActor,
  progressOf,
} from '#domain/claims/lifecycle.ts';
import type { ClaimAnswer, ClaimDetailAnswer, ClaimDocument, ClaimEvent } from '#domain/claims/schema.ts';
import {
  afterLastWord,
  isOpenOn,
  type Looked,
  leavesUnpaid,
  secondLookDay,
} from '#domain/claims/second-look.ts';
import { formatDay, formatUsDay, parseDay } from '#domain/days.ts';
import { MAX_DOCUMENTS_PER_CLAIM } from '#domain/files.ts';
import { formatUsd } from '#domain/money.ts';
import type { Operator } from '#domain/operator.ts';
import { policyNumber, statusAt } from '#domain/policy/lifecycle.ts';
import { clauseOf } from '#domain/products/forms/published.ts';
import { travelerNames } from '#domain/products/forms/travelers.ts';
import { plainFacts } from '#worker/quotes/details.ts';
import { lineAs } from '#worker/told/record.ts';
import { remainingCover, travelerOf } from './cover.ts';
import type { ClaimDetail, ClaimEventRow, ClaimFields, ClaimRow, DocumentRow } from './repository.ts';

/** `$1,250.50`; whole dollars have no cents. */
export const formatCents = (cents: number): string => formatUsd(cents / 100);

/** A claim as its holder sees it in lists. */
export function presentClaim(claim: ClaimFields): ClaimAnswer {
  return {
    ...claim,
    claim_number: claimNumber(claim.id),
    policy_number: policyNumber(claim.policy_id),
    policy_type: claim.product,
    claim_amount: claim.amount_cents / 100,
    formatted_amount: formatCents(claim.amount_cents),
    traveler: travelerOf(claim),
    payout_amount: claim.payout_usd,
    progress: progressOf(claim),
    next: nextOf(claim, null),
  };
}

/** Who does what next, by the claim's status. */
export const STEPS: Readonly<Record<ClaimStatus, [NextActor, string]>> = {
  pending: ['mooring', 'We will look at your claim.'],
  under_review: ['mooring', 'We will review your claim.'],
  approved: ['mooring', 'We will send the payout to the wallet that holds the policy.'],
  processing_payment: ['mooring', 'The network will confirm the payout.'],
  paid: ['nobody', 'There is nothing more for you to do: the payout has been made.'],
  rejected: ['nobody', 'This claim is closed.'],
};

function nextOf(
  { status, requested_documents, needs_confirmation, due_at }: ClaimFields,
  look: string | null,
) {
  const [actor, step] = STEPS[status];
  if (requested_documents !== null) {
    return { actor: 'customer' as const, step: 'Please add the documents that we asked for.', due: due_at };
  }
  const second = status === 'approved' && needs_confirmation;
  if (status === 'rejected' && look !== null) {
    return { actor, step: `If you disagree, you can ask for a second look until ${look}.`, due: due_at };
  }
  return { actor, step: second ? 'A second member of our team will confirm the payout.' : step, due: due_at };
}

export const presentEvent = (event: ClaimEventRow): ClaimEvent => ({
  ...event,
  message: lineAs(event.occurrence, event.data),
  date: event.at,
  created_by: event.by_customer ? 'You' : 'Mooring',
});

export const presentDocument = (row: DocumentRow): ClaimDocument => ({ ...row, uploaded_at: row.created_at });

/** What is or was paid for a claim; null before a decision. */
export function payoutOf(row: ClaimRow): ClaimDetailAnswer['payout'] {
  const { claim, policy, quote, paidBy, other } = row;
  if (claim.payout_usd === null) return null;
  const outside = other?.state === 'confirmed' ? other : null;
  return {
    usd: claim.payout_usd,
    amount: paidBy?.amount ?? null,
    currency: quote.currency,
    decimals: quote.decimals,
    rate: paidBy?.rate ?? null,
    chain_id: chainIdOf(policy.chain_id),
    tx_hash: paidBy?.tx_hash ?? null,
    paid_at: paidAt(row),
    method: outside?.method ?? 'blockchain',
  };
}

/** The clause that the claim's rejection cites; null without one. */
function citedClause({ claim, quote }: ClaimRow): ClaimDetailAnswer['clause'] {
  const version = quote.wording_version;
  const clause = claim.clause === null ? null : clauseOf(version, claim.clause);
  return clause && { ...clause, wording_version: version };
}

const paidAt = ({ paidBy, other }: ClaimRow): string | null =>
  paidBy?.block_time ?? (other?.state === 'confirmed' ? other.confirmed_at : null);

/** What decides whether a second look can be asked for. */
export const lookedAt = (row: ClaimRow): Looked => ({ ...row.claim, paidAt: paidAt(row) });

/** The second look at a claim, asked for or possible; null if there is nothing to look at again. */
function secondLookOf(
  row: ClaimRow,
  now: number,
  operator: Operator | null,
): ClaimDetailAnswer['second_look'] {
  const { claim, policy, lookedAgainBy } = row;
  if (policy.withdrawn_at !== null) return null;
  const day = secondLookDay(lookedAt(row));
  if (day === null && claim.second_look_at === null) return null;
  const other = claim.second_look_of ?? lookedAgainBy;
  const isDecided = claim.second_look_at !== null && lookedAgainBy === null && claim.decided_at !== null;
  return {
    until: day === null ? null : formatDay(day),
    open: day !== null && isOpenOn(day, now) && remainingCover(row) > 0,
    asked_at: claim.second_look_at,
    other: other === null ? null : { id: other, claim_number: claimNumber(other) },
    last_word: isDecided && leavesUnpaid(claim) ? afterLastWord(operator) : null,
  };
}

/** The name of a claim's traveler; null where nobody travels. */
export function travelerName({ claim, quote }: ClaimRow): string | null {
  const travelers = travelerNames(claim.product, plainFacts(quote.details));
  return travelers.find(({ number }) => number === claim.traveler)?.name ?? null;
}

/** What happens next with a claim at `now` (milliseconds), by whom and by when. */
export function nextAfter(row: ClaimRow, now: number, operator: Operator | null) {
  const look = secondLookOf(row, now, operator);
  const until = look?.open && look.until !== null ? formatUsDay(parseDay(look.until) ?? 0) : null;
  return nextOf(row.claim, until);
}

/** A claim with everything its page shows at `now` (milliseconds). */
export function presentDetail(row: ClaimDetail, now: number, operator: Operator | null): ClaimDetailAnswer {
  const { claim, policy, call } = row;
  const { takesDocuments } = CLAIM_MEANING[claim.status];
  const left = takesDocuments ? Math.max(0, MAX_DOCUMENTS_PER_CLAIM - row.documents.length) : 0;
  return {
    ...presentClaim(claim),
    next: nextAfter(row, now, operator),
    requested_documents: claim.requested_documents,
    decision_reason: claim.decision_reason,
    clause: citedClause(row),
    deductible: claim.deductible_usd,
    remaining_cover: remainingCover(row),
    traveler_name: travelerName(row),
    timeline: row.events.map(presentEvent),
    earlier_entries: row.earlierEvents,
    documents: row.documents.map(presentDocument),
    documents_left: left,
    policy: {
      id: policy.id,
      policy_number: policyNumber(policy.id),
      policy_type: policy.product,
      status: statusAt(policy.status, policy.end_date, now),
      formatted_coverage: formatUsd(policy.coverage_usd),
      formatted_deductible: formatUsd(claim.deductible_usd),
      policy_start_date: policy.start_date,
      policy_end_date: policy.end_date,
    },
    thread_id: row.threadId,
    second_look: secondLookOf(row, now, operator),
    payout: payoutOf(row),
    call: call && { preferred_at: call.preferred_at, requested_at: call.created_at },
  };
}
