/** What the fields of a policy's proof are called, and which of them a link may show. It hashes nothing. */
import type { ProductField } from '#domain/products/forms/form.ts';
import { fieldsFor } from '#domain/products/forms/travelers.ts';
import type { ProductKey } from '#domain/products/index.ts';

/** The fields that every policy commits to, besides its details and price lines. */
const OURS: ReadonlyMap<string, string> = new Map([
  ['insurance_type', 'Insurance'],
  ['policy_start_date', 'First day of the term'],
  ['premium_usd', 'Premium'],
  ['coverage_usd', 'Cover'],
  ['deductible_usd', 'Deductible'],
  ['wording', 'Wording'],
]);

/** `additional_travelers.0.birth_date` is `Additional travelers 1, birth date`. */
function words(name: string): string {
  const text = name
    .replaceAll('_', ' ')
    .replaceAll(/\.(\d+)/g, (_, index: string) => ` ${Number(index) + 1}`);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replaceAll('.', ', ');
}

/** The form's field of this name; null for one that the form doesn't know. */
export const formField = (product: ProductKey, name: string): ProductField | null =>
  fieldsFor(product, { [name]: '' }).find((each) => each.name === name) ?? null;

export function fieldLabel(product: ProductKey, name: string): string {
  const field = formField(product, name);
  return OURS.get(name) ?? field?.fact ?? field?.label ?? words(name.replace(/^price(?=\.)/, 'price_line'));
}

const PASSPORT = /(^|_)passport_\w+$/;

/**
 * Whether a link may prove a field of this name: what is insured, whose it is, cover and dates. Never a passport, a phone
 * number or an email address, nor a field that the form doesn't know.
 */
export function isShareable(product: ProductKey, name: string): boolean {
  if (OURS.has(name)) return name !== 'premium_usd';
  const field = formField(product, name);
  return field !== null && field.kind !== 'tel' && field.kind !== 'email' && !PASSPORT.test(name);
}
