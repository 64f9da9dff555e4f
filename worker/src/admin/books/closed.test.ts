/** Months of the books that are closed, and what changes of them later. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { BookMonths } from '#domain/admin/books-schema.ts';
import { monthsTo } from '#domain/admin/periods.ts';
import { NO_QUOTE } from '#domain/registry/schema.ts';
import { markQuote } from '#worker/platform/db/figure-days.ts';
import { Admin } from '../../../test/admin.ts';
import { balances, cents, column, csv, journal, sumsOf, trialBalance } from '../../../test/bookkeeping.ts';
import { expectedBalances } from '../../../test/books-expected.ts';
import { bookAll, seedYear } from '../../../test/books-year.ts';
import { deskCtx } from '../../../test/desk.ts';
import { recomputeAll } from '../../../test/figures.ts';
import { rows, scanFromHere } from '../../../test/harness.ts';

const YEAR = monthsTo('2025-12', 12);
let hedy: Admin;
beforeAll(async () => {
  await scanFromHere();
  hedy = await Admin.arrive('Hedy Lamarr');
  await seedYear();
  await recomputeAll();
});

const months = async () => (await hedy.call<BookMonths>('/admin/reports/months')).data;
const close = (month: string, by = hedy, reason = 'Audited') =>
  by.call<BookMonths>(`/admin/reports/months/${month}/close`, { body: { reason } });

describe('a closed month', () => {
  /** Reverses the purchase of a policy as a reorganization does, or brings it back. */
  const purchase = async (policy: number, status: 'orphaned' | 'confirmed') => {
    const itsEvent = `id = (SELECT purchase_event_id FROM policies WHERE id = ${policy})`;
    await rows(`UPDATE chain_events SET status = ? WHERE ${itsEvent} RETURNING id`, status);
    await bookAll(itsEvent);
    await deskCtx().db.batch([markQuote(deskCtx().db, `0xb${policy}`)]);
    await recomputeAll();
  };
  const numbers = async (...closed: string[]) => {
    const all = [];
    for (const month of closed) {
      const { accounts, total } = await trialBalance(hedy, month);
      all.push({ month, accounts, total });
    }
    return all;
  };

  test('is closed by administrators alone, with a reason, and in order', async () => {
    const auditor = await Admin.arrive('Grace Hopper', 'auditor');
    expect((await close('2025-01', auditor)).status).toBe(403);
    expect((await close('2025-01', hedy, ' ')).status).toBe(422);
    expect(await close('2025-02')).toMatchObject({
      status: 409,
      message: 'Months are closed in their order. Please close 2025-01 first.',
    });
    const now = new Date().toISOString().slice(0, 7);
    expect(await close(now)).toMatchObject({ status: 409, message: 'This month is not over yet.' });
    expect((await months()).next).toEqual({ month: '2025-01', problem: null });
    expect((await close('2025-01')).data.next).toEqual({ month: '2025-02', problem: null });
    expect(await close('2025-01')).toMatchObject({
      status: 409,
      message: 'This month is already closed.',
    });
    expect((await months()).months.at(-1)).toMatchObject({
      month: '2025-01',
      state: 'closed',
      closed: { by: 'Hedy Lamarr', reason: 'Audited' },
    });
    const lines = await rows<{ after: string }>(
      "SELECT after FROM audit_log WHERE action = 'month.closed' AND subject = 'month:2025-01'",
    );
    expect(lines.map(({ after }) => JSON.parse(after).reason)).toEqual(['Audited']);
  });

  test('can be closed only when its chains are read, confirmed and counted to its end', async () => {
    const problem = async () => (await months()).next?.problem ?? '';
    await rows(
      "UPDATE figure_days SET generation = computed + 1 WHERE day = (SELECT max(day) FROM figure_days WHERE day < '2025-03') RETURNING day",
    );
    expect(await problem()).toBe('A day of the month is still being counted.');
    expect((await close('2025-02')).status).toBe(409);
    await recomputeAll();
    const cursors = await rows<{ chain_id: string; block_time: string }>('SELECT * FROM scan_cursors');
    await rows("UPDATE scan_cursors SET block_time = '2025-02-28T23:59:59.000Z' RETURNING chain_id");
    expect(await problem()).toMatch(/ has not been read to the end of the month\.$/);
    for (const { chain_id, block_time } of cursors)
      await rows(
        'UPDATE scan_cursors SET block_time = ? WHERE chain_id = ? RETURNING chain_id',
        block_time,
        chain_id,
      );
    await rows(
      "UPDATE chain_events SET status = 'unconfirmed' WHERE id = (SELECT min(id) FROM chain_events) RETURNING id",
    );
    expect(await problem()).toMatch(/ waits for its confirmations\.$/);
    await rows("UPDATE chain_events SET status = 'confirmed' WHERE status = 'unconfirmed' RETURNING id");
    expect(await problem()).toBe('');
  });

  test('can be closed only when each of its payments has a value', async () => {
    const dust = "kind = 'dust' AND at LIKE '2025-02%'";
    await rows(`UPDATE entries SET cents = NULL WHERE ${dust} RETURNING id`);
    const unpriced = 'A payment of the month has no value yet. It gets one as soon as there is a rate.';
    expect((await months()).next).toEqual({ month: '2025-02', problem: unpriced });
    expect(await close('2025-02')).toMatchObject({ status: 409, message: unpriced });
    await rows(`UPDATE entries SET cents = 49 WHERE ${dust} RETURNING id`);
    expect((await months()).next).toEqual({ month: '2025-02', problem: null });
  });

  test('keeps its numbers when a reorganization takes one of its payments, and the open month books the difference', async () => {
    expect((await close('2025-02')).status).toBe(200);
    const closed = await numbers('2025-01', '2025-02');
    await purchase(1, 'orphaned');
    expect(await numbers('2025-01', '2025-02')).toEqual(closed);

    const { entries } = await journal(hedy, '2025-03');
    const [january, february] = entries.filter(({ kind }) => kind === 'adjustment');
    expect(january).toMatchObject({ about: '2025-01', day: '2025-03-01' });
    expect(sumsOf(january ? [january] : [])).toMatchObject({ 4000: 74_400 });
    // What February earned of that premium, and its coins at February's rate.
    expect(february?.about).toBe('2025-02');
    expect(entries.indexOf(january as never)).toBe(0);
    // The books together say again what the rows say.
    expect(balances(await trialBalance(hedy, '2025-03'))).toEqual(await expectedBalances('2025-03'));
  });

  test('still lists a journal and bordereaux that sum to its numbers', async () => {
    for (const month of ['2025-01', '2025-02']) {
      const { accounts } = await trialBalance(hedy, month);
      const booked = accounts
        .map(({ account, debit, credit }) => [account, cents(debit) - cents(credit)] as const)
        .filter(([, net]) => net !== 0);
      const { entries } = await journal(hedy, month);
      expect(sumsOf(entries), month).toEqual(Object.fromEntries(booked));
      expect(entries.at(-1), month).toMatchObject({ kind: 'adjusted_later', about: '2025-03' });
      const written = accounts.find(({ code }) => code === '4000');
      const returned = accounts.find(({ code }) => code === '4010');
      expect(column(await csv(hedy, 'premium', month), 'Premium (USD)'), month).toBe(
        cents(written?.credit ?? '0') - cents(returned?.debit ?? '0'),
      );
    }
    expect((await hedy.call('/admin/reports/trial-balance?as_of=2025-01-20')).status).toBe(422);
  });

  test('keeps the adjustments that it booked, and a payment that is back is adjusted in the month after', async () => {
    expect((await close('2025-03')).status).toBe(200);
    const closed = await numbers('2025-01', '2025-02', '2025-03');
    await purchase(1, 'confirmed');
    expect(await numbers('2025-01', '2025-02', '2025-03')).toEqual(closed);
    const { entries } = await journal(hedy, '2025-04');
    expect(sumsOf(entries.filter(({ about }) => about === '2025-01'))).toMatchObject({ 4000: -74_400 });
    for (const month of YEAR.slice(3))
      expect(balances(await trialBalance(hedy, month)), month).toEqual(await expectedBalances(month));
    const found = (await months()).months.filter(({ adjustments }) => adjustments > 0);
    expect(found.map(({ month }) => month)).toEqual(['2025-04', '2025-03']);
  });

  test('keeps its numbers when capital that was put in is gone, and the open month books it out', async () => {
    const closed = await numbers('2025-01', '2025-02', '2025-03');
    const funded = "kind = 'pool_funded' AND block_time LIKE '2025-02%'";
    await rows(`UPDATE chain_events SET status = 'orphaned' WHERE ${funded} RETURNING id`);
    await bookAll(funded);
    await deskCtx().db.batch([markQuote(deskCtx().db, NO_QUOTE)]);
    await recomputeAll();
    expect(await numbers('2025-01', '2025-02', '2025-03')).toEqual(closed);
    const { entries } = await journal(hedy, '2025-04');
    const [february] = entries.filter(({ about }) => about === '2025-02');
    expect(sumsOf(february ? [february] : [])).toMatchObject({ 3000: 1_234_567 });
    expect(balances(await trialBalance(hedy, '2025-12'))).toEqual(await expectedBalances('2025-12'));
  });
});
