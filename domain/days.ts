/** UTC calendar days. A day number counts whole days since 1970-01-01; text is always `YYYY-MM-DD`. */
export const DAY_SECONDS = 86_400;
export const DAY_MS = DAY_SECONDS * 1000;
export const HOUR_MS = 3_600_000;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Day number of `YYYY-MM-DD`, or null for anything that is not a real calendar day. */
export function parseDay(text: string): number | null {
  if (!ISO_DAY.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  // A day that a month doesn't have is read as one of the next month.
  if (Number.isNaN(ms) || new Date(ms).getUTCDate() !== Number(text.slice(8))) return null;
  return ms / DAY_MS;
}

export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** By hand, because a phone's first formatter of dates takes it 20 ms. */
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A day in a sentence: `November 21, 2026`. */
export function formatUsDay(day: number): string {
  const date = new Date(day * DAY_MS);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** A time in milliseconds since 1970 as `November 21, 2026, 10:05 UTC`. */
export function formatUsMoment(at: number): string {
  return `${formatUsDay(dayOf(at))}, ${new Date(at).toISOString().slice(11, 16)} UTC`;
}

/** The UTC day that `at` (milliseconds since 1970) falls on. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** First second of a day, in seconds since 1970. */
export function dayStart(day: number): number {
  return day * DAY_SECONDS;
}

/** First second after a day, its 24:00 UTC. */
export function dayEnd(day: number): number {
  return (day + 1) * DAY_SECONDS;
}

/**
 * The moments, in seconds since 1970, between which it is this day somewhere on Earth: from UTC+14, where it begins first, to
 * UTC−12, where it ends last.
 */
export const daySomewhere = (day: number) => ({
  from: dayStart(day) - 14 * 3600,
  until: dayEnd(day) + 12 * 3600,
});

/** The moment `days` business days (Monday to Friday, UTC) after `at`, in milliseconds since 1970. */
export function addBusinessDays(at: number, days: number): number {
  let left = days;
  let moment = at;
  while (left > 0) {
    moment += DAY_MS;
    const weekday = new Date(moment).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return moment;
}

/** The same calendar day `years` later; February 29 becomes February 28. */
export function addYears(day: number, years: number): number {
  const date = new Date(day * DAY_MS);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime() / DAY_MS;
}
