import { type Ctx, nowIso } from '../context.ts';
import type { Statement } from '../db/client.ts';
import { type ExceptionRow, exceptionById, exceptionOfQuote, setExceptionStatus } from './repository.ts';

export type { ExceptionRow };

/** The payment of this quote that became no policy, if there is one whose block is part of the chain. */
export function findException(ctx: Ctx, quoteId: string): Promise<ExceptionRow | null> {
  return exceptionOfQuote(ctx.db, quoteId);
}

export function getException(ctx: Ctx, id: number): Promise<ExceptionRow | null> {
  return exceptionById(ctx.db, id);
}

/** Statement for an exception whose refund was seen. */
export function resolveException(ctx: Ctx, { id }: ExceptionRow): Statement {
  return setExceptionStatus(ctx.db, id, { from: 'open', status: 'resolved', resolvedAt: nowIso(ctx) });
}

/** Statement for an exception whose refund is no longer part of the chain. */
export function reopenException(ctx: Ctx, { id }: ExceptionRow): Statement {
  return setExceptionStatus(ctx.db, id, { from: 'resolved', status: 'open', resolvedAt: null });
}
