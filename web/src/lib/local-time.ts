import { dayOf } from '../../../domain/days.ts';

/** The calendar day, as a day number, that a moment (milliseconds) falls on where the person is. */
export function localToday(now: number): number {
  const date = new Date(now);
  return dayOf(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
}

/** The person's own time zone, `Europe/Oslo`. */
export function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * The moment at which a clock on the person's wall shows that day and time.
 * @param day day number
 * @param time `HH:mm`
 */
export function localMoment(day: number, time: string): Date {
  const date = new Date(day * 86_400_000);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), hours, minutes);
}

/** `Monday, November 23, 2026 at 9:30 AM GMT+1`, in the person's own zone. */
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
