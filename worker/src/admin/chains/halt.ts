import type * as z from 'zod';
import type { ChainControls, haltRequest } from '../../../../domain/admin/controls-schema.ts';
import { HALT_INTERVAL_DAYS } from '../../../../domain/admin/controls-schema.ts';
import { DAY_SECONDS } from '../../../../domain/days.ts';
import { AppError } from '../../../../domain/errors.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import {
  currentHalt,
  guardHaltable,
  guardHalted,
  insertHalt,
  setLifted,
} from '../../settlement/books/repository.ts';
import { auditLogLine } from '../audit-log-line.ts';
import { readControls, recordedChain } from './controls.ts';

const HOUR_MS = 3_600_000;
const subjectOf = (genesis: string) => `contract:${genesis}`;

/**
 * Halts all payouts on the chain; refunds continue. 409 while a halt is in effect, and for the administrator who set one in
 * the last 7 days, so that nobody alone can stop payouts for good.
 */
export async function haltPayouts(
  ctx: AdminCtx,
  { genesis, reason, hours }: { genesis: string } & z.output<typeof haltRequest>,
): Promise<ChainControls> {
  const { genesis_hash: chainId } = recordedChain(ctx, genesis);
  const haltedAt = nowIso(ctx);
  const until = new Date(ctx.clock() + hours * HOUR_MS).toISOString();
  const since = new Date(ctx.clock() - HALT_INTERVAL_DAYS * DAY_SECONDS * 1000).toISOString();
  const halt = { chainId, adminId: ctx.admin.id, reason, haltedAt, until };
  await commit(
    ctx,
    [
      guardHaltable(ctx.db, halt, since),
      insertHalt(ctx.db, halt),
      auditLogLine(ctx, {
        action: 'chain.payouts_halted',
        subject: subjectOf(chainId),
        after: { until, reason },
      }),
    ],
    async () => {
      const halted = (await currentHalt(ctx.db, chainId, haltedAt)) !== null;
      throw new AppError(
        'conflict',
        halted
          ? 'Payouts on this network are already halted.'
          : `You halted payouts on this network in the last ${HALT_INTERVAL_DAYS} days. Another administrator can halt them now.`,
      );
    },
  );
  ctx.log.warn('payouts_halted', { chain: chainId, until });
  return readControls(ctx, chainId);
}

/** Lifts the halt. 409 when none is in effect. */
export async function liftHalt(ctx: AdminCtx, genesis: string): Promise<ChainControls> {
  const { genesis_hash: chainId } = recordedChain(ctx, genesis);
  const now = nowIso(ctx);
  const none = () => new AppError('conflict', 'Payouts on this network are not halted.');
  const halt = await currentHalt(ctx.db, chainId, now);
  if (!halt) throw none();
  const before = { until: halt.until, reason: halt.reason };
  await commit(
    ctx,
    [
      guardHalted(ctx.db, halt, now),
      setLifted(ctx.db, halt.id, { liftedAt: now, liftedBy: ctx.admin.id }),
      auditLogLine(ctx, { action: 'chain.halt_lifted', subject: subjectOf(chainId), before }),
    ],
    () => {
      throw none();
    },
  );
  ctx.log.warn('payout_halt_lifted', { chain: chainId });
  return readControls(ctx, chainId);
}
