/** The fields of a policy that its holder can prove one by one, in words. */
import { formatUsDay, parseDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { isIdentifying, shown } from '#domain/products/forms/facts.ts';
import { wordingOf } from '#domain/products/forms/published.ts';
import { PRODUCT_KEYS, PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { wordingDigest } from '#domain/quote/details-hash.ts';
import type { DetailsProof, SharedField } from './details-proof.ts';
import { fieldLabel, formField } from './field-label.ts';

export interface ShownField {
  label: string;
  value: string;
  /** Whether it identifies or locates a person, so that it is shared only if the holder says so. */
  private: boolean;
}

const AMOUNTS = ['premium_usd', 'coverage_usd', 'deductible_usd'];

/** A wording's version, if its text is the one that we published under it. */
function wordingName({ version, digest }: { version: string; digest: string }): string {
  const published = wordingOf(version);
  if (published !== null && wordingDigest(published) === digest.toLowerCase()) return version;
  return `${version}, with a text that is not published here and has the fingerprint ${digest}`;
}

/** A field by its label, with its value as people read it. A name that the form doesn't know counts as private. */
export function shownField(
  product: ProductKey,
  { name, value }: Pick<SharedField, 'name' | 'value'>,
): ShownField {
  const label = fieldLabel(product, name);
  const open = (text: string): ShownField => ({ label, value: text, private: false });
  if (Array.isArray(value)) return { label, value: value.join(', ') || 'None', private: true };
  if (typeof value === 'object') {
    return open('cents' in value ? `${value.label}, ${formatUsd(value.cents / 100)}` : wordingName(value));
  }
  if (name === 'insurance_type') {
    return open(Object.hasOwn(PRODUCTS, value) ? PRODUCTS[value as ProductKey].label : String(value));
  }
  if (AMOUNTS.includes(name)) return open(typeof value === 'number' ? formatUsd(value) : value);
  if (name === 'policy_start_date') {
    const day = parseDay(String(value));
    return open(day === null ? String(value) : formatUsDay(day));
  }
  const field = formField(product, name);
  if (!field) return { label, value: String(value), private: true };
  return { label, value: shown(field, value), private: isIdentifying(field) };
}

/** The product that a proof is about. One that this version doesn't know has none of its labels either. */
export const productOf = ({ terms }: Pick<DetailsProof, 'terms'>): ProductKey =>
  PRODUCT_KEYS.find((key) => PRODUCTS[key].code === terms.product_code) ?? PRODUCT_KEYS[0];

export interface NamedField extends ShownField {
  name: string;
}

/** The fields of a proof in words. */
export const namedFields = (proof: DetailsProof): NamedField[] =>
  proof.fields.map((field) => ({ name: field.name, ...shownField(productOf(proof), field) }));
