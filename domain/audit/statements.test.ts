/** What the server states besides the chain's own events: claims, sales, figures, fees, and what is owed. */
import { createHash } from 'node:crypto';
import { encodeFunctionResult, parseAbi } from 'viem';
import { describe, expect, test } from 'vitest';
import type { OffChainPayment } from '#domain/registry/schema.ts';
import { compareClaims } from './compare-claims.ts';
import { compareFigures } from './compare-figures.ts';
import { bookingDifferences, saleDifferences } from './compare-sale.ts';
import { describeLiabilities, liabilitiesOf } from './liabilities.ts';
import { isDifference, type Line } from './lines.ts';
import { reconcile } from './reconcile.ts';
import type { Recorded } from './recorded.ts';
import { linesCsv } from './report.ts';
import { checkRounds } from './rounds.ts';
import {
  eventOf,
  PREMIUM,
  policyOf,
  purchaseOf,
  purchaseTotal,
  quoteId,
  readingOf,
  recordedOf,
  recordOf,
  START,
  statementsOf,
} from './sample.fixture.ts';
import type { RecordedClaim, RecordedEvent } from './schema.ts';

const DAY = 86_400;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const event = purchaseOf(0);

const PAYOUT_TX = `0x${'7a'.repeat(32)}`;
const payout: RecordedEvent = {
  ...recordOf(event),
  kind: 'claim_paid',
  tx_hash: PAYOUT_TX,
  log_index: 4,
  usd: 1500,
  claim_number: 1,
  rate: '2000',
  incident_at: iso(START),
  amount: '750000000000000000',
};
const line = (
  kind: RecordedClaim['timeline'][number]['kind'],
  status: RecordedClaim['status'],
  minutes: number,
  tx_hash: string | null = null,
) => ({ kind, status, at: iso(START + 60 * minutes), tx_hash });
const STEPS = [
  line('submitted', 'pending', 0),
  line('approved', 'approved', 1),
  line('processing_payment', 'processing_payment', 2),
];
const claim: RecordedClaim = {
  record: 'claim',
  claim_number: 'CLM-001',
  chain_id: 1337,
  quote_id: event.quoteId,
  incident_at: iso(START),
  status: 'paid',
  payout_usd: 1500,
  reserve_cents: 0,
  outside: null,
  paid_by: { tx_hash: PAYOUT_TX, log_index: 4 },
  timeline: [...STEPS, line('paid', 'paid', 3, PAYOUT_TX)],
};
const other: OffChainPayment = {
  claim_number: 'CLM-001',
  quote_id: event.quoteId ?? '',
  usd: 1500,
  method: 'bank_transfer',
  paid_at: iso(START + 180),
};
const outside: RecordedClaim = {
  ...claim,
  paid_by: null,
  timeline: [...STEPS, line('paid', 'paid', 3)],
  outside: { usd: 1500, method: 'bank_transfer', paid_at: other.paid_at, by_two: true },
};

const recordedWith = (
  claims: readonly RecordedClaim[],
  records: Recorded['records'] = [payout],
  offChainPayments: readonly OffChainPayment[] = [],
): Recorded => ({ ...recordedOf(records, [], 1e6), claims, offChainPayments });
const named = (lines: readonly Line[]) =>
  lines
    .filter(isDifference)
    .map(({ result, differences }) => [result, ...differences.map(({ field }) => field)]);
const claims = (...given: Parameters<typeof recordedWith>) => named(compareClaims(recordedWith(...given)));

