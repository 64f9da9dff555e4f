import { describe, expect, test } from 'vitest';
import {
  type BalanceNode,
  type BooksReading,
  checkBalances,
  type Held,
  isBalanceDifference,
  type MovementOnChain,
} from './balance.ts';
import type { PlaceRecord, PolicyRecord } from './places.ts';
import type { RecordedAccount, RecordedMovement } from './recorded-books.ts';
import { policyOf, purchaseOf, recordOf } from './sample.fixture.ts';

const GENESIS = `0x${'45'.repeat(32)}`;
const [POOL, STRANGER, HOLDER] = ['aa', 'cc', 'dd'].map((byte) => `0x${byte.repeat(32)}`) as [
  string,
  string,
  string,
];
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
const txOf = (number: number) => `0x${'7e'.repeat(31)}${number.toString(16).padStart(2, '0')}`;

/** A transfer in a block of its own, as the chain shows it. */
const shown = (
  block: number,
  free: bigint,
  change: Partial<MovementOnChain> = {},
): [number, MovementOnChain] => [
  block,
  {
    account: POOL,
    at: 3,
    extrinsic: 1,
    kind: 'Transfer',
    isKnown: true,
    free,
    reserved: 0n,
    counterparty: HOLDER,
    about: 3,
    meaning: null,
    txHash: txOf(block),
    ...change,
  },
];
type Shown = ReturnType<typeof shown>;
const recordOfShown = ([block, { at, txHash, free, reserved, ...movement }]: Shown): RecordedMovement => ({
  account: POOL,
  kind: movement.kind,
  counterparty: movement.counterparty,
  about: movement.about,
  chain_id: GENESIS,
  block,
  block_hash: hashOf(block),
  block_time: '2026-11-21T12:00:00.000Z',
  log_index: at,
  tx_hash: txHash,
  free: free.toString(),
  reserved: reserved.toString(),
  meaning: null,
});
/** When our records were read. */
const AS_OF = '2026-11-21T12:00:00.000Z';
const recordedPolicy: PolicyRecord = {
  ...policyOf(purchaseOf(0)),
  record: 'policy',
  chain_id: GENESIS,
  enforced_by: 'records',
};
const account: RecordedAccount = {
  chain_id: GENESIS,
  account: POOL,
  from_block: 10,
  free: '1000',
  reserved: '0',
  read_to: 100,
};
const paidOut = (block: number, change: Partial<PlaceRecord> = {}): PlaceRecord => ({
  ...recordOf(purchaseOf(0)),
  chain_id: GENESIS,
  enforced_by: 'records',
  kind: 'claim_paid',
  contract: POOL,
  holder: HOLDER,
  block,
  tx_hash: txOf(block),
  log_index: 3,
  ...change,
});

/** The recorded payment of 20 that most blocks below begin with. */
const paidIn = (change: Partial<PlaceRecord> = {}) => paidOut(20, { kind: 'purchased', ...change });

interface Changes {
  records?: RecordedMovement[];
  accounts?: RecordedAccount[];
  events?: PlaceRecord[];
  policies?: PolicyRecord[];
  /** Of the blocks, in seconds since 1970. */
  time?: number;
  node?: Partial<BalanceNode>;
}

/** The lines about an account that held 1,000 after block 10 and these movements since. */
async function lines(movements: readonly Shown[], held: bigint, changes: Changes = {}) {
  const blocks = new Map<number, BooksReading>();
  for (const [number, movement] of movements) {
    const before = blocks.get(number)?.movements ?? [];
    const block = { number, hash: hashOf(number), time: changes.time ?? 0, payments: [] };
    blocks.set(number, { ...block, movements: [...before, movement] });
  }
  const node: BalanceNode = {
    ref: GENESIS,
    name: 'Rococo',
    symbol: 'ROC',
    decimals: 0,
    accounts: [POOL],
    read: async (numbers) => new Map(numbers.map((number) => [number, blocks.get(number) ?? null])),
    balances: async (_, readTo) => ({
      until: Math.min(200, readTo),
      at: new Map([
        [10, [{ free: 1000n, reserved: 0n }]],
        [Math.min(200, readTo), [{ free: held, reserved: 0n }]],
      ]),
    }),
    ...changes.node,
  };
  const recorded = {
    accounts: changes.accounts ?? [account],
    movements: changes.records ?? movements.map(recordOfShown),
  };
  const withoutContract = [...(changes.events ?? []), ...(changes.policies ?? [])];
  return checkBalances(recorded, { withoutContract, summary: { as_of: AS_OF } }, [node]);
}
const wrong = async (...given: Parameters<typeof lines>) =>
  (await lines(...given)).filter(isBalanceDifference).map(({ result, block, text }) => [result, block, text]);
const results = async (...given: Parameters<typeof lines>) =>
  (await wrong(...given)).map(([result]) => result);

