import { AppError } from '../../../../domain/errors.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { findTransfer } from '../../platform/db/prepared-transfers.ts';
import { fieldError } from '../../quotes/terms.ts';
import { audit } from '../audit.ts';
import { deleteTransfer, guardTransfer } from './repository.ts';
import { whatToDo } from './under-way.ts';

interface Discard {
  chainId: string;
  quoteId: string;
  action: 'claim.payout' | 'policy.refund' | 'exception.refund';
  subject: string;
  /** Whether the administrator confirms that nobody signed it. */
  notSigned: boolean;
}

/**
 * Forgets a transfer that was handed out, so that another one can be prepared. Once it can no longer arrive there is nothing
 * to discard, and before that it takes the confirmation that nobody signed it. 409 while a transaction that was reported as
 * sending it can be included.
 */
export async function discardTransfer(
  ctx: AdminCtx,
  { chainId, quoteId, action, subject, notSigned }: Discard,
): Promise<void> {
  const now = nowIso(ctx);
  const row = await findTransfer(ctx.db, chainId, quoteId, now);
  if (!row) return;
  const { usd, until, txHash, preparedBy } = row;
  // Who reports a transaction has signed it. Of call data somebody may have reported a wrong one.
  if (txHash !== null && until !== null) throw whatToDo(ctx, row);
  if (!notSigned) {
    throw fieldError('not_signed', 'Please confirm that nobody has signed or submitted it.');
  }
  const before = { usd, until, tx_hash: txHash, prepared_by: preparedBy };
  await commit(
    ctx,
    [
      guardTransfer(ctx.db, row, now),
      deleteTransfer(ctx.db, row),
      audit(ctx, { action: `${action}_discarded`, subject, before, after: { not_signed: true } }),
    ],
    () => {
      throw new AppError('conflict', 'This has changed meanwhile. Please look at it again.');
    },
  );
  ctx.log.warn('transfer_discarded', { chain: chainId, quote: quoteId });
}
