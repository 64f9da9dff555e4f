import { describe, expect, test } from 'vitest';
import { paymentId, termsId } from '#domain/quote/terms-id.ts';
import {
  type BlockReading,
  type CheckedPlace,
  comparePaidPolicy,
  comparePlace,
  explainPlace,
  type Place,
  type PlaceRecord,
  type PolicyRecord,
} from './places.ts';
import { policyOf, purchaseOf, recordOf } from './sample.fixture.ts';

const GENESIS = `0x${'45'.repeat(32)}`;
const QUOTE = `0x${'b'.repeat(64)}`;
const TX = `0x${'c'.repeat(64)}`;
const HASH = `0x${'9'.repeat(64)}`;
const OURS = `0x${'04'.repeat(32)}`;
const HOLDER = `0x${'8e'.repeat(32)}`;
const STRANGER = `0x${'d4'.repeat(32)}`;
const CHAIN = { ref: GENESIS, decimals: 12, accounts: [OURS] };
/** November 21, 2026, 12:00 UTC. */
const TIME = 1_795_262_400;
const LATER = TIME + 86_400;

/** 1,500 dollars for 75 coins of 12 decimals, for an incident at 11:00. */
const claim: Place = {
  kind: 'claim_paid',
  quote_id: QUOTE,
  contract: OURS,
  holder: HOLDER,
  tx_hash: TX,
  log_index: 3,
  block: 700,
  block_hash: HASH,
  block_time: '2026-11-21T12:00:00.000Z',
  amount: '75000000000000',
  usd: 1500,
  rate: '20',
  claim_number: 1,
  incident_at: '2026-11-21T11:00:00.000Z',
  outcome: null,
};
const empty = { usd: null, rate: null, claim_number: null, incident_at: null };
const purchase: Place = { ...claim, ...empty, kind: 'purchased' };
const refund: Place = { ...claim, ...empty, kind: 'premium_refunded', outcome: 'cancelled' };
const secondPayout: Place = { ...claim, kind: 'paid_in_error' };
const secondRefund: Place = { ...refund, kind: 'paid_in_error' };

const moved = { txHash: TX, at: 3, amount: 75_000_000_000_000n };
const claimed = {
  ...moved,
  from: OURS,
  to: HOLDER,
  remark: { kind: 'claim', quoteId: QUOTE, claimNumber: 1, incidentAt: TIME - 3600, usd: 1500 } as const,
};
const bought = { ...moved, from: HOLDER, to: OURS, remark: { kind: 'purchase', quoteId: QUOTE } as const };
const returned = {
  ...moved,
  from: OURS,
  to: HOLDER,
  remark: { kind: 'refund', quoteId: QUOTE, outcome: 'cancelled' } as const,
};

type Payment = BlockReading['payments'][number];
const blockOf = (payment: Payment): BlockReading => ({
  number: 700,
  hash: HASH,
  time: TIME,
  payments: [payment],
});
const check = (place: Place, payment: Payment) => comparePlace(CHAIN, place, blockOf(payment), LATER);
const fields = (place: Place, payment: Payment) =>
  check(place, payment).differences.map(({ field }) => field);

