import { describe, expect, test } from 'vitest';
import { type BalancesEvent, changesIn, explainChanges } from './movements.ts';

const key = (byte: string) => `0x${byte.repeat(32)}`;
const [POOL, OTHER, STRANGER] = [key('aa'), key('bb'), key('cc')] as [string, string, string];
const event = (name: string, fields: Record<string, unknown>, at = 0, extrinsic: number | null = 1) =>
  ({ at, extrinsic, name, fields }) satisfies BalancesEvent;
const who = (amount: bigint, account = POOL) => ({ who: account, amount });

/** What a pool and another one of our accounts gain: free and reserved each. */
const gains = (name: string, fields: Record<string, unknown>) => {
  const changes = changesIn([event(name, fields)], [POOL, OTHER]);
  return changes.map(({ account, free, reserved, isKnown }) => [
    account === POOL ? 'pool' : 'other',
    ...[Number(free), Number(reserved), isKnown],
  ]);
};

describe('what an event of the Balances pallet changes', () => {
  test.each<[string, Record<string, unknown>, unknown[]]>([
    ['Transfer', { from: POOL, to: STRANGER, amount: 5n }, [['pool', -5, 0, true]]],
    ['Transfer', { from: STRANGER, to: POOL, amount: 5n }, [['pool', 5, 0, true]]],
    [
      'Transfer',
      { from: POOL, to: OTHER, amount: 5n },
      [
        ['pool', -5, 0, true],
        ['other', 5, 0, true],
      ],
    ],
    ['Transfer', { from: POOL, to: POOL, amount: 5n }, []],
    ['Transfer', { from: STRANGER, to: key('dd'), amount: 5n }, []],
    ['Deposit', who(5n), [['pool', 5, 0, true]]],
    ['Minted', who(5n), [['pool', 5, 0, true]]],
    ['Restored', who(5n), [['pool', 5, 0, true]]],
    ['Withdraw', who(5n), [['pool', -5, 0, true]]],
    ['Burned', who(5n), [['pool', -5, 0, true]]],
    ['Slashed', who(5n), [['pool', -5, 0, true]]],
    ['Suspended', who(5n), [['pool', -5, 0, true]]],
    ['DustLost', { account: POOL, amount: 5n }, [['pool', -5, 0, true]]],
    ['Reserved', who(5n), [['pool', -5, 5, true]]],
    ['Held', who(5n), [['pool', -5, 5, true]]],
    ['Unreserved', who(5n), [['pool', 5, -5, true]]],
    ['Released', who(5n), [['pool', 5, -5, true]]],
    ['BurnedHeld', who(5n), [['pool', 0, -5, true]]],
    [
      'ReserveRepatriated',
      { from: POOL, to: STRANGER, amount: 5n, destination_status: 'Free' },
      [['pool', 0, -5, true]],
    ],
    [
      'ReserveRepatriated',
      { from: STRANGER, to: POOL, amount: 5n, destination_status: 'Reserved' },
      [['pool', 0, 5, true]],
    ],
    [
      'ReserveRepatriated',
      { from: POOL, to: POOL, amount: 5n, destination_status: 'Free' },
      [['pool', 5, -5, true]],
    ],
    ['TransferOnHold', { source: POOL, dest: STRANGER, amount: 5n }, [['pool', 0, -5, true]]],
    ['TransferAndHold', { source: POOL, dest: STRANGER, transferred: 5n }, [['pool', -5, 0, true]]],
    ['Endowed', { account: POOL, free_balance: 5n }, []],
    ['Locked', who(5n), []],
    ['Frozen', who(5n), []],
    ['BalanceSet', { who: POOL, free: 5n }, [['pool', 0, 0, false]]],
    ['Conjured', { who: POOL, amount: 5n }, [['pool', 0, 0, false]]],
    ['Conjured', { who: STRANGER, amount: 5n }, []],
    // A newer runtime's fields that nobody can read.
    ['Withdraw', { who: POOL, sum: 5n }, [['pool', 0, 0, false]]],
  ])('%s changes what it says (case %#)', (name, fields, expected) => {
    expect(gains(name, fields)).toEqual(expected);
  });
});

describe('what a block says a change is for', () => {
  const payment = (at: number, kind: string | null) => ({
    at,
    parts: [at],
    remark: kind === null ? null : { kind },
  });
  const meanings = (events: BalancesEvent[], payments: ReturnType<typeof payment>[] = []) =>
    explainChanges(events, [POOL, OTHER], new Map([[1, payments]]), 10n).map(({ meaning, about }) => [
      meaning,
      about,
    ]);
  const out = event('Transfer', { from: POOL, to: STRANGER, amount: 5n }, 4);
  const into = event('Transfer', { from: STRANGER, to: POOL, amount: 5n }, 4);

  test('money for the pool is what a remark of its payer says, and never money that leaves', () => {
    expect(meanings([into], [payment(4, 'fund')])).toEqual([['fund', 4]]);
    expect(meanings([out], [payment(4, 'fund')])).toEqual([[null, 4]]);
  });

  test('counts nothing as leaving when money moves between two of our accounts', () => {
    expect(meanings([event('Transfer', { from: POOL, to: OTHER, amount: 5n })])).toEqual([
      ['own', null],
      ['own', null],
    ]);
  });

  test('a fee is the first withdrawal of an extrinsic with what is given back of it', () => {
    const paid = [event('Withdraw', who(900n), 1), out, event('Deposit', who(100n), 7)];
    expect(meanings(paid)).toEqual([
      ['fee', null],
      [null, null],
      ['fee', null],
    ]);
    expect(meanings([out, event('Withdraw', who(9n), 5)])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(meanings([event('Withdraw', who(9n), 1, null)])).toEqual([[null, null]]);
  });

  test('more than a hundred existential deposits is not a fee, however it is paid', () => {
    expect(meanings([event('Withdraw', who(1000n), 1)])).toEqual([['fee', null]]);
    expect(meanings([event('Withdraw', who(1001n), 1)])).toEqual([[null, null]]);
  });

  test('money that an account reserves stays its own, and money that goes to another account does not', () => {
    expect(meanings([event('Reserved', who(5n)), event('Unreserved', who(5n))])).toEqual([
      ['reserve', null],
      ['reserve', null],
    ]);
    const gone = { from: POOL, to: STRANGER, amount: 5n, destination_status: 'Free' };
    expect(meanings([event('ReserveRepatriated', gone)])).toEqual([[null, null]]);
  });
});
