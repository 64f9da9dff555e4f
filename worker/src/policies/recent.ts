import { policyNumber } from '../../../domain/policy/lifecycle.ts';
import { PRODUCTS } from '../../../domain/products/index.ts';
import type { WalletCtx } from '../platform/context.ts';
import { countOwn, type PolicyEvent, recentEvents } from './repository.ts';

const ACTIONS: Readonly<Record<PolicyEvent['kind'], string>> = {
  opened: 'Policy purchased',
  confirmed: 'Purchase confirmed by the network',
  activated: 'Policy activated',
  orphaned: 'Change taken back by the network',
  reappeared: 'Purchase confirmed again by the network',
  payment_replaced: 'Another payment took the place of a lost one',
  rejected: 'Policy rejected, premium refunded',
  cancelled: 'Policy cancelled, premium refunded',
  claim_paid: 'Claim paid',
  payment_owed: 'Payment waiting to be collected',
  owed_paid: 'Payment collected',
  holder_changed: 'Policy moved to another wallet',
  cancellation_requested: 'Cancellation requested',
  beneficiary_changed: 'Beneficiary changed',
  contact_changed: 'Contact details changed',
};

export const countPolicies = (ctx: WalletCtx): Promise<number> => countOwn(ctx.db, ctx.actor.wallet);

/** What happened last to the actor's policies, newest first. */
export async function recentPolicyEvents(ctx: WalletCtx, limit: number) {
  const rows = await recentEvents(ctx.db, ctx.actor.wallet, limit);
  return rows.map(({ id, kind, at, policyId, product }) => ({
    id: `policy:${id}`,
    type: 'policy' as const,
    action: ACTIONS[kind],
    description: `${policyNumber(policyId)}, ${PRODUCTS[product].label}`,
    timestamp: at,
  }));
}