describe('a record of a chain without a contract against the block that it names', () => {
  test.each([
    ['a premium', purchase, bought],
    ['a paid claim', claim, claimed],
    ['a refund', refund, returned],
    ['a second payout, paid in error,', secondPayout, claimed],
    ['a second refund, paid in error,', secondRefund, returned],
  ])('%s that its block shows matches', (_, place, payment) => {
    expect(check(place, payment)).toEqual({ result: 'matched', differences: [] });
    const upper = { ...place, tx_hash: `0x${'C'.repeat(64)}`, holder: HOLDER.toUpperCase() };
    expect(check(upper, payment).result).toBe('matched');
  });

  test.each([
    ['the account', { contract: STRANGER }, ['account']],
    ['the holder', { holder: STRANGER }, ['holder']],
    ['the amount', { amount: '75000000000001' }, ['amount']],
    ['the block hash', { block_hash: TX }, ['block hash']],
    ['the block time', { block_time: '2026-11-21T12:00:01.000Z' }, ['block time']],
    ['the policy', { quote_id: HASH }, ['policy']],
  ])('a %s that differs from the block is named for each kind of record', (_, change, named) => {
    expect(fields({ ...purchase, ...change }, bought)).toEqual(named);
    expect(fields({ ...claim, ...change }, claimed)).toEqual(named);
    expect(fields({ ...refund, ...change }, returned)).toEqual(named);
  });

  test.each([
    ['claim number', { claim_number: 2 }],
    ['incident', { incident_at: '2026-11-21T10:00:00.000Z' }],
    ['dollars', { usd: 1501 }],
    ['rate', { rate: '21' }],
  ])('a different %s of a paid claim is named', (field, change) => {
    expect(fields({ ...claim, ...change }, claimed)).toEqual([field]);
  });

  test('a different outcome of a refund is named', () => {
    expect(fields({ ...refund, outcome: 'rejected' }, returned)).toEqual(['outcome']);
  });

  test('money in the other direction, or of an account that is not ours, is not found', () => {
    expect(check(claim, { ...claimed, from: HOLDER, to: OURS }).result).toBe('missing');
    expect(check(purchase, { ...bought, from: OURS, to: HOLDER }).result).toBe('missing');
    const others = { ...CHAIN, accounts: [HOLDER] };
    expect(comparePlace(others, purchase, blockOf(bought), LATER).result).toBe('missing');
    expect(comparePlace(others, claim, blockOf(claimed), LATER).result).toBe('missing');
  });

  test('a remark of another kind, or one that is not ours, is named in a sentence', () => {
    expect(explainPlace(check(claim, { ...claimed, remark: null }))).toBe(
      'The records differ in remark (chain: nothing about us; recorded: a paid claim).',
    );
    expect(fields(claim, { ...claimed, remark: returned.remark })).toEqual(['remark']);
    expect(fields(refund, { ...returned, remark: claimed.remark })).toEqual(['remark']);
    expect(fields(purchase, { ...bought, remark: { kind: 'fund' } })).toEqual(['remark']);
  });

  test('a payment that bought nothing is known by the id that follows from its place', () => {
    const own = { ...purchase, quote_id: paymentId(GENESIS, TX, 3) };
    expect(check(own, { ...bought, remark: null }).result).toBe('matched');
    expect(check(own, bought).result).toBe('matched');
    expect(fields(own, { ...bought, remark: { kind: 'fund' } })).toEqual(['remark']);
    expect(fields({ ...own, log_index: 4 }, { ...bought, at: 4, remark: null })).toEqual(['remark']);
  });

  test('a payment without a remark buys no quote', () => {
    expect(fields(purchase, { ...bought, remark: null })).toEqual(['remark']);
  });

  test('money that left for nothing is known by the id that follows from its place, whatever its remark says', () => {
    const lost: Place = { ...claim, ...empty, kind: 'paid_in_error', quote_id: paymentId(GENESIS, TX, 3) };
    for (const remark of [null, { kind: 'fund' } as const, claimed.remark]) {
      expect(check(lost, { ...claimed, at: 3, remark }).result).toBe('matched');
    }
    expect(fields({ ...lost, amount: '1' }, { ...claimed, at: 3, remark: null })).toEqual(['amount']);
  });

  test('another place in the block is not found', () => {
    expect(check({ ...claim, log_index: 4 }, claimed).result).toBe('missing');
    expect(check({ ...claim, tx_hash: GENESIS }, claimed).result).toBe('missing');
  });

  test('a block that is not final is waited for during ten minutes of the recorded time', () => {
    const at = (now: number) => comparePlace(CHAIN, claim, null, now).result;
    expect(at(TIME + 599)).toBe('waiting');
    expect(at(TIME + 600)).toBe('no_block');
    // A time in the future, which would be waited for without an end.
    expect(at(TIME - 600)).toBe('no_block');
  });

  test('facts that the chain never shows are marked as our word', () => {
    expect(comparePlace(CHAIN, { ...claim, kind: 'payout_announced' }, null, LATER).result).toBe('records');
  });
});

const premium = '60000000000000';
const ID = termsId(GENESIS, {
  recipient: OURS,
  holder: HOLDER,
  amount: 60_000_000_000_000n,
  productCode: 1,
  coverageUsd: 500_000,
  // December 1, 2026 to December 1, 2027; valid until November 21, 2026, 12:30 UTC.
  startDay: 20_788,
  endDay: 21_153,
  validUntil: 1_795_264_200,
  detailsHash: TX,
});
const policy: PolicyRecord = {
  ...policyOf(purchaseOf(0)),
  record: 'policy',
  chain_id: GENESIS,
  enforced_by: 'records',
  contract: OURS,
  quote_id: ID,
  holder: HOLDER,
  token: null,
  premium,
  product_code: 1,
  status: 'active',
  coverage_usd: 500_000,
  start_date: '2026-12-01',
  end_date: '2027-12-01',
  valid_until: '2026-11-21T12:30:00.000Z',
  details_hash: TX,
  cover_from: '2026-12-01T00:00:00.000Z',
  cover_until: '2027-12-02T00:00:00.000Z',
  paid_out_usd: 0,
};

