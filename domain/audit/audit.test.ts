import { type AbiFunction, encodeFunctionData, getAddress, type Hex, toFunctionSelector } from 'viem';
import { describe, expect, test } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { announcedData } from '#domain/payouts/announced.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import type { EventName } from '#domain/registry/contract-events.ts';
import { apiOver, readRecorded } from './audit.ts';
import { auditChains } from './chains.ts';
import { type AuditEvent, decodeLog, describeEvent } from './events.ts';
import { isDifference, type Line } from './lines.ts';
import { type Progress, type Rpc, readChain } from './read.ts';
import { reconcile } from './reconcile.ts';
import type { Recorded } from './recorded.ts';
import { countResults, eventsCsv, linesCsv } from './report.ts';
import {
  CONTRACT,
  eventOf,
  HOLDER,
  logOf,
  PREMIUM,
  policyOf,
  purchaseOf,
  purchaseTotal,
  quoteId,
  readingOf,
  recordedOf,
  recordOf,
  START,
} from './sample.fixture.ts';
import type { RecordedEvent } from './schema.ts';
import { Standing, type Waiting } from './standing.ts';
import { Totals } from './totals.ts';

const EVENTS = insurancePaymentAbi.flatMap((entry) => (entry.type === 'event' ? [entry.name] : []));
const DAY = 86_400;

const differences = (lines: readonly Line[]) => lines.filter(isDifference);

describe('the contract’s events', () => {
  test.each(EVENTS)('%s is decoded and said in a sentence', (name) => {
    const event = eventOf(name);
    const text = describeEvent(event, (token, amount) => `${amount} ${token}`);
    expect(event.name).toBe(name);
    expect(text).toMatch(/^[A-Z0-9].*\.$/);
    expect(text).not.toMatch(/undefined|null|NaN/);
  });

  test('a log that the ABI does not know is not an event', () => {
    expect(decodeLog(1337, { ...logOf('PauseChanged'), topics: [`0x${'12'.repeat(32)}`] })).toBeNull();
  });
});

describe('running totals', () => {
  const money = (name: EventName, amount: bigint) =>
    eventOf(name, { token: NATIVE_TOKEN, premium: amount, amount, dollars: 3n });

  test('the balance follows from what came and went, and what is owed stays until it is taken', () => {
    const totals = new Totals();
    const balances = [
      ...[money('PoolFunded', 100n), money('PolicyPurchased', 10n), money('ClaimPaid', 30n)],
      // That claim was not taken, and is pulled later.
      ...[money('PaymentOwed', 30n), money('OwedPaid', 30n)],
      ...[money('PremiumRefunded', 4n), money('CapitalWithdrawn', 6n)],
    ].map((event) => totals.add(event));
    expect(balances).toEqual([100n, 110n, 80n, 110n, 80n, 76n, 70n]);
    expect(totals.add(eventOf('PauseChanged'))).toBeNull();
  });

  test('each token of each contract has its own', () => {
    const totals = new Totals();
    const other = `0x${'d2'.repeat(20)}`;
    totals.add(money('PoolFunded', 5n));
    totals.add(eventOf('PoolFunded', { token: other, amount: 7n }));
    totals.add(eventOf('PoolFunded', { token: NATIVE_TOKEN, amount: 9n }, { address: other }));
    expect([...totals.pools.values()].map(({ sums }) => sums.funded)).toEqual([5n, 7n, 9n]);
  });
});

const OTHER = `0x${'7e'.repeat(20)}` as const;
const ADMINISTRATOR = `0x${'ad'.repeat(20)}` as const;
const GUARDIAN = `0x${'9a'.repeat(20)}` as const;
const ID = `0x${'6c'.repeat(32)}` as const;
const selectorOf = (name: string) =>
  toFunctionSelector(
    insurancePaymentAbi.find((entry) => entry.type === 'function' && entry.name === name) as AbiFunction,
  );
const terms = { quoteId: ID, holder: HOLDER, claimNumber: 2, incidentAt: START, usd: 20_000 };
const payout = eventOf('CallAnnounced', {
  data: announcedData(terms),
  executableAt: BigInt(START + 2 * DAY),
  expiresAt: BigInt(START + 9 * DAY),
});

