import * as z from 'zod';
import { suggestedPayout } from '#domain/claims/payout.ts';
import {
  COMPLEX_CLAIM_USD,
  causeProblem,
  EARLIEST_INCIDENT,
  incidentMoment,
  reviewDue,
} from '#domain/claims/rules.ts';
import { claimRequest, dollarsToCents } from '#domain/claims/schema.ts';
import { dayOf, formatDay, parseDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { numberText } from '#domain/read-number.ts';
import { longDate } from '#web/lib/format.ts';
import { localToday } from '#web/lib/local-time.ts';

/** A missing value has its own message. */
const filled = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
const { policy_id, incident_date, description } = claimRequest.shape;

const MISSING = 'Claim amount is required';
/** `$1,250.50` or `1.250,50`, as people write it. */
const amount = z
  .string(MISSING)
  .trim()
  .min(1, MISSING)
  .pipe(numberText(2, 'Please enter an amount in dollars, such as 1250 or 1250.50.'))
  .transform((decimal): string | number => decimal)
  .pipe(dollarsToCents);
const checks = z.object({
  policy_id,
  incident_date: z.preprocess(filled, incident_date),
  claim_amount: amount,
  description,
  cause: z
    .string()
    .optional()
    .transform((cause) => cause || undefined),
  traveler: z
    .string()
    .optional()
    .transform((number) => (number ? Number(number) : undefined)),
});

/** Texts as they are typed, with the date as `YYYY-MM-DD`; no cause and traveler while none is chosen. */
export const EMPTY_FORM = {
  policy_id: '',
  incident_date: '',
  claim_amount: '',
  description: '',
  cause: '',
  traveler: '',
};
export type ClaimEntered = typeof EMPTY_FORM;
export const CLAIM_FIELDS = Object.keys(EMPTY_FORM) as (keyof ClaimEntered)[];

/** The validated values, with the amount in integer cents. */
export type ClaimChecked = z.output<typeof checks>;

/** The form's schema. Its output also passes the API's own rules. */
export const claimForm = checks as unknown as z.ZodType<ClaimChecked, ClaimEntered>;

type Covered = Pick<PolicyAnswer, 'cover_from' | 'cover_until'> & Partial<Pick<PolicyAnswer, 'status'>>;

export const coverTimes = ({ cover_from, cover_until, status }: Covered) => ({
  isWithdrawn: status === 'withdrawn',
  cover_from,
  cover_until,
});

/** First and last day of cover, `November 21, 2026 to November 21, 2027`. */
export function coverDates({ cover_from, cover_until }: Covered): string {
  const last = formatDay(dayOf(Date.parse(cover_until) - 1));
  return cover_from === null ? `until ${longDate(last)}` : `${longDate(cover_from)} to ${longDate(last)}`;
}

/**
 * First and last day number of an incident that this policy can cover, in the customer's time zone.
 * @param today day number in the customer's time zone
 */
export function incidentDays(policy: Covered | null, today: number): { first: number; last: number } {
  if (policy === null) return { first: parseDay(EARLIEST_INCIDENT) ?? 0, last: today };
  const { cover_from, cover_until } = policy;
  return {
    first: localToday(Date.parse(cover_from ?? cover_until)),
    last: Math.min(today, localToday(Date.parse(cover_until) - 1)),
  };
}

/** Why an incident on that day cannot be claimed on this policy, or null. `now` in milliseconds. */
export function incidentProblem(day: string, policy: Covered | null, now: number): string | null {
  if (day === '' || policy === null) return null;
  const moment = incidentMoment(day, coverTimes(policy), now);
  return typeof moment === 'number' ? null : moment.problem;
}

type Trip = Pick<PolicyAnswer, 'cover_start_date' | 'policy_start_date'>;

/** When a trip's cover begins in its two parts; null where it begins at once. */
export const coverStart = ({ cover_start_date: coverStart, policy_start_date: start }: Trip): string | null =>
  coverStartText({ coverStart, start });

/** Why this cause cannot be claimed for that day, or null. */
export function causeIssue(cause: string, day: string, policy: Trip | null): string | null {
  if (day === '' || policy === null) return null;
  const { cover_start_date: coverStart, policy_start_date: start } = policy;
  return causeProblem(cause || null, day, { coverStart, start });
}

/** Integer cents of the typed text, or null if it is not an amount. */
export function enteredCents(text: string): number | null {
  return amount.safeParse(text).data ?? null;
}

/** Why this amount cannot be claimed, or null. `left` is the remaining cover in whole US dollars. */
export function amountProblem(cents: number | null, left: number): string | null {
  if (cents === null || cents <= left * 100) return null;
  return `The cover that is left is ${formatUsd(left)}. A claim cannot be for more.`;
}

/** The largest possible payout in whole US dollars, and when a claim sent at `now` is reviewed (milliseconds). */
export function estimate(deductible: number, cents: number, left: number, now: number) {
  return {
    payout: suggestedPayout({ amount_cents: cents, deductible_usd: deductible }, left),
    due: reviewDue(cents, now),
    complex: cents > COMPLEX_CLAIM_USD * 100,
  };
}
