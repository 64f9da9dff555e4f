import { dayOf } from '#domain/days.ts';

/** The day number of a moment (milliseconds) in the customer's time zone. */
export function localToday(now: number): number {
  const date = new Date(now);
  return dayOf(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
}

export function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * The moment at which a clock in the customer's time zone shows that day and time.
 * @param day day number
 * @param time `HH:mm`
 */
export function localMoment(day: number, time: string): Date {
  const date = new Date(day * 86_400_000);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), hours, minutes);
}

/** `Monday, November 23, 2026 at 9:30 AM GMT+1`, in the customer's time zone. */
export function localLong(at: Date | string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at));
}