describe('pending announcements', () => {
  const data = encodeFunctionData({
    abi: insurancePaymentAbi,
    functionName: 'loosenLimits',
    args: [
      { token: NATIVE_TOKEN, minPerDollar: 1n, maxPerDollar: 2n, minimumReserve: 3n, allowance: 90_000 },
    ],
  });
  const announced = eventOf('CallAnnounced', {
    data,
    executableAt: BigInt(START + 2 * DAY),
    expiresAt: BigInt(START + 9 * DAY),
  });
  const standingAfter = (...events: AuditEvent[]) => {
    const standing = new Standing(() => [{ token: null, symbol: 'ETH', decimals: 18 }]);
    for (const event of events) standing.add(event);
    return standing;
  };

  test('an announced call is pending with its arguments until it is executed, vetoed or expired', () => {
    const [call] = standingAfter(announced).waiting(START);
    expect(call?.what).toBe(
      `Loosen the limits of ETH to 0.000000000000000001 ETH – 0.000000000000000002 ETH per dollar, a reserve of 0.000000000000000003 ETH and $90,000 a day, announced by ${HOLDER}`,
    );
    expect([call?.from, call?.until]).toEqual([START + 2 * DAY, START + 9 * DAY]);
    expect(standingAfter(announced).waiting(START + 9 * DAY)).toHaveLength(1);
    expect(standingAfter(announced).waiting(START + 9 * DAY + 1)).toEqual([]);
    for (const end of ['AnnouncedCallExecuted', 'AnnouncementVetoed'] as const) {
      expect(standingAfter(announced, eventOf(end)).waiting(START)).toEqual([]);
      expect(standingAfter(announced, eventOf(end), announced).waiting(START)).toHaveLength(1);
    }
  });

  const roles = (address: string, role: number) =>
    eventOf('RoleChanged', { role, previous: NATIVE_TOKEN, holder: address as Hex });
  const grant = (role: number, by: string, times = { executableAt: BigInt(START + 7 * DAY) }) =>
    eventOf('CallAnnounced', {
      data: encodeFunctionData({ abi: insurancePaymentAbi, functionName: 'grantRole', args: [role, OTHER] }),
      callHash: `0x${'9'.repeat(64)}`,
      by: by as Hex,
      expiresAt: BigInt(START + 9 * DAY),
      ...times,
    });
  const named = (waiting: Waiting[]) => waiting.map(({ what }) => what.replace(/ to 0x.*$/, ''));

  test('a veto of all and another guardian end every announced call but a new guardian and a recovery', () => {
    const before = [roles(ADMINISTRATOR, 0), roles(GUARDIAN, 1)];
    const stops = [
      eventOf('AllAnnouncementsVetoed'),
      eventOf('RoleChanged', { role: 1, previous: GUARDIAN, holder: OTHER }),
    ];
    for (const stop of stops) {
      const left = (event: AuditEvent) => named(standingAfter(...before, event, stop).waiting(START));
      expect(left(announced)).toEqual([]);
      expect(left(grant(0, ADMINISTRATOR))).toEqual([]);
      expect(left(grant(1, ADMINISTRATOR))).toEqual(['Grant the guardian role']);
      expect(left(grant(0, GUARDIAN))).toEqual(['Grant the administrator role']);
    }
  });

  test('what a role announced ends when somebody else gets the role or nobody has it', () => {
    const before = [roles(ADMINISTRATOR, 0), roles(GUARDIAN, 1)];
    const administrator = eventOf('RoleChanged', { role: 0, previous: ADMINISTRATOR, holder: OTHER });
    const claims = eventOf('RoleChanged', { role: 2, previous: HOLDER, holder: NATIVE_TOKEN });
    const left = (event: AuditEvent, stop: AuditEvent) =>
      standingAfter(...before, event, stop).waiting(START).length;
    expect([left(announced, administrator), left(grant(1, ADMINISTRATOR), administrator)]).toEqual([0, 0]);
    expect(left(grant(0, GUARDIAN), administrator)).toBe(1);
    const treasurer = eventOf('RoleChanged', { role: 4, previous: HOLDER, holder: NATIVE_TOKEN });
    const args = [NATIVE_TOKEN, HOLDER as Hex, 1n] as const;
    const withdrawal = eventOf('CallAnnounced', {
      expiresAt: BigInt(START + 9 * DAY),
      data: encodeFunctionData({ abi: insurancePaymentAbi, functionName: 'withdraw', args }),
    });
    expect([left(withdrawal, treasurer), left(withdrawal, administrator)]).toEqual([0, 1]);
    expect([left(payout, claims), left(payout, administrator), left(announced, claims)]).toEqual([0, 1, 1]);
  });

  test('a currency that is closed or tightened ends what was announced to loosen it, and no other currency does', () => {
    const set = (token: `0x${string}` = NATIVE_TOKEN) =>
      eventOf('LimitsChanged', {
        token,
        minPerDollar: 1n,
        maxPerDollar: 2n,
        minimumReserve: 3n,
        allowance: 80_000,
      });
    const executed = (name: 'loosenLimits' | 'withdraw') =>
      eventOf('AnnouncedCallExecuted', { callHash: `0x${'8'.repeat(64)}`, selector: selectorOf(name) });
    const count = (...events: AuditEvent[]) => standingAfter(announced, ...events).waiting(START).length;
    expect([count(set()), count(set(OTHER))]).toEqual([0, 1]);
    // Loosening says the same of the limits.
    expect(count(executed('loosenLimits'), set())).toBe(1);
    expect(count(executed('loosenLimits'), set(), set())).toBe(0);
    expect(count(executed('withdraw'), set())).toBe(0);
    const limits = {
      token: `0x${'ab'.repeat(20)}`,
      minPerDollar: 1n,
      maxPerDollar: 2n,
      minimumReserve: 3n,
    } as const;
    const args = [{ ...limits, allowance: 80_000 }] as const;
    const loosened = eventOf('CallAnnounced', {
      expiresAt: BigInt(START + 9 * DAY),
      data: encodeFunctionData({ abi: insurancePaymentAbi, functionName: 'loosenLimits', args }),
    });
    expect(standingAfter(loosened, set()).waiting(START)).toHaveLength(1);
    expect(standingAfter(loosened, set(limits.token)).waiting(START)).toEqual([]);
    const accepts = (accepted: boolean, token: `0x${string}` = NATIVE_TOKEN) =>
      eventOf('CurrencyAcceptanceChanged', { token, accepted });
    expect([count(accepts(false)), count(accepts(true)), count(accepts(false, OTHER))]).toEqual([0, 1, 1]);
  });

  test('a call announced in the second of a stop is void, as in the contract, and one announced after it is pending', () => {
    const limits = { token: NATIVE_TOKEN, minPerDollar: 1n, maxPerDollar: 2n, minimumReserve: 3n };
    const stops = [
      eventOf('AllAnnouncementsVetoed'),
      eventOf('CurrencyAcceptanceChanged', { token: NATIVE_TOKEN, accepted: false }),
      eventOf('LimitsChanged', { ...limits, allowance: 79_999 }),
    ];
    const at = (event: AuditEvent, time: number) => ({ ...event, time });
    for (const stop of stops) {
      const stopped = at(stop, START);
      expect(standingAfter(stopped, at(announced, START)).waiting(START)).toEqual([]);
      expect(standingAfter(stopped, at(announced, START + 1)).waiting(START)).toHaveLength(1);
      expect(standingAfter(at(announced, START), stopped).waiting(START)).toEqual([]);
    }
  });

  test('an announced payout says claim, policy, holder and dollars, and is pending until it is paid, vetoed or void', () => {
    const [waiting] = standingAfter(payout).waiting(START);
    expect(waiting?.what).toBe(
      `Pay claim 2 of policy ${ID} to ${getAddress(HOLDER)}: $20,000, announced by ${HOLDER}`,
    );
    expect(waiting?.payout).toEqual(terms);
    expect([payout.kind, payout.quoteId, payout.holder, payout.usd]).toEqual([
      ...['payout_announced', ID],
      ...[HOLDER, 20_000],
    ]);
    for (const end of ['AnnouncedCallExecuted', 'AnnouncementVetoed', 'AllAnnouncementsVetoed'] as const) {
      expect(standingAfter(payout, eventOf(end)).waiting(START)).toEqual([]);
    }
    const bought = eventOf('PolicyPurchased', { quoteId: ID, holder: HOLDER });
    const paid = eventOf('ClaimPaid', { quoteId: ID });
    expect(standingAfter(bought, paid, payout).waiting(START)).toHaveLength(1);
    expect(standingAfter(bought, paid, payout, paid).waiting(START)).toEqual([]);
    const moved = eventOf('HolderChanged', { quoteId: ID, previousHolder: HOLDER, newHolder: OTHER });
    expect(standingAfter(bought, payout, moved).waiting(START)).toEqual([]);
  });

  test('a change of holder is pending, loses its confirmation when its holder objects, and ends when it is stopped', () => {
    const proposed = eventOf('HolderChangeProposed', { lapsesAt: BigInt(START + 30 * DAY) });
    const lapsesAt = BigInt(START + 30 * DAY);
    const confirmed = eventOf('HolderChangeConfirmed', { effectiveAt: BigInt(START + 2 * DAY), lapsesAt });
    const half = eventOf('HolderChangeConfirmed', { effectiveAt: 0n, lapsesAt });
    const contested = eventOf('HolderChangeContested', { lapsesAt });
    const from = (...events: AuditEvent[]) =>
      standingAfter(...events)
        .waiting(START)
        .map((each) => each.from);
    expect(from(proposed)).toEqual([null]);
    expect(from(proposed, confirmed)).toEqual([START + 2 * DAY]);
    expect(from(proposed, confirmed, contested)).toEqual([null]);
    expect(from(proposed, contested, half)).toEqual([null]);
    for (const end of ['HolderChangeStopped', 'HolderChanged'] as const) {
      expect(from(proposed, confirmed, eventOf(end))).toEqual([]);
    }
    expect(standingAfter(proposed).waiting(START + 30 * DAY + 1)).toEqual([]);
  });

  test('a payment is owed until all of it was taken', () => {
    const [owed, part, rest] = [
      eventOf('PaymentOwed', { amount: 5n }),
      eventOf('OwedPaid', { amount: 2n }),
      eventOf('OwedPaid', { amount: 3n }),
    ];
    expect(standingAfter(owed, part).waiting(START)[0]?.what).toMatch(/^3 base units/);
    expect(standingAfter(owed, part, rest).waiting(START)).toEqual([]);
  });

  test('a role belongs to its last holder, and to nobody once it is revoked', () => {
    const roles = (...events: AuditEvent[]) => [...standingAfter(...events).roles.values()];
    const granted = eventOf('RoleChanged', { role: 2 });
    expect(roles(granted)).toMatchObject([{ role: 'claims', holder: HOLDER }]);
    expect(roles(granted, eventOf('RoleChanged', { role: 2, holder: NATIVE_TOKEN }))).toMatchObject([
      { role: 'claims', holder: null },
    ]);
  });

  test('cover is in force from its first second up to, but not including, its end', () => {
    const standing = standingAfter(purchaseOf(0));
    const covered = (time: number) =>
      [...standing.inForce(() => time).values()].map(({ coverUsd }) => coverUsd);
    expect(covered(START - 1)).toEqual([]);
    expect(covered(START)).toEqual([500_000]);
    expect(covered(START + 366 * DAY - 1)).toEqual([500_000]);
    expect(covered(START + 366 * DAY)).toEqual([]);
  });
});

