import { SUPPORT_ZONE, supportSlots } from '../../../../../domain/support/hours.ts';
import { localMoment, localZone } from '../../../lib/local-time.ts';
import type { SelectOption } from '../../../ui/select.tsx';

/** How far ahead a call can be asked for, in days. */
export const CALL_DAYS_AHEAD = 30;
const DAY_MS = 86_400_000;

const hours = (at: number, timeZone?: string) =>
  new Date(at).toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone ? { timeZone } : {}),
  });

/** `09:30` on the person's own clock. */
const clock = (at: number) => new Date(at).toTimeString().slice(0, 5);

/** What the person's clock shows, and ours beside it where that is another. */
function label(at: number): string {
  const own = hours(at);
  return localZone() === SUPPORT_ZONE ? own : `${own} (${hours(at, SUPPORT_ZONE)} in New York)`;
}

/**
 * The half hours of the person's day at which somebody is on the telephone, still to come at `now` (milliseconds).
 * @param day day number, where the person is
 */
export function callTimes(day: number, now: number): SelectOption[] {
  const from = localMoment(day, '00:00').getTime();
  const until = localMoment(day + 1, '00:00').getTime() - 1;
  const slots = supportSlots(Math.max(from, now + 1), Math.min(until, now + CALL_DAYS_AHEAD * DAY_MS));
  return slots.map((at) => ({ value: clock(at), label: label(at) }));
}
