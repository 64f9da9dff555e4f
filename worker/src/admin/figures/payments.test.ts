/** Payments that fail, come twice, go back or come from elsewhere: which figures they move, and by how much. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { Admin } from '../../../test/admin.ts';
import { insured } from '../../../test/desk.ts';
import { allFigures, kept, moved, recomputed } from '../../../test/figures.ts';
import { Customer, later, rows, runSchedule, scanFromHere, workerWith } from '../../../test/harness.ts';
import { paidOnChain, paidOutside, refundOwed, revertedPayment, twoQuotes } from '../../../test/money.ts';
import { refund } from '../../../test/registry.ts';
import { withdraw } from '../../../test/withdrawals.ts';

let hedy: Admin;
let grace: Admin;
beforeAll(async () => {
  await scanFromHere();
  [hedy, grace] = await Promise.all([Admin.arrive('Hedy Lamarr'), Admin.arrive('Grace Hopper')]);
  await paidOnChain(hedy, await insured());
});

/** One change at many places. */
const all = (places: readonly string[], change: string) =>
  Object.fromEntries(places.map((place) => [place, change]));
const of = (places: readonly string[], name: string) => places.map((place) => `${place}.${name}`);
const REPORTS = ['report', 'year'] as const;

describe('another payment moves exactly its figures', () => {
  test('a reported payment that reverted, once', async () => {
    const stranger = await Customer.arrive();
    // A second one has nothing to do with us, and doesn't count.
    const change = await moved(hedy, async () => expect(await revertedPayment(stranger)).toEqual([422, 422]));
    expect(change).toEqual({
      ...all(['transactions.failedTransactions', ...of(REPORTS, 'kpis.failed_payments')], '0 → 1'),
      'transactions.successRate': '100 → 50',
    });
  });

  test('a reported payment that can no longer appear, once, until it does', async () => {
    const payer = await Customer.arrive();
    const quote = (await payer.quote()).data;
    const reach = workerWith(later(100 * 60_000));
    // In the last minutes of a month it vanishes in the next one.
    const then = new Date(Date.now() + 100 * 60_000).toISOString();
    const periods = { report: then.slice(0, 7), year: then.slice(0, 4) };
    const reports = REPORTS.filter((period) => new Date().toISOString().startsWith(periods[period]));
    const hash = `0x${'5e'.repeat(32)}`;
    const change = await moved(hedy, async () => {
      const named = { quote_id: quote.quote_id };
      expect((await payer.report(hash, named)).status).toBe(202);
      for (const _ of [1, 2]) expect((await payer.report(hash, named, reach)).status).toBe(404);
    });
    expect(change).toEqual({
      ...all(['transactions.failedTransactions', ...of(reports, 'kpis.failed_payments')], '1 → 2'),
      'transactions.successRate': '50 → 33.3',
    });
    expect(await rows('SELECT reason FROM failed_payments ORDER BY rowid')).toEqual([
      { reason: 'reverted' },
      { reason: 'vanished' },
    ]);
    const real = await payer.pay(quote);
    await env.DB.prepare("UPDATE failed_payments SET tx_hash = ? WHERE reason = 'vanished'").bind(real).run();
    expect((await payer.report(real)).status).toBe(201);
    expect((await allFigures(hedy))['transactions.failedTransactions']).toBe(1);
    expect(await kept()).toEqual(await recomputed());
  });

  test('a payment for a draft that was paid already, and its refund', async () => {
    const { payer, first, second } = await twoQuotes();
    await payer.report(await payer.pay(first), {});
    const before = await allFigures(hedy);
    const amount = Number(before['top.last.amount.usd']);
    expect(amount).toBeGreaterThan(0);
    const change = await moved(hedy, async () => {
      await payer.report(await payer.pay(second));
    });
    const [{ premium_usd: premium } = { premium_usd: 0 }] = await rows<{ premium_usd: number }>(
      'SELECT premium_usd FROM quotes WHERE id = ?',
      second.quote_id,
    );
    expect(change).toMatchObject({
      'transactions.exceptions.total': '0 → 1',
      'transactions.exceptions.open': '0 → 1',
      'transactions.exceptions.amount.usd': `0.00 → ${premium}.00`,
      'transactions.exceptions.amount.eth': `0.000000000 → ${(premium / 2000).toFixed(9)}`,
    });
    expect(
      Object.keys(change).filter((path) =>
        /revenue|premium|written|successful|successRate|average/.test(path),
      ),
    ).toEqual([]);

    const [{ id } = { id: 0 }] = await rows<{ id: number }>('SELECT id FROM payment_exceptions');
    const back = await moved(hedy, async () => expect(await refundOwed(hedy, id)).toBe(200));
    expect(back).toMatchObject({
      'transactions.exceptions.open': '1 → 0',
      'transactions.exceptions.refunded.usd': `0.00 → ${premium}.00`,
      'transactions.exceptions.refunded.eth': `0.000000000 → ${(premium / 2000).toFixed(9)}`,
    });
    expect(Object.keys(back).filter((path) => !path.startsWith('transactions.'))).toEqual([]);
  });
});

describe('a policy that its holder withdraws from', () => {
  test('reverses its premium in every figure, including what was earned of it', async () => {
    const before = await allFigures(hedy);
    const { customer, policy } = await insured({ insurance_type: 'home' });
    await withdraw(customer, policy.id);
    await refund(policy.id, undefined, 'rejected');
    await runSchedule();
    const after = await allFigures(hedy);
    for (const path of [
      ...['dashboard.overview.platform_revenue', 'dashboard.overview.active_policies'],
      ...['revenue.totalRevenue.usd', 'revenue.platformFees.usd', 'insurance.total.written'],
      ...['insurance.total.earned', 'insurance.unearned_premium', 'categories.0.amount.eth'],
    ]) {
      expect(after[path], path).toBe(before[path]);
    }
    expect(after['daily.last.refunds.usd']).toBe('1200.00');
    expect(after['daily.last.refunds.eth']).toBe('0.600000000');
    expect(after['comparison.current.refunds.usd']).toBe('1200.00');
  });
});

describe('a claim paid outside the chain', () => {
  test('counts once a second administrator has confirmed it', async () => {
    const { pay } = await paidOutside(hedy);
    expect(await moved(hedy, () => pay(hedy))).toEqual({});
    const before = await allFigures(hedy);
    expect(await moved(hedy, () => pay(grace))).toMatchObject({
      'daily.last.claims_paid.usd': '1500.00 → 3500.00',
      'daily.last.claims_paid.eth': '0.750000000 → 1.750000000',
      'comparison.current.claims_paid.usd': '1500.00 → 3500.00',
      'report.kpis.average_payout': '1500.00 → 1750.00',
      'insurance.total.claims_paid': '1500.00 → 3500.00',
      'insurance.outstanding_reserves': '2000.00 → 0.00',
    });
    expect((await allFigures(hedy))['insurance.total.incurred']).toBe(before['insurance.total.incurred']);
  });
});

test('a premium paid in dollars counts in ether at the rate of its day', async () => {
  const before = await allFigures(hedy);
  const change = await moved(hedy, () => insured({ payment_currency: 'USDC' }));
  const later = (path: string, by: number, places: number) =>
    `${before[path]} → ${(Number(before[path]) + by).toFixed(places)}`;
  expect(change).toMatchObject({
    'revenue.totalRevenue.usd': later('revenue.totalRevenue.usd', 1200, 2),
    'revenue.totalRevenue.eth': later('revenue.totalRevenue.eth', 0.6, 9),
    'dashboard.overview.platform_revenue': later('dashboard.overview.platform_revenue', 0.6, 9),
  });
});
