import { type Chain, ChainUnreachable, type Purchase } from '../chain/chain.ts';
import type { Ctx } from '../context.ts';
import { stillStanding } from './reorganisation.ts';
import { countedFrom, recordedIn } from './repository.ts';
import { settle } from './settle.ts';

/** Quotes looked up in one query; a statement takes at most 100 parameters. */
const AT_ONCE = 90;
/** Payments of a range, beyond those that it shows, that one run doubts. */
const DOUBTED = 50;

/**
 * Records those of a range's purchases that are missing, and doubts those payments of the range that it does not show.
 * A purchase that cannot be settled for a fault of ours holds up no other; the fault is thrown after all of them, so that
 * the range is read again.
 */
export async function settleAll(
  ctx: Ctx,
  chain: Chain,
  purchases: readonly Purchase[],
  range: { from: number; to: number; head: number },
): Promise<void> {
  const faults: unknown[] = [];
  for (let start = 0; start < purchases.length; start += AT_ONCE) {
    const some = purchases.slice(start, start + AT_ONCE);
    const known = await recordedIn(
      ctx.db,
      some.map((purchase) => purchase.quoteId),
    );
    for (const purchase of some) {
      if (known.has(`${purchase.quoteId}:${purchase.block.hash}`)) continue;
      try {
        await settle(ctx, chain, purchase, range.head);
      } catch (error) {
        if (error instanceof ChainUnreachable) throw error;
        faults.push(error);
      }
    }
  }
  const shown = new Set(purchases.map((purchase) => `${purchase.quoteId}:${purchase.block.hash}`));
  const counted = await countedFrom(ctx.db, chain.id, range.from, range.to, purchases.length + DOUBTED);
  await stillStanding(
    ctx,
    chain,
    counted.filter((payment) => !shown.has(`${payment.quoteId}:${payment.blockHash}`)),
  );
  if (faults.length > 0) throw faults[0];
}
