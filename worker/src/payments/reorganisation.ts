import type { Chain } from '../chain/chain.ts';
import type { Ctx } from '../context.ts';
import { orphanPayment } from './confirm.ts';
import { countedFrom, openExceptionsFrom, orphanException, type PaymentRow } from './repository.ts';

/** Blocks that are read again after a reorganisation at the least: deeper ones are not heard of on the chains we use. */
const DEPTH = 256;
const AT_ONCE = 50;
/** A run ends after this many lots of payments; the next one goes on. */
const ROUNDS = 20;

/** Those of the rows whose block is no longer part of the chain. */
export async function vanished<Row extends { blockNumber: number; blockHash: string }>(
  chain: Chain,
  rows: readonly Row[],
): Promise<Row[]> {
  const numbers = [...new Set(rows.map((row) => row.blockNumber))];
  const blocks = await chain.blocks(numbers);
  const hashes = new Map(numbers.map((number, index) => [number, blocks[index]?.hash ?? null]));
  return rows.filter((row) => hashes.get(row.blockNumber) !== row.blockHash);
}

/**
 * Takes policies back to pending whose payments stood in blocks that are gone.
 * @param cursor block from which the chain's history was seen to differ
 * @returns a block to read events from again: at or below the last one that is still part of the chain
 */
export async function followReorganisation(ctx: Ctx, chain: Chain, cursor: number): Promise<number> {
  let lowest = Math.max(chain.startBlock - 1, cursor - DEPTH);
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = await countedFrom(ctx.db, chain.id, chain.startBlock, Number.MAX_SAFE_INTEGER, AT_ONCE);
    const gone = await vanished(chain, rows);
    for (const payment of gone) await orphan(ctx, chain, payment);
    lowest = Math.min(lowest, ...gone.map((payment) => payment.blockNumber - 1));
    // Newest first: one that still stands means that everything below it does.
    if (gone.length < rows.length || rows.length === 0) break;
  }
  await orphanExceptions(ctx, chain, Math.max(0, lowest));
  return lowest;
}

async function orphan(ctx: Ctx, chain: Chain, payment: PaymentRow): Promise<void> {
  if (await orphanPayment(ctx, payment)) {
    ctx.log.warn('payment_orphaned', { chain: chain.id, block: payment.blockNumber });
  }
}

async function orphanExceptions(ctx: Ctx, chain: Chain, from: number): Promise<void> {
  const open = await openExceptionsFrom(ctx.db, chain.id, from, AT_ONCE);
  for (const exception of await vanished(chain, open)) await orphanException(ctx.db, exception.id);
}

/** Orphans those of the payments whose block is gone, and returns the others. */
export async function stillStanding(
  ctx: Ctx,
  chain: Chain,
  rows: readonly PaymentRow[],
): Promise<PaymentRow[]> {
  const gone = new Set(await vanished(chain, rows));
  for (const payment of gone) await orphan(ctx, chain, payment);
  return rows.filter((row) => !gone.has(row));
}
