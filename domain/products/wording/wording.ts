import { formatUsd } from '../../money.ts';
import type { ProductKey } from '../index.ts';
import type { Product } from '../product.ts';

/** What is covered and how, in plain words. Its hash is part of every quote, so a text never changes under its version. */
export interface Wording {
  version: string;
  product: ProductKey;
  covered: readonly string[];
  notCovered: readonly string[];
  limits: readonly string[];
  claimNeeds: readonly string[];
  cancellation: readonly string[];
}

export const CANCELLATION = [
  'Within 14 days of buying you get the whole premium back, if the cover has not begun or the term is at least 30 days, and you have made no claim.',
  'After that you get back the premium for the whole days that are left, in the currency you paid with.',
  'While a claim is open the policy cannot be cancelled, and after a payout nothing is refunded.',
  'You stay covered until the refund has been paid on chain.',
];

export function limits({ coverage, deductible }: Product, ...more: string[]): readonly string[] {
  return [
    `We pay up to ${formatUsd(coverage)} in all during the term.`,
    deductible > 0
      ? `You bear the first ${formatUsd(deductible)} of each claim (the deductible).`
      : 'There is no deductible: we pay from the first dollar.',
    ...more,
  ];
}
