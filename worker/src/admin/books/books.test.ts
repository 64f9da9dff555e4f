/** The books of a year with refunds, reorganizations and rate changes, beside plain sums of the same rows. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Aging, JournalPage, TrialBalance } from '#domain/admin/books-schema.ts';
import { monthsTo } from '#domain/admin/periods.ts';
import { bookTransaction } from '#worker/money/entries/repository.ts';
import { Admin } from '../../../test/admin.ts';
import {
  balances,
  cents,
  column,
  csv,
  csvAt,
  journal,
  sumsOf,
  trialBalance,
} from '../../../test/bookkeeping.ts';
import { expectedBalances, expectedCash } from '../../../test/books-expected.ts';
import { bookAll, CONTRACT, markYear, seedYear } from '../../../test/books-year.ts';
import { deskCtx } from '../../../test/desk.ts';
import { recomputeAll } from '../../../test/figures.ts';
import { countingDatabase, rows, scanFromHere, workerWith } from '../../../test/harness.ts';
import { listAll } from '../../../test/listed.ts';

const YEAR = monthsTo('2025-12', 12);
let hedy: Admin;
beforeAll(async () => {
  await scanFromHere();
  hedy = await Admin.arrive('Hedy Lamarr');
  await seedYear();
  await recomputeAll();
});

describe('the trial balance of a year', () => {
  test('agrees at each month’s end with plain sums of the rows, to the cent', async () => {
    for (const month of YEAR)
      expect(balances(await trialBalance(hedy, month)), month).toEqual(await expectedBalances(month));
  });

  test('has as many debits as credits, and every account that the year can need', async () => {
    for (const month of YEAR) {
      const { total } = await trialBalance(hedy, month);
      expect(total.debit, month).toBe(total.credit);
      expect(total.debit_balance, month).toBe(total.credit_balance);
      expect(cents(total.debit), month).toBeGreaterThan(0);
    }
    const { accounts } = await trialBalance(hedy, '2025-12');
    expect([...new Set(accounts.map(({ code }) => code))].join(' ')).toBe(
      '1000 1100 1200 2000 2100 2200 2300 3000 4000 4010 4100 4200 4300 4400 5000 5100 5200 5300',
    );
  });

  test('has the coins of every event that stands, and of none that was reversed', async () => {
    for (const month of ['2025-03', '2025-12']) {
      const { accounts } = await trialBalance(hedy, month);
      const held = accounts.flatMap(({ account, coins }) => (coins ? [[account, coins.amount]] : []));
      const { units } = await expectedCash(month);
      expect(Object.fromEntries(held)).toEqual(
        Object.fromEntries(Object.entries(units).map(([account, amount]) => [account, amount.toString()])),
      );
    }
    const reversed = await rows(
      "SELECT 1 FROM chain_events WHERE status = 'orphaned' AND contract = ?",
      CONTRACT,
    );
    expect(reversed.length).toBeGreaterThan(8);
  });

  test('counts a day that is not a month’s last without what the last day books', async () => {
    const { data } = await hedy.call<TrialBalance>('/admin/reports/trial-balance?as_of=2025-06-14');
    const until = (await journal(hedy, '2025-06')).entries.filter(
      ({ day, at }) => at !== null && day <= '2025-06-14',
    );
    const before = await expectedBalances('2025-05');
    const sums = sumsOf(until);
    for (const { account, balance } of data.accounts)
      expect(cents(balance), account).toBe((before[account] ?? 0) + (sums[account] ?? 0));
    expect(Object.keys(sums).length).toBeGreaterThan(5);
  });

  test('refuses a day and a month that have not begun', async () => {
    expect((await hedy.call('/admin/reports/trial-balance?as_of=2999-01-01')).status).toBe(422);
    expect((await hedy.call('/admin/reports/journal?month=2999-01')).status).toBe(422);
    expect((await hedy.call('/admin/reports/journal?month=2025-13')).status).toBe(422);
  });

  test('reads sums, however many rows there are', async () => {
    const { DB, rowsRead } = countingDatabase();
    await hedy.call('/admin/reports/trial-balance?as_of=2025-12-31', {}, workerWith({}, { DB }));
    const all = await rowsRead();
    // Three sums for each account and month, a rate for each month, and the accounts themselves.
    expect(all).toBeLessThan(3 * 20 * YEAR.length + 500);
  });
});

describe('the journal of a month', () => {
  test('sums to its trial balance, whatever its pages are', async () => {
    for (const month of ['2025-02', '2025-07', '2025-12']) {
      const { accounts } = await trialBalance(hedy, month);
      const booked = Object.fromEntries(
        accounts
          .map(({ account, debit, credit }) => [account, cents(debit) - cents(credit)] as const)
          .filter(([, net]) => net !== 0),
      );
      const all = await journal(hedy, month);
      expect(sumsOf(all.entries), month).toEqual(booked);
      expect((await journal(hedy, month, 3)).entries, month).toEqual(all.entries);
      for (const { id, lines } of all.entries)
        expect(
          lines.reduce((sum, { debit, credit }) => sum + cents(debit) - cents(credit), 0),
          id,
        ).toBe(0);
    }
  });

  test('goes back page by page to the entries before', async () => {
    const { entries } = await journal(hedy, '2025-07');
    const { last } = await journal(hedy, '2025-07', 4);
    const found: JournalPage['entries'] = [];
    let cursor = last.prev_cursor;
    while (cursor) {
      const { data } = await hedy.call<JournalPage>(
        `/admin/reports/journal?month=2025-07&limit=4&cursor=${cursor}`,
      );
      found.unshift(...data.entries);
      cursor = data.pagination.prev_cursor;
    }
    expect(found.length).toBeGreaterThan(8);
    expect(found).toEqual(entries.slice(0, found.length));
  });

  test('names the records and transactions behind an entry', async () => {
    const { entries } = await journal(hedy, '2025-04');
    const paid = entries.find(({ kind }) => kind === 'claim_paid');
    expect(paid).toMatchObject({ policy_id: 13, claim_id: 13, tx_hash: expect.stringMatching(/^0xb00c5/) });
    expect(paid?.lines[1]?.name).toMatch(/^Cash · .+ · 0x0000…00c5 · ETH$/);
  });

  test('has an entry of its own for what it earned, for fees and for the rate at its end', async () => {
    const { entries } = await journal(hedy, '2025-03');
    const own = entries.filter(({ at }) => at === null);
    expect(own.map(({ kind, day }) => `${kind} ${day}`)).toEqual([
      'earned 2025-03-31',
      'network_fees 2025-03-31',
      'revaluation 2025-03-31',
    ]);
    expect(own[1]?.lines.map(({ debit, credit }) => debit ?? credit)).toEqual(['1.23', '1.23']);
  });
});

describe('the bordereaux', () => {
  test('sum to the accounts of premiums and of claims', async () => {
    for (const month of ['2025-03', '2025-09']) {
      const { accounts } = await trialBalance(hedy, month);
      const of = (code: string) => {
        const found = accounts.find((each) => each.code === code);
        return cents(found?.debit ?? '0') - cents(found?.credit ?? '0');
      };
      const [premium, claims] = [await csv(hedy, 'premium', month), await csv(hedy, 'claims', month)];
      expect(column(premium, 'Premium (USD)'), month).toBe(-of('4000') - of('4010'));
      expect(column(premium, 'Platform fee (USD)'), month).toBe(-of('4200'));
      expect(column(claims, 'Paid (USD)'), month).toBe(of('5000'));
      expect(column(claims, 'Change in reserve (USD)'), month).toBe(of('5100'));
      expect(premium.length).toBeGreaterThan(4);
      expect(claims.length).toBeGreaterThan(1);
    }
  });

  test('name policy, product, currency and transaction', async () => {
    const [line] = await csv(hedy, 'premium', '2025-01');
    expect(line).toMatchObject({
      'Time (UTC)': '01/07/2025 12:00',
      Booking: 'Premium',
      Policy: 'POL-001',
      Product: 'Car',
      'Premium (USD)': '744',
      Currency: 'ETH',
      'Base units': '372000000000000000',
    });
    const paid = (await csv(hedy, 'claims', '2025-04')).find(({ Booking }) => Booking === 'Claim paid');
    expect(paid).toMatchObject({ Claim: 'CLM-013', Policy: 'POL-013', 'Paid (USD)': '269', Status: 'Paid' });
  });

  test('and the other files leave a line in the audit log', async () => {
    const balance = await csv(hedy, 'trial_balance', '2025-12');
    expect(column(balance, 'Balance (USD)')).toBe(0);
    expect(balance.length).toBe((await trialBalance(hedy, '2025-12')).accounts.length);
    const lines = await csv(hedy, 'journal', '2025-12');
    expect(column(lines, 'Debit (USD)')).toBe(column(lines, 'Credit (USD)'));
    const [logged] = await rows<{ after: string }>(
      "SELECT after FROM audit_log WHERE subject = 'export:books' ORDER BY id DESC LIMIT 1",
    );
    expect(JSON.parse(logged?.after ?? '{}')).toEqual({ file: 'journal', month: '2025-12' });
  });

  test('of a month in any year are answered', async () => {
    const balance = await csv(hedy, 'trial_balance', '0198-12');
    expect(column(balance, 'Debit (USD)')).toBe(0);
  });
});

test('the claims’ file says when and how each claim was decided and paid', async () => {
  const lines = await csvAt(hedy, '/claims/export');
  const claim = (number: string) => lines.find((line) => line.Claim === number);
  const [event] = await rows<{ tx_hash: string }>(
    "SELECT tx_hash FROM chain_events WHERE quote_id = '0xb13' AND kind = 'claim_paid'",
  );
  expect(claim('CLM-013')).toMatchObject({
    'Decided (UTC)': '04/02/2025 13:00',
    'Paid (UTC)': '04/02/2025 12:00',
    Currency: 'ETH',
    Transaction: event?.tx_hash,
  });
  expect(claim('CLM-007')).toMatchObject({
    'Paid (UTC)': '03/03/2025 14:00',
    Currency: 'USD',
    Transaction: 'R7',
  });
  expect(claim('CLM-001')).toMatchObject({ 'Paid (UTC)': '', Currency: '', Transaction: '' });
});

test('the books stay as they are when the rows of their events are lost and recorded again under other numbers', async () => {
  const state = async () => {
    await markYear();
    await recomputeAll();
    const { entries } = await journal(hedy, '2025-05');
    return { ...(await trialBalance(hedy, '2025-12')), counted_at: '', entries };
  };
  const before = await state();
  const columns =
    'kind, chain_id, contract, tx_hash, event_index, block_number, block_hash, block_time, quote_id, wallet, token, amount, usd, claim_number, incident_at, outcome, usd_cents, status, created_at';
  await env.DB.batch([
    env.DB.prepare('CREATE TABLE lost AS SELECT * FROM chain_events'),
    env.DB.prepare('DELETE FROM chain_events'),
  ]);
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO chain_events (id, ${columns}) SELECT id + 5000, ${columns} FROM lost ORDER BY id DESC`,
    ),
    ...['policies SET purchase_event_id = purchase_event_id', 'claims SET paid_event_id = paid_event_id'].map(
      (set) => env.DB.prepare(`UPDATE ${set} + 5000`),
    ),
    env.DB.prepare('UPDATE payment_exceptions SET event_id = event_id + 5000'),
    env.DB.prepare('DROP TABLE lost'),
  ]);
  const { db } = deskCtx();
  const transactions = await rows<{ chain_id: string; tx_hash: string }>('SELECT * FROM chain_events');
  for (const each of transactions) await db.batch([bookTransaction(db, each, '')]);
  expect(await state()).toEqual(before);
});

test('entries that are lost are booked again from their events, and give the same books', async () => {
  const state = async () => {
    await markYear();
    await recomputeAll();
    return { ...(await trialBalance(hedy, '2025-12')), counted_at: '' };
  };
  const before = await state();
  await env.DB.prepare('DELETE FROM entries WHERE tx_hash IS NOT NULL').run();
  expect((await state()).accounts).not.toEqual(before.accounts);
  await bookAll();
  expect(await state()).toEqual(before);
});

test('the aging adds up what waits by its days', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();
  const waits = async (id: number, status: string, days: number, amount: number, payout: number | null) =>
    rows(
      `INSERT INTO claims (id, key, wallet, policy_id, quote_id, product, status, amount_cents, deductible_usd, description,
         incident_date, incident_at, created_at, updated_at, decided_at, payout_usd)
       VALUES (?, 'w' || ?1, '0xada', 2, 'none', 'home', ?, ?, 2500, '', '', '', ?, '', ?4, ?) RETURNING id`,
      id,
      status,
      amount,
      ago(days),
      payout,
    );
  await waits(901, 'pending', 29, 300_000, null);
  await waits(902, 'under_review', 30, 300_000, null);
  await waits(903, 'under_review', 31, 1_000_050, null);
  await waits(904, 'approved', 89, 300_000, 400);
  await waits(905, 'processing_payment', 91, 300_000, 250);
  await listAll('claims');
  const { data } = await hedy.call<Aging>('/admin/reports/aging');
  const of = (kind: string) => {
    const line = data.lines.find((each) => each.kind === kind);
    return line?.buckets.map(({ count, usd }) => `${count} ${usd}`);
  };
  // The payments of the year that nobody sent back are older than 90 days; dust is not owed.
  const owed = await rows<{ cents: number }>(
    "SELECT e.usd_cents cents FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id WHERE x.reason <> 'dust'",
  );
  expect(of('claims')).toEqual(['1 500.00', '2 8000.50', '0 0.00', '0 0.00']);
  expect(of('payouts')).toEqual(['0 0.00', '0 0.00', '1 400.00', '1 250.00']);
  expect(of('exceptions')?.[3]).toBe(
    `${owed.length} ${(owed.reduce((sum, each) => sum + each.cents, 0) / 100).toFixed(2)}`,
  );
  expect(of('refunds')).toEqual(['0 0.00', '0 0.00', '0 0.00', '0 0.00']);
});
