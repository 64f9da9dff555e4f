import { formatUsd } from '#domain/money.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { allExceptions, stateOf } from '#worker/settlement/exceptions/repository.ts';
import { moneyOf, recentPayments } from './repository.ts';

/** The actor's latest payments, newest first. */
export async function recentPaymentsOf(ctx: WalletCtx, limit: number) {
  const rows = await recentPayments(ctx.db, ctx.actor.wallet, limit);
  return rows.map(({ payment, currency, policyId, premium_usd }) => ({
    id: `payment:${payment.id}`,
    type: 'payment' as const,
    action: payment.status === 'confirmed' ? 'Premium paid' : 'Payment sent',
    description: `${formatUsd(premium_usd)} in ${currency} for ${policyNumber(policyId)}`,
    timestamp: payment.block_time,
  }));
}

/** The actor's payments, those without a policy, and the transactions the actor reported. */
export async function exportPayments(ctx: WalletCtx) {
  const { wallet } = ctx.actor;
  const [{ payments, reported }, exceptions] = await Promise.all([
    moneyOf(ctx.db, wallet),
    allExceptions(ctx.db, wallet),
  ]);
  return {
    payments: payments.map(({ event, currency }) => ({
      ...exportEvent(event),
      currency,
      status: event.status,
    })),
    exceptions: exceptions.map(({ exception, event }) => ({
      ...exportEvent(event),
      reason: exception.reason,
      detail: exception.detail,
      status: stateOf({ exception, event }),
    })),
    reported: reported.map(({ chain_id, tx_hash, created_at }) => ({
      chain_id,
      tx_hash,
      reported_at: created_at,
    })),
  };
}

const exportEvent = ({ quote_id, chain_id, tx_hash, amount, block_time }: ChainEventRow) => ({
  quote_id,
  chain_id,
  tx_hash,
  amount,
  paid_at: block_time,
});
