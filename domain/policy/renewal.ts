import { parseDay } from '#domain/days.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { Situation } from './lifecycle.ts';
import { RENEWAL_DAYS } from './service-schema.ts';

/** What decides whether a policy can be renewed or its cover changed. */
export interface Standing {
  product: ProductKey;
  situation: Situation;
  start_date: string;
  end_date: string;
  /** Number of the policy that replaced it; null without one. */
  successor: string | null;
  /** Milliseconds. */
  now: number;
}
type Term = Pick<Standing, 'start_date' | 'end_date'>;

export function endDay({ end_date }: Term): number {
  const day = parseDay(end_date);
  if (day === null) throw new RangeError('A stored policy ends on no real day');
  return day;
}

/** First UTC day number on which a policy can be renewed; never before its cover begins. */
export const renewableFrom = (term: Term): number =>
  Math.max(parseDay(term.start_date) ?? 0, endDay(term) - RENEWAL_DAYS);
