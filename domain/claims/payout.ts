/** What of a claim is paid. */

/** What a claim asks for, in US cents, and the deductible that it was made with, in whole US dollars. */
export interface ClaimedLoss {
  amount_cents: number;
  deductible_usd: number;
  /** Whole US dollars that were paid for the same loss before, where the claim is a second look at what was not. */
  paid_before_usd?: number;
}

/** Premium paid and premium due for an insured person, in whole US dollars. */
export interface PaidShare {
  paid: number;
  due: number;
}

/**
 * What a person's premium was and should have been, when they were sold as a child and were none; null if it was right. The
 * first person always pays the whole premium.
 */
export function underpaid(shares: readonly number[], person: number): PaidShare | null {
  const [due, paid] = [shares[0] ?? 0, shares[person - 1] ?? 0];
  return paid < due ? { paid, due } : null;
}

/**
 * A claim less its deductible, in whole US dollars, which is what the registry counts: cents are rounded up, but never above the
 * claim. 0 or less if it doesn't exceed the deductible.
 */
export const netOf = (loss: Pick<ClaimedLoss, 'amount_cents' | 'deductible_usd'>): number =>
  // A deductible is at least a dollar, so that rounding up stays below the claim.
  (loss.deductible_usd > 0 ? Math.ceil : Math.floor)(loss.amount_cents / 100) - loss.deductible_usd;

/**
 * The suggested payout of a claim: min(claim − deductible, remaining cover), in whole US dollars, never below 0.
 * It is reduced in proportion where less premium was paid than due: the whole loss is, and what was paid before counts.
 * @param remainingUsd whole US dollars of cover left
 */
export function suggestedPayout(
  loss: ClaimedLoss,
  remainingUsd: number,
  share: PaidShare | null = null,
): number {
  const payout = Math.max(0, Math.min(netOf(loss), remainingUsd));
  if (share === null) return payout;
  const { paid_before_usd = 0 } = loss;
  return Math.max(0, Math.floor(((payout + paid_before_usd) * share.paid) / share.due) - paid_before_usd);
}
