import { type RefObject, useEffect, useRef, useState } from 'react';
import { focusFault } from '../../../lib/focus-fault.ts';

export type ClaimStep = 'details' | 'review';

export const STEPS = ['Claim Details', 'Review & Submit'] as const;

/**
 * Focuses the heading of a new step, or the first error if the first step was rejected.
 * @param at index of the step: 0 has the fields, 2 follows the form
 */
export function useStepFocus(at: 0 | 1 | 2, form: RefObject<HTMLFormElement | null>) {
  const before = useRef(at);
  const faulty = useRef(false);
  const [refusals, setRefusals] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second refusal of the same step counts as well.
  useEffect(() => {
    const moved = before.current !== at;
    before.current = at;
    if (faulty.current && at === 0) {
      faulty.current = false;
      focusFault(form.current);
    } else if (moved) {
      document.getElementById(at === 2 ? 'sending-title' : 'step-title')?.focus();
    }
  }, [at, refusals]);
  return function refuse(): void {
    faulty.current = true;
    setRefusals((count) => count + 1);
  };
}
