import { AppError } from '#domain/errors.ts';
import { type Chain, ifReachable } from '#worker/platform/chain/chain.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { payableUntil } from '#worker/quotes/find.ts';
import {
  dropReported,
  insertFailure,
  type ReportedTransaction,
  setTurn,
  storeReported,
} from './repository.ts';

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
  throw new AppError(
    'not_found',
    'The network does not know this transaction, and its quote expired more than an hour ago. Nothing was paid.',
  );
}

async function noteTurn(ctx: Ctx, chain: Chain, reported: ReportedTransaction): Promise<void> {
  if (reported.sender !== null) return;
  // If the chain is unreachable, the next check of the reported transaction asks again.
  const turn = await ifReachable(chain.turnOf(reported.tx_hash), () => null);
  if (turn) await setTurn(ctx.db, reported, turn);
}
