import type { Hex } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { CONTRACT, FakeNode, HOLDER } from '#web/test/fake-node.ts';
import { TOKEN } from '#web/test/sample-payment.ts';
import { followApproval } from './authorize.ts';

const HASH: Hex = `0x${'1'.repeat(64)}`;
const AMOUNT = 1_200_000_000n;

let node: FakeNode;
beforeEach(() => {
  node = new FakeNode();
});

const follow = (patience = 10_000) =>
  followApproval(
    node.client,
    { token: TOKEN, holder: HOLDER, spender: CONTRACT, allowed: AMOUNT, hash: HASH },
    1,
    patience,
  );

describe('approvals waiting in the network', () => {
  it('an approval ends as its receipt says', async () => {
    node.receipts.set(HASH, 'success');
    expect(await follow()).toBe('done');
    node.receipts.set(HASH, 'reverted');
    expect(await follow()).toBe('reverted');
  });

  it('an approval whose hash no node knows is found by the allowance @payment-40', async () => {
    node.allowance = 0n;
    node.onLook = (look) => {
      if (look === 3) node.allowance = AMOUNT;
    };
    expect(await follow()).toBe('done');
    expect(node.asked.filter((method) => method === 'eth_getTransactionReceipt')).toHaveLength(3);
  });

  it('an approval that was sped up is found by the allowance', async () => {
    node.pool.set(HASH, 7);
    node.allowance = 5n;
    node.onLook = () => {
      node.count = 8;
      node.allowance = AMOUNT;
    };
    expect(await follow()).toBe('done');
  });

  it('an approval that another transaction replaced is canceled', async () => {
    node.pool.set(HASH, 7);
    node.allowance = 0n;
    node.onLook = (look) => {
      if (look === 2) node.count = 8;
    };
    expect(await follow()).toBe('cancelled');
  });

  it('an approval that never appears is given up in time, even if the token does not answer', async () => {
    node.allowance = 0n;
    expect(await follow(20)).toBe('late');
    node.allowance = null;
    expect(await follow(20)).toBe('late');
  });
});
