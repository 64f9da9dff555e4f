import { formatUsd } from '../../../../domain/money.ts';
import { PRODUCT_KEYS, PRODUCTS } from '../../../../domain/quote/products.ts';
import { WORDINGS } from '../../../../domain/quote/wording.ts';

const covers = PRODUCT_KEYS.map(
  (key) => `${PRODUCTS[key].label.toLowerCase()} up to ${formatUsd(PRODUCTS[key].coverage)}`,
);

/** Every product and its cover, as the end of a sentence. */
export const COVERS = `${covers.slice(0, -1).join(', ')} and ${covers.at(-1)}`;

/** Wording, cover, deductible and term of each product. */
export const PRODUCT_TERMS = PRODUCT_KEYS.map((key) => {
  const { label, coverage, deductible, minDays, maxDays } = PRODUCTS[key];
  const own = deductible > 0 ? `${formatUsd(deductible)} deductible` : 'no deductible';
  return [
    label,
    `Wording ${WORDINGS[key].version}: cover up to ${formatUsd(coverage)}, ${own}, ${minDays} to ${maxDays} days`,
  ] as const;
});