describe('a claim compared with its timeline and its payment', () => {
  test('is matched if all agree, whether it is paid on chain, outside it, or not yet', () => {
    expect(claims([claim])).toEqual([]);
    expect(claims([outside], [], [other])).toEqual([]);
    const open = { ...claim, status: 'processing_payment', paid_by: null, timeline: STEPS } as const;
    expect(claims([{ ...open, quote_id: null, incident_at: null }], [])).toEqual([]);
  });

  test.each<[what: string, change: Partial<RecordedClaim>, found: string[]]>([
    [
      'marked paid without an event',
      { paid_by: null },
      ['transaction in its timeline', 'number of payments'],
    ],
    ['paid with other dollars', { payout_usd: 1400 }, ['dollars']],
    ['on another policy than its payment', { quote_id: quoteId(9) }, ['policy']],
    ['of another incident than its payment', { incident_at: iso(START + 1) }, ['incident']],
    [
      'that rests on an event that we don’t have',
      { paid_by: { tx_hash: PAYOUT_TX, log_index: 9 } },
      ['payment'],
    ],
    ['without its paid line', { timeline: STEPS }, ['status', 'payments in its timeline']],
    [
      'with a paid line of another transaction',
      { timeline: [...STEPS, line('paid', 'paid', 3, `0x${'11'.repeat(32)}`)] },
      ['transaction in its timeline'],
    ],
    [
      'whose timeline leaves out the approval',
      { timeline: [STEPS[0] ?? line('submitted', 'pending', 0), line('paid', 'paid', 3, PAYOUT_TX)] },
      ['step'],
    ],
    [
      'with a line back in time',
      { timeline: [...STEPS, line('paid', 'paid', -3, PAYOUT_TX)] },
      ['time of a line'],
    ],
    ['without its first line', { timeline: claim.timeline.slice(1) }, ['first line']],
  ])('%s is named', (_, change, found) => {
    const [first] = claims([{ ...claim, ...change }]);
    expect(first).toEqual(['claim', ...found]);
  });

  test('a payout that pays none of our claims is named, and one of a claim that is not paid as well', () => {
    expect(claims([])).toEqual([['unclaimed']]);
    const open: RecordedClaim = { ...claim, status: 'processing_payment', timeline: STEPS };
    expect(claims([open])).toEqual([['claim', 'number of payments'], ['unclaimed']]);
    expect(claims([], [{ ...payout, status: 'orphaned' }])).toEqual([]);
  });

  test.each<[what: string, claim: RecordedClaim, listed: OffChainPayment[], found: string[][]]>([
    ['with other dollars than were approved', { ...outside, payout_usd: 1 }, [other], [['claim', 'dollars']]],
    [
      'that one person confirmed alone',
      { ...outside, outside: { ...other, by_two: false } },
      [other],
      [['claim', 'administrators']],
    ],
    ['that the public list does not have', outside, [], [['claim', 'dollars', 'method', 'policy']]],
    [
      'long before its line in the timeline',
      { ...outside, outside: { ...other, paid_at: iso(START - DAY), by_two: true } },
      [other],
      [['claim', 'time of payment']],
    ],
    [
      'of a claim that another claim’s number has',
      { ...outside, claim_number: 'CLM-002' },
      [other],
      [['claim', 'dollars', 'method', 'policy'], ['claim']],
    ],
  ])('a payment outside the chain %s is named', (_, given, listed, found) => {
    expect(claims([given], [], listed)).toEqual(found);
  });
});

describe('a sale compared with its quote, its rate and its payment', () => {
  const { platform_fee, as_of } = statementsOf(1);
  const fields = (
    change: Partial<ReturnType<typeof policyOf>>,
    purchase: RecordedEvent = recordOf(event),
    refunds: readonly RecordedEvent[] = [],
    fee = platform_fee,
  ) => saleDifferences({ ...policyOf(event), ...change }, purchase, refunds, fee).map(({ field }) => field);
  const sale = policyOf(event).sale;

  test('an honest sale matches, even if its policy awaits approval', () => {
    expect(fields({})).toEqual([]);
    expect(
      fields({ status: 'pending', in_review: true, last_step: { at: as_of, status: 'pending' } }),
    ).toEqual([]);
  });

  test.each<[what: string, change: Parameters<typeof fields>[0], found: string[]]>([
    ['premium in dollars', { premium_usd: 1300 }, ['premium in dollars']],
    ['premium of the quote', { sale: { ...sale, premium_usd: 1300 } }, ['premium in dollars', 'amount']],
    ['rate', { sale: { ...sale, rate: '2100' } }, ['amount', 'rate']],
    [
      'both dollars and rate',
      { premium_usd: 1260, sale: { ...sale, premium_usd: 1260, rate: '2100' } },
      ['rate'],
    ],
    ['text for a rate', { sale: { ...sale, rate: 'many' } }, ['amount', 'rate']],
    ['source without a round', { sale: { ...sale, source: 'chainlink:0x1' } }, ['round of the feed']],
    ['rate of two days before', { sale: { ...sale, at: iso(START - 2 * DAY) } }, ['time of the rate']],
    ['rate of the future', { sale: { ...sale, at: iso(START + DAY) } }, ['time of the rate']],
    ['payment', { purchase_tx: PAYOUT_TX }, ['payment']],
    ['booking date', { recorded_at: iso(START - 30 * DAY) }, ['time of recording']],
    ['later booking date', { recorded_at: iso(START + DAY) }, ['time of recording', 'time of recording']],
    ['fee', { fee_bps: 300 }, ['platform fee']],
    ['status than its history', { status: 'pending' }, ['status']],
    ['status than its review', { in_review: true }, ['review']],
    [
      'status than its confirmed payment',
      { status: 'pending', last_step: { at: as_of, status: 'pending' } },
      ['status'],
    ],
    ['history', { opened: null, last_step: null }, ['time of recording', 'status']],
  ])('another %s is named', (_, change, found) => {
    expect(fields(change)).toEqual(found);
  });

  test('the fee is the one of the moment, by the log of its changes', () => {
    const changes = [
      { at: iso(START - DAY), before: 250, after: 300 },
      { at: iso(START + DAY), before: 300, after: 400 },
    ];
    const fee = { bps: 400, changes };
    expect(fields({ fee_bps: 300 }, recordOf(event), [], fee)).toEqual([]);
    expect(fields({ fee_bps: 400 }, recordOf(event), [], fee)).toEqual(['platform fee']);
    expect(fields({ fee_bps: 250 }, recordOf(event), [], { bps: 300, changes: changes.slice(1) })).toEqual([
      'platform fee',
    ]);
  });

  test('a refund is worth its share of the premium in dollars', () => {
    const refund = (worth_cents: number): RecordedEvent => ({
      ...recordOf(event),
      kind: 'premium_refunded',
      amount: (PREMIUM / 2n).toString(),
      worth_cents,
    });
    expect(fields({}, recordOf(event), [refund(60_000)])).toEqual([]);
    expect(fields({}, recordOf(event), [refund(60_001)])).toEqual(['dollars of the refund, in cents']);
  });

  test.each<[what: string, change: Partial<RecordedEvent>, found: string[]]>([
    ['before its block', { recorded_at: iso(START - DAY), confirmed_at: iso(START) }, ['time of recording']],
    [
      'after the server’s answer',
      { recorded_at: iso(START + 9 * DAY), confirmed_at: iso(START + 9 * DAY) },
      ['time of recording', 'time of confirmation'],
    ],
    ['never confirmed', { confirmed_at: null }, ['time of confirmation']],
    ['confirmed before it was recorded', { confirmed_at: iso(START - DAY) }, ['time of confirmation']],
    ['at no time', { recorded_at: 'yesterday' }, ['time of recording', 'time of confirmation']],
  ])('an event that was recorded %s is named', (_, change, found) => {
    expect(bookingDifferences({ ...recordOf(event), ...change }, as_of).map(({ field }) => field)).toEqual(
      found,
    );
    expect(bookingDifferences(recordOf(event), as_of)).toEqual([]);
  });
});

