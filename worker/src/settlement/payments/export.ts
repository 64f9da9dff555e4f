import type { WalletCtx } from '../../platform/context.ts';
import { moneyOf } from './repository.ts';

/** What the actor paid, what of it became no policy, and the transactions that the actor told us of. */
export async function exportPayments(ctx: WalletCtx) {
  const { payments, exceptions, hints } = await moneyOf(ctx.db, ctx.actor.wallet);
  return {
    payments: payments.map((row) => ({
      quote_id: row.quoteId,
      chain_id: row.chainId,
      tx_hash: row.txHash,
      currency: row.currency,
      amount: row.amount,
      status: row.status,
      paid_at: row.blockTime,
    })),
    exceptions: exceptions.map((row) => ({
      reason: row.reason,
      detail: row.detail,
      quote_id: row.quoteId,
      chain_id: row.chainId,
      tx_hash: row.txHash,
      amount: row.amount,
      status: row.status,
      paid_at: row.blockTime,
    })),
    reported: hints.map(({ chainId, txHash, createdAt }) => ({
      chain_id: chainId,
      tx_hash: txHash,
      reported_at: createdAt,
    })),
  };
}
