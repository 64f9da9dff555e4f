import { type Ctx, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { policyOfGroup } from '../../policies/group.ts';
import { quoteOfEvent } from '../../quotes/find.ts';
import { type ExceptionRow, exceptionById, exceptionOfQuote, setExceptionStatus } from './repository.ts';
import { tellRefunded } from './tell.ts';

export type { ExceptionRow };

/** The payment of this quote that became no policy, if there is one whose block is part of the chain. */
export function findException(ctx: Ctx, quoteId: string): Promise<ExceptionRow | null> {
  return exceptionOfQuote(ctx.db, quoteId);
}

export function getException(ctx: Ctx, id: number): Promise<ExceptionRow | null> {
  return exceptionById(ctx.db, id);
}

/** Statements for an exception whose refund was seen, in this transaction; a customer who paid twice is told. */
export async function resolveException(
  ctx: Ctx,
  exception: ExceptionRow,
  refundTxHash: string,
): Promise<Statement[]> {
  const { id, reason, quoteId, txHash } = exception;
  const change = { from: 'open', status: 'resolved', resolvedAt: nowIso(ctx) } as const;
  const resolved = setExceptionStatus(ctx.db, id, change);
  const quote = reason === 'duplicate' ? await quoteOfEvent(ctx, quoteId) : null;
  const first = quote && (await policyOfGroup(ctx, quote.groupId));
  if (!first) return [resolved];
  return [resolved, ...(await tellRefunded(ctx, { quote, txHash, policyId: first.policy.id }, refundTxHash))];
}

/** Statement for an exception whose refund is no longer part of the chain. */
export function reopenException(ctx: Ctx, { id }: ExceptionRow): Statement {
  return setExceptionStatus(ctx.db, id, { from: 'resolved', status: 'open', resolvedAt: null });
}
