import { beforeEach, describe, expect, it } from 'vitest';
import { localSubstrate as chain } from '#web/test/sample-substrate.ts';
import { WalletError } from '#web/wallet/errors.ts';
import type { Account } from './account.ts';
import type { Node, Transaction } from './node.ts';
import { paymentActions } from './payment.ts';

const HASH = `0x${'a'.repeat(64)}` as const;
const QUOTE = `0x${'b'.repeat(64)}` as const;
const BOB = 'FoQJpPyadYccjavVdTWxpxU7rUEaYhfLCPwXgkfD6Zat9QP';
const payment = { quoteId: QUOTE, chain: chain.ref, amount: 60_000n, shown: null, signs: null };
const DEPOSIT = 30n;
const FEE = 7n;

/** What happened at the node and in the wallet, in order. */
let log: string[];
let held: bigint;
/** The newest final block. */
let head: number;
let refusal: Error | null;

const node: Partial<Node> = {
  deposit: () => DEPOSIT,
  balance: async () => held,
  finalized: async () => head,
  fee: async () => FEE,
  transfer: (recipient, amount, remark) => {
    log.push(`transfer ${amount} to ${recipient} for ${remark}`);
    return {} as Transaction;
  },
  sign: async (transaction) => {
    log.push('sign');
    return { transaction, hash: HASH, blocks: { from: 5, to: 69 } };
  },
  send: async () => {
    log.push('send');
    if (refusal) throw refusal;
  },
};
const payments = paymentActions(
  chain,
  async () => node as Node,
  async () => ({ address: BOB }) as Account,
);
const sent = { txHash: HASH, blocks: { from: 5, to: 69 } };

beforeEach(() => {
  log = [];
  held = payment.amount + FEE + DEPOSIT;
  refusal = null;
});

describe('a Polkadot payment', () => {
  it('is reported after it is signed and before it is sent', async () => {
    const answer = await payments.purchase(payment, async (signed) => {
      expect(signed).toEqual(sent);
      log.push('report');
    });
    expect(answer).toEqual(sent);
    expect(log).toEqual([`transfer 60000 to ${chain.recipient} for ${QUOTE}`, 'sign', 'report', 'send']);
  });

  it('is not sent if the report is refused', async () => {
    const refused = async () => {
      throw new Error('This quote has expired.');
    };
    await expect(payments.purchase(payment, refused)).rejects.toThrow('This quote has expired.');
    expect(log).not.toContain('send');
  });

  it('is not signed if the account lacks the fee, or what must stay in it', async () => {
    held -= 1n;
    await expect(payments.purchase(payment, async () => {})).rejects.toMatchObject({
      code: 'insufficient_funds',
      message: 'Insufficient funds for this transaction',
    });
    expect(log).not.toContain('sign');
  });

  it('a refusal by the network is passed on', async () => {
    refusal = new WalletError('refused', 'The network refused the transaction.');
    await expect(payments.purchase(payment, async () => {})).rejects.toThrow(refusal.message);
  });

  it('its estimate has the fee, and what must stay in the account', async () => {
    expect(await payments.estimate(payment, true)).toEqual({
      fee: FEE,
      ownFee: true,
      stays: DEPOSIT,
      authorization: 'none',
    });
  });

  it('nothing is under way before the wallet has signed, nor after the last block that can contain it', async () => {
    const attempt = { chainId: chain.ref, quoteId: QUOTE, validUntil: '2026-11-21T10:30:00.000Z' };
    expect(await payments.attemptState(attempt)).toEqual({ state: 'unpaid' });
    const until = (to: number) => payments.attemptState({ ...attempt, blocks: { from: 1, to } });
    head = 64;
    expect(await until(64)).toEqual({ state: 'open' });
    head = 65;
    expect(await until(64)).toEqual({ state: 'unpaid' });
  });
});
