import { formatUsd } from '#domain/money.ts';
import { PRODUCTS, type ProductKey } from './index.ts';
import type { Choice, TariffRow } from './product.ts';

/** The tariff's row for a choice; null if the product isn't sold that way. */
export function tariffRow(product: ProductKey, { coverage, deductible }: Choice): TariffRow | null {
  const { tariff } = PRODUCTS[product];
  return tariff.find((row) => row.coverage === coverage && row.deductible === deductible) ?? null;
}

/** Each level of one part of the choice, rising. Every level of cover comes with every deductible. */
export function levels(product: ProductKey, part: keyof Choice): number[] {
  const values = PRODUCTS[product].tariff.map((row) => row[part]);
  return [...new Set(values)].sort((a, b) => a - b);
}

/** '$2,500', or 'None'. */
export const formatDeductible = (usd: number): string => (usd > 0 ? formatUsd(usd) : 'None');
