import { passportsIn } from '../../../domain/products/forms/travelers.ts';
import { PRODUCTS } from '../../../domain/products/index.ts';
import type { Ctx } from '../platform/context.ts';
import { joinDetails } from '../quotes/details.ts';
import { boughtPolicies } from '../quotes/repository.ts';
import type { Around } from './cancellation.ts';
import { insuredDetails } from './present.ts';
import { countClaims, type PolicyRow } from './repository.ts';

/**
 * ISO time of the payment that the days of the free look count from: that of the first policy in a row of changes, or for a trip
 * the first among the wallet's policies with one of its passports and overlapping dates, whatever became of them. Neither a
 * change nor buying again starts a new free look.
 */
export async function firstPaidAt(ctx: Ctx, row: PolicyRow): Promise<string> {
  const { policy, paidAt } = row;
  if (!PRODUCTS[policy.product].trip) return row.firstPaidAt ?? paidAt;
  const ring = ctx.settings.detailsKeys;
  const passports = new Set(passportsIn(await insuredDetails(ring, row)));
  const bought = await boughtPolicies(ctx.db, policy.wallet, policy.product);
  const earlier = bought.filter(
    (each) =>
      each.policyId !== policy.id &&
      each.paidAt < paidAt &&
      each.startDate <= policy.endDate &&
      policy.startDate <= each.endDate,
  );
  const same = await Promise.all(
    earlier.map(async (each) => {
      const details = await joinDetails(ring, each);
      return passportsIn(details).some((number) => passports.has(number)) ? [each.paidAt] : [];
    }),
  );
  return [paidAt, ...same.flat()].sort()[0] ?? paidAt;
}

/** What decides about canceling a policy. */
export async function readAround(ctx: Ctx, row: PolicyRow): Promise<Around> {
  const [claims, first] = await Promise.all([countClaims(ctx.db, row.policy.id), firstPaidAt(ctx, row)]);
  return { claims, firstPaidAt: first };
}
