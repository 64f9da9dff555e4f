/** What a customer and the desk know of policies and claims, as a model that answers are held against. */
import type { Hex } from 'viem';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import type { Admin } from '../admin.ts';
import type { Customer } from '../harness.ts';

export type Who = 'ada' | 'eve';
export type Desk = 'hedy' | 'grace';

export interface Policy {
  id: number;
  owner: Who;
  status: 'active' | 'cancelled' | 'withdrawn';
  /** What its holder has asked for: the worker owes the premium or a part of it. */
  leaving: 'no' | 'cancellation' | 'withdrawal';
  /** When its first withdrawal was recorded. */
  withdrawnAt: string | null;
  paidUsd: number;
}

export interface Claim {
  id: number;
  policy: Policy;
  /** Claimed less the deductible of a home policy. */
  payoutUsd: number;
  status: 'pending' | 'under_review' | 'approved' | 'paid' | 'rejected';
  /** Who had decided it when a second look was asked for; null before. */
  firstDeciders: readonly Desk[] | null;
  decidedBy: Desk[];
  prepared: ReadyCall | null;
  sent: Hex | null;
}

export interface Model {
  policies: Policy[];
  claims: Claim[];
}

export interface Real {
  ada: Customer;
  eve: Customer;
  hedy: Admin;
  grace: Admin;
  /** What was done, for the message of a failure. */
  steps: string[];
  counts: Record<string, number>;
}

export const DEDUCTIBLE = 2500;

/** Payouts above these dollars are prepared by somebody who did not approve them. */
export const FOUR_EYES = 2500;

/** Whether the holder withdrew, so that nothing is decided or paid on it anymore. */
export const isVoid = ({ leaving, status }: Policy): boolean =>
  leaving === 'withdrawal' || status === 'withdrawn';

/** Statuses of a claim that are decided or paid: nothing has to happen anymore. */
export const isOver = ({ status }: Claim): boolean => status === 'paid' || status === 'rejected';
export const claimsOf = ({ claims }: Model, policy: Policy): Claim[] =>
  claims.filter((claim) => claim.policy === policy);
export const underWay = (model: Model, policy: Policy): Claim | undefined =>
  claimsOf(model, policy).find(({ prepared, status }) => prepared !== null && status === 'approved');

/** One of the list, whatever number was drawn; undefined if there is none. */
export const pick = <Item>(list: readonly Item[], drawn: number): Item | undefined =>
  list[drawn % Math.max(1, list.length)];

/** What the API says must follow; otherwise the run fails with what was done before. */
export function demand(real: Real, holds: boolean, sentence: string): void {
  if (!holds) throw new Error(`${sentence}\nafter ${real.steps.join(', ')}`);
}
