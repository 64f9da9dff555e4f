import { formatDay } from '../../../domain/days.ts';
import { longDate, longMoment } from '../lib/format.ts';

const DAY_SECONDS = 86_400;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** The UTC day of a moment (seconds since 1970), with the exact time on hover. */
export function Moment({ at }: { at: number }) {
  return (
    <time dateTime={iso(at)} title={longMoment(iso(at))}>
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
