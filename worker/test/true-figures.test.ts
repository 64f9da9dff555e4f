/** What the migration to true figures makes of rows that were booked before it. */
import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { rows } from './harness.ts';

const AT = '2026-05-01T12:00:00.000Z';
const index = env.MIGRATIONS.findIndex(({ name }) => name.includes('true_figures'));

const insert = (table: string, row: Record<string, string | number | null>) =>
  env.DB.prepare(
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
      .map(() => '?')
      .join(', ')})`,
  ).bind(...Object.values(row));
const event = (id: number, kind: string, quote_id: string, more: Record<string, string | number> = {}) =>
  insert('chain_events', {
    ...{ id, kind, chain_id: '1337', tx_hash: `0x${id}`, event_index: 0, block_number: id, block_hash: '0x' },
    ...{ block_time: AT, quote_id, wallet: '0xa', amount: '600000000000000000', status: 'confirmed' },
    ...{ created_at: AT, ...more },
  });

beforeAll(async () => {
  await reset();
  await applyD1Migrations(env.DB, env.MIGRATIONS.slice(0, index));
  await env.DB.batch([
    insert('eth_rates', { day: '2026-04-30', usd_cents: 200_000, source: 'test', at: AT }),
    insert('quotes', {
      ...{ id: '0xq', group_id: 'g', wallet: '0xa', kind: 'evm', chain_id: '1337', contract: '0xc' },
      ...{ currency: 'ETH', token: null, decimals: 18, amount: '600000000000000000', rate: '2000' },
      ...{ rate_source: 'test', rate_at: AT, product: 'home', premium_usd: 1200, coverage_usd: 500_000 },
      ...{ days: 365, start_date: '2026-05-01', end_date: '2027-05-01', valid_until: AT, email: '' },
      ...{
        details: '{}',
        sealed: '',
        wording_version: '',
        details_salt: '',
        details_hash: '',
        signature: '',
      },
      ...{ created_at: AT },
    }),
    event(1, 'purchased', '0xq'),
    insert('policies', {
      ...{ id: 1, quote_id: '0xq', group_id: 'g', wallet: '0xa', kind: 'evm', chain_id: '1337' },
      ...{ product: 'home', status: 'active', needs_review: 0, premium_usd: 1200, coverage_usd: 500_000 },
      ...{ start_date: '2026-05-01', end_date: '2027-05-01', cover_until: AT, created_at: AT },
      ...{ purchase_event_id: 1, currency: 'ETH' },
    }),
    env.DB.prepare("UPDATE system_settings SET value = '500' WHERE key = 'platform_fee_bps'"),
    event(2, 'premium_refunded', '0xq', { usd_cents: 120_000 }),
    // A second payment of the quote, under an id of its own.
    event(3, 'purchased', '0xown'),
    insert('payment_exceptions', {
      ...{ event_id: 3, named_quote_id: '0xq', wallet: '0xa', reason: 'duplicate', detail: '' },
      ...{ contract: '', input: '', status: 'open', created_at: AT },
    }),
    // A fifth of a cent each, of which no cent was left.
    ...[1, 2, 3].map((n) =>
      insert('transaction_fees', {
        ...{ chain_id: '1337', tx_hash: `0x${n}`, amount: '1000000000000', usd_cents: 0, gwei: 1000, at: AT },
      }),
    ),
  ]);
  expect(await rows('SELECT usd_cents, platform_fee_cents fee FROM money_events ORDER BY event_id')).toEqual([
    { usd_cents: 120_000, fee: 3000 },
    { usd_cents: 120_000, fee: -6000 },
    { usd_cents: 0, fee: 0 },
  ]);
  await applyD1Migrations(env.DB, env.MIGRATIONS);
});

test('a policy has the fee that its premium was booked with, and its refund takes back the same', async () => {
  expect(await rows('SELECT platform_fee_bps FROM policies')).toEqual([{ platform_fee_bps: 250 }]);
  expect(
    await rows('SELECT kind, usd_cents, gwei, platform_fee_cents fee FROM money_events ORDER BY event_id'),
  ).toEqual([
    { kind: 'premium', usd_cents: 120_000, gwei: 600_000_000, fee: 3000 },
    { kind: 'refund', usd_cents: 120_000, gwei: 600_000_000, fee: -3000 },
    { kind: 'unmatched', usd_cents: 120_000, gwei: 600_000_000, fee: 0 },
  ]);
});

test('the roll-ups follow, and small fees are counted to the millionth of a dollar', async () => {
  expect(
    await rows(
      "SELECT figure, count, value, gwei FROM figures WHERE grain = 'all' AND product = '' AND figure IN ('platform_fee', 'unmatched', 'gas') ORDER BY 1",
    ),
  ).toEqual([
    { figure: 'gas', count: 3, value: 6000, gwei: 3000 },
    { figure: 'platform_fee', count: 0, value: 0, gwei: 0 },
    { figure: 'unmatched', count: 1, value: 120_000, gwei: 600_000_000 },
  ]);
});
