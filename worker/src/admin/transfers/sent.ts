import type * as z from 'zod';
import { conflict, fieldError } from '#domain/errors.ts';
import type { discardQuery } from '#domain/payouts/schema.ts';
import { isAnnounced } from '#domain/transfers/lifecycle.ts';
import { findTransfer, moveTransfer, type TransferRow } from '#worker/money/transfers/repository.ts';
import { type AdminCtx, chainOf } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { reply } from '#worker/platform/http/serve.ts';
import { confirmRefund } from '#worker/settlement/refunds/confirm.ts';
import { TransactionFailed, type Verified } from '#worker/settlement/registry/verify.ts';
import { ended } from '#worker/settlement/transfers/end.ts';
import { recordAct } from '#worker/told/record.ts';
import { ofRecord, type Place, whatToDo } from './under-way.ts';

/** Whether a transaction is the announcement of a payout, and not its payment. */
export const announces = (row: TransferRow, txHash: string): boolean =>
  row.method === 'announced' && (!isAnnounced(row) || (row.state === 'announced' && row.tx_hash === txHash));

/**
 * Verifies a reported transaction. Where no contract refuses a second one, it keeps which one sends what was handed out, so
 * that it is not handed out again: the desk reports a transaction before it broadcasts it. 409 if another one was reported.
 */
export async function verifySent(
  ctx: AdminCtx,
  place: Place,
  txHash: string,
  verify: () => Promise<Verified>,
): Promise<Verified> {
  try {
    const verified = await verify();
    const isRecorded = chainOf(ctx, place.chain_id).enforcedBy === 'records';
    if (verified.status === 202 && isRecorded) await noteSent(ctx, place, txHash);
    return verified;
  } catch (error) {
    if (error instanceof TransactionFailed) await noteFailed(ctx, place, txHash);
    throw error;
  }
}

async function noteSent(ctx: AdminCtx, place: Place, txHash: string): Promise<void> {
  const row = await transferAt(ctx, place);
  if (!row || row.tx_hash === txHash) return;
  if (row.tx_hash !== null) throw whatToDo(ctx, row);
  const { subject } = ofRecord(row);
  const line = recordAct(ctx, { action: 'transfer.reported', subject, after: { tx_hash: txHash } });
  await commit(ctx, [...moveTransfer(ctx.db, row, 'sent', { tx_hash: txHash }), line], async () => {
    const other = await transferAt(ctx, place);
    if (other && other.tx_hash !== txHash) throw whatToDo(ctx, other);
    return true;
  });
}

async function noteFailed(ctx: AdminCtx, place: Place, txHash: string): Promise<void> {
  const row = await transferAt(ctx, place);
  if (row?.state !== 'sent' || row.tx_hash !== txHash) return;
  await commit(ctx, moveTransfer(ctx.db, row, 'failed', { tx_hash: null }), () => false);
}

const transferAt = (ctx: AdminCtx, { chain_id, quote_id }: Place) => findTransfer(ctx.db, chain_id, quote_id);

/** What was reported of a transaction: its hash, and its block where a chain finds old ones only by it. */
interface Reported {
  transaction_hash?: string | undefined;
  block_number?: number | undefined;
}

export function hashIn({ transaction_hash: hash }: Reported): string {
  if (hash === undefined) throw fieldError('transaction_hash', 'Please enter 0x and 64 hexadecimal digits.');
  return hash.toLowerCase();
}

/** Records a refund by its transaction: 200 once its event is confirmed, 202 before. */
export async function reportRefund(
  ctx: AdminCtx,
  place: Place,
  about: { policyId: number } | { exceptionId: number },
  reported: Reported,
) {
  const txHash = hashIn(reported);
  const { block_number: at } = reported;
  return reply(await verifySent(ctx, place, txHash, () => confirmRefund(ctx, { ...about, txHash, at })));
}

type NotSigned = z.output<typeof discardQuery>['not_signed'];

/** Forgets the payout or refund that was handed out for a policy or payment, if one was. 409 if the other one is under way. */
export async function discardAt(
  ctx: AdminCtx,
  place: Place,
  kind: TransferRow['kind'],
  not_signed: NotSigned,
): Promise<void> {
  const row = await transferAt(ctx, place);
  if (!row) return;
  // Whoever may discard a refund may not discard a payout.
  if (row.kind !== kind) throw whatToDo(ctx, row);
  await discardTransfer(ctx, row, not_signed);
}

/**
 * Forgets a transfer, so that another one can be prepared. It takes the confirmation that nobody signed it. 409 while a
 * transaction that was reported as sending it can be included, and for an announced payout that waits on the chain.
 */
export async function discardTransfer(ctx: AdminCtx, row: TransferRow, not_signed: NotSigned): Promise<void> {
  const { until, tx_hash } = row;
  // Who reports a transaction has signed it. Of call data somebody may have reported a wrong one.
  if (isAnnounced(row) || (tx_hash !== null && until !== null)) throw whatToDo(ctx, row);
  if (not_signed !== 'true') {
    throw fieldError('not_signed', 'Please confirm that nobody has signed or submitted it.');
  }
  const before = { usd: row.usd, until, tx_hash, prepared_by: row.prepared_by };
  const after = { not_signed: true };
  const { kind, subject } = ofRecord(row);
  const line = recordAct(ctx, { action: `${kind}_discarded`, subject, before, after });
  await commit(
    ctx,
    [...(await ended(ctx, row, 'discarded')), line],
    conflict('This was just changed. Please review it and try again.'),
  );
}
