import { AppError } from '../../../../domain/errors.ts';
import type { Chain } from '../../platform/chain/chain.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { isConfirmed } from '../ledger/blocks.ts';
import { confirmPayment } from './confirm.ts';
import { awaitTransaction } from './hint.ts';
import { stillStanding } from './reorganization.ts';
import { dropHints, dueHints, type HintRow, postponeHint, purgeHints, unconfirmed } from './repository.ts';
import { settleTransaction } from './settle.ts';

const AT_ONCE = 50;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 10 * 60_000;
/** A transaction that nobody has mined after this long is left to the scan. */
const HINT_MS = 48 * 3_600_000;

/** Confirms payments that are deep enough by now and shown in the very block that is recorded. */
export async function confirmPayments(ctx: Ctx, chain: Chain): Promise<void> {
  const waiting = await unconfirmed(ctx.db, chain.id, AT_ONCE);
  if (waiting.length === 0) return;
  const head = await chain.head();
  for (const payment of await stillStanding(ctx, chain, waiting, head)) {
    if (isConfirmed(chain, payment.blockNumber, head)) await confirmPayment(ctx, payment);
  }
}

/** Looks for transactions that wallets reported before the chain showed them, ever less often. */
export async function followHints(ctx: Ctx, chain: Chain): Promise<void> {
  for (const hint of await dueHints(ctx.db, chain.id, nowIso(ctx), AT_ONCE)) await follow(ctx, chain, hint);
}

async function follow(ctx: Ctx, chain: Chain, hint: HintRow): Promise<void> {
  const verdict = await settleTransaction(ctx, chain, hint.txHash);
  if (verdict !== 'unknown' && verdict !== 'waiting') {
    await dropHints(ctx.db, chain.id, hint.txHash);
    return;
  }
  const wait = Math.min(FIRST_WAIT_MS * 2 ** hint.attempts, LONGEST_WAIT_MS);
  await postponeHint(ctx.db, hint, new Date(ctx.clock() + wait).toISOString());
  try {
    await awaitTransaction(ctx, chain, hint, verdict);
  } catch (error) {
    // It can no longer appear, and the hint is gone: that was all there is to say.
    if (!(error instanceof AppError)) throw error;
  }
}

export function purgeOldHints(ctx: Ctx): Promise<void> {
  return purgeHints(ctx.db, new Date(ctx.clock() - HINT_MS).toISOString());
}
