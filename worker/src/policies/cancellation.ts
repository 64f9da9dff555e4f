import { addBusinessDays, dayStart, parseDay } from '../../../domain/days.ts';
import {
  type Cancellation,
  type CancellationFacts,
  cancellation,
  cancellationProblem,
} from '../../../domain/policy/cancellation.ts';
import type { CancellationAnswer } from '../../../domain/policy/service-schema.ts';
import { PRODUCTS } from '../../../domain/products/index.ts';
import { PROMISES } from '../../../domain/promises.ts';
import type { CancellationRow, ClaimCounts, PolicyRow, Service } from './repository.ts';

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

function factsOf({ policy, quote, paidAt }: PolicyRow, around: Around, now: number): CancellationFacts {
  const { claims, firstPaidAt } = around;
  const paid = policy.paidOutUsd > 0;
  const departure = dayStart(parseDay(policy.startDate) ?? 0);
  return {
    trip: PRODUCTS[policy.product].trip !== undefined,
    purchasedAt: seconds(firstPaidAt),
    termFrom: Math.max(seconds(policy.coverFrom ?? paidAt), departure),
    coverUntil: seconds(policy.coverUntil),
    now: Math.floor(now / 1000),
    days: quote.days,
    amount: BigInt(quote.amount),
    claims: { made: paid || claims.made > 0, open: claims.open > 0, paid },
  };
}

/** What decides about a cancellation besides the policy. */
export interface Around {
  claims: ClaimCounts;
  /** ISO time of the payment that the days of the free look count from. */
  firstPaidAt: string;
}

/** The refund for canceling at `now` (milliseconds), or a sentence that says why it can't be canceled. */
export function cancellationOf(
  row: PolicyRow,
  around: Around,
  now: number,
): Cancellation | { problem: string } {
  const { policy, quote } = row;
  if (policy.status === 'cancelled') return { problem: 'This policy is already canceled.' };
  if (policy.status === 'rejected') {
    return { problem: 'This policy was not accepted, and its premium was refunded.' };
  }
  const facts = factsOf(row, around, now);
  const problem = cancellationProblem(facts);
  if (problem !== null) return { problem };
  // The holder doesn't pay for our review time, unless they made a claim.
  if (policy.status === 'pending' && !facts.claims.made) {
    return { kind: 'full', percent: 100, unusedDays: quote.days, refund: BigInt(quote.amount) };
  }
  return cancellation(facts);
}

/** A refund's share of the premium, in whole US dollars rounded down. */
export function refundUsd({ quote }: Pick<PolicyRow, 'quote'>, refund: bigint): number {
  // The refund was rounded down to a base unit, so a share of whole dollars may be just below them.
  const dollars = ((refund + 1n) * BigInt(quote.premiumUsd)) / BigInt(quote.amount);
  return Math.min(Number(dollars), quote.premiumUsd);
}

/** ISO time by which we promise the refund for a request made at `requestedAt`. */
export function refundDue(requestedAt: string): string {
  return new Date(addBusinessDays(Date.parse(requestedAt), PROMISES.refundBusinessDays)).toISOString();
}

/** A requested cancellation, with its refund once that is seen on chain. */
export function presentCancellation(
  { quote }: PolicyRow,
  asked: CancellationRow,
  refund: Service['refund'],
): CancellationAnswer {
  return {
    requested_at: asked.requestedAt,
    valid_until: asked.validUntil,
    kind: asked.kind,
    refund_amount: asked.amount,
    currency: quote.currency,
    decimals: quote.decimals,
    refund_due_at: refundDue(asked.requestedAt),
    refunded_at: refund?.blockTime ?? null,
    refund_tx_hash: refund?.txHash ?? null,
  };
}
