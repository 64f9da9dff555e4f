import { formatUnits } from '../../../domain/money.ts';
import type { Chain, Change } from '../chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '../context.ts';
import type { ChainEventRow } from '../db/registry-schema.ts';
import { isConfirmed } from '../payments/confirm.ts';
import { vanished } from '../payments/reorganisation.ts';
import { confirmChange, stillStanding, takeBack } from './confirm.ts';
import { type NewChange, standingIn, standingOf, storeChange } from './repository.ts';

/** Transactions looked up in one query; a statement takes at most 100 parameters. */
const AT_ONCE = 90;
const CHECKED = 50;
/** A run ends after this many lots of events; the next one goes on. */
const ROUNDS = 20;
/** Decimals of a rate that follows from dollars and an amount. */
const RATE_PLACES = 8;

const place = (event: { txHash: string; logIndex: number }) => `${event.txHash}:${event.logIndex}`;

/**
 * Records what the contract reported about policies after their purchase, once each, and lets it take effect as soon as it
 * has its confirmations. Calling it again for the same events changes nothing.
 * @param head number of the chain's newest block
 */
export async function recordChanges(
  ctx: Ctx,
  chain: Chain,
  changes: readonly Change[],
  head: number,
): Promise<void> {
  for (let start = 0; start < changes.length; start += AT_ONCE) {
    await recordSome(ctx, chain, changes.slice(start, start + AT_ONCE), head);
  }
}

async function recordSome(ctx: Ctx, chain: Chain, changes: readonly Change[], head: number): Promise<void> {
  const blocks = new Map(changes.map((change) => [change.txHash, change.block.hash]));
  const hashes = [...blocks.keys()];
  const stands = (row: ChainEventRow) => blocks.get(row.txHash) === row.blockHash;
  const before = await standingOf(ctx.db, chain.id, hashes);
  // A transaction is in one block only: what was recorded of it in another one is void.
  for (const row of before.filter((each) => !stands(each))) await takeBack(ctx, row);
  const known = new Set(before.filter(stands).map(place));
  for (const change of changes) {
    if (!known.has(place(change))) await storeChange(ctx.db, rowOf(ctx, chain, change));
  }
  const rows = new Map((await standingOf(ctx.db, chain.id, hashes)).map((row) => [place(row), row]));
  for (const change of changes) {
    const row = rows.get(place(change));
    if (row?.status === 'unconfirmed' && isConfirmed(chain, row.blockNumber, head)) {
      await confirmChange(ctx, row);
    }
  }
}

function rowOf(ctx: Ctx, chain: Chain, change: Change): NewChange {
  const { kind, quoteId, txHash, logIndex, block } = change;
  return {
    kind,
    chainId: chain.id,
    txHash,
    logIndex,
    blockNumber: block.number,
    blockHash: block.hash,
    blockTime: isoOf(block.time),
    quoteId,
    wallet: change.holder,
    ...('amount' in change ? { token: change.token, amount: change.amount.toString() } : {}),
    ...(kind === 'claim_paid'
      ? {
          usd: change.usd,
          rate: rateOf(chain, change),
          claimNumber: change.claimNumber,
          incidentAt: isoOf(change.incidentAt),
        }
      : {}),
    ...(kind === 'premium_refunded' ? { outcome: change.outcome, coverUntil: isoOf(change.end) } : {}),
    ...(kind === 'owed_paid' ? { counterparty: change.to } : {}),
    ...(kind === 'holder_changed' ? { counterparty: change.newHolder } : {}),
    status: 'unconfirmed',
    createdAt: nowIso(ctx),
  };
}

/** USD per whole unit that a claim was paid at, cut to 8 decimals; null for a currency that is not configured. */
function rateOf(chain: Chain, claim: { token: string | null; amount: bigint; usd: number }): string | null {
  const currency = chain.currencies.find((each) => each.token === claim.token);
  if (!currency || claim.amount === 0n) return null;
  const units = (BigInt(claim.usd) * 10n ** BigInt(currency.decimals + RATE_PLACES)) / claim.amount;
  return formatUnits(units, RATE_PLACES).replace(/\.?0+$/, '');
}

/** Doubts those recorded events of a range that the chain no longer shows there. */
export async function doubtChanges(
  ctx: Ctx,
  chain: Chain,
  changes: readonly Change[],
  range: { from: number; to: number },
): Promise<void> {
  const shown = new Set(changes.map((change) => `${place(change)}:${change.block.hash}`));
  const rows = await standingIn(ctx.db, chain.id, range.from, range.to, CHECKED);
  await stillStanding(
    ctx,
    chain,
    rows.filter((row) => !shown.has(`${place(row)}:${row.blockHash}`)),
  );
}

/**
 * Takes back every event in a block that is gone, newest first.
 * @returns a block to read events from again: below the lowest of them, at most `from`
 */
export async function followChangesBack(ctx: Ctx, chain: Chain, from: number): Promise<number> {
  let lowest = from;
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = await standingIn(ctx.db, chain.id, chain.startBlock, Number.MAX_SAFE_INTEGER, CHECKED);
    const gone = rows.length > 0 ? await vanished(chain, rows) : [];
    for (const row of gone) await takeBack(ctx, row);
    lowest = Math.min(lowest, ...gone.map((row) => row.blockNumber - 1));
    // Newest first: one that still stands means that everything below it does.
    if (gone.length < rows.length || rows.length === 0) break;
  }
  return lowest;
}
