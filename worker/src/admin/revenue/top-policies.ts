import { changeOf, worthOf } from '#domain/admin/figures.ts';
import * as adminRevenueApi from '#domain/admin/revenue-api.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readTopPolicies } from './repository.ts';

const SHOWN = 5;
/** Policies looked at: one whose payment isn't confirmed has no premium yet. */
const LOOKED_AT = 20;

/** The highest premiums that were paid and not refunded, each against the average of its product. */
export const listTopPolicies = serve(adminRevenueApi.listTopPolicies, async (ctx) => {
  const { paid, averages } = await readTopPolicies(ctx.db, LOOKED_AT);
  const top = [...paid].sort((a, b) => b.usdCents - a.usdCents || (b.policyId ?? 0) - (a.policyId ?? 0));
  return top.slice(0, SHOWN).flatMap(({ policyId, product, usdCents, gwei }) => {
    const key = PRODUCT_KEYS.find((each) => each === product);
    if (policyId === null || !key) return [];
    const { count, value } = averages.of('premium', { product });
    // Against the average: both sides times the number of premiums, which keeps them whole.
    const change = changeOf(usdCents * count, value);
    return {
      policy_id: policyId,
      name: `${policyNumber(policyId)} · ${PRODUCTS[key].label}`,
      amount: worthOf({ value: usdCents, gwei }),
      change,
      changeType: usdCents * count < value ? ('decrease' as const) : ('increase' as const),
    };
  });
});
