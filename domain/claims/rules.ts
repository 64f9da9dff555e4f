import {
  addBusinessDays,
  addYears,
  DAY_SECONDS,
  daySomewhere,
  dayStart,
  formatUsDay,
  parseDay,
} from '#domain/days.ts';
import { type CoverDates, startsEarly } from '#domain/policy/cover-dates.ts';
import { CANCELLATION_CAUSE } from '#domain/products/forms/form.ts';
import { PROMISES } from '#domain/promises.ts';

/** A claim above this many whole US dollars gets the longer of the two promised review times. */
export const COMPLEX_CLAIM_USD = 10_000;
/** Earliest incident date (customer.md §5). */
export const EARLIEST_INCIDENT = '1900-01-01';

export const MIN_DESCRIPTION = 10;
export const MAX_DESCRIPTION = 5000;

export const NO_POLICIES = 'No active policies found. You need an active policy to submit a claim.';

/** A policy's time of cover in the registry. `cover_from` is null until a payment is confirmed. */
export interface CoverTimes {
  cover_from: string | null;
  cover_until: string;
  /** Its holder withdrew and has the whole premium back, so nothing can be claimed on it. */
  isWithdrawn?: boolean;
}

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

/** Last moment (seconds since 1970) at which a claim is taken: a year after the cover's end. */
function claimableUntil({ cover_until }: CoverTimes): number {
  const end = seconds(cover_until);
  const day = Math.floor(end / DAY_SECONDS);
  return dayStart(addYears(day, 1)) + (end - dayStart(day));
}

/** Whether the policy takes claims at `now` (milliseconds): cover has begun, and it ended at most a year ago. */
export function isClaimable(cover: CoverTimes, now: number): boolean {
  if (cover.cover_from === null || cover.isWithdrawn) return false;
  const from = seconds(cover.cover_from);
  const at = Math.floor(now / 1000);
  return from <= at && from < seconds(cover.cover_until) && at < claimableUntil(cover);
}

/**
 * The moment (seconds since 1970) that stands for an incident on that day, within the cover. Otherwise the reason why it cannot
 * be claimed, in a sentence.
 * @param day `YYYY-MM-DD` in the customer's calendar, which may be any time zone's
 * @param now milliseconds since 1970
 */
export function incidentMoment(day: string, cover: CoverTimes, now: number): number | { problem: string } {
  const number = parseDay(day);
  if (number === null) return { problem: 'Incident date is required' };
  if (day < EARLIEST_INCIDENT) return { problem: 'The incident date cannot be before 1900.' };
  const somewhere = daySomewhere(number);
  if (somewhere.from > now / 1000) return { problem: 'The incident date cannot be in the future.' };
  if (cover.cover_from === null) return { problem: 'We haven’t seen your payment confirmed yet.' };
  const from = seconds(cover.cover_from);
  const until = seconds(cover.cover_until);
  if (somewhere.until <= from) return { problem: 'This happened before your cover began.' };
  if (somewhere.from >= until) return { problem: 'This happened after your cover ended.' };
  const at = Math.min(Math.max(dayStart(number), from), until - 1, Math.floor(now / 1000));
  if (at < from) return { problem: 'Your cover hasn’t begun yet.' };
  if (Math.floor(now / 1000) >= claimableUntil(cover)) {
    return { problem: 'You can make a claim up to one year after your cover ends.' };
  }
  return at;
}

/**
 * Why a claim can't have this cause, in a sentence; null if it can. Before a trip only its cancellation is covered, and that
 * until the day of departure.
 * @param cause null while none is named
 * @param day `YYYY-MM-DD`, the incident's
 */
export function causeProblem(cause: string | null, day: string, dates: CoverDates): string | null {
  if (!startsEarly(dates)) return null;
  const departure = formatUsDay(parseDay(dates.start) ?? 0);
  const canceled = cause === CANCELLATION_CAUSE;
  if (day < dates.start && !canceled) {
    return `Before the trip begins on ${departure}, only its cancellation is covered. Please choose that cause, or check the date.`;
  }
  if (day > dates.start && canceled) {
    return `A cancellation is covered until the departure on ${departure}. Please choose another cause, or check the date.`;
  }
  return null;
}

/** What was sold: whole US dollars of cover in all, for how many people, and the accepted wording's caps by cause. */
export interface SoldCover {
  coverageUsd: number;
  people: number;
  caps: Readonly<Record<string, number>>;
}

/** Whole US dollars that were taken from the cover: in all, by one person's claims, and by their claims for one cause. */
export interface Taken {
  all: number;
  person: number;
  cause: number;
}

/**
 * Whole US dollars that one person's claim can still be paid. Each has cover of their own, an equal part of what was sold, and
 * some causes are capped.
 */
export function coverFor(
  { coverageUsd, people, caps }: SoldCover,
  cause: string | null,
  taken: Taken,
): number {
  const own = Math.floor(coverageUsd / people) - taken.person;
  const cap = cause === null ? undefined : caps[cause];
  const capped = cap === undefined ? own : Math.min(own, cap - taken.cause);
  return Math.max(0, Math.min(capped, coverageUsd - taken.all));
}

/** When the promised review ends (milliseconds since 1970) for a claim received at `from`. */
export function reviewDue(claimCents: number, from: number): number {
  if (claimCents <= COMPLEX_CLAIM_USD * 100) return from + PROMISES.claimReviewHours * 3_600_000;
  return addBusinessDays(from, PROMISES.complexClaimBusinessDays);
}

/**
 * When an approved claim must be paid, in milliseconds since 1970.
 * @param atOnce false when the payout has to be announced on chain and wait first
 */
export function payoutDue(from: number, atOnce = true): number {
  return from + (atOnce ? PROMISES.payoutHours : PROMISES.announcedPayoutDays * 24) * 3_600_000;
}

/** When the documents that we ask for at `from` are due, and when the customer is reminded; milliseconds since 1970. */
export const documentsDue = (from: number): number => from + PROMISES.documentsDays * 86_400_000;
export const documentsReminder = (due: number): number => due - PROMISES.documentsReminderDays * 86_400_000;
