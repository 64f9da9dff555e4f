import type { Hex } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { CONTRACT, FakeNode, HOLDER, OLDER, QUOTE, VALID_UNTIL } from '#web/test/fake-node.ts';
import type { Slot } from '#web/wallet/payments.ts';
import { followReceipt } from './receipt.ts';

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
    { hash: HASH, quoteId: QUOTE, contracts: [CONTRACT, OLDER], validUntil: VALID_UNTIL },
    known,
    (slot) => seen.push({ ...slot }),
    1,
    signal,
  );

describe('payments waiting in the network', () => {
  it('a payment is mined or reverted under its own hash', async () => {
    node.receipts.set(HASH, 'success');
    expect(await follow()).toEqual({ status: 'mined', txHash: HASH });
    node.receipts.set(HASH, 'reverted');
    expect(await follow()).toEqual({ status: 'reverted', txHash: HASH });
  });

  it.each([
    'reverted',
    'success',
  ] as const)('the purchase is found when the wallet paid and named another transaction, %s', async (named) => {
    node.receipts.set(HASH, named);
    node.receipts.set(FASTER, 'success');
    node.boughtBy = FASTER;
    expect(await follow()).toEqual({ status: 'mined', txHash: FASTER });
  });

  it('a purchase that follows the reverted transaction a block later is found', async () => {
    node.receipts.set(HASH, 'reverted');
    node.onLook = (look) => {
      if (look === 3) node.boughtBy = FASTER;
    };
    expect(await follow()).toEqual({ status: 'mined', txHash: FASTER });
  });

  it('a payment that was replaced is found in the older contract that it paid', async () => {
    node.count = 8;
    node.boughtBy = FASTER;
    node.soldBy = OLDER;
    expect(await follow(SLOT)).toEqual({ status: 'mined', txHash: FASTER });
  });

  it('a payment is followed until it is mined, and its slot is reported once', async () => {
    node.pool.set(HASH, 7);
    node.onLook = (look) => look === 4 && node.receipts.set(HASH, 'success');
    expect(await follow()).toEqual({ status: 'mined', txHash: HASH });
    expect(seen).toEqual([SLOT]);
    expect(node.asked.filter((method) => method === 'eth_getTransactionByHash')).toHaveLength(1);
  });

  it('a sped-up payment buys the policy under its new hash @payment-24', async () => {
    node.pool.set(HASH, 7);
    node.onLook = (look) => {
      if (look !== 2) return;
      node.pool.clear();
      node.count = 8;
      node.boughtBy = FASTER;
    };
    expect(await follow()).toEqual({ status: 'mined', txHash: FASTER });
  });

  it('a replaced payment is canceled when the registry does not know the quote', async () => {
    node.count = 8;
    expect(await follow(SLOT)).toEqual({ status: 'cancelled', txHash: HASH });
    expect(seen).toEqual([]);
  });

  it('a payment is never called canceled while the registry has the policy', async () => {
    node.count = 8;
    node.boughtBy = FASTER;
    node.searchable = false;
    expect(await follow(SLOT)).toEqual({ status: 'mined', txHash: HASH });
  });

  it('a node whose receipts lag behind its nonces does not cancel a payment', async () => {
    node.count = 8;
    node.onLook = (look) => look === 3 && node.receipts.set(HASH, 'success');
    expect(await follow(SLOT)).toEqual({ status: 'mined', txHash: HASH });
  });

  it('following a payment stops when nobody waits for it, even if the node does not know it', async () => {
    const left = new AbortController();
    node.onLook = (look) => look === 5 && left.abort();
    await expect(follow(null, left.signal)).rejects.toThrow(/abort/i);
    expect(seen).toEqual([]);
    expect(node.asked).not.toContain('eth_getTransactionCount');
  });

  it('a payment replaced before any node saw it is found through the registry', async () => {
    node.onLook = (look) => {
      if (look === 7) node.boughtBy = FASTER;
    };
    expect(await follow()).toEqual({ status: 'mined', txHash: FASTER });
    expect(seen).toEqual([]);
    expect(node.asked.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(2);
  });

  it('the registry is not asked while a node knows the payment', async () => {
    node.pool.set(HASH, 7);
    node.time = VALID_UNTIL + 1_000;
    node.onLook = (look) => {
      if (look < 12) return;
      node.receipts.set(HASH, 'success');
      node.boughtBy = HASH;
    };
    expect(await follow()).toEqual({ status: 'mined', txHash: HASH });
    expect(node.asked).not.toContain('eth_call');
  });

  it('a payment that no node ever saw lapses when its quote expires @payment-39', async () => {
    node.onLook = (look) => {
      node.time = look < 8 ? VALID_UNTIL + 120 : VALID_UNTIL + 121;
    };
    expect(await follow()).toEqual({ status: 'lapsed', txHash: HASH });
    expect(node.asked.filter((method) => method === 'eth_getTransactionReceipt')).toHaveLength(10);
  });

  it('a payment is not given up while the registry has the policy', async () => {
    const left = new AbortController();
    node.time = VALID_UNTIL + 1_000;
    node.boughtBy = FASTER;
    node.searchable = false;
    node.onLook = (look) => look === 11 && left.abort();
    await expect(follow(null, left.signal)).rejects.toThrow(/abort/i);
  });
});
