import { AppError } from '#domain/errors.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { awaitTransaction } from '#worker/settlement/reported/await.ts';
import {
  dropReported,
  dueReported,
  postponeReported,
  purgeReported,
  type ReportedTransaction,
} from '#worker/settlement/reported/repository.ts';
import { settleTransaction } from './settle.ts';

const AT_ONCE = 50;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 10 * 60_000;
/** A transaction not mined after this long is left to the scan. */
const REPORTED_MS = 48 * 3_600_000;

/** Looks for reported transactions that the chain didn't show, at growing intervals. */
export async function followReported(ctx: Ctx, chain: Chain): Promise<void> {
  for (const reported of await dueReported(ctx.db, chain.id, nowIso(ctx), AT_ONCE))
    await follow(ctx, chain, reported);
}

async function follow(ctx: Ctx, chain: Chain, reported: ReportedTransaction): Promise<void> {
  const verdict = await settleTransaction(ctx, chain, reported.tx_hash, reported.block_number ?? undefined);
  if (verdict !== 'unknown' && verdict !== 'waiting') {
    await dropReported(ctx.db, chain.id, reported.tx_hash);
    return;
  }
  const wait = Math.min(FIRST_WAIT_MS * 2 ** reported.attempts, LONGEST_WAIT_MS);
  await postponeReported(ctx.db, reported, new Date(ctx.clock() + wait).toISOString());
  try {
    await awaitTransaction(ctx, chain, reported, verdict);
  } catch (error) {
    // It can no longer appear, and its reported is deleted.
    if (!(error instanceof AppError)) throw error;
  }
}

/** Forgets old reports. Their quotes have long expired, so what was reported can buy nothing anymore. */
export async function purgeOldReported(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock() - REPORTED_MS).toISOString();
  await purgeReported(ctx.db, before, nowIso(ctx));
}
