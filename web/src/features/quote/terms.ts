import { REFERENCE_RATES } from '#domain/currencies.ts';
import { formatDay } from '#domain/days.ts';
import { formatUnits, usdToUnits } from '#domain/money.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import type { Price } from '#domain/quote/pricing.ts';
import { harmlessDetails } from './form-fields.ts';

/** A premium's approximate ETH amount at the reference rate, with 4 decimals. For display only. */
export function approximateEth(premiumUsd: number): string {
  return formatUnits(usdToUnits(BigInt(premiumUsd) * 100n, REFERENCE_RATES.ETH ?? '2000', 18, 'up'), 18, 4);
}

/** The specification's `quoteData`. */
export function quoteToStore(input: {
  product: ProductKey;
  term: { start: number; end: number };
  price: Price;
  /** Whether each traveler but the first is a child at departure. */
  children: readonly boolean[];
  values: Readonly<Record<string, string | number | undefined>>;
  draftId: string;
  now: number;
}) {
  const { product, term, price: priced, children, values, draftId, now } = input;
  return {
    quoteId: `QUOTE-${now}`,
    type: PRODUCTS[product].label,
    premium: approximateEth(priced.premium),
    coverage: priced.coverage,
    details: {
      ...harmlessDetails(product, values),
      startDate: `${formatDay(term.start)}T00:00:00.000Z`,
      endDate: `${formatDay(term.end)}T00:00:00.000Z`,
      duration: priced.days,
      originalPrice: priced.premium,
      deductible: priced.deductible,
      ...(children.length > 0 ? { children: [...children] } : {}),
      insuranceTypeKey: product,
    },
    currency: 'ETH' as const,
    draftId,
  };
}
export type QuoteToStore = ReturnType<typeof quoteToStore>;
