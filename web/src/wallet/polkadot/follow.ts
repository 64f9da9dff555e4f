import type { Blocks } from '#web/wallet/payments.ts';
import type { Found, Node } from './node.ts';

/** How far back a transaction is looked for whose blocks are not known: two eras. */
const LOOK_BACK = 128;

/** How many of the newest blocks are looked through before they are final. */
const NEWEST = 16;

type Chain = Pick<Node, 'finalized' | 'best' | 'find'>;

/** The block that has the transaction for now, among those that can still be replaced; null without one. */
async function unfinalBlock(node: Chain, hash: string, first: number, last: number): Promise<number | null> {
  const best = Math.min(await node.best(), last);
  for (let number = best; number >= Math.max(first, best - NEWEST + 1); number -= 1) {
    if (await node.find(hash, number)) return number;
  }
  return null;
}

/**
 * Follows a sent transaction until a finalized block has it. Only its own blocks can, so after the last of them it is
 * `lapsed` for good. A block that can still be replaced decides nothing.
 * @param pause milliseconds between checks
 * @param onBlock is told the block that has it for now, and null when that one is replaced
 */
export async function follow(
  node: Chain,
  hash: string,
  blocks: Blocks | undefined,
  pause: number,
  signal?: AbortSignal,
  onBlock?: (block: number | null) => void,
): Promise<Found | { status: 'lapsed' }> {
  const head = await node.finalized();
  const { from, to } = blocks ?? { from: Math.max(1, head - LOOK_BACK), to: head + LOOK_BACK };
  let next = Math.max(1, from);
  for (;;) {
    const last = Math.min(await node.finalized(), to);
    for (; next <= last; next += 1) {
      signal?.throwIfAborted();
      const found = await node.find(hash, next);
      if (found) return found;
    }
    if (next > to) return { status: 'lapsed' };
    // Only for the eye: what cannot be read now is read again.
    if (onBlock) await unfinalBlock(node, hash, next, to).then(onBlock, () => undefined);
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal?.throwIfAborted();
  }
}
