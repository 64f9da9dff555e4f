/** The kept sums after every kind of payment: a reorganization, an independent recomputation, and the daily check. */
import { env } from 'cloudflare:workers';
import { parseEventLogs } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import type { figureCheck } from '#domain/admin/figures-check-schema.ts';
import type { activities } from '#domain/admin/insight-schema.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import { Admin } from '../../../test/admin.ts';
import { submit } from '../../../test/claims.ts';
import { cancelPolicy, deskCtx, insured } from '../../../test/desk.ts';
import { allFigures, kept, movements, recomputeAll, recomputed } from '../../../test/figures.ts';
import {
  Customer,
  chain,
  later,
  readChains,
  rows,
  runSchedule,
  scanFromHere,
  shakyChain,
  usual,
} from '../../../test/harness.ts';
import { paidOnChain, paidOutside, refundOwed, revertedPayment, twoQuotes } from '../../../test/money.ts';
import { refund, revertTo } from '../../../test/registry.ts';
import { checkFigures } from './check/check.ts';

type Check = z.output<typeof figureCheck>;

let hedy: Admin;
let grace: Admin;
let firstBlock = 0n;
/** Every kind of payment, once. */
beforeAll(async () => {
  await scanFromHere();
  firstBlock = (await chain.getBlockNumber()) + 1n;
  [hedy, grace] = await Promise.all([Admin.arrive('Hedy Lamarr'), Admin.arrive('Grace Hopper')]);
  await paidOnChain(hedy, await insured());
  await revertedPayment(await Customer.arrive());
  const { payer, first, second } = await twoQuotes();
  for (const quote of [first, second]) await payer.report(await payer.pay(quote));
  const [owed] = await rows<{ id: number }>('SELECT id FROM payment_exceptions');
  await refundOwed(hedy, owed?.id ?? 0);
  const { customer, policy } = await insured();
  await cancelPolicy(customer, policy.id);
  await refund(policy.id);
  const { pay } = await paidOutside(hedy);
  for (const admin of [hedy, grace]) await pay(admin);
  await insured({ payment_currency: 'USDC' });
  await readChains({}, {}, ['fees']);
});

test('the dashboard links each of the latest activities to its record', async () => {
  const { data } = await hedy.call<z.output<typeof activities>>('/admin/dashboard/activities');
  // No more than the limit happened so far: block times would decide which ones are left out.
  expect(data).toHaveLength(20);
  const [exception] = await rows<{ id: number }>('SELECT id FROM payment_exceptions');
  const [claim] = await rows<{ id: number; policy_id: number }>('SELECT * FROM claims ORDER BY id DESC');
  const told = (title: string) => data.filter((each) => each.title === title);
  expect(told('Payment without a policy')[0]?.link).toBe(`/admin/exceptions?open=${exception?.id}`);
  expect(told('Claim paid')[0]?.description).toMatch(/ · \$1,500$/);
  expect(told('Payment refunded')[0]).toMatchObject({ description: '$25', link: '/admin/exceptions' });
  expect(told('Premium refunded')[0]?.description).toMatch(/^POL-\d+ · \$1,196\.71$/);
  expect(told('Claim made')[0]).toMatchObject({
    description: `CLM-00${claim?.id} · Home Insurance · $4,500 · Ada Lovelace`,
    link: `/admin/claims?open=${claim?.id}`,
  });
  expect(told('Claim approved')[0]).toMatchObject({
    description: `CLM-00${claim?.id} · Home Insurance · $2,000 · Ada Lovelace`,
    link: `/admin/claims?open=${claim?.id}`,
  });
  expect(told('Claim paid outside the chain')[0]).toMatchObject({
    description: expect.stringMatching(/ · \$2,000$/),
    link: `/admin/policies?open=${claim?.policy_id}`,
  });
  expect(told('Policy issued')[0]?.description).toMatch(
    /^POL-\d+ · Home Insurance · \$1,200 · Ada Lovelace$/,
  );
  expect(told('Customer joined')[0]?.link).toMatch(/^\/admin\/users\?open=0x[0-9a-fA-F]{40}$/);
});

