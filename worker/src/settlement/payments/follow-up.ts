import { AppError } from '../../../../domain/errors.ts';
import type { Chain } from '../../platform/chain/chain.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { awaitTransaction } from '../hints/await.ts';
import {
  dropHints,
  dueHints,
  failOldHints,
  type HintRow,
  postponeHint,
  purgeHints,
} from '../hints/repository.ts';
import { settleTransaction } from './settle.ts';

const AT_ONCE = 50;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 10 * 60_000;
/** A transaction not mined after this long is left to the scan. */
const HINT_MS = 48 * 3_600_000;

/** Looks for reported transactions that the chain didn't show, at growing intervals. */
export async function followHints(ctx: Ctx, chain: Chain): Promise<void> {
  for (const hint of await dueHints(ctx.db, chain.id, nowIso(ctx), AT_ONCE)) await follow(ctx, chain, hint);
}

async function follow(ctx: Ctx, chain: Chain, hint: HintRow): Promise<void> {
  const verdict = await settleTransaction(ctx, chain, hint.txHash, hint.blockNumber ?? undefined);
  if (verdict !== 'unknown' && verdict !== 'waiting') {
    await dropHints(ctx.db, chain.id, hint.txHash);
    return;
  }
  const wait = Math.min(FIRST_WAIT_MS * 2 ** hint.attempts, LONGEST_WAIT_MS);
  await postponeHint(ctx.db, hint, new Date(ctx.clock() + wait).toISOString());
  try {
    await awaitTransaction(ctx, chain, hint, verdict);
  } catch (error) {
    // It can no longer appear, and its hint is deleted.
    if (!(error instanceof AppError)) throw error;
  }
}

/** Forgets old reports. Their quotes have long expired, so what was reported can buy nothing any more. */
export async function purgeOldHints(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock() - HINT_MS).toISOString();
  await failOldHints(ctx.db, before, nowIso(ctx));
  await purgeHints(ctx.db, before);
}
