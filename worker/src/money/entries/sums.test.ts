/** Sums of entries: exact at any moment, and larger than any integer of the database. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { deskCtx } from '../../../test/desk.ts';
import { countingDatabase, rows } from '../../../test/harness.ts';
import { dollarsOf, readSums, sumEntries } from './sums.ts';

const ETH = '1000|1337|0xc0|';
const USDC = '1000|1|0xc1|0x5d';
const MILLION_ETHER = 10n ** 24n;

beforeEach(async () => {
  await env.DB.batch(
    ['entries', 'entry_sums', 'job_cursors'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});

/** Books `count` entries of the same kind and amounts. */
const book = (
  count: number,
  {
    kind = 'premium',
    cash = ETH as string | null,
    sign = 1,
    cents = 100 as number | null,
    units = MILLION_ETHER,
  } = {},
) =>
  env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO entries (kind, at, booked_at, generation, sign, product, cents, fee_cents, cash, units)
     SELECT ?2, '2026-01-01T00:00:00.000Z', '', 1, ?3, 'home', ?4, 0, ?5, ?6 FROM n`,
  )
    .bind(count, kind, sign, cents, cash, units.toString())
    .run();

const sums = async () =>
  [...(await readSums(deskCtx().db))].sort((a, b) => (a.kind + a.cash < b.kind + b.cash ? -1 : 1));

test('10,000 entries of a million ether each sum to the base unit, before and after their sums are stored', async () => {
  await book(10_000);
  const expected = [{ kind: 'premium', cash: ETH, count: 10_000, cents: 1_000_000, units: 10n ** 28n }];
  expect(await sums()).toEqual(expected);
  await sumEntries(deskCtx());
  expect(await sums()).toEqual(expected);
  expect(await rows('SELECT count FROM entry_sums')).toEqual([{ count: 5_000 }]);
  await sumEntries(deskCtx());
  expect(await sums()).toEqual(expected);
  await book(1, { cents: 7, units: 1n });
  expect(await sums()).toEqual([
    { kind: 'premium', cash: ETH, count: 10_001, cents: 1_000_007, units: 10n ** 28n + 1n },
  ]);
});

test('what is stored is read with the entries after it, however many came before', async () => {
  await book(2_500);
  await sumEntries(deskCtx());
  await book(3, { kind: 'refund', units: 5n });
  const { DB, rowsRead } = countingDatabase();
  const found = await readSums(deskCtx({}, { DB }).db);
  expect(found.map(({ kind, count }) => `${count} ${kind}`)).toEqual(['2500 premium', '3 refund']);
  expect(await rowsRead()).toBeLessThan(12);
});

test('an entry that cancels another takes its amounts away, and one without a value counts nothing', async () => {
  await book(3, { cents: 250, units: 7n });
  await book(1, { cents: 250, units: 7n, sign: -1 });
  await book(1, { cents: null, units: 2n });
  expect(await sums()).toEqual([{ kind: 'premium', cash: ETH, count: 3, cents: 500, units: 16n }]);
});

test('sums that are deleted are the same once their entries are summed again', async () => {
  await book(4, { units: 3n });
  await book(2, { kind: 'claim_paid', cash: USDC, cents: 990, units: 8n });
  await sumEntries(deskCtx());
  const stored = await rows('SELECT * FROM entry_sums ORDER BY kind');
  expect(stored).toEqual([
    { kind: 'claim_paid', cash: USDC, count: 2, cents: 1980, units: '16' },
    { kind: 'premium', cash: ETH, count: 4, cents: 400, units: '12' },
  ]);
  await env.DB.batch([env.DB.prepare('DELETE FROM entry_sums'), env.DB.prepare('DELETE FROM job_cursors')]);
  await sumEntries(deskCtx());
  expect(await rows('SELECT * FROM entry_sums ORDER BY kind')).toEqual(stored);
});

test('several runs at once store each entry once', async () => {
  await book(1_500, { units: 1n });
  await Promise.all([sumEntries(deskCtx()), sumEntries(deskCtx()), sumEntries(deskCtx())]);
  await sumEntries(deskCtx());
  expect(await rows('SELECT count, units FROM entry_sums')).toEqual([{ count: 1500, units: '1500' }]);
});

test('dollars are those of the kinds and chains that are asked for', async () => {
  await book(2, { kind: 'claim_paid', cents: 25_000 });
  await book(1, { kind: 'claim_paid', cash: USDC, cents: 10_000 });
  await book(1, { kind: 'claim_paid_other', cash: null, cents: 4_000 });
  const found = await readSums(deskCtx().db);
  expect(dollarsOf(found, ['claim_paid'])).toBe(600);
  expect(dollarsOf(found, ['claim_paid'], ['1337'])).toBe(500);
  expect(dollarsOf(found, ['claim_paid', 'claim_paid_other'])).toBe(640);
});
