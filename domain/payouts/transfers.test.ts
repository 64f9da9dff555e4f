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
const said = (at: number, sender: string, hash: string) => ({ at, sender, hash });

describe('what a remark beside transfers is about', () => {
  test('a remark covers all transfers of its account in the extrinsic, before it or after it', () => {
    const transfers = [paid(1, 'a', POOL, 5n), paid(3, 'a', POOL, 7n)];
    expect(remarkedTransfers({ transfers, remarks: [said(2, 'a', 'q')] }, texts, isOurs)).toEqual([
      { ...paid(1, 'a', POOL, 12n), remark: { kind: 'purchase', quoteId: QUOTE } },
    ]);
  });

  test('of two remarks each covers what was paid since the one before', () => {
    const transfers = [paid(1, 'a', POOL, 5n), paid(3, 'a', POOL, 7n)];
    const remarks = [said(2, 'a', 'q'), said(4, 'a', 'c')];
    expect(remarkedTransfers({ transfers, remarks }, texts, isOurs)).toEqual([
      { ...paid(1, 'a', POOL, 5n), remark: { kind: 'purchase', quoteId: QUOTE } },
      { ...paid(3, 'a', POOL, 7n), remark: { kind: 'claim', ...claim } },
    ]);
  });

  test('another account’s remark says nothing about a payment, and one that was not executed neither', () => {
    const transfers = [paid(1, 'a', POOL, 5n)];
    for (const remarks of [[said(2, 'b', 'q')], []]) {
      expect(remarkedTransfers({ transfers, remarks }, texts, isOurs)).toEqual([
        { ...paid(1, 'a', POOL, 5n), remark: null },
      ]);
    }
  });

  test('transfers without any remark, between our accounts or between others are no payments', () => {
    expect(
      remarkedTransfers({ transfers: [paid(1, 'a', POOL, 5n)], remarks: [] }, new Map(), isOurs),
    ).toEqual([]);
    const transfers = [paid(1, POOL, POOL, 5n), paid(2, 'a', 'b', 5n)];
    expect(remarkedTransfers({ transfers, remarks: [said(3, 'a', 'q')] }, texts, isOurs)).toEqual([]);
  });
});
