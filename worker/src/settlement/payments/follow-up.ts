import { AppError, notFound } from '#domain/errors.ts';
import { type Chain, ifReachable } from '#worker/platform/chain/chain.ts';
import { type Ctx, isoIn, nowIso } from '#worker/platform/context.ts';
import { payableUntil } from '#worker/quotes/find.ts';
import {
  dropReported,
  dueReported,
  insertFailure,
  postponeReported,
  purgeReported,
  type ReportedTransaction,
  setTurn,
  storeReported,
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
  await postponeReported(ctx.db, reported, isoIn(ctx, wait));
  try {
    await awaitTransaction(ctx, chain, reported, verdict);
  } catch (error) {
    // It can no longer appear, and its report is deleted.
    if (!(error instanceof AppError)) throw error;
  }
}

/** Forgets old reports. Their quotes have long expired, so what was reported can buy nothing anymore. */
export async function purgeOldReported(ctx: Ctx): Promise<void> {
  const before = isoIn(ctx, -REPORTED_MS);
  await purgeReported(ctx.db, before, nowIso(ctx));
}

/** How long after a quote expires its purchase may still show up, in milliseconds. */
const GRACE_MS = 3_600_000;
/** How long we follow a report from a wallet without a quote, in milliseconds: the validity of a quote. */
const UNQUOTED_MS = 30 * 60_000;

/**
 * Records a transaction that the chain doesn't show yet, for the scheduled run to follow up. 404 once every quote it
 * could pay expired more than an hour ago; a transaction in the node's pool may always still be mined.
 */
export async function awaitTransaction(
  ctx: Ctx,
  chain: Chain,
  sent: { tx_hash: string; wallet: string; quote_id: string | null; block_number: number | null },
  state: 'unknown' | 'waiting',
): Promise<void> {
  const now = nowIso(ctx);
  const reported = await storeReported(ctx.db, {
    ...sent,
    chain_id: chain.id,
    created_at: now,
    next_check_at: now,
  });
  if (state === 'waiting') return noteTurn(ctx, chain, reported);
  const until = await payableUntil(ctx, sent.wallet, chain.id, sent.quote_id);
  const last = until === null ? Date.parse(reported.created_at) + UNQUOTED_MS : Date.parse(until);
  if (ctx.clock() <= last + GRACE_MS) return;
  // Without a quote of theirs it may be any hash.
  if (until !== null) {
    await insertFailure(ctx.db, { chain_id: chain.id, tx_hash: sent.tx_hash, reason: 'vanished', at: now });
  }
  await dropReported(ctx.db, chain.id, sent.tx_hash);
  throw notFound(
    'The network does not know this transaction, and its quote expired more than an hour ago. Nothing was paid.',
  );
}

async function noteTurn(ctx: Ctx, chain: Chain, reported: ReportedTransaction): Promise<void> {
  if (reported.sender !== null) return;
  // If the chain is unreachable, the next check of the reported transaction asks again.
  const turn = await ifReachable(chain.turnOf(reported.tx_hash), () => null);
  if (turn) await setTurn(ctx.db, reported, turn);
}