describe('pools', () => {
  const pool = (balance: bigint) => ({
    contract: CONTRACT,
    token: NATIVE_TOKEN,
    symbol: 'ETH',
    decimals: 18,
    balance,
    owed: 0n,
    minimumReserve: 0n,
    minPerDollar: 10n ** 14n,
    maxPerDollar: 10n ** 15n,
    allowance: 1,
    accepted: true,
  });
  const audited = (balance: bigint) => auditChains([readingOf([purchaseOf(0)], { pools: [pool(balance)] })]);

  test('more than the events imply is surplus, less is named as missing', () => {
    expect(audited(PREMIUM).pools[0]).toMatchObject({ surplus: 0n, implied: PREMIUM });
    expect(audited(PREMIUM).lines).toEqual([]);
    expect(audited(PREMIUM + 5n).pools[0]?.surplus).toBe(5n);
    expect(audited(PREMIUM + 5n).lines).toEqual([]);
    expect(audited(PREMIUM - 100_000_000_000_000_000n).lines.map(({ explanation }) => explanation)).toEqual([
      'The events imply 0.6 ETH, but the contract holds 0.5 ETH: 0.1 ETH are missing.',
    ]);
  });

  test('the pool is set against cover in dollars at the contract’s own worst and best rate', () => {
    // 0.6 ETH at 0.001 and at 0.0001 ETH for a dollar.
    expect(audited(PREMIUM).pools[0]).toMatchObject({
      paysUsd: { least: 600n, most: 6000n },
      inForce: { policies: 1, coverUsd: 500_000, paidOutUsd: 0 },
    });
  });

  test('an owed sum that the contract and its events state differently is named', () => {
    const reading = readingOf([purchaseOf(0)], { pools: [{ ...pool(PREMIUM), owed: 1n }] });
    expect(auditChains([reading]).lines.map(({ result }) => result)).toEqual(['pool']);
  });

  test('an event that the published contract cannot emit is named', () => {
    const reading = readingOf([], { unknown: [{ ...logOf('PauseChanged'), topics: ['0xabc'] }] });
    expect(auditChains([reading]).lines).toMatchObject([{ result: 'contract', contract: CONTRACT }]);
  });
});

