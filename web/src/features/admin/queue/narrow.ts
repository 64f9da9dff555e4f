/** Narrowing the queue by what its items are about. */
import { AMOUNTS, type AmountKey } from '#domain/admin/list.ts';
import type { QueueItem } from '#domain/admin/records-schema.ts';
import { FLAG_FILTER } from '#web/features/admin/claims/display.ts';
import { AMOUNT_FILTER, PRODUCT_FILTER } from '#web/features/admin/kit/filters-of.ts';

export const NARROWING = [PRODUCT_FILTER, AMOUNT_FILTER, FLAG_FILTER];

/** Chosen values by the name of their filter. */
export type Narrow = Readonly<Record<string, string>>;

/** Of an address those of these filters that have a value. */
export const narrowOf = (search: Readonly<Record<string, unknown>>): Narrow =>
  Object.fromEntries(
    NARROWING.flatMap(({ key, options = [] }) => {
      const found = options.find(({ value }) => value === search[key]);
      return found ? [[key, found.value]] : [];
    }),
  );

/** Whether an item is what the filters ask for. One without a product or an amount is in none of them. */
export function isWithin({ product, amount_usd: usd, flags }: QueueItem, narrow: Narrow): boolean {
  const { policy_type: type, amount, flag } = narrow;
  if (type !== undefined && product !== type) return false;
  if (flag !== undefined && !flags.some((one) => one === flag)) return false;
  if (amount === undefined) return true;
  const { over, to } = AMOUNTS[amount as AmountKey];
  return usd !== null && usd > over && usd <= to;
}
