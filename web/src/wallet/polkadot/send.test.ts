import { describe, expect, it } from 'vitest';
import { substrateAddress } from '#domain/ss58.ts';
import type { DeployedSubstrate } from '#web/lib/deployment.ts';
import type { Account } from './account.ts';
import type { Node } from './node.ts';
import { type PreparedTransfer, polkadotSender } from './send.ts';

const GENESIS = `0x${'45'.repeat(32)}`;
const POOL = `0x${'11'.repeat(32)}`;
const HOLDER = `0x${'22'.repeat(32)}`;
const OTHER = `0x${'33'.repeat(32)}`;
const HASH = `0x${'c'.repeat(64)}` as const;
const at = (key: string) => substrateAddress(key, 2);
const ROC = 10n ** 12n;

const chain = {
  kind: 'substrate',
  genesis_hash: GENESIS,
  ref: GENESIS,
  key: 'rococo',
  name: 'Rococo',
  symbol: 'ROC',
  decimals: 12,
  ss58_prefix: 2,
  recipient: at(POOL),
  payee: at(POOL),
  recipients: [at(POOL)],
  rpc_url: 'http://127.0.0.1:9944',
  start_block: 1,
  confirmations: 1,
  currencies: [],
} as DeployedSubstrate;

const call: PreparedTransfer = {
  kind: 'substrate',
  genesis_hash: GENESIS,
  recipient: at(HOLDER),
  amount: String(75n * ROC),
  remark: `mooring:claim:0x${'b'.repeat(64)}:1:1795089600:1500`,
};

interface Given {
  call?: Partial<PreparedTransfer>;
  /** Base units that an account holds, by its address. */
  balances?: Record<string, bigint>;
  connected?: string;
  end?: { status: 'mined' | 'reverted'; block: number } | null;
}

/** A sender over a node that keeps 1 ROC in every account, takes 0.1 ROC as fee and is at block 50. */
function sender({ call: changed, balances = {}, connected = POOL, end = null }: Given = {}) {
  const sent: unknown[] = [];
  const held: Record<string, bigint> = { [at(POOL)]: 1_000n * ROC, [at(HOLDER)]: 5n * ROC, ...balances };
  const node = {
    deposit: () => ROC,
    balance: async (address: string) => held[address] ?? 0n,
    transfer: (...args: unknown[]) => ({ args, method: { toHex: () => '0x2802' } }),
    fee: async () => ROC / 10n,
    sign: async (transfer: { args: unknown[] }, from: Account) => ({
      transaction: [from.key, ...transfer.args],
      hash: HASH,
      blocks: { from: 40, to: 50 },
    }),
    send: async ({ transaction }: { transaction: unknown }) => void sent.push(transaction),
    finalized: async () => 51,
    find: async (_: string, number: number) => (end?.block === number ? end : null),
  } as unknown as Node;
  const own = async () => ({ key: connected, address: at(connected) }) as Account;
  return { sent, ...polkadotSender({ ...call, ...changed }, { chain, node: async () => node, own }) };
}

describe('a payout from the account of a chain without a contract', () => {
  it('the account that pays may send it, and is told the fee', async () => {
    expect(await sender().rehearse(at(POOL))).toEqual({
      state: 'ready',
      says: 'The pool can pay it; the network’s fee is about 0.1 ROC. Nothing is sent before you confirm.',
    });
  });

  it.each([
    ['no account', null, 'no_wallet'],
    ['another account', at(OTHER), 'wrong_account'],
    ['an EVM account', `0x${'4'.repeat(40)}`, 'wrong_account'],
  ])('%s is shown the call, for a multisig’s own tool', async (_, account, state) => {
    expect(await sender().rehearse(account)).toMatchObject({ state, outside: { data: '0x2802' } });
  });

  it.each([
    ['an empty remark', { remark: '' }],
    ['a remark that is no payout', { remark: `0x${'b'.repeat(64)}` }],
    ['a payment to the pool itself', { recipient: at(POOL) }],
    ['an address with a wrong checksum', { recipient: `${at(HOLDER).slice(0, -1)}1` }],
    ['no amount', { amount: '0' }],
  ])('%s is not ours to send', async (_, changed) => {
    const one = sender({ call: changed });
    expect(await one.rehearse(at(POOL))).toEqual({
      state: 'refused',
      says: 'This is not one of our payouts or refunds, so nothing was sent.',
    });
    await expect(one.send(at(POOL))).rejects.toMatchObject({ code: 'refused' });
    expect(one.sent).toEqual([]);
  });

  it('a pool that would fall below the existential deposit is told what it can send', async () => {
    const found = await sender({ balances: { [at(POOL)]: 76n * ROC } }).rehearse(at(POOL));
    expect(found).toMatchObject({ state: 'refused' });
    expect(found.says).toContain('The pool can send 75 ROC, and this needs 75.1 ROC with the network’s fee.');
    expect(
      await sender({ balances: { [at(POOL)]: 76n * ROC + ROC / 10n } }).rehearse(at(POOL)),
    ).toMatchObject({ state: 'ready' });
  });

  it('an amount below an empty account’s minimum stays owed', async () => {
    const small = { call: { amount: String(ROC - 1n) } };
    const found = await sender({ ...small, balances: { [at(HOLDER)]: 0n } }).rehearse(at(POOL));
    expect(found.says).toContain('The amount stays owed.');
    expect(await sender(small).rehearse(at(POOL))).toMatchObject({ state: 'ready' });
  });

  it('it is signed by that account alone, and its end has the block of its report', async () => {
    const other = sender({ connected: OTHER });
    await expect(other.send(at(OTHER))).rejects.toMatchObject({ code: 'refused' });
    await expect(other.send(at(POOL))).rejects.toMatchObject({ code: 'refused' });
    expect(other.sent).toEqual([]);

    const paid = sender({ end: { status: 'mined', block: 42 } });
    expect(await paid.send(at(POOL))).toBe(HASH);
    expect(paid.sent).toEqual([[POOL, at(HOLDER), 75n * ROC, call.remark]]);
    expect(await paid.follow(HASH)).toEqual({ hash: HASH, block: 42, problem: null });
  });

  it('a failed or lapsed transaction says that no money moved', async () => {
    const failed = sender({ end: { status: 'reverted', block: 43 } });
    await failed.send(at(POOL));
    expect((await failed.follow(HASH)).problem).toContain('no money moved except for the fee');
    const lapsed = sender();
    await lapsed.send(at(POOL));
    expect(await lapsed.follow(HASH)).toMatchObject({
      block: null,
      problem: 'The network did not take the transaction in time, so it can never count. No money has moved.',
    });
  });

  it('the pool is what the account can send and still exist', async () => {
    expect(await sender().pool('ROC')).toMatchObject({ balance: 999n * ROC, symbol: 'ROC', allowance: null });
  });
});
