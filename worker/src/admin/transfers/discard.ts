import type * as z from 'zod';
import { AppError } from '#domain/errors.ts';
import type { discardQuery } from '#domain/payouts/schema.ts';
import { auditLogLine } from '#worker/admin/audit-log-line.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/commit.ts';
import { findTransfer, type TransferRow } from '#worker/platform/db/prepared-transfers.ts';
import { fieldError } from '#worker/quotes/terms.ts';
import { ended } from '#worker/settlement/transfers/end.ts';
import { whatToDo } from './under-way.ts';

interface Discard {
  chainId: string;
  quoteId: string;
  action: TransferRow['action'];
  subject: string;
  /** Whether the administrator confirms that nobody signed it. */
  not_signed: z.output<typeof discardQuery>['not_signed'];
}

/**
 * Forgets a transfer that was handed out, so that another one can be prepared. Once it can no longer arrive there is nothing
 * to discard, and before that it takes the confirmation that nobody signed it. 409 while a transaction that was reported as
 * sending it can be included, and for a proposal that waits on the chain.
 */
export async function discardTransfer(
  ctx: AdminCtx,
  { chainId, quoteId, action, subject, not_signed }: Discard,
): Promise<void> {
  const row = await findTransfer(ctx.db, chainId, quoteId);
  if (!row) return;
  const { until, tx_hash, proposal } = row;
  // Who reports a transaction has signed it. Of call data somebody may have reported a wrong one.
  if (proposal === 'pending' || (tx_hash !== null && until !== null)) throw whatToDo(ctx, row);
  if (not_signed !== 'true') {
    throw fieldError('not_signed', 'Please confirm that nobody has signed or submitted it.');
  }
  const before = { usd: row.usd, until, tx_hash, prepared_by: row.prepared_by };
  const after = { not_signed: true };
  const line = auditLogLine(ctx, { action: `${action}_discarded`, subject, before, after });
  const statements = await ended(ctx, row, { state: 'released' });
  await commit(ctx, [...statements, line], () => {
    throw new AppError('conflict', 'This was just changed. Please review it and try again.');
  });
}