const recorded = (
  place: Place,
  change: Partial<PlaceRecord> = {},
  result: CheckedPlace['check']['result'] = 'matched',
): CheckedPlace<PlaceRecord> => ({
  record: { ...recordOf(purchaseOf(0)), ...place, quote_id: ID, chain_id: GENESIS, ...change },
  check: { result, differences: [] },
});
const paid = recorded(purchase, { amount: premium });

describe('a policy of a chain without a contract against its own events', () => {
  const named = (
    change: Partial<PolicyRecord>,
    about: readonly CheckedPlace<PlaceRecord>[] = [paid],
    outside = 0,
  ) =>
    comparePaidPolicy(CHAIN, { ...policy, ...change }, about, outside).differences.map(({ field }) => field);

  test('an honest policy matches, even under review', () => {
    expect(comparePaidPolicy(CHAIN, policy, [paid], 0)).toEqual({ result: 'matched', differences: [] });
    expect(named({ status: 'pending' })).toEqual([]);
  });

  test.each([
    ['cover', { coverage_usd: 900_000 }],
    ['holder', { holder: STRANGER }],
    ['account', { contract: STRANGER }],
    ['premium', { premium: '1' }],
    ['product', { product_code: 2 }],
    ['validity', { valid_until: '2026-11-21T12:31:00.000Z' }],
    ['details', { details_hash: HASH }],
  ])('a different %s does not match the hash in the registry id', (_, change) => {
    expect(named(change)).toEqual(['hash of the terms']);
  });

  test('other days change the hash and the cover', () => {
    expect(named({ end_date: '2028-12-01' })).toEqual(['hash of the terms', 'end of cover']);
    expect(named({ start_date: '2026-12-02' })).toEqual(['hash of the terms', 'start of cover']);
  });

  test('cover starts with a payment that came after its first day', () => {
    const late = recorded(purchase, { amount: premium, block_time: '2026-12-03T08:00:00.000Z' });
    expect(named({}, [late])).toEqual(['start of cover']);
    expect(named({ cover_from: '2026-12-03T08:00:00.000Z' }, [late])).toEqual([]);
  });

  test('what was paid out is the sum of its paid claims and of those paid outside the chain', () => {
    const claims = [recorded(claim), recorded(claim, { log_index: 9, usd: 500 })];
    expect(named({ paid_out_usd: 2300 }, [paid, ...claims], 300)).toEqual([]);
    expect(named({ paid_out_usd: 2000 }, [paid, ...claims], 300)).toEqual(['paid out on chain']);
    expect(named({ paid_out_usd: 2000 }, [paid, recorded(claim), recorded(claim, {}, 'differs')])).toEqual([
      'paid out on chain',
    ]);
  });

  test.each([
    ['a full one voids it', 'cancelled', premium, '2026-12-01T00:00:00.000Z'],
    ['a part ends it with its block', 'cancelled', '30000000000000', '2027-03-01T00:00:00.000Z'],
    ['a rejection ends it with its block', 'rejected', premium, '2027-03-01T00:00:00.000Z'],
  ] as const)('after a refund: %s', (_, outcome, amount, until) => {
    const back = recorded(refund, { outcome, amount, block_time: '2027-03-01T00:00:00.000Z' });
    expect(named({ status: outcome, cover_until: until }, [paid, back])).toEqual([]);
    expect(named({}, [paid, back])).toEqual(['status', 'end of cover']);
    expect(named({ status: outcome, cover_until: until })).toEqual(['status', 'end of cover']);
  });

  test('a policy whose payment no block shows is reported, unless its record says so itself', () => {
    const wrong = recorded(purchase, {}, 'differs');
    expect(comparePaidPolicy(CHAIN, policy, [wrong], 0).result).toBe('unpaid');
    expect(comparePaidPolicy(CHAIN, policy, [], 0).result).toBe('unpaid');
    const taken = { ...policy, status: 'pending', cover_from: null } as const;
    expect(comparePaidPolicy(CHAIN, taken, [], 0).result).toBe('matched');
  });

  test('a policy is not judged while one of its events is not final', () => {
    const young = recorded(claim, {}, 'waiting');
    expect(comparePaidPolicy(CHAIN, policy, [paid, young], 0).result).toBe('waiting');
  });
});