describe('the reconciliation', () => {
  const honest = (count: number, readTo: number | null = 1e6): Recorded => {
    const events = Array.from({ length: count }, (_, index) => purchaseOf(index));
    return recordedOf([...events.map(recordOf), ...events.map(policyOf)], [purchaseTotal(count)], readTo);
  };
  const chainOf = (count: number) =>
    readingOf(Array.from({ length: count }, (_, index) => purchaseOf(index)));

  test('an event without a record is a difference once the server has read past it, or ten minutes later whatever the server says', () => {
    const event = purchaseOf(0);
    const found = (age: number, readTo: number | null) => {
      const reading = readingOf([event], {
        head: { number: event.block + 10, hash: '0x1', time: event.time + age },
      });
      return reconcile([reading], recordedOf([], [], readTo)).map(({ result }) => result);
    };
    expect(found(599, 9)).toEqual(['waiting']);
    expect(found(599, null)).toEqual(['waiting']);
    expect(found(599, 10)).toEqual(['unrecorded', 'unrecorded', 'totals']);
    expect(found(600, 9)).toEqual(['unrecorded', 'unrecorded', 'totals']);
  });

  test('money put into a pool is compared with its record', () => {
    const event = eventOf('PoolFunded', { token: NATIVE_TOKEN, from: HOLDER, amount: 5n * 10n ** 18n });
    const record = {
      ...recordOf(event),
      quote_id: `0x${'0'.repeat(64)}`,
      product_code: null,
      coverage_usd: null,
      details_hash: null,
      cover_from: null,
      cover_until: null,
    };
    const total = { ...purchaseTotal(1), kind: 'pool_funded' as const, amount: record.amount ?? '' };
    const found = (records: RecordedEvent[], totals = [total]) =>
      differences(reconcile([readingOf([event])], recordedOf(records, totals, 1e6))).map(
        ({ result }) => result,
      );
    expect(found([record])).toEqual([]);
    expect(found([{ ...record, amount: '1' }])).toEqual(['amount']);
    expect(found([], [])).toEqual(['unrecorded', 'totals']);
  });

  test('an event without enough confirmations is never reported as missing', () => {
    const event = purchaseOf(0);
    const at = (number: number) =>
      reconcile(
        [readingOf([event], { head: { number, hash: '0x1', time: event.time + DAY } })],
        recordedOf([], [], 1e6),
      )[0]?.result;
    expect(at(event.block + 1)).toBe('waiting');
    expect(at(event.block + 2)).toBe('unrecorded');
  });

  test('an event that is seen but never applied is named after ten minutes', () => {
    const event = purchaseOf(0);
    const record = { ...recordOf(event), status: 'unconfirmed' as const };
    // Nothing is booked until it is applied.
    const recorded = recordedOf([record, policyOf(event)], [], 1e6);
    expect(differences(reconcile([readingOf([event])], recorded))).toMatchObject([
      { result: 'fields', explanation: expect.stringMatching(/seen this event but not applied it/) },
    ]);
  });

  test.each([
    ['contract', { contract: `0x${'99'.repeat(20)}` }],
    ['holder', { holder: `0x${'99'.repeat(20)}` }],
    ['currency', { token: `0x${'99'.repeat(20)}` }],
    ['premium', { premium: '600000000000000001' }, 'amount'],
    ['product', { product_code: 2 }],
    ['status', { status: 'cancelled' }, 'status'],
    ['cover', { coverage_usd: 500_001 }, 'cover in dollars'],
    ['first day', { start_date: '2024-03-02' }],
    ['last day', { end_date: '2025-03-02' }],
    ['validity of the quote', { valid_until: '2024-03-01T00:30:01.000Z' }],
    ['details hash', { details_hash: `0x${'99'.repeat(32)}` }],
    ['start of cover', { cover_from: '2024-03-01T00:00:01.000Z' }],
    ['end of cover', { cover_until: '2025-03-02T00:00:01.000Z' }],
    ['paid out on chain', { paid_out_usd: 1 }],
  ] as const)('a %s of a policy that differs from the chain is named', (field, change, also?: string) => {
    const event = purchaseOf(0);
    const recorded = recordedOf(
      [recordOf(event), { ...policyOf(event), ...change }],
      [purchaseTotal(1)],
      1e6,
    );
    const found = differences(reconcile([readingOf([event])], recorded));
    const policies = found.filter(({ about }) => about === 'policy');
    // What else it contradicts: its quote, its history.
    const fields = [field, ...(also === undefined ? [] : [also])];
    expect(policies.map((line) => line.differences.map((each) => each.field))).toEqual([fields]);
  });

  test('a chain or contract that only the API knows is named, and so is one that it hides', () => {
    const recorded = honest(1);
    const impostor = `0x${'99'.repeat(20)}`;
    const offered = [
      { chain_id: 1337, contracts: [CONTRACT, impostor] },
      { chain_id: 5, contracts: [impostor] },
    ];
    const lines = differences(reconcile([chainOf(1)], { ...recorded, offered }));
    expect(lines.map(({ result, chainId, contract }) => [result, chainId, contract])).toEqual([
      ['contract', 1337, impostor],
      ['contract', 5, impostor],
    ]);
    const hidden = { ...recorded, offered: [] };
    const [chain] = hidden.summary.chains;
    const summary = { ...hidden.summary, chains: chain ? [{ ...chain, contracts: [] }] : [] };
    expect(differences(reconcile([chainOf(1)], { ...hidden, summary }))).toMatchObject([
      { result: 'contract', explanation: 'This listed contract is missing from what the API counts.' },
    ]);
  });

  test('one wrong policy among 10,000 is found, with the figures that it moves', () => {
    const count = 10_000;
    const recorded = honest(count);
    const tampered = recorded.records.map((record) =>
      record.record === 'policy' && record.quote_id === quoteId(7777)
        ? { ...record, coverage_usd: 1_000_000 }
        : record,
    );
    const lines = reconcile([chainOf(count)], { ...recorded, records: tampered });
    // Events, policies, their total and the fee; the wrong policy, and the figures that it moves.
    expect(countResults(lines).filter(([, found]) => found > 0)).toEqual([
      ['matched', 2 * count + 1],
      ['fields', 1],
      ['totals', 1],
    ]);
    const cover = { chain: '500000', record: '1000000' };
    expect(differences(lines)).toMatchObject([
      {
        quoteId: quoteId(7777),
        differences: [
          { field: 'cover', ...cover },
          { field: 'cover in dollars', ...cover },
        ],
      },
      { about: 'totals', differences: [{ field: 'cover in force' }] },
    ]);
  });

  test('the CSV files escape what a spreadsheet would run or split', () => {
    const [line] = reconcile([chainOf(1)], honest(1));
    if (!line) throw new Error('There is no line');
    const text = linesCsv([{ ...line, explanation: '=1+1, "really"' }]);
    expect(text.split('\r\n')[1]).toMatch(/,"'=1\+1, ""really"""$/);
    const reading = chainOf(2);
    const csv = eventsCsv({ readings: [reading], onChain: auditChains([reading]) });
    // Titles, two events and the digest.
    expect(csv.trimEnd().split('\r\n')).toHaveLength(4);
    expect(csv).toContain(`,${PREMIUM},,${2n * PREMIUM},"Premium of 0.6 ETH`);
  });
});

