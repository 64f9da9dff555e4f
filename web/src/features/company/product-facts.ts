import { formatUsd } from '../../../../domain/money.ts';
import { FORMS } from '../../../../domain/products/forms/index.ts';
import { ofAllProducts, PRODUCT_KEYS, PRODUCTS, shortName } from '../../../../domain/products/index.ts';

/** Every product and its cover, as the end of a sentence. */
export const COVERS = ofAllProducts(
  ({ label, coverage }) => `${label.toLowerCase()} up to ${formatUsd(coverage)}`,
);

export const ASKED_FOR = PRODUCT_KEYS.map((key) => `${shortName(key)}: ${FORMS[key].asksFor}.`).join(' ');

/** The answers that are encrypted at rest, as the end of a sentence. */
export const ENCRYPTED = [
  ...new Set(
    PRODUCT_KEYS.flatMap((key) => FORMS[key].fields)
      .filter((field) => field.private)
      .map(({ label }) => label.toLowerCase()),
  ),
].join(', ');

export const PRODUCT_TERMS = PRODUCT_KEYS.map((key) => {
  const { label, coverage, deductible, minDays, maxDays } = PRODUCTS[key];
  const own = deductible > 0 ? `${formatUsd(deductible)} deductible` : 'no deductible';
  return [
    label,
    `Wording ${FORMS[key].wording.version}: cover up to ${formatUsd(coverage)}, ${own}, ${minDays} to ${maxDays} days`,
  ] as const;
});
