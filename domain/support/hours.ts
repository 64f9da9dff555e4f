import { once } from '#domain/once.ts';

/** The time zone of SUPPORT_HOURS. Its 'EST' means local time there, in summer too. */
export const SUPPORT_ZONE = 'America/New_York';
const OPENS = 9;
const CLOSES = 18;
const SLOT_MS = 30 * 60_000;

const clock = once(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: SUPPORT_ZONE,
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    }),
);

/** Whether phone support is open at that moment (milliseconds since 1970). */
export function isSupportTime(at: number): boolean {
  const parts = clock().formatToParts(at);
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const hour = Number(value('hour'));
  return !['Sat', 'Sun'].includes(value('weekday')) && hour >= OPENS && hour < CLOSES;
}

/** The half hours from `from` to `until` (milliseconds since 1970) at which a call can be requested. */
export function supportSlots(from: number, until: number): number[] {
  const slots: number[] = [];
  for (let at = Math.ceil(from / SLOT_MS) * SLOT_MS; at <= until; at += SLOT_MS) {
    if (isSupportTime(at)) slots.push(at);
  }
  return slots;
}
