import type { Block } from '#domain/chains.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { EFFECTS } from '#worker/settlement/effects/effects.ts';
import { doubtRange } from '#worker/settlement/ledger/doubt.ts';
import { recordLogs } from '#worker/settlement/ledger/record.ts';

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
  await doubtRange(ctx, chain, EFFECTS, events, range);
  await recordLogs(ctx, chain, EFFECTS, events);
  return last;
}
