import { describe, expect, test } from 'vitest';
import { termsId } from '#domain/quote/terms-id.ts';
import type { OffChainPayment } from '#domain/registry/schema.ts';
import type { BlockReading, PlaceRecord, PolicyRecord } from './places.ts';
import { placesCsv, reportText } from './report.ts';
import { policyOf, purchaseOf, readingOf, recordedOf, recordOf, statementsOf } from './sample.fixture.ts';
import { checkPlaces, type PlaceNode } from './without-contract.ts';

const GENESIS = `0x${'45'.repeat(32)}`;
const OURS = `0x${'04'.repeat(32)}`;
const HOLDER = `0x${'8e'.repeat(32)}`;
const DETAILS = `0x${'d1'.repeat(32)}`;
/** November 21, 2026, 12:00 UTC. */
const TIME = 1_795_262_400;
const NOW = TIME + 86_400;
const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
const ID = termsId(GENESIS, {
  recipient: OURS,
  holder: HOLDER,
  amount: 60n,
  productCode: 1,
  coverageUsd: 500_000,
  startDay: 20_788,
  endDay: 21_153,
  validUntil: 1_795_264_200,
  detailsHash: DETAILS,
});

/** A premium of 60 base units in a block of its own. */
const premiumIn = (block: number, change: Partial<PlaceRecord> = {}): PlaceRecord => ({
  ...recordOf(purchaseOf(0)),
  chain_id: GENESIS,
  enforced_by: 'records',
  contract: OURS,
  holder: HOLDER,
  quote_id: ID,
  tx_hash: hash(block),
  log_index: 3,
  block,
  block_hash: hash(9000 + block),
  block_time: '2026-11-21T12:00:00.000Z',
  amount: '60',
  usd: null,
  recorded_at: '2026-11-21T12:00:30.000Z',
  confirmed_at: '2026-11-21T12:00:30.000Z',
  ...change,
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
  premium: '60',
  product_code: 1,
  status: 'active',
  paid_out_usd: 0,
  coverage_usd: 500_000,
  start_date: '2026-12-01',
  end_date: '2027-12-01',
  details_hash: DETAILS,
  valid_until: '2026-11-21T12:30:00.000Z',
  cover_from: '2026-12-01T00:00:00.000Z',
  cover_until: '2027-12-02T00:00:00.000Z',
  // 60 base units of a coin of 12 decimals, at 20 dollars.
  premium_usd: 1200,
  purchase_tx: hash(700),
  recorded_at: '2026-11-21T12:00:30.000Z',
  sale: {
    premium_usd: 1200,
    coverage_usd: 500_000,
    symbol: 'ROC',
    decimals: 0,
    rate: '20',
    source: 'reference',
    at: '2026-11-21T11:59:00.000Z',
    round: null,
  },
  opened: { at: '2026-11-21T12:00:30.000Z', tx_hash: hash(700) },
};
const summary = { ...statementsOf(1), as_of: '2026-11-22T12:00:00.000Z' };

/** The chain in whose blocks 700 to 799 the quote is paid. */
const chain = (asked: number[] = []): PlaceNode => ({
  ref: GENESIS,
  decimals: 12,
  accounts: [OURS],
  async read(numbers, each) {
    const blocks = new Map<number, BlockReading | null>();
    for (const number of numbers) {
      asked.push(number);
      const remark = { kind: 'purchase', quoteId: ID } as const;
      const paid = { txHash: hash(number), at: 3, from: HOLDER, to: OURS, amount: 60n, remark };
      const block = { number, hash: hash(9000 + number), time: TIME, payments: [paid] };
      blocks.set(number, number < 800 ? block : null);
      each(blocks.size);
    }
    return blocks;
  },
});

const check = (
  records: readonly (PlaceRecord | PolicyRecord)[],
  nodes: readonly PlaceNode[] = [chain()],
  offChainPayments: readonly OffChainPayment[] = [],
) => checkPlaces({ withoutContract: records, offChainPayments, summary }, nodes, NOW);
const results = async (...given: Parameters<typeof check>) =>
  (await check(...given)).map(({ check: { result } }) => result);

describe('the records of a chain without a contract', () => {
  test('are looked up once for each block, and wrong ones come first', async () => {
    const asked: number[] = [];
    const again = premiumIn(700, { kind: 'claim_paid', usd: 10, claim_number: 1 });
    const rows = await check([premiumIn(700), again, premiumIn(900), policy], [chain(asked)]);
    expect(rows.map(({ record, check: { result } }) => [record.record, result])).toEqual([
      ['event', 'missing'],
      ['event', 'no_block'],
      ['event', 'matched'],
      ['policy', 'matched'],
    ]);
    expect(asked).toEqual([700, 900]);
  });

  test('say how many blocks are read', async () => {
    const done: number[] = [];
    const recorded = { withoutContract: [premiumIn(700), premiumIn(701)], offChainPayments: [], summary };
    await checkPlaces(recorded, [chain()], NOW, (count) => done.push(count));
    expect(done).toEqual([1, 2]);
  });

  test('are differences if nobody named a node of their chain', async () => {
    const other = { ...chain(), ref: hash(1) };
    expect(await results([premiumIn(700), policy], [other])).toEqual(['unread', 'unread']);
    expect(await results([premiumIn(700), policy], [])).toEqual(['unread', 'unread']);
  });

  test('count once: a second record of one payment or of one policy is a difference', async () => {
    expect(await results([premiumIn(700), premiumIn(700), policy, policy])).toEqual([
      ...['differs', 'differs', 'matched', 'matched'],
    ]);
  });

  test('are left out if a reorganization reversed them', async () => {
    expect(await results([premiumIn(700, { status: 'orphaned' })])).toEqual([]);
  });

  test('differ by a refund only if it is more than was paid', async () => {
    const refunded = async (amount: bigint) => {
      const remark = { kind: 'refund', quoteId: ID, outcome: 'rejected' } as const;
      const payments = [{ txHash: hash(760), at: 3, from: OURS, to: HOLDER, amount, remark }];
      const node: PlaceNode = {
        ...chain(),
        async read(numbers, each) {
          const blocks = new Map(await chain().read(numbers, each));
          return blocks.set(760, { number: 760, hash: hash(9760), time: TIME, payments });
        },
      };
      const paid = premiumIn(700, { exception: 'duplicate' });
      const refund = premiumIn(760, {
        kind: 'premium_refunded',
        amount: String(amount),
        outcome: 'rejected',
      });
      const checked = await check([paid, refund], [node]);
      return checked.find(({ record }) => record.record === 'event' && record.kind === 'premium_refunded')
        ?.check;
    };
    expect(await refunded(60n)).toEqual({ result: 'matched', differences: [] });
    expect(await refunded(61n)).toEqual({
      result: 'differs',
      differences: [{ field: 'amount', chain: 'at most 60', record: '61', by: 'its payment' }],
    });
  });

  test('count claims paid outside the chain', async () => {
    const other: OffChainPayment = {
      claim_number: 'CLM-007',
      quote_id: ID,
      usd: 300,
      method: 'bank_transfer',
      paid_at: '2026-11-21T12:00:00.000Z',
    };
    const paid = { ...policy, paid_out_usd: 300 };
    expect(await results([premiumIn(700), paid], [chain()], [other])).toEqual(['matched', 'matched']);
    expect(await results([premiumIn(700), paid])).toEqual(['differs', 'matched']);
  });
});

describe('the report', () => {
  const audited = {
    readings: [readingOf([])],
    onChain: { pools: [], payouts: [], balances: new Map(), lines: [], waiting: [] },
    recorded: recordedOf([], [], null),
    missing: null,
    lines: [],
    time: NOW,
    isEarlier: false,
  } as unknown as Parameters<typeof reportText>[0];
  const lastLine = (text: string) => text.split('\n').at(-1);

  test('counts records of chains without a contract and names those that differ', async () => {
    const rows = await check([
      premiumIn(700, { holder: hash(5) }),
      premiumIn(701),
      { ...policy, purchase_tx: hash(701), opened: { at: policy.recorded_at, tx_hash: hash(701) } },
    ]);
    const text = reportText(audited, rows);
    expect(text).toContain('  Matches: 2\n  Differs: 1\n');
    expect(text).toContain(
      `Differs: Premium paid on Rococo Local [block 700, transaction ${hash(700)}, event 3]\n  policy ${ID}\n` +
        `  The records differ in holder (chain: ${HOLDER}; recorded: ${hash(5)}).`,
    );
    expect(lastLine(text)).toBe('1 difference.');
  });

  test('names a policy whose terms are not those that were paid for', async () => {
    const text = reportText(audited, await check([premiumIn(700), { ...policy, coverage_usd: 900_000 }]));
    expect(text).toContain(`Differs: Policy ${ID} on Rococo Local, active, cover $900,000\n`);
    expect(text).toMatch(/The records differ in hash of the terms \(chain: 0x/);
    expect(lastLine(text)).toBe('1 difference.');
  });

  test('says that all is well only when the records were compared', async () => {
    expect(lastLine(reportText(audited, await check([premiumIn(700), policy])))).toBe('No difference.');
    expect(lastLine(reportText({ ...audited, recorded: null }))).toBe(
      'The chain’s own figures add up. Nothing was compared with the insurer’s records.',
    );
  });

  test('as CSV has the place of each record, what its block showed and why', async () => {
    const rows = await check([premiumIn(700), { ...policy, status: 'pending', coverage_usd: 1 }]);
    const [header, wrong, right] = placesCsv(rows).split('\r\n');
    expect(header?.slice(1)).toBe(
      'kind,chain_id,block,tx_hash,position,quote_id,amount,usd,recorded,in_its_block,why',
    );
    expect(wrong).toMatch(
      new RegExp(
        `^policy,${GENESIS},,,,${ID},60,1,pending,Differs,"The records differ in hash of the terms .*\\."$`,
      ),
    );
    expect(right).toBe(`purchased,${GENESIS},700,${hash(700)},3,${ID},60,,confirmed,Matches,`);
    const open = placesCsv([{ record: premiumIn(700), check: null }]).split('\r\n')[1];
    expect(open).toMatch(/,confirmed,,$/);
  });
});
