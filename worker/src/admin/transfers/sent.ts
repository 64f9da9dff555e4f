import type * as z from 'zod';
import { AppError } from '#domain/errors.ts';
import type { discardQuery } from '#domain/payouts/schema.ts';
import { isAnnounced } from '#domain/transfers/lifecycle.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { findTransfer, moveTransfer, type TransferRow } from '#worker/platform/db/transfers.ts';
import { fieldError } from '#worker/quotes/terms.ts';
import { TransactionFailed, type Verified } from '#worker/settlement/registry/verify.ts';
import { ended } from '#worker/settlement/transfers/end.ts';
import { recordAct } from '#worker/told/record.ts';
import type { TransferAction } from './hand-out.ts';
import { whatToDo } from './under-way.ts';

interface Sent {
  chain: Chain;
  quote_id: string;
  txHash: string;
  subject: string;
}

/** Whether a transaction is the announcement of a payout, and not its payment. */
export const announces = (row: TransferRow, txHash: string): boolean =>
  row.method === 'announced' && (!isAnnounced(row) || (row.state === 'announced' && row.tx_hash === txHash));

/**
 * Verifies a reported transaction. Where no contract refuses a second one, it keeps which one sends what was handed out, so
 * that it is not handed out again: the desk reports a transaction before it broadcasts it. 409 if another one was reported.
 */
export async function verifySent(
  ctx: AdminCtx,
  sent: Sent,
  verify: () => Promise<Verified>,
): Promise<Verified> {
  try {
    const verified = await verify();
    if (verified.status === 202 && sent.chain.enforcedBy === 'records') await noteSent(ctx, sent);
    return verified;
  } catch (error) {
    if (error instanceof TransactionFailed) await noteFailed(ctx, sent);
    throw error;
  }
}

async function noteSent(ctx: AdminCtx, { chain, quote_id, txHash, subject }: Sent): Promise<void> {
  const row = await findTransfer(ctx.db, chain.id, quote_id);
  if (!row || row.tx_hash === txHash) return;
  if (row.tx_hash !== null) throw whatToDo(ctx, row);
  const line = recordAct(ctx, { action: 'transfer.reported', subject, after: { tx_hash: txHash } });
  await commit(ctx, [...moveTransfer(ctx.db, row, 'sent', { tx_hash: txHash }), line], async () => {
    const other = await findTransfer(ctx.db, chain.id, quote_id);
    if (other && other.tx_hash !== txHash) throw whatToDo(ctx, other);
    return true;
  });
}

async function noteFailed(ctx: AdminCtx, { chain, quote_id, txHash }: Sent): Promise<void> {
  const row = await findTransfer(ctx.db, chain.id, quote_id);
  if (row?.state !== 'sent' || row.tx_hash !== txHash) return;
  await commit(ctx, moveTransfer(ctx.db, row, 'failed', { tx_hash: null }), () => false);
}

interface Discard {
  chainId: string;
  quoteId: string;
  action: TransferAction;
  subject: string;
  /** Whether the administrator confirms that nobody signed it. */
  not_signed: z.output<typeof discardQuery>['not_signed'];
}

/**
 * Forgets a transfer that was handed out, so that another one can be prepared. Once it can no longer arrive there is nothing
 * to discard, and before that it takes the confirmation that nobody signed it. 409 while a transaction that was reported as
 * sending it can be included, and for an announced payout that waits on the chain.
 */
export async function discardTransfer(
  ctx: AdminCtx,
  { chainId, quoteId, action, subject, not_signed }: Discard,
): Promise<void> {
  const row = await findTransfer(ctx.db, chainId, quoteId);
  if (!row) return;
  const { until, tx_hash } = row;
  // Who reports a transaction has signed it. Of call data somebody may have reported a wrong one.
  if (isAnnounced(row) || (tx_hash !== null && until !== null)) throw whatToDo(ctx, row);
  if (not_signed !== 'true') {
    throw fieldError('not_signed', 'Please confirm that nobody has signed or submitted it.');
  }
  const before = { usd: row.usd, until, tx_hash, prepared_by: row.prepared_by };
  const after = { not_signed: true };
  const line = recordAct(ctx, { action: `${action}_discarded`, subject, before, after });
  const statements = await ended(ctx, row, 'discarded');
  await commit(ctx, [...statements, line], () => {
    throw new AppError('conflict', 'This was just changed. Please review it and try again.');
  });
}
