import { formatUsd } from '#domain/money.ts';
import { levels, tariffRow } from './choice.ts';
import { PRODUCT_KEYS, PRODUCTS, type ProductKey, shortName } from './index.ts';
import type { Choice } from './product.ts';

/** A choice with the product's default for what is missing. */
export const fullChoice = (
  product: ProductKey,
  asked: { [Part in keyof Choice]?: number | undefined } = {},
): Choice => ({
  coverage: asked.coverage ?? PRODUCTS[product].defaultChoice.coverage,
  deductible: asked.deductible ?? PRODUCTS[product].defaultChoice.deductible,
});

/** The choice if the product is still sold that way, otherwise the default. */
export const offeredChoice = (product: ProductKey, choice: Choice): Choice =>
  tariffRow(product, choice) ? choice : PRODUCTS[product].defaultChoice;

/** '$200,000, $350,000 or $500,000'. */
export function listed(amounts: readonly number[]): string {
  const texts = amounts.map((usd) => (usd > 0 ? formatUsd(usd) : 'none'));
  return [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' or ');
}

/** What can be chosen, in a sentence: the answer to a choice that isn't sold. */
export function choiceProblem(product: ProductKey): string {
  const [coverage, deductible] = [levels(product, 'coverage'), levels(product, 'deductible')];
  return `${PRODUCTS[product].label} is sold with a cover of ${listed(coverage)} and a deductible of ${listed(deductible)}.`;
}

/** '1 home, 2 car, 3 travel': what the product numbers of the contract mean. */
export const PRODUCT_CODES = PRODUCT_KEYS.map(
  (key) => `${PRODUCTS[key].code} ${shortName(key).toLowerCase()}`,
).join(', ');
