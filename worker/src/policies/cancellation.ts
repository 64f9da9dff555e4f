import { addBusinessDays, dayStart, parseDay } from '#domain/days.ts';
import {
  type Cancellation,
  type CancellationFacts,
  cancellation,
  cancellationProblem,
} from '#domain/policy/cancellation.ts';
import { holds, isRequest } from '#domain/policy/ending.ts';
import { policyNumber, type Situation, type StoredStatus, statusAt } from '#domain/policy/lifecycle.ts';
import type { CancellationAnswer } from '#domain/policy/service-schema.ts';
import { situationOf } from '#domain/policy/situation.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { PROMISES } from '#domain/promises.ts';
import type { EndingRow } from '#worker/platform/db/registry-schema.ts';
import type { ClaimCounts } from '#worker/policies/endings/repository.ts';
import type { PolicyRow, Service } from './repository.ts';

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

function factsOf({ policy, quote, paidAt }: PolicyRow, claims: ClaimCounts, now: number): CancellationFacts {
  const departure = dayStart(parseDay(policy.start_date) ?? 0);
  return {
    trip: PRODUCTS[policy.product].trip !== undefined,
    termFrom: Math.max(seconds(policy.cover_from ?? paidAt), departure),
    coverUntil: seconds(policy.cover_until),
    now: Math.floor(now / 1000),
    days: quote.days,
    amount: BigInt(quote.amount),
    claims: { open: claims.open > 0, paid: policy.paid_out_usd > 0 },
  };
}

/** What the policy is in at `now` (milliseconds). */
export const situationAt = ({ policy, successor }: Pick<PolicyRow, 'policy' | 'successor'>, now: number) =>
  situationOf({
    status: statusAt(policy.status, policy.end_date, now),
    ending: policy.withdrawn_at === null ? policy.refund_kind : 'withdrawal',
    replaced: successor !== null,
    needsReview: policy.needs_review,
    isAhead: policy.cover_from === null || Date.parse(policy.cover_from) > now,
  });

const WITHDRAWN = 'You have withdrawn from this policy, so its whole premium goes back to you.';

/** Why a policy can't be canceled anymore. */
const OVER: Partial<Record<Situation, string>> = {
  withdrawn: WITHDRAWN,
  withdrawing: WITHDRAWN,
  declined: 'We did not accept this policy, so its whole premium goes back to you.',
  cancelled: 'This policy is already canceled.',
  rejected: 'This policy was not accepted, and its premium was refunded.',
};

/** The refund for canceling at `now` (milliseconds), or a sentence that says why it can't be canceled. */
export function cancellationOf(
  row: PolicyRow,
  claims: ClaimCounts,
  now: number,
): Cancellation | { problem: string } {
  const over = OVER[situationAt(row, now)];
  if (over !== undefined) return { problem: over };
  const facts = factsOf(row, claims, now);
  const successor = successorOf(row);
  if (successor?.status === 'pending') {
    const number = policyNumber(successor.id);
    return { problem: `${number} replaces this policy. Your refund follows once ${number} is active.` };
  }
  const isReplaced = successor !== null;
  // Its successor took over, so the refund of the change is due however long ago that was, and whatever is claimed.
  const problem = cancellationProblem(
    isReplaced ? { ...facts, now: facts.termFrom, claims: { ...facts.claims, open: false } } : facts,
  );
  if (problem !== null) return { problem };
  if (isReplaced) {
    const { unusedDays, amount } = successor;
    return { kind: 'pro_rata', percent: null, unusedDays, refund: BigInt(amount) };
  }
  return cancellation(facts);
}

/** What replaced the policy by a change of cover, with the refund that was agreed; null if nothing did. */
export const successorOf = ({ successor }: Pick<PolicyRow, 'successor'>): Successor | null =>
  successor === null ? null : (JSON.parse(successor) as Successor);

interface Successor {
  id: number;
  status: StoredStatus;
  /** Base units of the old premium's currency. */
  amount: string;
  unusedDays: number;
}

/** A refund's share of the premium, in whole US dollars rounded down. */
export function refundUsd({ quote }: Pick<PolicyRow, 'quote'>, refund: bigint): number {
  // The refund was rounded down to a base unit, so a share of whole dollars may be just below them.
  const dollars = ((refund + 1n) * BigInt(quote.premium_usd)) / BigInt(quote.amount);
  return Math.min(Number(dollars), quote.premium_usd);
}

/** ISO time by which we promise the refund for a request made at `requestedAt`. */
export function refundDue(requestedAt: string): string {
  return new Date(addBusinessDays(Date.parse(requestedAt), PROMISES.refundBusinessDays)).toISOString();
}

/** The ending if its holder asked for it. */
export const requestOf = (ending: EndingRow | null): EndingRow | null =>
  ending && isRequest(ending) ? ending : null;

/** What an ending refunds, in base units. */
export const amountOf = (
  { quote }: Pick<PolicyRow, 'quote'>,
  { amount }: Pick<EndingRow, 'amount'>,
): string => amount ?? quote.amount;

/** Until when the holder's consent to its refund holds, if it does at `now` (ISO); null without one. */
export const consentedUntil = (ending: Pick<EndingRow, 'consent_until'>, now: string): string | null =>
  holds(ending, now) ? ending.consent_until : null;

type Shown = Pick<EndingRow, 'asked_at' | 'due_from' | 'kind' | 'amount' | 'consent_until'>;

/** An ending that its holder consented to, with its refund once that is seen on chain. */
export function presentCancellation(
  row: PolicyRow,
  ending: Shown,
  refund: Service['refund'],
): CancellationAnswer {
  const { quote } = row;
  const requestedAt = ending.due_from ?? ending.asked_at;
  return {
    requested_at: requestedAt,
    valid_until: ending.consent_until ?? requestedAt,
    kind: ending.kind === 'withdrawal' ? 'full' : 'pro_rata',
    refund_amount: amountOf(row, ending),
    currency: quote.currency,
    decimals: quote.decimals,
    refund_due_at: refundDue(requestedAt),
    refunded_at: refund?.block_time ?? null,
    refund_tx_hash: refund?.tx_hash ?? null,
  };
}
