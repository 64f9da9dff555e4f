import type { Chain } from '../../platform/chain/chain.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { findTransfer } from '../../platform/db/prepared-transfers.ts';
import { TransactionFailed, type Verified } from '../../settlement/registry/verify.ts';
import { audit } from '../audit.ts';
import { clearSent, guardTransfer, setSent } from './repository.ts';
import { whatToDo } from './under-way.ts';

interface Sent {
  chain: Chain;
  quoteId: string;
  txHash: string;
  subject: string;
}

/**
 * Verifies a reported transaction, and keeps which one sends the transfer that was handed out, so that it is not handed out
 * again. The desk reports a transaction before it broadcasts it: 409 if another one was reported.
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
      await clearSent(ctx.db, { chainId: sent.chain.id, quoteId: sent.quoteId }, sent.txHash);
    }
    throw error;
  }
}

async function noteSent(ctx: AdminCtx, { chain, quoteId, txHash, subject }: Sent): Promise<void> {
  const now = nowIso(ctx);
  const row = await findTransfer(ctx.db, chain.id, quoteId, now);
  if (!row || row.txHash === txHash) return;
  if (row.txHash !== null) throw whatToDo(ctx, row);
  const line = audit(ctx, { action: 'transfer.reported', subject, after: { tx_hash: txHash } });
  await commit(ctx, [guardTransfer(ctx.db, row, now), setSent(ctx.db, row, txHash), line], async () => {
    const other = await findTransfer(ctx.db, chain.id, quoteId, now);
    if (other && other.txHash !== txHash) throw whatToDo(ctx, other);
    return true;
  });
}
