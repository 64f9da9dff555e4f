import { auditLogLine } from '#worker/admin/audit-log-line.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/commit.ts';
import {
  clearSent,
  findTransfer,
  guardTransfer,
  updateTransfer,
} from '#worker/platform/db/prepared-transfers.ts';
import { TransactionFailed, type Verified } from '#worker/settlement/registry/verify.ts';
import { whatToDo } from './under-way.ts';

interface Sent {
  chain: Chain;
  quote_id: string;
  txHash: string;
  subject: string;
}

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
    if (error instanceof TransactionFailed) {
      await clearSent(ctx.db, sent.chain.id, sent.quote_id, sent.txHash);
    }
    throw error;
  }
}

async function noteSent(ctx: AdminCtx, { chain, quote_id, txHash, subject }: Sent): Promise<void> {
  const row = await findTransfer(ctx.db, chain.id, quote_id);
  if (!row || row.tx_hash === txHash) return;
  if (row.tx_hash !== null) throw whatToDo(ctx, row);
  const line = auditLogLine(ctx, { action: 'transfer.reported', subject, after: { tx_hash: txHash } });
  const statements = [
    guardTransfer(ctx.db, row),
    updateTransfer(ctx.db, row, { tx_hash: txHash }),
    line,
  ] as const;
  await commit(ctx, [...statements], async () => {
    const other = await findTransfer(ctx.db, chain.id, quote_id);
    if (other && other.tx_hash !== txHash) throw whatToDo(ctx, other);
    return true;
  });
}