describe('reading a chain', () => {
  /** A node with these logs that refuses more than 700 blocks at once. */
  function nodeWith(logs: readonly ReturnType<typeof logOf>[], changes: Record<string, unknown> = {}) {
    const asked: string[] = [];
    const rpc: Rpc = async (method, params) => {
      asked.push(method);
      if (method in changes) return changes[method];
      if (method === 'eth_chainId') return '0x539';
      if (method === 'eth_call') return `0x${'20'.padStart(64, '0')}${'0'.padStart(64, '0')}`;
      if (method === 'eth_getBlockByNumber') {
        const number = params[0] === 'latest' ? 3000 : Number(params[0]);
        return { number: `0x${number.toString(16)}`, hash: `0x${number}`, timestamp: '0x65e11a80' };
      }
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
      if (Number(toBlock) - Number(fromBlock) >= 700) throw new Error('Too many blocks');
      return logs
        .filter(({ block }) => Number(fromBlock) <= block && block <= Number(toBlock))
        .map((log) => ({
          address: log.address,
          topics: log.topics,
          data: log.data,
          logIndex: `0x${log.logIndex}`,
          blockNumber: `0x${log.block.toString(16)}`,
          blockHash: log.blockHash,
          transactionHash: log.txHash,
        }));
    };
    return { rpc, asked };
  }
  const { chain } = readingOf([]);

  test('every block is read although the node refuses large ranges, and foreign logs are left out', async () => {
    const blocks = [1, 699, 700, 701, 1999, 2000, 3000];
    const logs = blocks.map((block) => logOf('PauseChanged', {}, { block }));
    const foreign = logOf('PauseChanged', {}, { block: 5, address: HOLDER });
    const done: Progress[] = [];
    const reading = await readChain(nodeWith([...logs, foreign]).rpc, chain, (progress) =>
      done.push(progress),
    );
    expect(reading.events.map(({ block }) => block)).toEqual(blocks);
    expect(reading.events.every(({ time }) => time === 0x65e11a80)).toBe(true);
    expect(done).toContainEqual({ step: 'Reading Ganache Local', done: 3000, total: 3000 });
  });

  test('a chain other than the one named is refused', async () => {
    await expect(readChain(nodeWith([], { eth_chainId: '0x1' }).rpc, chain)).rejects.toThrow(
      'The node is on chain 1, not on chain 1337.',
    );
  });
});

