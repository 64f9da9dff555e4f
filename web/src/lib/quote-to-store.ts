import { REFERENCE_RATES } from '#domain/currencies.ts';
import { formatUnits, usdToUnits } from '#domain/money.ts';
import { formFields, isIdentifying, storedName } from '#domain/products/forms/facts.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import type { Price } from '#domain/quote/pricing.ts';

/** A premium's approximate ETH amount at the reference rate, with 4 decimals. For display only. */
export function approximateEth(premiumUsd: number): string {
  return formatUnits(usdToUnits(BigInt(premiumUsd) * 100n, REFERENCE_RATES.ETH ?? '2000', 18, 'up'), 18, 4);
}

type Values = Readonly<Record<string, string | number | undefined>>;

/** The fields that may be stored in the browser, under the specification's names. */
export function harmlessDetails(product: ProductKey, values: Values): Record<string, string | number> {
  return Object.fromEntries(
    formFields(product).flatMap((field) => {
      const value = values[field.name];
      return isIdentifying(field) || value === undefined ? [] : [[storedName(field), value]];
    }),
  );
}

/** The specification's `quoteData`. */
export function quoteToStore(input: {
  /** What tells it apart from other quotes of this browser. */
  id: string | number;
  product: ProductKey;
  /** UTC days. */
  term: { start: string; end: string };
  price: Pick<Price, 'premium' | 'coverage' | 'days' | 'deductible'>;
  /** Whether each traveler but the first is a child at departure. */
  children: readonly boolean[];
  values: Values;
  draftId: string;
}) {
  const { id, product, term, price: priced, children, values, draftId } = input;
  return {
    quoteId: `QUOTE-${id}`,
    type: PRODUCTS[product].label,
    premium: approximateEth(priced.premium),
    coverage: priced.coverage,
    details: {
      ...harmlessDetails(product, values),
      startDate: `${term.start}T00:00:00.000Z`,
      endDate: `${term.end}T00:00:00.000Z`,
      duration: priced.days,
      originalPrice: priced.premium,
      deductible: priced.deductible,
      ...(children.length > 0 && { children: [...children] }),
      insuranceTypeKey: product,
    },
    currency: 'ETH' as const,
    draftId,
  };
}
export type QuoteToStore = ReturnType<typeof quoteToStore>;
