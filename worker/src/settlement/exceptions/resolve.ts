import { type Ctx, chainOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { findByGroup } from '#worker/policies/repository.ts';
import { findQuote } from '#worker/quotes/repository.ts';
import { type Exception, setStatus } from './repository.ts';
import { tellPayer, tellTwice } from './tell.ts';

/** Statements for an exception whose refund was seen in this transaction. Notifies a customer who paid twice. */
export async function resolveException(
  ctx: Ctx,
  { exception, event }: Exception,
  refundTxHash: string,
): Promise<Statement[]> {
  const change = { from: 'open', status: 'resolved', resolved_at: nowIso(ctx) } as const;
  const resolved = setStatus(ctx.db, exception.id, change);
  const quote =
    exception.reason === 'duplicate'
      ? await findQuote(ctx.db, exception.named_quote_id ?? event.quote_id)
      : null;
  const refund = { refund_tx_hash: refundTxHash };
  const first = quote && (await findByGroup(ctx.db, quote.group_id));
  if (!first) {
    const chain = chainOf(ctx, event.chain_id);
    const payment = { ...event, holder: event.wallet, amount: BigInt(event.amount ?? '0') };
    return [resolved, ...(await tellPayer(ctx, 'payment_returned', chain, payment, refund))];
  }
  const twice = { quote, tx_hash: event.tx_hash, policyId: first.policy.id };
  return [resolved, ...tellTwice(ctx, 'second_payment_returned', twice, refund)];
}

/** Statement for an exception whose refund is no longer on the chain. */
export function reopenException(ctx: Ctx, { exception }: Exception): Statement {
  return setStatus(ctx.db, exception.id, { from: 'resolved', status: 'open', resolved_at: null });
}
