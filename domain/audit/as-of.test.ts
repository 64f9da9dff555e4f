/** The audit as of an earlier moment. */
import { encodeFunctionResult, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import { blockAt, parseAsOf, recordedAsOf } from './as-of.ts';
import { apiOver, runAudit } from './audit.ts';
import { isDifference } from './lines.ts';
import type { Rpc } from './read.ts';
import { reportText } from './report.ts';
import {
  CONTRACT,
  eventOf,
  logOf,
  policyOf,
  purchaseOf,
  purchaseTotal,
  readingOf,
  recordedOf,
  recordOf,
  START,
  statementsOf,
} from './sample.fixture.ts';
import type { RecordedClaim, RecordedEvent } from './schema.ts';

const DAY = 86_400;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const bought = purchaseOf(0);
const PAID = `0x${'7a'.repeat(32)}`;
const BACK = `0x${'7b'.repeat(32)}`;
/** Bought in block 10, a claim paid in block 20 a day later, refunded in block 30 two days later. */
const paid: RecordedEvent = {
  ...recordOf(bought),
  kind: 'claim_paid',
  tx_hash: PAID,
  block: 20,
  block_time: iso(START + DAY),
  usd: 1500,
  log_index: 1,
};
const back: RecordedEvent = {
  ...recordOf(bought),
  kind: 'premium_refunded',
  tx_hash: BACK,
  block: 30,
  block_time: iso(START + 2 * DAY),
  log_index: 2,
  outcome: 'cancelled',
  cover_until: iso(START + 2 * DAY),
  worth_cents: 120_000,
};
const today = {
  ...policyOf(bought),
  status: 'cancelled' as const,
  cover_until: iso(START + 2 * DAY),
  paid_out_usd: 1500,
};
const at = (block: number, time: number) => [readingOf([], { head: { number: block, hash: '0x1', time } })];

describe('the records as of an earlier block', () => {
  const recorded = recordedOf([recordOf(bought), paid, back, today], [], 40);
  const then = (block: number, time: number) => recordedAsOf(recorded, at(block, time), time);
  const policy = (block: number, time: number) =>
    then(block, time).records.find(({ record }) => record === 'policy');

  test.each([
    [10, START, 'active', 0, iso(START + 366 * DAY)],
    [20, START + DAY, 'active', 1500, iso(START + 366 * DAY)],
    [30, START + 2 * DAY, 'cancelled', 1500, iso(START + 2 * DAY)],
  ])('at block %i the policy is what its events up to then made it', (block, time, status, paid_out_usd, cover_until) => {
    expect(policy(block, time)).toMatchObject({ status, paid_out_usd, cover_until });
    expect(policy(block, time)).toMatchObject({ last_step: { status } });
  });

  test('a policy that was bought later is not there yet', () => {
    expect(then(9, START - 1).records).toEqual([]);
  });

  test('the current status of the policy changes nothing in the past', () => {
    const tampered = { ...today, status: 'active' as const, paid_out_usd: 9, holder: CONTRACT };
    const other = recordedOf([recordOf(bought), paid, back, tampered], [], 40);
    const [one, two] = [recorded, other].map((each) => recordedAsOf(each, at(20, START + DAY), START + DAY));
    expect(two?.records).toEqual(one?.records);
  });

  test('an audit as of a date ignores later changes of holder and off-chain payments', () => {
    const heir = `0x${'8e'.repeat(20)}`;
    const moved: RecordedEvent = { ...paid, kind: 'holder_changed', counterparty: heir, tx_hash: BACK };
    const other = {
      claim_number: 'CLM-001',
      quote_id: today.quote_id,
      usd: 50,
      method: 'check' as const,
      paid_at: iso(START + DAY),
    };
    const all = { ...recordedOf([recordOf(bought), moved, today], [], 40), offChainPayments: [other] };
    const find = (block: number, time: number) =>
      recordedAsOf(all, at(block, time), time).records.find(({ record }) => record === 'policy');
    expect(find(19, START + DAY - 1)).toMatchObject({ holder: recordOf(bought).holder, paid_out_usd: 0 });
    expect(find(20, START + DAY)).toMatchObject({ holder: heir, paid_out_usd: 50 });
  });

  test('a claim has the status of its timeline at that block, and its payment counts from its own block', () => {
    const line = (
      kind: 'submitted' | 'approved' | 'paid',
      status: RecordedClaim['status'],
      time: number,
    ) => ({
      kind,
      status,
      at: iso(time),
      tx_hash: kind === 'paid' ? PAID : null,
    });
    const claim: RecordedClaim = {
      record: 'claim',
      claim_number: 'CLM-001',
      chain_id: 1337,
      quote_id: today.quote_id,
      incident_at: null,
      status: 'paid',
      payout_usd: 1500,
      reserve_cents: 0,
      outside: null,
      paid_by: { tx_hash: PAID, log_index: 1 },
      timeline: [
        line('submitted', 'pending', START + 60),
        line('approved', 'approved', START + 120),
        // It was recorded a minute after its block.
        line('paid', 'paid', START + DAY + 60),
      ],
    };
    const all = { ...recorded, claims: [claim] };
    const find = (block: number, time: number) => recordedAsOf(all, at(block, time), time).claims[0];
    expect(find(10, START)).toBeUndefined();
    expect(find(10, START + 90)).toMatchObject({ status: 'pending', paid_by: null });
    expect(find(20, START + DAY)).toMatchObject({ status: 'paid', paid_by: { tx_hash: PAID } });
  });
});

describe('the moment that is named', () => {
  test.each([
    ['123', { block: 123 }],
    ['2024-03-01', { time: START + DAY - 1 }],
    ['2024-03-01T00:00:00Z', { time: START }],
  ])('%s', (text, moment) => expect(parseAsOf(text)).toEqual(moment));

  test.each(['yesterday', '2024-13-01', '-5', '0x10'])('%s is refused', (text) => {
    expect(() => parseAsOf(text)).toThrow(`${text} is neither a block number nor a date such as 2026-11-30.`);
  });

  test('the last block at or before a time is found, and none before the first', async () => {
    const rpc: Rpc = async (_, [tag]) => {
      const number = tag === 'latest' ? 100 : Number(tag);
      return {
        number: `0x${number.toString(16)}`,
        hash: '0x1',
        timestamp: `0x${(1000 + 12 * number).toString(16)}`,
      };
    };
    expect(await blockAt(rpc, 1000 + 12 * 57)).toBe(57);
    expect(await blockAt(rpc, 1000 + 12 * 57 + 11)).toBe(57);
    expect(await blockAt(rpc, 9_999_999)).toBe(100);
    expect(await blockAt(rpc, 999)).toBeNull();
  });
});

describe('the whole audit as of an earlier block', () => {
  const refunded = logOf(
    'PremiumRefunded',
    { quoteId: bought.quoteId, token: NATIVE_TOKEN, status: 3 },
    { block: 30, txHash: BACK },
  );
  const premium = logOf(
    'PolicyPurchased',
    { ...bought.args, quoteId: bought.quoteId },
    { block: 10, txHash: bought.txHash as Hex },
  );
  const currencies = encodeFunctionResult({
    abi: insurancePaymentAbi,
    functionName: 'currencies',
    result: [],
  });
  /** A node with both events that keeps the state of its newest blocks alone. */
  const rpc: Rpc = async (method, params) => {
    if (method === 'eth_chainId') return '0x539';
    if (method === 'eth_call') {
      if (params[1] !== '0x28') throw new Error('missing trie node');
      return currencies;
    }
    if (method === 'eth_getBlockByNumber') {
      const number = params[0] === 'latest' ? 40 : Number(params[0]);
      return {
        number: `0x${number.toString(16)}`,
        hash: `0x${number}`,
        timestamp: `0x${(START + (number - 10) * 4320).toString(16)}`,
      };
    }
    const [{ toBlock }] = params as [{ toBlock: string }];
    return [premium, refunded]
      .filter(({ block }) => block <= Number(toBlock))
      .map((log) => ({
        address: log.address,
        topics: log.topics,
        data: log.data,
        logIndex: '0x0',
        blockNumber: `0x${log.block.toString(16)}`,
        blockHash: log.blockHash,
        transactionHash: log.txHash,
        blockTimestamp: `0x${log.time.toString(16)}`,
      }));
  };
  const own = eventOf('PremiumRefunded', { quoteId: bought.quoteId, status: 3 }, { block: 30, txHash: BACK });
  const records = [recordOf(bought), { ...back, block: own.block }];
  const answers: Readonly<Record<string, unknown>> = {
    '/audit/summary': {
      data: {
        ...statementsOf(0),
        chains: [
          {
            chain_id: 1337,
            enforced_by: 'contract',
            contracts: [CONTRACT],
            read_to: 40,
            swept_to: null,
            totals: [purchaseTotal(1)],
          },
        ],
      },
    },
    '/audit/records?list=events': { data: records, next_cursor: null },
    '/audit/records?list=policies': { data: [today], next_cursor: null },
    '/audit/records?list=claims': { data: [], next_cursor: null },
    '/registry/off-chain-payments': { data: [], next_cursor: null },
    '/config': { data: { chains: [{ chain_id: 1337, contracts: [CONTRACT] }] } },
  };
  const { chain } = readingOf([]);
  const run = (asOf: { block: number } | { time: number }) =>
    runAudit({
      chains: [{ chain, rpc }],
      report: () => {},
      asOf,
      api: apiOver(async (path) => answers[path]),
    });

  test('compares what had happened then, and calls a balance that the node forgot not provable', async () => {
    const result = await run({ block: 20 });
    expect(result.lines.filter(isDifference)).toEqual([]);
    expect(result.lines.map(({ about, result: its }) => [about, its])).toEqual([
      ['event', 'matched'],
      ['policy', 'matched'],
    ]);
    expect(result.onChain.pools).toMatchObject([{ symbol: 'ETH', balance: null, provable: false }]);
    const text = reportText(result);
    expect(text).toMatch(/^As of March 1, 2024, 12:00 UTC, rebuilt from events and ledger\n/);
    expect(text).toContain(
      'the contract holds not provable: the node no longer keeps the state of that block',
    );
    expect(text).toContain('cover in force $500,000 in 1 policies');
    expect(text).toMatch(
      /Claim reserves: Not provable: what open claims were expected to cost then is not kept\./,
    );
  });

  test('a date means its last block, and a chain that began later is left out', async () => {
    const noon = START + DAY / 2;
    expect((await run({ time: noon })).readings.map(({ head }) => head.number)).toEqual([20]);
    expect((await run({ time: START - 365 * DAY })).readings).toEqual([]);
  });

  test('a block of several chains is refused', async () => {
    const two = [1, 2].map(() => ({ chain, rpc }));
    await expect(runAudit({ chains: two, api: null, report: () => {}, asOf: { block: 1 } })).rejects.toThrow(
      'A block number belongs to a single chain. With several chains, use a date.',
    );
  });
});
