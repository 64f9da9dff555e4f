import { useSyncExternalStore } from 'react';
import { dayOf } from '#domain/days.ts';

const today = () => dayOf(Date.now());
const never = () => () => undefined;

/** The day on which this page's markup was written; today for a page that was not prerendered. */
function writtenOn(): number {
  const day = typeof document === 'undefined' ? null : document.getElementById('root')?.dataset.day;
  return day ? Number(day) : today();
}

const LOOK_MS = 10_000;
const watch = (tell: () => void) => {
  const timer = setInterval(tell, LOOK_MS);
  return () => clearInterval(timer);
};

/**
 * Today as a UTC day number. A prerendered page first shows what its markup does, and then today.
 * @param watched whether a page that stays open past midnight is on the next day
 */
export const useToday = (watched?: boolean): number =>
  useSyncExternalStore(watched ? watch : never, today, writtenOn);
