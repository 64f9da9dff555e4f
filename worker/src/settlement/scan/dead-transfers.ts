import type { Block } from '#domain/chains.ts';
import {
  callOf,
  endingTransfers,
  type TransferRow,
  updateTransfer,
} from '#worker/money/transfers/repository.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, isoOf } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { quotesWith } from '#worker/settlement/books/repository.ts';
import { ended } from '#worker/settlement/transfers/end.ts';
import { readCursor } from './repository.ts';

/** Transfers looked at per run. */
const AT_ONCE = 50;

/**
 * Ends transfers that can't reach the chain anymore, by the chain's own time and never by our clock: a confirmed block that
 * we have read is past their validity, where a signed one outlives it also past its era, and their number is not used.
 */
export async function endDeadTransfers(ctx: Ctx, chain: Chain): Promise<void> {
  const rows = await endingTransfers(ctx.db, chain.id, AT_ONCE);
  if (rows.length === 0) return;
  const block = await lastRead(ctx, chain);
  if (!block) return;
  const over: TransferRow[] = [];
  for (const row of rows) if (await isOver(ctx, chain, row, block)) over.push(row);
  for (const row of await unused(ctx, chain, over, block)) {
    await commit(ctx, await ended(ctx, row, 'expired'), () => false);
  }
}

/** The newest confirmed block among those whose events we have read. */
async function lastRead(ctx: Ctx, chain: Chain): Promise<Block | null> {
  const [final, cursor] = await Promise.all([chain.finalBlock(), readCursor(ctx.db, chain.id)]);
  if (!final || !cursor) return null;
  if (cursor.block_number >= final.number) return final;
  const [block] = await chain.blocks([cursor.block_number]);
  return block ?? null;
}

async function isOver(ctx: Ctx, { eraBlocks }: Chain, row: TransferRow, block: Block): Promise<boolean> {
  const time = isoOf(block.time);
  const isPast = row.until !== null && row.until < time;
  if (eraBlocks === 0) return isPast;
  const { valid_until: signable } = callOf(row);
  if (row.over_at === null) {
    if (signable < time) await updateTransfer(ctx.db, row, { over_at: block.number });
    return false;
  }
  return isPast && block.number > row.over_at + eraBlocks;
}

/** Those whose number the registry has not counted. Of the others the event is on its way to us. */
async function unused(ctx: Ctx, chain: Chain, rows: TransferRow[], block: Block): Promise<TransferRow[]> {
  const payouts = rows.filter(({ claim_id }) => claim_id !== null);
  if (chain.enforcedBy === 'records' || payouts.length === 0) return rows;
  const quotes = await quotesWith(
    ctx.db,
    chain.id,
    payouts.map(({ quote_id }) => quote_id),
  );
  const entries = await chain.registeredAt(quotes, block);
  const counted = new Map(quotes.map(({ id }, index) => [id, entries[index]?.claims ?? 0]));
  return rows.filter(
    ({ claim_id, quote_id, claim_number }) =>
      claim_id === null || (counted.get(quote_id) ?? Number.POSITIVE_INFINITY) < (claim_number ?? 0),
  );
}
