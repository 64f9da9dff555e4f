import type { Block, Chain } from '../chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '../context.ts';
import { followReorganisation } from '../payments/reorganisation.ts';
import { settleAll } from '../payments/settle-all.ts';
import { doubtChanges, followChangesBack, recordChanges } from '../registry/record.ts';
import { type CursorRow, moveCursor, readCursor } from './repository.ts';

/** Ranges of blocks that one run reads at most, so that a long backlog is worked off over several runs. */
const RANGES_PER_RUN = 10;

/**
 * Reads the contract's events from the cursor to the head and records what is missing. A cursor whose block is no longer
 * part of the chain is first taken back to a block that is. Every step may be repeated or interrupted.
 */
export async function scanChain(ctx: Ctx, chain: Chain): Promise<void> {
  const head = await chain.head();
  let cursor = await canonicalCursor(ctx, chain, head);
  for (let range = 0; range < RANGES_PER_RUN; range += 1) {
    const from = (cursor?.blockNumber ?? chain.startBlock - 1) + 1;
    if (from > head) return;
    const to = Math.min(head, from + chain.logRange - 1);
    const { purchases, changes, last } = await chain.events(from, to);
    // The chain became shorter while it was read: the next run will see by how much.
    if (!last) return;
    await settleAll(ctx, chain, purchases, { from, to, head });
    await doubtChanges(ctx, chain, changes, { from, to });
    await recordChanges(ctx, chain, changes, head);
    const next = cursorAt(ctx, chain, last);
    if (!(await moveCursor(ctx.db, cursor, next))) return;
    cursor = next;
  }
}

const cursorAt = (ctx: Ctx, chain: Chain, block: Block): CursorRow => ({
  chainId: chain.id,
  blockNumber: block.number,
  blockHash: block.hash,
  blockTime: isoOf(block.time),
  updatedAt: nowIso(ctx),
});

async function canonicalCursor(ctx: Ctx, chain: Chain, head: number): Promise<CursorRow | null> {
  const cursor = await readCursor(ctx.db, chain.id);
  if (!cursor) return null;
  const [block] = await chain.blocks([cursor.blockNumber]);
  if (block?.hash === cursor.blockHash) return cursor;
  ctx.log.warn('reorganisation', { chain: chain.id, block: cursor.blockNumber });
  const lowest = await followReorganisation(ctx, chain, Math.min(cursor.blockNumber, head));
  const back = await followChangesBack(ctx, chain, lowest);
  const [safe] = await chain.blocks([Math.max(0, back)]);
  if (!safe) return cursor;
  const rewound = cursorAt(ctx, chain, safe);
  return (await moveCursor(ctx.db, cursor, rewound)) ? rewound : readCursor(ctx.db, chain.id);
}
