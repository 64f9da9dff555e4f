/** The fields of a policy that its holder can prove one by one, in words. */
import { formatUsd } from '../money.ts';
import { isIdentifying, shown } from '../products/forms/facts.ts';
import { wordingOf } from '../products/forms/index.ts';
import { fieldsFor } from '../products/forms/travelers.ts';
import { PRODUCTS, type ProductKey } from '../products/index.ts';
import { wordingDigest } from '../quote/details-hash.ts';
import type { SharedField } from './details-proof.ts';

export interface ShownField {
  label: string;
  value: string;
  /** Whether it identifies or locates a person, so that it is shared only if the holder says so. */
  private: boolean;
}

const AMOUNTS: ReadonlyMap<string, string> = new Map([
  ['premium_usd', 'Premium'],
  ['coverage_usd', 'Cover'],
  ['deductible_usd', 'Deductible'],
]);

/** `additional_travelers.0.birth_date` is `Additional travelers 1, birth date`. */
function words(name: string): string {
  const text = name
    .replaceAll('_', ' ')
    .replaceAll(/\.(\d+)/g, (_, index: string) => ` ${Number(index) + 1}`);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replaceAll('.', ', ');
}

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
  const open = (label: string, text: string): ShownField => ({ label, value: text, private: false });
  if (Array.isArray(value)) return { label: words(name), value: value.join(', ') || 'None', private: true };
  if (typeof value === 'object') {
    return 'cents' in value
      ? open(words(name.replace('price', 'price_line')), `${value.label}, ${formatUsd(value.cents / 100)}`)
      : open('Wording', wordingName(value));
  }
  if (name === 'insurance_type') {
    return open(
      'Insurance',
      Object.hasOwn(PRODUCTS, value) ? PRODUCTS[value as ProductKey].label : String(value),
    );
  }
  const amount = AMOUNTS.get(name);
  if (amount !== undefined) return open(amount, typeof value === 'number' ? formatUsd(value) : value);
  if (name === 'policy_start_date') return open('First day of the term', String(value));
  const field = fieldsFor(product, { [name]: value }).find((each) => each.name === name);
  if (!field) return { label: words(name), value: String(value), private: true };
  return { label: field.fact ?? field.label, value: shown(field, value), private: isIdentifying(field) };
}
