import { type Ctx, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { findByGroup } from '../../policies/repository.ts';
import { findQuote } from '../../quotes/repository.ts';
import { type ExceptionRow, setExceptionStatus } from './repository.ts';
import { tellRefunded } from './tell.ts';

/** Statements for an exception whose refund was seen, in this transaction; a customer who paid twice is told. */
export async function resolveException(
  ctx: Ctx,
  exception: ExceptionRow,
  refundTxHash: string,
): Promise<Statement[]> {
  const { id, reason, quoteId, txHash } = exception;
  const change = { from: 'open', status: 'resolved', resolvedAt: nowIso(ctx) } as const;
  const resolved = setExceptionStatus(ctx.db, id, change);
  const quote = reason === 'duplicate' ? await findQuote(ctx.db, quoteId) : null;
  const first = quote && (await findByGroup(ctx.db, quote.groupId));
  if (!first) return [resolved];
  return [resolved, ...(await tellRefunded(ctx, { quote, txHash, policyId: first.policy.id }, refundTxHash))];
}

/** Statement for an exception whose refund is no longer part of the chain. */
export function reopenException(ctx: Ctx, { id }: ExceptionRow): Statement {
  return setExceptionStatus(ctx.db, id, { from: 'resolved', status: 'open', resolvedAt: null });
}
