import type * as z from 'zod';
import * as policyApi from '#domain/policy/api.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { addYears, dayOf, formatDay, formatUsDay, parseDay } from '../../../domain/days.ts';
import { AppError } from '../../../domain/errors.ts';
import { isRenewed, policyNumber, statusAt } from '../../../domain/policy/lifecycle.ts';
import { RENEWAL_DAYS, type renewAnswer } from '../../../domain/policy/service-schema.ts';
import { offeredChoice } from '../../../domain/products/offer.ts';
import { draftRequest } from '../../../domain/quote/schema.ts';
import type { WalletCtx } from '../platform/context.ts';
import { keepDraft } from '../quotes/draft.ts';
import { successorOf } from './cancellation.ts';
import { ownPolicy } from './own.ts';
import { insuredDetails } from './present.ts';
import { findCancellation, type PolicyRow } from './repository.ts';

/** First UTC day number on which the policy can be renewed; never before its cover begins. */
export function renewableFrom({ policy }: Pick<PolicyRow, 'policy'>): number {
  return Math.max(parseDay(policy.startDate) ?? 0, endDay(policy.endDate) - RENEWAL_DAYS);
}

function endDay(endDate: string): number {
  const day = parseDay(endDate);
  if (day === null) throw new RangeError('A stored policy ends on no real day');
  return day;
}

/** A sentence that says why the policy can't be renewed on the UTC day of `now`, or null if it can. */
function renewalProblem(row: PolicyRow, canceling: boolean, now: number): string | null {
  if (!isRenewed(row.policy.product)) return 'A trip is not renewed. Please ask for a new quote instead.';
  const status = statusAt(row.policy.status, row.policy.endDate, now);
  if (status === 'cancelled') return 'This policy was canceled. Please ask for a new quote instead.';
  if (row.policy.withdrawnAt !== null) return 'You withdrew from this policy, so it cannot be renewed.';
  if (status === 'rejected') return 'This policy was not accepted, so it cannot be renewed.';
  if (status === 'pending') return 'This policy is still under review. It can be renewed once it is active.';
  const successor = successorOf(row);
  if (successor !== null) return `${policyNumber(successor.id)} replaced this policy. Please renew that one.`;
  if (canceling) return 'You have asked to cancel this policy. Please ask for a new quote instead.';
  const today = dayOf(now);
  const from = renewableFrom(row);
  if (today < from) return `This policy can be renewed from ${formatUsDay(from)}.`;
  if (today > endDay(row.policy.endDate) + RENEWAL_DAYS) {
    return `This policy ended more than ${RENEWAL_DAYS} days ago. Please ask for a new quote instead.`;
  }
  return null;
}

/** The next term, of the same length. It starts today if the old one is over. */
function followingTerm({ policy }: PolicyRow, now: number) {
  const [first, last] = [parseDay(policy.startDate) ?? 0, endDay(policy.endDate)];
  const start = Math.max(last + 1, dayOf(now));
  const end = addYears(first, 1) === last ? addYears(start, 1) : start + (last - first);
  return { policy_start_date: formatDay(start), policy_end_date: formatDay(end) };
}

/** A filled-in draft for the next term. 409 if the policy can't be renewed now. */
export async function renewPolicy(ctx: WalletCtx, id: number): Promise<z.output<typeof renewAnswer>> {
  const draft = await keepDraft(ctx, async () => {
    const row = await ownPolicy(ctx, id);
    const canceling = (await findCancellation(ctx.db, id)) !== null;
    const problem = renewalProblem(row, canceling, ctx.clock());
    if (problem !== null) throw new AppError('conflict', problem);
    const details = await insuredDetails(ctx.settings.detailsKeys, row);
    const { product, coverageUsd: coverage } = row.policy;
    const kept = offeredChoice(product, { coverage, deductible: row.quote.deductibleUsd });
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
    policy_start_date: draft.startDate,
    policy_end_date: draft.endDate,
  };
}

export const renewPolicyCall = serve(policyApi.renewPolicy, (ctx, { id }) => renewPolicy(ctx, id));