describe('rates read again from the rounds of their feed', () => {
  const FEED = `0x${'fe'.repeat(20)}`;
  const abi = parseAbi([
    'function getRoundData(uint80 id) view returns (uint80, int256, uint256, uint256, uint80)',
    'function decimals() view returns (uint8)',
  ]);
  const at = BigInt(START - 60);
  const rpc = async (_: string, [call]: readonly unknown[]) => {
    const { to, data } = call as { to: string; data: string };
    if (to !== FEED) throw new Error('Nothing there');
    return data.startsWith('0x313ce567')
      ? encodeFunctionResult({ abi, functionName: 'decimals', result: 8 })
      : encodeFunctionResult({
          abi,
          functionName: 'getRoundData',
          result: [7n, 200_050_000_000n, at, at, 7n],
        });
  };
  const { sale } = policyOf(event);
  const sold = { ...sale, rate: '2000.5', source: `chainlink:${FEED}`, round: '7', at: iso(START - 60) };
  const check = (change: Partial<typeof sold>) => {
    const policies = [0, 1].map((index) => ({
      ...policyOf(purchaseOf(index)),
      sale: { ...sold, ...change },
    }));
    const chains = [{ chain: readingOf([]).chain, rpc: rpc as never }];
    return checkRounds(recordedWith([], policies), chains, async () => {});
  };

  test('a rate that the feed had is matched, once for all policies that it priced', async () => {
    const lines = await check({});
    expect(lines).toMatchObject([{ result: 'matched', about: 'rate' }]);
    expect(lines[0]?.what).toMatch(
      /^2 policies sold at 2000\.5 dollars for one ETH, from round 7 of the feed 0x/,
    );
  });

  test.each([
    ['rate', { rate: '2001' }],
    ['round', { round: '8' }],
    ['time of the rate', { at: iso(START) }],
  ])('another %s is named', async (field, change) => {
    expect(named(await check(change))).toEqual([['fields', field]]);
  });

  test('a feed that no node has is named', async () => {
    const [line] = await check({ source: `chainlink:0x${'aa'.repeat(20)}` });
    expect(line).toMatchObject({
      result: 'fields',
      explanation: 'No node that was asked has this round of the feed.',
    });
  });
});

