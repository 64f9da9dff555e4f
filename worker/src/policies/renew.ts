import { addYears, dayOf, formatDay, parseDay } from '#domain/days.ts';
import { conflict } from '#domain/errors.ts';
import * as policyApi from '#domain/policy/api.ts';
import { isRenewed } from '#domain/policy/lifecycle.ts';
import { renewalProblem } from '#domain/policy/possible.ts';
import { renewableFrom } from '#domain/policy/renewal.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { offeredChoice } from '#domain/products/offer.ts';
import { draftRequest } from '#domain/quote/schema.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { keepDraft } from '#worker/quotes/draft.ts';
import { ownPolicy } from './own.ts';
import { insuredDetails, standingOf } from './present.ts';
import type { PolicyRow } from './repository.ts';

/** The next term, of the same length. It starts today if the old one is over. */
function followingTerm({ policy }: PolicyRow, now: number) {
  const [first, last] = [parseDay(policy.start_date) ?? 0, parseDay(policy.end_date) ?? 0];
  const start = Math.max(last + 1, dayOf(now));
  const end = addYears(first, 1) === last ? addYears(start, 1) : start + (last - first);
  return { policy_start_date: formatDay(start), policy_end_date: formatDay(end) };
}

/** A filled-in draft for the next term. 409 if the policy can't be renewed now. */
export const renewPolicy = serve(policyApi.renewPolicy, async (ctx, { id }) => {
  const draft = await keepDraft(ctx, async () => {
    const row = await ownPolicy(ctx, id);
    const problem = renewalProblem(standingOf(row, ctx.clock()));
    if (problem !== null) throw conflict(problem);
    const details = await insuredDetails(ctx.settings.detailsKeys, row);
    const { product, coverage_usd: coverage } = row.policy;
    const kept = offeredChoice(product, { coverage, deductible: row.quote.deductible_usd });
    const choices = { coverage_usd: kept.coverage, deductible_usd: kept.deductible };
    return draftRequest.parse({
      insurance_type: product,
      details,
      choices,
      ...followingTerm(row, ctx.clock()),
    });
  });
  return {
    draft_id: draft.id,
    insurance_type: draft.product,
    policy_start_date: draft.start_date,
    policy_end_date: draft.end_date,
  };
});

/** From when and whether a policy can be renewed at `now` (milliseconds). */
export function renewalOf(
  row: PolicyRow,
  now: number,
): Pick<PolicyDetailAnswer, 'renewable_from' | 'renewable'> {
  const standing = standingOf(row, now);
  return {
    renewable_from: isRenewed(standing.product) ? formatDay(renewableFrom(standing)) : null,
    renewable: renewalProblem(standing) === null,
  };
}
