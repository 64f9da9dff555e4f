import { DAY_SECONDS } from '#domain/days.ts';
import { SUPPORT_ZONE, supportSlots } from '#domain/support/hours.ts';
import { localMoment, localZone } from '#web/lib/local-time.ts';
import type { SelectOption } from '#web/ui/select.tsx';

export const CALL_DAYS_AHEAD = 30;

const hours = (at: number, timeZone?: string) =>
  new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone });

/** `09:30` in the customer's time zone. */
const clock = (at: number) => new Date(at).toTimeString().slice(0, 5);

/** The time in the customer's zone, followed by ours if it differs. */
function label(at: number): string {
  const own = hours(at);
  return localZone() === SUPPORT_ZONE ? own : `${own} (${hours(at, SUPPORT_ZONE)} in New York)`;
}

/**
 * The half hours of the customer's day within our phone hours that are still ahead at `now` (milliseconds).
 * @param day day number in the customer's time zone
 */
export function callTimes(day: number, now: number): SelectOption[] {
  const from = localMoment(day, '00:00').getTime();
  const until = localMoment(day + 1, '00:00').getTime() - 1;
  const slots = supportSlots(
    Math.max(from, now + 1),
    Math.min(until, now + CALL_DAYS_AHEAD * DAY_SECONDS * 1000),
  );
  return slots.map((at) => ({ value: clock(at), label: label(at) }));
}