test('records of a chain without a contract are kept apart: nothing there can be compared as a whole', async () => {
  const { summary, offered } = recordedOf([], [], 200);
  const genesis = `0x${'ab'.repeat(32)}`;
  const [own, other] = [
    recordOf(purchaseOf(1)),
    { ...recordOf(purchaseOf(2)), chain_id: genesis, enforced_by: 'records' },
  ];
  const without = { ...summary.chains[0], chain_id: genesis, enforced_by: 'records', contracts: [genesis] };
  const answers: Readonly<Record<string, unknown>> = {
    '/audit/summary': { data: { ...summary, chains: [...summary.chains, without] } },
    '/audit/records?list=events': { data: [own, other], next_cursor: null },
    '/audit/records?list=policies': { data: [], next_cursor: null },
    '/audit/records?list=claims': { data: [], next_cursor: null },
    '/registry/off-chain-payments': { data: [], next_cursor: null },
    '/config': { data: { chains: offered } },
  };
  const recorded = await readRecorded(
    apiOver(async (path) => answers[path]),
    async () => {},
  );
  expect(recorded.records.map(({ chain_id }) => chain_id)).toEqual([1337]);
  expect(recorded.withoutContract.map(({ chain_id }) => chain_id)).toEqual([genesis]);
  expect(recorded.summary.chains.map(({ chain_id }) => chain_id)).toEqual([1337]);
});
