import type { ProductKey } from '#domain/products/index.ts';
import { carForm } from './car.ts';
import type { Clause, ClauseSection } from './clauses.ts';
import type { Form, Wording } from './form.ts';
import { homeForm } from './home.ts';
import { travelForm } from './travel.ts';

const forms = { home: homeForm, car: carForm, travel: travelForm };

export type Forms = typeof forms;
export const FORMS: Readonly<Record<ProductKey, Form>> = forms;

/** What a claim's cause of loss is called; null if the product has no such cause. */
export const causeLabel = (product: ProductKey, cause: string): string | null =>
  Object.hasOwn(FORMS[product].causes, cause) ? (FORMS[product].causes[cause] ?? null) : null;

/** The clauses of a wording, with their ids. */
export function clausesIn(wording: Wording): Clause[] {
  const of = (section: ClauseSection, texts: readonly string[]): Clause[] =>
    texts.map((text, index) => ({ id: `${section}-${index + 1}`, section, text }));
  return [
    ...of('not_covered', wording.notCovered),
    ...of('limits', wording.limits),
    ...of('covered', wording.covered),
    ...of('claim_needs', wording.claimNeeds),
  ];
}
