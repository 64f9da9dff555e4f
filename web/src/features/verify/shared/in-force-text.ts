import { formatDay } from '#domain/days.ts';
import { once } from '#domain/once.ts';
import { type CoverSpan, inForceOn } from '#domain/registry/in-force.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import type { RegistryPolicy } from '#web/wallet/registry.ts';

export interface InForceText {
  inForce: boolean;
  /** Yes or no, in a sentence. */
  answer: string;
  /** What else counts on that day; null if nothing does. */
  note: string | null;
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

const time = once(() => new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' }));

const ENDED: Readonly<Record<RegistryPolicy['status'], string>> = {
  active: 'Its cover ended',
  cancelled: 'It was canceled',
  rejected: 'It was rejected or withdrawn from, with its premium returned,',
};
const VOID: Readonly<Record<RegistryPolicy['status'], string>> = {
  active: 'No. It was never in force.',
  cancelled: 'No. It was canceled with a full refund, so it was never in force.',
  rejected: 'No. It was rejected or withdrawn from before its start, so it was never in force.',
};

/** Whether cover is in force on a UTC day, in words for somebody who reads it on the day `today`. */
export function inForceText(
  { start, end, status }: CoverSpan & Pick<RegistryPolicy, 'status'>,
  day: number,
  today: number,
): InForceText {
  const on = longDate(formatDay(day));
  const found = inForceOn({ start, end }, day);
  if (found.answer !== 'in_force') {
    const last = longDate(iso(status === 'active' ? end - 1 : end));
    const answer = {
      void: VOID[status],
      not_yet: `No. Its cover begins on ${longMoment(iso(start))}.`,
      over: `No. ${ENDED[status]} on ${last}.`,
    }[found.answer];
    return { inForce: false, answer, note: null };
  }
  const verb = day < today ? 'It was in force' : day === today ? 'It is in force' : 'It will be in force';
  const parts = [
    found.from !== null && `from ${time().format(found.from * 1000)} UTC`,
    found.until !== null && `until ${time().format(found.until * 1000)} UTC`,
  ].filter((part) => part !== false);
  const limits = parts.length > 0 ? `On that day only ${parts.join(' and ')}.` : null;
  const future = day > today ? 'It is paid for. A cancellation could still end it before that day.' : null;
  return {
    inForce: true,
    answer: `Yes. ${verb} on ${on}.`,
    note: [limits, future].filter((text) => text !== null).join(' ') || null,
  };
}
