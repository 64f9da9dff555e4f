import type { Block } from '#domain/chains.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '#worker/platform/context.ts';
import { EFFECTS } from '#worker/settlement/effects/effects.ts';
import { blocksInDoubt, settleDoubts } from '#worker/settlement/ledger/blocks.ts';
import { doubtBlocks, doubtRange } from '#worker/settlement/ledger/confirm.ts';
import { recordLogs } from '#worker/settlement/ledger/record.ts';
import { type CursorRow, moveCursor, readCursor } from './repository.ts';

/**
 * Reads a range of blocks, both included: reverses what is proven gone, then records what is missing. Reading a
 * range again changes nothing.
 * @returns the range's last block; null, with no change, if the node doesn't have it yet
 */
export async function readRange(
  ctx: Ctx,
  chain: Chain,
  range: { from: number; to: number },
): Promise<Block | null> {
  const { events, last } = await chain.events(range.from, range.to);
  if (!last) return null;
  const known = await doubtRange(ctx, chain, EFFECTS, events, range);
  await recordLogs(ctx, chain, EFFECTS, events, known);
  return last;
}

/** Most ranges of new blocks per run, so that a long backlog takes several runs. */
const RANGES_PER_RUN = 10;
/** Most ranges read again per run, for providers with small ranges or a lost block far below. */
const AGAIN_PER_RUN = 200;

/**
 * Reads the chain's events from below the cursor to the head, so that one missing from an answer is found in the next:
 * records what is missing and reverses what is proven gone. The sweep finds anything older. The cursor only says where to continue; it never proves that nothing was missed. Every step can be
 * repeated or interrupted.
 */
export async function scanChain(ctx: Ctx, chain: Chain): Promise<void> {
  const head = await chain.head();
  const [known, doubted] = await Promise.all([readCursor(ctx.db, chain.id), blocksInDoubt(ctx, chain)]);
  let cursor = known;
  const reached = Math.min(cursor?.block_number ?? chain.startBlock - 1, head);
  const changed = await lookAgain(ctx, chain, doubted);
  let from = Math.max(chain.startBlock, Math.min(reached + 1 - chain.overlap, changed ?? reached));
  const again = Math.min(AGAIN_PER_RUN, Math.ceil((reached + 1 - from) / chain.scanRange));
  for (let range = 0; range < again + RANGES_PER_RUN && from <= head; range += 1) {
    const to = Math.min(head, from + chain.scanRange - 1);
    const last = await readRange(ctx, chain, { from, to });
    // The node is behind, or the chain became shorter meanwhile. The next run continues.
    if (!last) return;
    if (to >= reached) {
      const next = cursorAt(ctx, chain, last);
      if (!(await moveCursor(ctx.db, cursor, next))) return;
      cursor = { ...next, swept_to: null, swept_at: null };
    }
    from = to + 1;
  }
}

const cursorAt = (ctx: Ctx, chain: Chain, block: Block): CursorRow => ({
  chain_id: chain.id,
  block_number: block.number,
  block_hash: block.hash,
  block_time: isoOf(block.time),
  updated_at: nowIso(ctx),
});

/**
 * Checks recorded blocks again for which another block was seen.
 * @returns the lowest one that is gone, from where to read events again; null if none is
 */
async function lookAgain(
  ctx: Ctx,
  chain: Chain,
  doubted: Awaited<ReturnType<typeof blocksInDoubt>>,
): Promise<number | null> {
  if (doubted.length === 0) return null;
  const free = await doubtBlocks(ctx, chain, EFFECTS, doubted);
  await settleDoubts(ctx, chain, free);
  return free.length > 0 ? Math.min(...free.map(({ block_number }) => block_number)) : null;
}
