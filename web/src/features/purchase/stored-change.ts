import { formatUnits } from '#domain/money.ts';
import type { ChangePreview } from '#domain/policy/change-schema.ts';
import { isIdentifying, storedName } from '#domain/products/forms/facts.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import type { StoredQuote } from '#web/state/purchase.ts';

/** A change as the browser keeps what it is about to pay. Its id is the change's own, so that a reload finds it again. */
export function changeToStore(preview: ChangePreview): StoredQuote | null {
  const { price, draft_id, insurance_type: product, details } = preview;
  if (price === null || draft_id === null) return null;
  const harmless = FORMS[product].fields.flatMap((field) => {
    const value = details[field.name];
    return isIdentifying(field) || value === undefined ? [] : [[storedName(field), value] as const];
  });
  return {
    quoteId: `QUOTE-${draft_id}`,
    type: PRODUCTS[product].label,
    premium: formatUnits(BigInt(price.amount), price.decimals, 4),
    coverage: preview.choices.coverage_usd,
    details: {
      ...Object.fromEntries(harmless),
      startDate: `${preview.policy_start_date}T00:00:00.000Z`,
      endDate: `${preview.policy_end_date}T00:00:00.000Z`,
      duration: price.days,
      originalPrice: price.premium_usd,
      deductible: preview.choices.deductible_usd,
      insuranceTypeKey: product,
    },
    currency: 'ETH',
    draftId: draft_id,
  };
}
