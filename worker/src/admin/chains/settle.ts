import type { ChainControls } from '../../../../domain/admin/controls-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { guardMovement, movementById, settleMovement } from '../../settlement/movements/repository.ts';
import { auditLogLine } from '../audit-log-line.ts';
import { changedSince } from '../seen.ts';
import { readControls, recordedChain } from './controls.ts';

/**
 * Settles a movement that nothing explains, with what came of it as a note. It stays a difference of the audit. Repeating
 * it changes nothing.
 */
export async function settleOpenMovement(
  ctx: AdminCtx,
  { genesis, id, text }: { genesis: string; id: number; text: string },
): Promise<ChainControls> {
  const { genesis_hash: chainId } = recordedChain(ctx, genesis);
  const row = await movementById(ctx.db, chainId, id);
  if (!row) throw new AppError('not_found', 'There is no such movement.');
  if (row.meaning !== null) throw new AppError('conflict', 'This movement already has an explanation.');
  if (row.settledAt !== null) return readControls(ctx, chainId);
  const { blockNumber, txHash, free, reserved } = row;
  await commit(
    ctx,
    [
      guardMovement(ctx.db, row),
      settleMovement(ctx.db, row, { settledAt: nowIso(ctx), settledBy: ctx.admin.id, note: text }),
      auditLogLine(ctx, {
        action: 'chain.movement_settled',
        subject: `contract:${chainId}`,
        after: { movement: id, block: blockNumber, tx_hash: txHash, free, reserved, note: text },
      }),
    ],
    () => {
      throw changedSince('movement');
    },
  );
  return readControls(ctx, chainId);
}
