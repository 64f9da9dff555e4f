import { type BlockChanges, movementsIn } from '../../../../../domain/substrate/changes.ts';
import type { ChainEvent, Movement } from '../chain.ts';

/**
 * Every change of what our accounts hold, with what it is for.
 * @param events what the same blocks say about policies and payments
 */
export function movementsOf(
  accounts: readonly string[],
  read: readonly BlockChanges[],
  events: readonly ChainEvent[],
): Movement[] {
  const known = new Set(events.map(({ txHash, eventIndex }) => `${txHash}:${eventIndex}`));
  return read.flatMap((changes) =>
    movementsIn(changes, accounts).map(({ at, extrinsic, meaning, ...change }): Movement => {
      const isRecorded = change.about !== null && known.has(`${change.txHash}:${change.about}`);
      const explained = meaning ?? (isRecorded ? 'event' : null);
      return { ...change, block: changes.block, eventIndex: at, meaning: explained };
    }),
  );
}
