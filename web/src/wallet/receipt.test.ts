import type { Hex } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { CONTRACT, FakeNode, HOLDER, QUOTE, VALID_UNTIL } from '../../test/fake-node.ts';
import { followReceipt, type Slot } from './receipt.ts';

const HASH: Hex = `0x${'1'.repeat(64)}`;
const FASTER: Hex = `0x${'2'.repeat(64)}`;
const SLOT: Slot = { from: HOLDER, nonce: 7 };

let node: FakeNode;
let seen: Slot[];
beforeEach(() => {
  node = new FakeNode();
  seen = [];
});

const follow = (known: Slot | null = null, signal?: AbortSignal) =>
  followReceipt(
    node.client,
    { hash: HASH, quoteId: QUOTE, contract: CONTRACT, validUntil: VALID_UNTIL },
    known,
    (slot) => seen.push({ ...slot }),
    1,
    signal,
  );

describe('a payment that waits in the network', () => {
  it('is mined or refused under its own hash', async () => {
    node.receipts.set(HASH, 'success');
    expect(await follow()).toEqual({ status: 'mined', txHash: HASH });
    node.receipts.set(HASH, 'reverted');
    expect(await follow()).toEqual({ status: 'reverted', txHash: HASH });
  });

  it('is followed until it is mined, and its slot told once', async () => {
    node.pool.set(HASH, 7);
    node.onLook = (look) => look === 4 && node.receipts.set(HASH, 'success');
    expect(await follow()).toEqual({ status: 'mined', txHash: HASH });
    expect(seen).toEqual([SLOT]);
    expect(node.asked.filter((method) => method === 'eth_getTransactionByHash')).toHaveLength(1);
  });

  it('is bought by the faster transaction that the wallet sent in its place', async () => {
    node.pool.set(HASH, 7);
    node.onLook = (look) => {
      if (look !== 2) return;
      node.pool.clear();
      node.count = 8;
      node.boughtBy = FASTER;
    };
    expect(await follow()).toEqual({ status: 'mined', txHash: FASTER });
  });

  it('is cancelled when another took its place and the registry knows nothing of the quote', async () => {
    node.count = 8;
    expect(await follow(SLOT)).toEqual({ status: 'cancelled', txHash: HASH });
    expect(seen).toEqual([]);
  });

  it('is never called cancelled when the registry has the policy, even if its transaction cannot be found', async () => {
    node.count = 8;
    node.boughtBy = FASTER;
    node.searchable = false;
    expect(await follow(SLOT)).toEqual({ status: 'mined', txHash: HASH });
  });

  it('is not cancelled by a node whose receipts lag behind its counts', async () => {
    node.count = 8;
    node.onLook = (look) => look === 3 && node.receipts.set(HASH, 'success');
    expect(await follow(SLOT)).toEqual({ status: 'mined', txHash: HASH });
  });

  it('is left alone when nobody waits for it any more, and while the node does not know it', async () => {
    const left = new AbortController();
    node.onLook = (look) => look === 5 && left.abort();
    await expect(follow(null, left.signal)).rejects.toThrow(/abort/i);
    expect(seen).toEqual([]);
    expect(node.asked).not.toContain('eth_getTransactionCount');
  });

  it('is found by the registry when its wallet replaced it before any node showed it', async () => {
    node.onLook = (look) => {
      if (look === 7) node.boughtBy = FASTER;
    };
    expect(await follow()).toEqual({ status: 'mined', txHash: FASTER });
    expect(seen).toEqual([]);
    expect(node.asked.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(2);
  });

  it('is not asked of the registry while a node shows it', async () => {
    node.pool.set(HASH, 7);
    node.time = VALID_UNTIL + 1_000;
    node.onLook = (look) => look === 12 && node.receipts.set(HASH, 'success');
    expect(await follow()).toEqual({ status: 'mined', txHash: HASH });
    expect(node.asked).not.toContain('eth_call');
  });

  it('has come to nothing when no node showed it and its quote has ended @payment-39', async () => {
    node.onLook = (look) => {
      node.time = look < 8 ? VALID_UNTIL + 120 : VALID_UNTIL + 121;
    };
    expect(await follow()).toEqual({ status: 'lapsed', txHash: HASH });
    expect(node.asked.filter((method) => method === 'eth_getTransactionReceipt')).toHaveLength(10);
  });

  it('is not given up while the registry has the policy, even if its transaction cannot be found', async () => {
    const left = new AbortController();
    node.time = VALID_UNTIL + 1_000;
    node.boughtBy = FASTER;
    node.searchable = false;
    node.onLook = (look) => look === 11 && left.abort();
    await expect(follow(null, left.signal)).rejects.toThrow(/abort/i);
  });
});
