import { addYears, DAY_SECONDS } from '#domain/days.ts';
import { formFields } from '#domain/products/forms/facts.ts';
import type { ProductField } from '#domain/products/forms/form.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import type { Choice } from '#domain/products/product.ts';

/** A change of cover, which is a new policy and the refund of the old one: product.md §4, "Change of cover". */

/** Days of the new policy in which no more is paid than the old one would have. */
export const CHANGE_WAIT_DAYS = 7;

/** Whether the cover of a product can be changed. That of a trip can't. */
export const canChange = (product: ProductKey): boolean => FORMS[product].thing.length > 0;

/** What describes the insured thing, and so can change. Who is insured stays. */
export const changeableFields = (product: ProductKey): readonly ProductField[] =>
  formFields(product).filter(({ contact }) => contact === undefined);

/**
 * The term of the new policy as UTC day numbers. It starts today, or when the old one would have if that is still to come. It
 * keeps the old end if that leaves the shortest term on offer, or else runs for a year.
 */
export function changedTerm(
  product: ProductKey,
  old: { startDay: number; endDay: number },
  today: number,
): { startDay: number; endDay: number } {
  const startDay = Math.max(old.startDay, today);
  const keeps = old.endDay - startDay >= PRODUCTS[product].minDays;
  return { startDay, endDay: keeps ? old.endDay : addYears(startDay, 1) };
}

/** A policy in a row of changes, the newest first: what it covers, and from when (ISO). */
export interface Covering extends Choice {
  cover_from: string | null;
}

/**
 * What counts for an incident at `at` (milliseconds) on the first of these policies: in its first 7 days no more cover than
 * counted on the policy that it replaced, and no lower deductible.
 */
export function choiceAt([policy, ...before]: readonly [Covering, ...Covering[]], at: number): Choice {
  const { coverage, deductible, cover_from } = policy;
  const [old, ...older] = before;
  const settled = cover_from === null || at >= Date.parse(cover_from) + CHANGE_WAIT_DAYS * DAY_SECONDS * 1000;
  if (settled || old === undefined) return { coverage, deductible };
  const counted = choiceAt([old, ...older], at);
  return {
    coverage: Math.min(coverage, counted.coverage),
    deductible: Math.max(deductible, counted.deductible),
  };
}

/** Whether the first choice pays more than the second for some loss. */
export const paysMore = (one: Choice, other: Choice): boolean =>
  one.coverage > other.coverage || one.deductible < other.deductible;

/** Why the refund of a policy that was replaced was not sent. */
export const UNREFUNDED = ['lapsed', 'revoked', 'claimed', 'moved', 'undone'] as const;
export type Unrefunded = (typeof UNREFUNDED)[number];

/**
 * Where the old policy's refund stands: `waiting` for the new policy to be active, `due` from then on, `sent` once its event
 * was seen, `closed` if it can't be sent with this consent.
 */
export const CHANGE_REFUND_STATES = ['waiting', 'due', 'sent', 'closed'] as const;
export type ChangeRefundState = (typeof CHANGE_REFUND_STATES)[number];
