import { describe, expect, test } from 'vitest';
import { claimRemark } from './remark.ts';
import { remarkedTransfers } from './transfers.ts';

const POOL = 'pool';
const QUOTE = `0x${'b'.repeat(64)}`;
const bytes = new Uint8Array(32).fill(0xbb);
const claim = { quoteId: QUOTE, claimNumber: 1, incidentAt: 1_795_089_600, usd: 1500 };
const texts = new Map([
  ['q', bytes],
  ['c', new TextEncoder().encode(claimRemark(claim))],
]);
const isOurs = (account: string) => account === POOL;
const paid = (at: number, from: string, to: string, amount: bigint) => ({ at, from, to, amount });
const marked = (at: number, amount: bigint) => ({ ...paid(at, 'a', POOL, amount), unmarked: false });
const said = (at: number, sender: string, hash: string) => ({ at, sender, hash });

describe('which transfers a remark covers', () => {
  test('a remark covers all transfers of its account in the extrinsic, before it or after it', () => {
    const transfers = [paid(1, 'a', POOL, 5n), paid(3, 'a', POOL, 7n)];
    expect(remarkedTransfers({ transfers, remarks: [said(2, 'a', 'q')] }, texts, isOurs)).toEqual([
      {
        ...paid(1, 'a', POOL, 12n),
        unmarked: false,
        remark: { kind: 'purchase', quoteId: QUOTE },
      },
    ]);
  });

  test('each of two remarks covers what was paid since the previous one', () => {
    const transfers = [paid(1, 'a', POOL, 5n), paid(3, 'a', POOL, 7n)];
    const remarks = [said(2, 'a', 'q'), said(4, 'a', 'c')];
    expect(remarkedTransfers({ transfers, remarks }, texts, isOurs)).toEqual([
      { ...marked(1, 5n), remark: { kind: 'purchase', quoteId: QUOTE } },
      { ...marked(3, 7n), remark: { kind: 'claim', ...claim } },
    ]);
  });

  test('neither another account’s remark nor one that was not executed says anything about a payment', () => {
    const transfers = [paid(1, 'a', POOL, 5n)];
    for (const remarks of [[said(2, 'b', 'q')], []]) {
      expect(remarkedTransfers({ transfers, remarks }, texts, isOurs)).toEqual([
        { ...marked(1, 5n), remark: null },
      ]);
    }
  });

  test('a transfer whose extrinsic has no remark names nothing', () => {
    const moved = { transfers: [paid(1, 'a', POOL, 5n)], remarks: [] };
    expect(remarkedTransfers(moved, new Map(), isOurs)).toEqual([
      { ...marked(1, 5n), remark: null, unmarked: true },
    ]);
    // Calls that can't be read may hold a remark.
    expect(remarkedTransfers(moved, null, isOurs)).toMatchObject([{ unmarked: false }]);
  });

  test('transfers between our accounts, or between others, are not payments', () => {
    const transfers = [paid(1, POOL, POOL, 5n), paid(2, 'a', 'b', 5n)];
    expect(remarkedTransfers({ transfers, remarks: [said(3, 'a', 'q')] }, texts, isOurs)).toEqual([]);
  });
});
