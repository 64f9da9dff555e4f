import { type Chain, ChainUnreachable, type Purchase } from '../../platform/chain/chain.ts';
import type { Ctx } from '../../platform/context.ts';
import { onChain } from '../ledger/blocks.ts';
import { recordedIn } from './repository.ts';
import { settle } from './settle.ts';

/** Quotes looked up in one query, in two tables; a statement takes at most 100 parameters. */
const AT_ONCE = 45;

/**
 * Records those of a range's purchases that are missing. A purchase that cannot be settled for a fault of ours holds up no
 * other; the fault is thrown after all of them, so that the range is read again.
 */
export async function settleAll(
  ctx: Ctx,
  chain: Chain,
  purchases: readonly Purchase[],
  head: number,
): Promise<void> {
  const faults: unknown[] = [];
  for (let start = 0; start < purchases.length; start += AT_ONCE) {
    const some = purchases.slice(start, start + AT_ONCE);
    for (const purchase of await newOnes(ctx, chain, some)) {
      try {
        await settle(ctx, chain, purchase, head);
      } catch (error) {
        if (error instanceof ChainUnreachable) throw error;
        faults.push(error);
      }
    }
  }
  if (faults.length > 0) throw faults[0];
}

/** Purchases that are not recorded where they stand. */
async function newOnes(ctx: Ctx, chain: Chain, some: readonly Purchase[]): Promise<Purchase[]> {
  const known = await recordedIn(
    ctx.db,
    some.map((purchase) => purchase.quoteId),
  );
  const fresh = some.filter((purchase) => !known.has(`${purchase.quoteId}:${purchase.block.hash}`));
  return onChain(chain, fresh);
}
