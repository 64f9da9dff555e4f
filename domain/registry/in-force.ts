/** Whether cover is in force on a day, by what the registry holds. */
import { dayEnd, dayStart } from '#domain/days.ts';

/** The first second of cover and the first second after it. They are the same where cover is void. */
export interface CoverSpan {
  start: number;
  end: number;
}

/**
 * `in_force` on the whole day, or on part of it: then `from` or `until` is the moment (seconds since 1970) at which cover
 * begins or ends on that day.
 */
export type InForceOn =
  | { answer: 'in_force'; from: number | null; until: number | null }
  | { answer: 'not_yet' | 'over' | 'void' };

/** Whether cover is in force on a UTC day number. */
export function inForceOn({ start, end }: CoverSpan, day: number): InForceOn {
  if (end <= start) return { answer: 'void' };
  if (dayEnd(day) <= start) return { answer: 'not_yet' };
  if (end <= dayStart(day)) return { answer: 'over' };
  return {
    answer: 'in_force',
    from: start > dayStart(day) ? start : null,
    until: end < dayEnd(day) ? end : null,
  };
}
