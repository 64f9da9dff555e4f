import { DAY_SECONDS, formatDay } from '#domain/days.ts';
import { longDate, longMoment } from '#web/lib/format.ts';

const iso = (at: number | string) => (typeof at === 'string' ? at : new Date(at * 1000).toISOString());

/** The UTC day of a moment (ISO time, or seconds since 1970), with the exact time on hover. */
export function Moment({ at, className }: { at: number | string; className?: string }) {
  return (
    <time dateTime={iso(at)} title={longMoment(iso(at))} className={className}>
      {longDate(iso(at))}
    </time>
  );
}

/**
 * The last day before `end` (the first second without cover), with the exact time on hover. Cover until midnight ends
 * at 24:00 of that day, not on the next day.
 */
export function EndMoment({ end }: { end: number }) {
  const day = longDate(formatDay(Math.ceil(end / DAY_SECONDS) - 1));
  return (
    <time dateTime={iso(end)} title={end % DAY_SECONDS === 0 ? `${day} at 24:00 UTC` : longMoment(iso(end))}>
      {day}
    </time>
  );
}
