import type { Ctx } from '../context.ts';
import { readCursors } from './repository.ts';

/** Number of the last block whose events were read, by chain id. */
export async function scannedBlocks(ctx: Ctx): Promise<ReadonlyMap<string, number>> {
  return new Map((await readCursors(ctx.db)).map((cursor) => [cursor.chainId, cursor.blockNumber]));
}
