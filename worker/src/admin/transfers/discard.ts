import { AppError } from '../../../../domain/errors.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { findTransfer, type TransferRow } from '../../platform/db/prepared-transfers.ts';
import { fieldError } from '../../quotes/terms.ts';
import { ended } from '../../settlement/transfers/end.ts';
import { auditLogLine } from '../audit-log-line.ts';
import { whatToDo } from './under-way.ts';

interface Discard {
  chainId: string;
  quoteId: string;
  action: TransferRow['action'];
  subject: string;
  /** Whether the administrator confirms that nobody signed it. */
  notSigned: boolean;
}

/**
 * Forgets a transfer that was handed out, so that another one can be prepared. Once it can no longer arrive there is nothing
 * to discard, and before that it takes the confirmation that nobody signed it. 409 while a transaction that was reported as
 * sending it can be included, and for a proposal, which is released with a reason.
 */
export async function discardTransfer(
  ctx: AdminCtx,
  { chainId, quoteId, action, subject, notSigned }: Discard,
): Promise<void> {
  const row = await findTransfer(ctx.db, chainId, quoteId);
  if (!row) return;
  const { until, txHash, proposal } = row;
  // Who reports a transaction has signed it. Of call data somebody may have reported a wrong one.
  if (proposal !== null || (txHash !== null && until !== null)) throw whatToDo(ctx, row);
  if (!notSigned) {
    throw fieldError('not_signed', 'Please confirm that nobody has signed or submitted it.');
  }
  await release(ctx, row, { action: `${action}_discarded`, subject, after: { not_signed: true } });
}

/** Ends a transfer on an administrator's word, which the audit log keeps. */
export async function release(
  ctx: AdminCtx,
  row: TransferRow,
  line: { action: string; subject: string; after: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { usd, until, txHash, preparedBy } = row;
  const before = { usd, until, tx_hash: txHash, prepared_by: preparedBy };
  const statements = await ended(ctx, row, { state: 'released' });
  await commit(ctx, [...statements, auditLogLine(ctx, { ...line, before })], () => {
    throw new AppError('conflict', 'This was just changed. Please review it and try again.');
  });
}
