import { describe, expect, it } from 'vitest';
import { follow } from './follow.ts';
import type { Found } from './node.ts';

const HASH = `0x${'a'.repeat(64)}`;

/** A chain whose finalized head moves by one block with each look. */
function chainOf(at: number | null, from = 10, status: Found['status'] = 'mined') {
  let head = from - 1;
  const looked: number[] = [];
  return {
    looked,
    finalized: async () => {
      head += 1;
      return head;
    },
    best: async () => head,
    find: async (_: string, number: number): Promise<Found | null> => {
      looked.push(number);
      return number === at ? { status, block: number } : null;
    },
  };
}

describe('following a Polkadot payment', () => {
  it('it is found in the first finalized block that has it', async () => {
    const chain = chainOf(13);
    expect(await follow(chain, HASH, { from: 10, to: 74 }, 0)).toEqual({ status: 'mined', block: 13 });
    expect(chain.looked).toEqual([10, 11, 12, 13]);
  });

  it('a failed transaction is reverted', async () => {
    const chain = chainOf(11, 10, 'reverted');
    expect(await follow(chain, HASH, { from: 10, to: 74 }, 0)).toEqual({ status: 'reverted', block: 11 });
  });

  it('it has lapsed once its last block is final without it', async () => {
    const chain = chainOf(null);
    expect(await follow(chain, HASH, { from: 10, to: 12 }, 0)).toEqual({ status: 'lapsed' });
    expect(chain.looked).toEqual([10, 11, 12]);
  });

  it('after a reload the blocks since then are read too', async () => {
    const chain = chainOf(12, 40);
    expect(await follow(chain, HASH, { from: 10, to: 74 }, 0)).toEqual({ status: 'mined', block: 12 });
  });

  it('a payment whose blocks were not kept is looked for two eras back', async () => {
    const chain = chainOf(390, 500);
    expect(await follow(chain, HASH, undefined, 0)).toEqual({ status: 'mined', block: 390 });
    expect(chain.looked[0]).toBe(372);
  });

  it('the block that currently has it is reported until it is final or replaced', async () => {
    // The numbers of the newest and the newest final block, and of the block that has it, at each look.
    const looks = [
      [12, 9, null],
      [13, 10, 13],
      [14, 11, null],
      [15, 12, 15],
      [16, 15, 15],
    ] as const;
    let look = -2;
    const now = () => looks[Math.max(0, look)] ?? [0, 0, null];
    const told: unknown[] = [];
    // The first question is only where to begin.
    const chain = {
      best: async () => now()[0],
      finalized: async () => {
        look += 1;
        return now()[1];
      },
      find: async (_: string, number: number) =>
        number === now()[2] ? { status: 'mined' as const, block: number } : null,
    };
    const end = follow(chain, HASH, { from: 10, to: 74 }, 0, undefined, (block) => told.push(block));
    expect(await end).toEqual({ status: 'mined', block: 15 });
    expect(told).toEqual([null, 13, null, 15]);
  });

  it('a node that cannot tell its newest block does not end the following', async () => {
    const chain = { ...chainOf(13), best: () => Promise.reject(new Error('Busy')) };
    const end = follow(chain, HASH, { from: 10, to: 74 }, 0, undefined, () => undefined);
    expect(await end).toEqual({ status: 'mined', block: 13 });
  });

  it('following ends when the screen is gone', async () => {
    const leaving = new AbortController();
    const following = follow(chainOf(null), HASH, { from: 10, to: 10_000 }, 0, leaving.signal);
    leaving.abort();
    await expect(following).rejects.toThrow();
  });
});