describe('a reorganization', () => {
  test('takes a premium out of every figure, and brings it back when it is mined again', async () => {
    const customer = await Customer.arrive();
    const quote = (await customer.quote({ chain_id: shakyChain.chain.id })).data;
    const before = await allFigures(hedy);
    const snapshot = await shakyChain.snapshot();
    const hash = await customer.pay(quote, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    expect((await customer.report(hash, { chain_id: shakyChain.chain.id })).status).toBe(201);
    const paid = await allFigures(hedy);
    expect(Number(paid['revenue.totalRevenue.usd']) - Number(before['revenue.totalRevenue.usd'])).toBe(1200);
    expect(await kept()).toEqual(await recomputed());

    await revertTo(snapshot, 6);
    await readChains();
    await readChains();
    const gone = await allFigures(hedy);
    const money = Object.keys(before).filter((path) =>
      /revenue|written|earned|Fees|expenses|amount|successful|processing/.test(path),
    );
    expect(money.length).toBeGreaterThan(60);
    for (const path of money) expect(gone[path], path).toBe(before[path]);
    expect(await kept()).toEqual(await recomputed());

    await customer.pay(quote, shakyChain);
    await shakyChain.mine({ blocks: 3 });
    await readChains();
    await readChains();
    expect((await allFigures(hedy))['revenue.totalRevenue.usd']).toBe(paid['revenue.totalRevenue.usd']);
  });
});

test('the dashboard lists only the 20 latest activities, newest first', async () => {
  const { address } = await Customer.arrive();
  const { data } = await hedy.call<z.output<typeof activities>>('/admin/dashboard/activities');
  expect(data).toHaveLength(20);
  const times = data.map(({ time }) => time);
  expect(times).toEqual([...times].sort().reverse());
  expect(data.map(({ link }) => link)).toContain(`/admin/users?open=${address}`);
});

describe('the roll-ups', () => {
  test('match an independent recomputation from the rows', async () => {
    expect(await kept()).toEqual(await recomputed());
  });

  test('have the current reserves of the claims', async () => {
    const deductible: Record<string, number> = { home: 250_000, car: 50_000, travel: 0 };
    const expected: Record<string, number> = {};
    const claims = await rows<{
      product: string;
      status: string;
      amount_cents: number;
      payout_usd: number | null;
    }>('SELECT product, status, amount_cents, payout_usd FROM claims');
    expect(claims.length).toBeGreaterThan(1);
    for (const { product, status, amount_cents: amount, payout_usd: payout } of claims) {
      const open = ['pending', 'under_review'].includes(status)
        ? Math.max(amount - (deductible[product] ?? 0), 0)
        : ['approved', 'processing_payment'].includes(status)
          ? (payout ?? 0) * 100
          : 0;
      expected[product] = (expected[product] ?? 0) + open;
    }
    const kept = await rows<{ product: string; value: number }>(
      "SELECT product, value FROM figures WHERE grain = 'all' AND figure = 'reserve' AND product <> ''",
    );
    expect(
      Object.fromEntries(
        kept.filter(({ value }) => value !== 0).map(({ product, value }) => [product, value]),
      ),
    ).toEqual(Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== 0)));
  });

  test('have the money of the chain’s own events', async () => {
    const address = [usual.contract, ...usual.earlier_contracts.map((each) => each.address)];
    const logs = await chain.getLogs({ address, fromBlock: firstBlock });
    const seen = parseEventLogs({ abi: insurancePaymentAbi, logs });
    const sum = (name: string) =>
      seen
        .filter(({ eventName }) => eventName === name)
        .map(({ args }) => args as { token: string; amount?: bigint; premium?: bigint })
        .filter(({ token }) => token === NATIVE_TOKEN)
        .reduce((total, { amount, premium }) => total + (amount ?? premium ?? 0n), 0n);
    const booked = async (...kinds: string[]) =>
      (await movements())
        .filter(({ kind }) => kinds.includes(kind))
        .filter(({ chain_id, cash }) => chain_id === '1337' && cash?.endsWith('|'))
        .reduce((total, { units }) => total + BigInt(units ?? 0), 0n);
    expect(sum('PolicyPurchased')).toBeGreaterThan(0n);
    expect(await booked('premium', 'unmatched')).toBe(sum('PolicyPurchased'));
    expect(await booked('refund', 'unmatched_refund')).toBe(sum('PremiumRefunded'));
    expect(await booked('claim_paid')).toBe(sum('ClaimPaid'));
  });
});

const cells = () => rows("SELECT * FROM figures WHERE grain = 'cell' AND value <> 0 ORDER BY 2, 3, 4");

