import type { ProductKey } from '../index.ts';
import { carForm } from './car.ts';
import type { Clause, ClauseSection } from './clauses.ts';
import { EARLIER } from './earlier.ts';
import type { Form, Wording } from './form.ts';
import { homeForm } from './home.ts';
import { travelForm } from './travel.ts';

const forms = { home: homeForm, car: carForm, travel: travelForm };

export type Forms = typeof forms;
export const FORMS: Readonly<Record<ProductKey, Form>> = forms;

/**
 * Every wording that was ever part of a policy, the current ones included. When a wording changes, the old one stays here
 * for the policies that were bought with it.
 */
const PUBLISHED: readonly Wording[] = [...EARLIER, ...Object.values(FORMS).map(({ wording }) => wording)];

/** The wording of a policy by its version; null for one that was never published. */
export function wordingOf(version: string): Wording | null {
  return PUBLISHED.find((wording) => wording.version === version) ?? null;
}

/** The clauses of a published wording that a rejection can cite; none for a version that was never published. */
export function clausesOf(version: string): Clause[] {
  const wording = wordingOf(version);
  if (wording === null) return [];
  const of = (section: ClauseSection, texts: readonly string[]): Clause[] =>
    texts.map((text, index) => ({ id: `${section}-${index + 1}`, section, text }));
  return [
    ...of('not_covered', wording.notCovered),
    ...of('limits', wording.limits),
    ...of('covered', wording.covered),
    ...of('claim_needs', wording.claimNeeds),
  ];
}

export const clauseOf = (version: string, id: string): Clause | null =>
  clausesOf(version).find((clause) => clause.id === id) ?? null;

/** What a claim's cause of loss is called; null if the product has no such cause. */
export const causeLabel = (product: ProductKey, cause: string): string | null =>
  Object.hasOwn(FORMS[product].causes, cause) ? (FORMS[product].causes[cause] ?? null) : null;
