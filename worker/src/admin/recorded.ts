import type { Recorded } from '#worker/platform/db/desk-page.ts';
import { fieldError } from '#worker/quotes/terms.ts';

/** 422 when a filter's last day is before its first. */
export function requireDaysInOrder({ recorded_from: from, recorded_to: to }: Recorded): void {
  if (from !== undefined && to !== undefined && to < from) {
    throw fieldError('recorded_to', 'Please choose a last day that is not before the first.');
  }
}