describe('the daily check', () => {
  const check = async (ahead: number) => {
    const reach = later(ahead);
    for (let run = 0; run < 20; run += 1) {
      await runSchedule(reach, {}, ['recompute figures', 'check figures']);
      const { data } = await hedy.call<Check>('/admin/figures/check');
      if (data.current?.finished_at && Date.parse(data.current.finished_at) > Date.now() + ahead - 86_400_000)
        return data;
    }
    throw new Error('The check does not come to its end');
  };

  test('finds nothing to repair after all that happened', async () => {
    const { current, last } = await check(86_400_000);
    expect(current).toMatchObject({ differences: [] });
    expect(last).toEqual(current);
  });

  test('repairs once when two runs overlap', async () => {
    const before = await kept();
    await env.DB.prepare(
      "UPDATE figures SET count = count + 1 WHERE grain = 'day' AND figure = 'policies'",
    ).run();
    const ctx = deskCtx(later(2 * 86_400_000));
    await Promise.all([checkFigures(ctx), checkFigures(ctx)]);
    await check(2 * 86_400_000);
    expect(await kept()).toEqual(before);
  });

  test('finds and repairs what was tampered with, and says by how much', async () => {
    const before = [await kept(), await cells()];
    const month = new Date().toISOString().slice(0, 7);
    await env.DB.batch([
      env.DB.prepare(
        "UPDATE figures SET value = value + 700 WHERE grain = 'month' AND figure = 'premium' AND product = 'home' AND period = ?",
      ).bind(month),
      env.DB.prepare("DELETE FROM figures WHERE grain = 'all' AND figure = 'users'"),
      env.DB.prepare("INSERT INTO figures VALUES ('day', 'claims', 'car', ?, 3, 0, 0)").bind(`${month}-01`),
      env.DB.prepare("UPDATE figures SET value = value - 5 WHERE grain = 'cell'"),
    ]);
    const { current } = await check(3 * 86_400_000);
    const users = before[0]?.find((line) => String(line).startsWith('all users')) as string;
    expect(current?.differences).toEqual(
      expect.arrayContaining([
        { row: `month premium home ${month}`, count: 0, value: -700, gwei: 0 },
        { row: `day claims car ${month}-01`, count: -3, value: 0, gwei: 0 },
        { row: 'all users all all time', count: Number(users.split(' ').at(-3)), value: 0, gwei: 0 },
      ]),
    );
    expect(
      current?.differences.some(({ row, value }) => row.startsWith('cell claim_causes') && value === 5),
    ).toBe(true);
    expect([await kept(), await cells()]).toEqual(before);
  });

  test('finds money that differs from what was sold, and books it as the quote says', async () => {
    const { policy } = await insured();
    const before = await kept();
    const bought = (await movements()).find((each) => each.policy_id === policy.id);
    const raise = (dollars: number) =>
      env.DB.prepare(
        'UPDATE quotes SET premium_usd = premium_usd + ? WHERE id = (SELECT quote_id FROM policies WHERE id = ?)',
      ).bind(dollars, policy.id);
    await env.DB.prepare("UPDATE figure_parts SET value = value + 5 WHERE figure = 'claim_paid'").run();
    expect((await check(4 * 86_400_000)).current?.differences).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ row: expect.stringMatching(/^part claim_paid/), value: -5 }),
      ]),
    );
    await raise(3).run();
    const { current } = await check(5 * 86_400_000);
    const row = `entry of transaction ${bought?.tx_hash}`;
    expect(current?.differences).toEqual([{ row, count: 0, value: 300, gwei: 0 }]);
    await raise(-3).run();
    const { current: again } = await check(6 * 86_400_000);
    expect(again?.differences).toEqual([{ row, count: 0, value: -300, gwei: 0 }]);
    expect(await kept()).toEqual(before);
    expect((await check(7 * 86_400_000)).current?.differences).toEqual([]);
  });

  test('books an event that has no entry, and cancels the entry of one that is gone', async () => {
    const { policy } = await insured();
    // Its entry is not the last one, whose number the next would have.
    await insured();
    const before = await kept();
    const itsEvent = `(SELECT purchase_event_id FROM policies WHERE id = ${policy.id})`;
    const [{ tx_hash } = { tx_hash: '' }] = await rows<{ tx_hash: string }>(
      `SELECT tx_hash FROM chain_events WHERE id = ${itsEvent}`,
    );
    const row = `entry of transaction ${tx_hash}`;
    const booked = () =>
      rows('SELECT generation, sign, cents FROM entries WHERE tx_hash = ? ORDER BY id', tx_hash);
    await rows('DELETE FROM entries WHERE tx_hash = ? RETURNING id', tx_hash);
    const found = async (day: number) => (await check(day * 86_400_000)).current?.differences;
    const sum = {
      row: expect.stringMatching(/^sum of premium 1000\|1337/),
      count: -1,
      value: -120_000,
      gwei: 0,
    };
    expect(await found(9)).toEqual([{ row, count: 0, value: 120_000, gwei: 0 }, sum]);
    expect(await booked()).toEqual([{ generation: 1, sign: 1, cents: 120_000 }]);
    const set = (status: string) =>
      rows(`UPDATE chain_events SET status = ? WHERE id = ${itsEvent} RETURNING id`, status);
    await set('orphaned');
    expect(await found(10)).toEqual([{ row, count: 0, value: -120_000, gwei: 0 }]);
    await set('confirmed');
    expect(await found(11)).toEqual([{ row, count: 0, value: 120_000, gwei: 0 }]);
    expect(await booked()).toEqual([
      { generation: 1, sign: 1, cents: 120_000 },
      { generation: 1, sign: -1, cents: 120_000 },
      { generation: 2, sign: 1, cents: 120_000 },
    ]);
    expect(await kept()).toEqual(before);
  });

  test('finds reserves that differ from the claims, and cover that differs from the policies', async () => {
    const { customer, policy } = await insured();
    const { data: claim } = await submit(customer, policy, { claim_amount: 5000 });
    const state = async () => [
      await recomputeAll().then(() => []),
      await rows("SELECT * FROM figures WHERE figure = 'reserve' AND value <> 0 ORDER BY 1, 2, 3, 4"),
      await cells(),
      await rows("SELECT * FROM cover_days WHERE policies <> 0 AND edge = 'ends' ORDER BY 1, 2, 3, 4"),
      await rows("SELECT * FROM cover_days WHERE policies <> 0 AND edge = 'starts' ORDER BY 1, 2, 3, 4"),
    ];
    const before = await state();
    const [{ start_date: start, end_date: end } = { start_date: '', end_date: '' }] = await rows<{
      start_date: string;
      end_date: string;
    }>('SELECT start_date, end_date FROM policies WHERE id = ?', policy.id);
    await env.DB.batch([
      env.DB.prepare("DELETE FROM entries WHERE kind = 'reserve'"),
      env.DB.prepare(
        "DELETE FROM cover_days WHERE chain_id = '1337' AND currency = 'ETH' AND edge = 'ends' AND day = ?",
      ).bind(end),
      env.DB.prepare(
        "UPDATE cover_days SET policies = policies + 2 WHERE chain_id = '1337' AND edge = 'starts' AND currency = 'ETH'",
      ),
    ]);
    const { current } = await check(12 * 86_400_000);
    const [cover] = (before[3] ?? []).filter(
      (row) => row.chain_id === '1337' && row.currency === 'ETH' && row.day === end,
    );
    expect(current?.differences).toEqual(
      expect.arrayContaining([
        // $5,000 less the deductible.
        { row: `reserve of claim ${claim.id}`, count: 0, value: 250_000, gwei: 0 },
        {
          row: `cover that ends 1337 ETH ${end}`,
          count: cover?.policies,
          value: Number(cover?.coverage_usd) * 100,
          gwei: 0,
        },
        { row: `cover that starts 1337 ETH ${start}`, count: -2, value: 0, gwei: 0 },
      ]),
    );
    expect(await state()).toEqual(before);
    expect((await check(13 * 86_400_000)).current?.differences).toEqual([]);
  });

  test.each(['term_cents', 'exception_id'])('books an entry again whose %s differs', async (column) => {
    const [entry] = await rows<{ tx_hash: string }>(
      `UPDATE entries SET ${column} = ${column} + 1
        WHERE id = (SELECT max(id) FROM entries WHERE sign = 1 AND ${column} IS NOT NULL) RETURNING tx_hash`,
    );
    const days = column === 'term_cents' ? 14 : 15;
    const row = `entry of transaction ${entry?.tx_hash}`;
    expect((await check(days * 86_400_000)).current?.differences).toEqual([
      { row, count: 0, value: 0, gwei: 0 },
    ]);
  });

  test('sets a sum of entries right that is a base unit off, and one that is missing', async () => {
    const sums = () =>
      rows<{ kind: string; units: string; count: number; cents: number }>(
        'SELECT * FROM entry_sums ORDER BY kind, cash',
      );
    const before = await sums();
    const [paid, unmatched] = ['claim_paid', 'unmatched'].map((kind) =>
      before.find((sum) => sum.kind === kind),
    );
    const off = `${BigInt(paid?.units ?? 0) + 1n}`;
    await rows("UPDATE entry_sums SET units = ? WHERE kind = 'claim_paid' RETURNING kind", off);
    await rows("DELETE FROM entry_sums WHERE kind = 'unmatched' RETURNING kind");
    const { current } = await check(16 * 86_400_000);
    expect(current?.differences).toEqual([
      { row: expect.stringMatching(/^sum of claim_paid 1000\|1337/), count: 0, value: 0, gwei: 0 },
      {
        row: expect.stringMatching(/^sum of unmatched 1000\|1337/),
        count: unmatched?.count,
        value: unmatched?.cents,
        gwei: 0,
      },
    ]);
    expect(await sums()).toEqual(before);
  });
});