describe('figures, fee and daily check', () => {
  const figures = (statements: Partial<Recorded['summary']>) => {
    const recorded = recordedWith([claim], [recordOf(event), payout, policyOf(event)]);
    const own = { ...recorded.summary, figures: { ...recorded.summary.figures, claims_paid_usd: 1500 } };
    return named(compareFigures({ ...recorded, summary: { ...own, ...statements } }));
  };
  const stated = { ...statementsOf(1).figures, claims_paid_usd: 1500 };

  test('that agree are matched', () => expect(figures({})).toEqual([]));

  test.each([
    ['claims paid', { claims_paid_usd: 1 }],
    ['cover in force', { cover_in_force_usd: 1 }],
    ['policies in force', { policies_in_force: 2 }],
  ])('another figure of %s on the landing page is named', (field, change) => {
    expect(figures({ figures: { ...stated, ...change } })).toEqual([['totals', field]]);
  });

  test('a setting that the log does not have is named, and a change that does not follow from the one before', () => {
    const changes = [{ at: iso(START), before: 250, after: 300 }];
    expect(figures({ platform_fee: { bps: 300, changes } })).toEqual([]);
    expect(figures({ platform_fee: { bps: 400, changes } })).toEqual([['totals', 'setting']]);
    const broken = [...changes, { at: iso(START + 1), before: 350, after: 400 }];
    expect(figures({ platform_fee: { bps: 400, changes: broken } })).toEqual([
      ['totals', `value before ${iso(START + 1)}`],
    ]);
  });

  test('what the daily check had to set right is named', () => {
    const check = { day: '2024-03-02', finished_at: iso(START + DAY) };
    expect(figures({ figures_check: { ...check, differences: 0 } })).toEqual([]);
    expect(figures({ figures_check: { ...check, differences: 2 } })).toEqual([['totals']]);
  });
});

describe('the statement of a payment that bought no policy', () => {
  const exception = { ...recordOf(event), exception: 'unknown_quote' as const, worth_cents: 120_000 };
  const refunded = eventOf(
    'PremiumRefunded',
    { quoteId: event.quoteId, status: 2 },
    { block: 11, txHash: PAYOUT_TX },
  );
  const audit = (events: Parameters<typeof readingOf>[0], recorded: Recorded) =>
    reconcile([readingOf(events)], recorded);
  const honest = { ...statementsOf(0) };

  test('is owed and stays a difference until its refund’s event, even if an exception explains it', () => {
    const recorded = recordedOf([exception], [purchaseTotal(1)], 1e6);
    const [line] = audit([event], { ...recorded, summary: { ...recorded.summary, ...honest } }).filter(
      isDifference,
    );
    expect(line).toMatchObject({
      result: 'owed',
      about: 'event',
      quoteId: event.quoteId,
      explanation: expect.stringMatching(/owed back to the payer and stays a difference until its refund/),
    });
    const found = audit([event, refunded], recorded).filter(({ result }) => result === 'owed');
    expect(found).toEqual([]);
  });

  test('is neither owed nor a liability when it is too small to pay for anything', () => {
    const dust = { ...exception, exception: 'dust' as const };
    const recorded = recordedOf([dust], [purchaseTotal(1)], 1e6);
    const lines = audit([event], { ...recorded, summary: { ...recorded.summary, ...honest } });
    expect(lines.filter(isDifference)).toEqual([]);
    expect(liabilitiesOf(recorded, START).payers).toEqual([]);
  });

  test('lists it as a liability in its currency and in our dollar value', () => {
    const open = { ...claim, status: 'pending' as const, reserve_cents: 250_000, paid_by: null };
    const recorded = recordedWith([open], [exception, policyOf(event)]);
    const liabilities = liabilitiesOf(recorded, START + 10 * DAY);
    expect(liabilities).toEqual({
      payers: [{ chainId: 1337, token: null, payments: 1, amount: PREMIUM, worthCents: 120_000 }],
      // March 1, 2024 to March 1, 2025: the 11th of 365 days has begun.
      unearned: { policies: 1, cents: Math.floor((120_000 * 355) / 365) },
      reserves: { claims: 1, cents: 250_000 },
    });
    const text = describeLiabilities(liabilities, () => ({ symbol: 'ETH', decimals: 18 }));
    expect(text.map((each) => each.text)).toEqual([
      '0.6 ETH of 1 payment on Ganache Local, worth $1,200 when paid.',
      '$1,167 of 1 policy.',
      '$2,500 for 1 open claim.',
    ]);
    expect(text[2]?.source).toContain('Our own statement');
    const refund: RecordedEvent = { ...exception, kind: 'premium_refunded', exception: null };
    expect(liabilitiesOf(recordedWith([], [exception, refund]), START).payers).toEqual([]);
  });
});

test('an export ends with the SHA-256 of everything before its last line', () => {
  const text = linesCsv(reconcile([readingOf([event])], recordedOf([recordOf(event)], [], 1e6)));
  const at = text.lastIndexOf('sha256,');
  const digest = createHash('sha256').update(text.slice(0, at)).digest('hex');
  expect(text.slice(at)).toBe(`sha256,${digest}\r\n`);
});
