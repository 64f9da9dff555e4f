import { formatUsd } from '../../../../domain/money.ts';
import { policyNumber } from '../../../../domain/policy/lifecycle.ts';
import type { WalletCtx } from '../../platform/context.ts';
import { recentPayments } from './repository.ts';

/** The actor's latest payments, newest first. */
export async function recentPaymentsOf(ctx: WalletCtx, limit: number) {
  const rows = await recentPayments(ctx.db, ctx.actor.wallet, limit);
  return rows.map(({ payment, currency, policyId, premiumUsd }) => ({
    id: `payment:${payment.id}`,
    type: 'payment' as const,
    action: payment.status === 'confirmed' ? 'Premium paid' : 'Payment sent',
    description: `${formatUsd(premiumUsd)} in ${currency} for ${policyNumber(policyId)}`,
    timestamp: payment.blockTime,
  }));
}
