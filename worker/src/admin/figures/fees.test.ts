/** What the networks charge for our own transactions, kept finer than in cents. */
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { recordFees } from '#worker/admin/figures/fees.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { Admin } from '../../../test/admin.ts';
import { deskCtx } from '../../../test/desk.ts';
import { allFigures, kept, recomputed } from '../../../test/figures.ts';
import { rows } from '../../../test/harness.ts';

let hedy: Admin;
beforeAll(async () => {
  hedy = await Admin.arrive('Hedy Lamarr');
});

/** A chain that charged so much for each of our transactions, of which it has had so many. */
async function chainOf(id: string, coin: Chain['coin'], fee: bigint, transactions: number): Promise<Chain> {
  const event = env.DB.prepare(
    `INSERT INTO chain_events (kind, chain_id, tx_hash, event_index, block_number, block_hash, block_time, quote_id, wallet,
       status, created_at, confirmed_at) VALUES ('payout_announced', ?1, ?2, 0, 1, '0x', ?3, '0x', '0x', 'confirmed', ?3, ?3)`,
  );
  const now = new Date().toISOString();
  await env.DB.batch(
    Array.from({ length: transactions }, (_, index) => event.bind(id, `0x${id}${index}`, now)),
  );
  return { id, coin, fees: async (hashes: string[]) => hashes.map(() => fee) } as unknown as Chain;
}

const ctx = (rates: Record<string, { usd: string; source: string; at: string; round: null }> = {}) => ({
  ...deskCtx(),
  rates: { rates: async () => rates },
});
const setRate = (cents: number) =>
  env.DB.prepare("INSERT OR REPLACE INTO eth_rates VALUES (?, ?, 'test', '')")
    .bind(new Date().toISOString().slice(0, 10), cents)
    .run();
const shown = async () => {
  const figures = await allFigures(hedy);
  return [figures['revenue.transactionFees.usd'], figures['revenue.transactionFees.eth']];
};

test('fees of less than a cent add up, in dollars and in ether', async () => {
  await setRate(200_000);
  // 0.000001 ETH each: a fifth of a cent.
  await recordFees(ctx(), await chainOf('1', { symbol: 'ETH', decimals: 18 }, 10n ** 12n, 7));
  expect(await rows('SELECT DISTINCT usd_micros, gwei FROM transaction_fees')).toEqual([
    { usd_micros: 2000, gwei: 1000 },
  ]);
  // 1.4 cents.
  expect(await shown()).toEqual(['0.01', '0.000007000']);
  expect(await kept()).toEqual(await recomputed());
});

test('a fee in another coin has its own value in ether, not that of its cents', async () => {
  const dot = { symbol: 'DOT', decimals: 10 };
  const rates = { DOT: { usd: '20.5', source: 'test', at: '', round: null } };
  // 0.0002 DOT each: 0.41 cents, or 2,050 gwei.
  await recordFees(ctx(rates), await chainOf('0xpolkadot', dot, 2_000_000n, 2));
  expect(
    await rows("SELECT DISTINCT usd_micros, gwei FROM transaction_fees WHERE chain_id = '0xpolkadot'"),
  ).toEqual([{ usd_micros: 4100, gwei: 2050 }]);
  // 1.4 and 0.82 cents.
  expect(await shown()).toEqual(['0.02', '0.000011100']);
});

test('a fee waits until the rate of ether is known, instead of counting as none', async () => {
  await env.DB.prepare('DELETE FROM eth_rates').run();
  const dot = { symbol: 'DOT', decimals: 10 };
  const rates = { DOT: { usd: '20', source: 'test', at: '', round: null } };
  const chain = await chainOf('0xwaits', dot, 1_000_000n, 1);
  const recorded = () => rows("SELECT usd_micros, gwei FROM transaction_fees WHERE chain_id = '0xwaits'");
  await recordFees(ctx(rates), chain);
  expect(await recorded()).toEqual([]);
  await setRate(250_000);
  await recordFees(ctx(rates), chain);
  expect(await recorded()).toEqual([{ usd_micros: 2000, gwei: 800 }]);
});