describe('the balance of an account on a chain without a contract', () => {
  test('adds up when all movements are recorded and what left is explained', async () => {
    const movements = [shown(20, 60n), shown(30, -25n), shown(40, -2n, { meaning: 'fee', kind: 'Withdraw' })];
    const found = await lines(movements, 1033n, { events: [paidIn(), paidOut(30)] });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ result: 'matched', account: POOL, block: 100 });
    expect(found[0]?.text).toBe(
      '1,000 ROC and 0 ROC reserved after block 10, and every movement since, make 1,033 ROC and 0 ROC. That is what it holds at block 100.',
    );
  });

  test('differs by three transfers to a stranger, each of them named', async () => {
    const movements = [20, 30, 40].map((block) => shown(block, -100n, { counterparty: STRANGER }));
    const found = await wrong(movements, 700n);
    expect(found.map(([result, block]) => [result, block])).toEqual([
      ['unexplained', 20],
      ['unexplained', 30],
      ['unexplained', 40],
    ]);
    expect(found[0]?.[2]).toBe(
      `100 ROC left this account to ${STRANGER} (Transfer), and no recorded payout or refund explains it.`,
    );
  });

  test.each<[string, Partial<PlaceRecord>]>([
    ['to somebody else', { holder: STRANGER }],
    ['in another place', { log_index: 4 }],
    ['that is a premium', { kind: 'purchased' }],
    ['of money paid in error', { kind: 'paid_in_error' }],
    ['that is not confirmed', { status: 'unconfirmed' }],
    ['in another transaction', { tx_hash: txOf(99) }],
  ])('has money that left unexplained by a record %s', async (_, change) => {
    expect(await results([shown(30, -25n)], 975n, { events: [paidOut(30, change)] })).toEqual([
      'unexplained',
    ]);
  });

  test.each<[string, Partial<PlaceRecord>]>([
    ['of another payer', { holder: STRANGER }],
    ['in another place', { log_index: 4 }],
    ['that is a refund', { kind: 'premium_refunded' }],
    ['in another transaction', { tx_hash: txOf(99) }],
  ])('has money that came unexplained by a record %s', async (_, change) => {
    const found = await wrong([shown(20, 60n)], 1060n, { events: [paidIn(change)] });
    expect(found).toEqual([
      [
        'unexplained',
        20,
        `60 ROC came to this account from ${HOLDER} (Transfer), and no recorded payment explains it.`,
      ],
    ]);
  });

  test('lets our records call only a small part of a premium too small to pay for anything', async () => {
    const sold = { ...recordedPolicy, premium: '60' };
    const dust = async (free: bigint) => {
      const movement = shown(20, free);
      const records = [{ ...recordOfShown(movement), meaning: 'dust' as const }];
      return results([movement], 1000n + free, { records, policies: [sold] });
    };
    expect(await dust(5n)).toEqual([]);
    expect(await dust(6n)).toEqual(['unexplained']);
    expect(await results([shown(20, 5n)], 1005n, { policies: [sold] })).toEqual(['unexplained']);
  });

  test('does not judge money that came after our records were read', async () => {
    const time = Date.parse(AS_OF) / 1000 - 599;
    expect(await results([shown(20, 60n)], 1060n, { time })).toEqual([]);
    expect(await results([shown(20, 60n)], 1060n, { time: time - 2 })).toEqual(['unexplained']);
  });

  test('does not add up when a movement is left out of the records', async () => {
    const movements = [shown(20, 60n), shown(30, -25n)];
    const records = [recordOfShown(movements[0] as Shown)];
    const found = await wrong(movements, 1035n, { records, events: [paidIn()] });
    expect(found.map(([result]) => result)).toEqual(['balance']);
    expect(found[0]?.[2]).toContain('it holds 1,035 ROC and 0 ROC: -25 ROC and 0 ROC are not explained.');
  });

  test('names a movement that a block shows beside a recorded one, and one that it does not show', async () => {
    const movements = [shown(20, 60n), shown(20, 5n, { at: 7, about: 7 })];
    const records = [recordOfShown(movements[0] as Shown), recordOfShown(shown(30, 8n))];
    const events = [paidIn(), paidIn({ log_index: 7 })];
    expect(await results(movements, 1065n, { records, events })).toEqual(['unrecorded', 'missing']);
  });

  test('names a record with a different amount or block', async () => {
    const one = shown(20, 60n);
    for (const change of [
      { free: '61' },
      { reserved: '1' },
      { kind: 'Deposit' },
      { block_hash: hashOf(21) },
    ]) {
      const records = [{ ...recordOfShown(one), ...change }];
      const found = await results([one], 1060n, { records, events: [paidIn()] });
      expect(found, Object.keys(change)[0]).toEqual(['missing']);
    }
  });

  test('reports an event that cannot be added up as a difference, even if the sum matches', async () => {
    const unknown = shown(20, 0n, { kind: 'BalanceSet', isKnown: false });
    expect(await results([unknown], 1000n)).toEqual(['unknown']);
  });

  test('differs if its first balance is different, or if it was paid before its movements begin', async () => {
    expect(await results([], 1000n, { accounts: [{ ...account, free: '999' }] })).toEqual(['balance']);
    expect(await results([], 1000n, { events: [paidOut(9, { kind: 'purchased' })] })).toEqual(['balance']);
  });

  test('counts only accounts that both we and the auditor list', async () => {
    expect(await results([], 1000n, { accounts: [] })).toEqual(['unlisted']);
    const second = { ...account, account: STRANGER };
    expect(await results([], 1000n, { accounts: [account, second] })).toEqual(['unlisted']);
    expect(await results([], 1000n, { node: { ref: `0x${'46'.repeat(32)}`, accounts: [] } })).toEqual([
      'unread',
    ]);
  });

  test('a balance cannot be proven if the node pruned its state, and starts from our first balance if only that state is gone', async () => {
    const keeping = (held: readonly [number, Held[] | null][]) => ({
      balances: async () => ({ until: 100, at: new Map(held) }),
    });
    const forgot = await lines([], 1000n, { node: keeping([[100, null]]) });
    expect(forgot.map(({ result }) => result)).toEqual(['not_provable']);
    const now: [number, Held[]] = [100, [{ free: 1000n, reserved: 0n }]];
    const [line] = await lines([], 1000n, { node: keeping([[10, null], now]) });
    expect(line?.result).toBe('matched');
    expect(line?.text).toContain('as we recorded it');
  });

  test('reads the balance no later than the last block that the server read', async () => {
    const late = shown(150, 5n);
    expect(await results([late], 1000n)).toEqual([]);
  });
});
