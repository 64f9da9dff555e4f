import type { Block, Chain } from '../../platform/chain/chain.ts';
import type { Ctx } from '../../platform/context.ts';
import { doubtPayments } from '../payments/reorganization.ts';
import { settleAll } from '../payments/settle-all.ts';
import { doubtChanges, recordLogs } from '../registry/record.ts';

/**
 * Reads a range of blocks, both included, and brings the books in line with it: what is proven gone is taken back, then
 * what is missing is recorded. Reading it again changes nothing.
 * @param range with the number of the chain's newest block
 * @returns the range's last block; null when the node does not have it yet, and then nothing was changed
 */
export async function readRange(
  ctx: Ctx,
  chain: Chain,
  range: { from: number; to: number; head: number },
): Promise<Block | null> {
  const { purchases, changes, last } = await chain.events(range.from, range.to);
  if (!last) return null;
  await doubtPayments(ctx, chain, purchases, range);
  await doubtChanges(ctx, chain, changes, range);
  await settleAll(ctx, chain, purchases, range.head);
  await recordLogs(ctx, chain, changes, range.head);
  return last;
}
