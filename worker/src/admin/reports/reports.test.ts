/** Reports as answers, files and letters, and figures at the edges of months, quarters and years. */
import { env, exports } from 'cloudflare:workers';
import { extractText } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import type { COMPARISONS, Report } from '#domain/admin/insight-schema.ts';
import { getAnalytics, getOverview } from '#worker/admin/dashboard.ts';
import { rolledUp } from '#worker/admin/figures/days/parts.ts';
import { moveFigures } from '#worker/admin/figures/repository.ts';
import {
  getComparison,
  getDaily,
  getInsurance,
  getRevenue,
  getTrends,
} from '#worker/admin/revenue/revenue.ts';
import type { OutboxRow } from '#worker/delivery/outbox/repository.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { usDate } from '#worker/platform/http/csv.ts';
import { composeWith } from '#worker/told/send.ts';
import { Admin } from '../../../test/admin.ts';
import { claimed } from '../../../test/claims.ts';
import { deskCtx } from '../../../test/desk.ts';
import {
  later,
  noChain,
  ORIGIN,
  rows,
  runSchedule,
  scanFromHere,
  shaky,
  usual,
} from '../../../test/harness.ts';
import { writeMonthlyReports } from './monthly.ts';
import { getReport } from './report.ts';

let hedy: Admin;
beforeAll(async () => {
  await scanFromHere();
  hedy = await Admin.arrive();
});

const at = (moment: string): AdminCtx => ({
  ...deskCtx({ clock: () => Date.parse(moment) }),
  admin: { id: 1, email: '', name: '', role: 'auditor', jti: '' },
});

/** Books figures as their job does: a figure, its day and product, how many, and US cents, which fees are kept finer than. */
const book = async (
  ...lines: [figure: string, day: string, product: string, count: number, cents: number][]
) => {
  const parts = lines.map(([figure, period, product, count, cents]) => {
    const value = figure === 'gas' ? cents * 10_000 : cents;
    return { figure, period, product, count, value, gwei: cents * 5000 };
  });
  const [first, ...rest] = moveFigures(deskCtx().db, rolledUp(parts));
  if (first) await deskCtx().db.batch([first, ...rest]);
};
const clear = () => env.DB.prepare('DELETE FROM figures').run();

describe('figures at the edges of periods', () => {
  test('growth compares thirty days with the thirty before, over a leap day and up to midnight UTC', async () => {
    await clear();
    await book(
      // From March 1 to 30, 2028, against January 31 to February 29.
      ['users', '2028-01-30', '', 100, 0],
      ['users', '2028-01-31', '', 3, 0],
      ['users', '2028-02-29', '', 1, 0],
      ['users', '2028-03-01', '', 2, 0],
      ['users', '2028-03-30', '', 3, 0],
      ['users', '2028-03-31', '', 50, 0],
      ['revenue', '2028-02-29', 'home', 0, 200_00],
      ['revenue', '2028-03-30', 'car', 0, 150_00],
      ['claims', '2028-03-30', 'car', 1, 0],
      ['views', '2028-03-01', '', 40, 0],
      ['views', '2028-02-29', '', 7, 0],
    );
    for (const moment of [
      '2028-03-30T00:00:00.000Z',
      '2028-03-30T23:59:59.999Z',
      '2028-03-31T01:30:00+02:00',
    ]) {
      const { overview, monthly_views } = await getOverview(at(moment));
      expect(overview, moment).toMatchObject({
        total_users: 159,
        user_growth: '+25.0%',
        policy_growth: null,
        claim_growth: null,
        revenue_growth: '-25.0%',
        platform_revenue: '0.175000000',
      });
      expect(monthly_views).toBe(40);
    }
    const next = await getOverview(at('2028-03-31T00:00:00.000Z'));
    expect(next.overview.user_growth).toBe('+1,666.7%');
  });

  test('policies count as active through their last day of cover', async () => {
    await clear();
    await book(
      ['active', '2028-02-28', 'home', 1, 0],
      ['active', '2028-02-29', 'home', 2, 0],
      ['active', '2028-03-01', 'car', 4, 0],
      ['active', '2029-01-15', 'travel', 8, 0],
    );
    const active = async (day: string) =>
      (await getOverview(at(`${day}T12:00:00Z`))).overview.active_policies;
    expect(await active('2028-02-28')).toBe(15);
    expect(await active('2028-02-29')).toBe(14);
    expect(await active('2028-03-01')).toBe(12);
    expect(await active('2028-03-02')).toBe(8);
    expect(await active('2029-01-31')).toBe(0);
  });

  test.each<[(typeof COMPARISONS)[number], string, string[], string, string | null]>([
    ['last_month', '2028-03-31', ['2028-02-01', '2028-02-29'], '90.00', '-10.0%'],
    ['last_month', '2027-03-31', ['2027-02-01', '2027-02-28'], '0.00', null],
    ['last_month', '2028-03-15', ['2028-02-01', '2028-02-15'], '90.00', null],
    ['last_quarter', '2028-05-31', ['2028-01-01', '2028-02-29'], '200.00', '+100.0%'],
    ['last_quarter', '2028-04-01', ['2028-01-01', '2028-01-01'], '0.00', '-100.0%'],
    ['last_year', '2029-02-28', ['2028-01-01', '2028-02-28'], '7.00', '-30.0%'],
  ])('%s on %s takes the same days of the period before', async (compareWith, day, [
    from,
    to,
  ], usd, change) => {
    await clear();
    await book(
      ['revenue', '2028-01-01', 'home', 0, 10_00],
      ['revenue', '2028-02-29', 'home', 0, 90_00],
      ['revenue', '2028-03-01', 'home', 0, 90_00],
      ['revenue', '2028-05-31', 'car', 0, 200_00],
      ['revenue', '2029-02-28', 'car', 0, 7_00],
      ['refund', '2028-02-29', 'home', 1, 5_00],
    );
    // What comes after the day isn't there yet.
    await env.DB.prepare(
      "DELETE FROM figures WHERE (grain = 'day' AND period > ?1) OR (grain = 'month' AND period > substr(?1, 1, 7))",
    )
      .bind(day)
      .run();
    if (day === '2028-03-31') await book(['revenue', day, 'home', 0, -9_00]);
    const found = await getComparison(at(`${day}T09:00:00Z`), { compareWith });
    expect(found.previous).toMatchObject({ from, to });
    expect(found.current.to).toBe(day);
    expect(found.current.revenue.usd).toBe(day === '2028-03-31' ? '81.00' : usd);
    expect(found.changes.revenue).toBe(change);
  });

  test('months and days have no gaps, in a leap February and over the turn of the year', async () => {
    await clear();
    await book(['revenue', '2028-02-29', 'home', 0, 12_34], ['gas', '2027-12-31', '', 1, 56]);
    const trends = await getTrends(at('2028-02-29T23:59:59Z'));
    expect(trends.map(({ month }) => month)).toEqual([
      ...['2027-03', '2027-04', '2027-05', '2027-06', '2027-07', '2027-08', '2027-09', '2027-10'],
      ...['2027-11', '2027-12', '2028-01', '2028-02'],
    ]);
    expect(trends.at(-1)?.revenue).toEqual({ usd: '12.34', eth: '0.006170000' });
    expect(trends.at(-3)?.fees).toEqual({ usd: '0.56', eth: '0.000280000' });
    const daily = await getDaily(at('2028-03-01T00:00:00Z'), { days: 3 });
    expect(daily.map(({ day, revenue }) => [day, revenue.usd])).toEqual([
      ['2028-02-28', '0.00'],
      ['2028-02-29', '12.34'],
      ['2028-03-01', '0.00'],
    ]);
    const { entries } = await getAnalytics(at('2028-03-01T00:00:00Z'), { timeframe: '90d' });
    expect(entries).toHaveLength(90);
    expect(entries[0]?.period).toBe('2027-12-03');
    const { monthlyRevenue } = await getRevenue(at('2028-02-29T12:00:00Z'));
    expect(monthlyRevenue).toEqual({ usd: '12.34', eth: '0.006170000', change: null });
  });

  test('a yearly report is the sum of its quarters, and a quarter the sum of its months', async () => {
    await clear();
    const months = Array.from({ length: 12 }, (_, index) => `2027-${String(index + 1).padStart(2, '0')}`);
    await book(
      // Twelve policies cover the whole year.
      ['earning_step', '2027-01-01', 'home', 12, 250],
      ['earning_weight', '2027-01-01', 'home', 12 * 31, 250 * 31],
      ['earning_step', '2028-01-01', 'home', -12, -250],
      ['earning_weight', '2028-01-01', 'home', -12 * 31, -250 * 31],
      ...months.flatMap(
        (month, index): Parameters<typeof book> => [
          ['policies', `${month}-28`, 'home', index + 1, 0],
          ['premium', `${month}-28`, 'home', index + 1, (index + 1) * 100_00],
          ['revenue', `${month}-28`, 'home', 0, (index + 1) * 100_00],
          ['claims', `${month}-01`, 'home', 1, 0],
          ['claims_approved', `${month}-02`, 'home', 3, 0],
          ['decision_time', `${month}-02`, 'home', 4, 4 * 90],
        ],
      ),
    );
    const report = (period: 'month' | 'quarter' | 'year', from: string) =>
      getReport(at('2028-01-01T00:00:00Z'), { period, from });
    const year = await report('year', '2027-05-01');
    expect(year).toMatchObject({ from: '2027-01-01', to: '2027-12-31', complete: true });
    expect(year.kpis).toMatchObject({
      policies_issued: 78,
      revenue: { usd: '7800.00', eth: '3.900000000' },
      average_premium: '100.00',
      claims_made: 12,
      claim_frequency: 100,
      approval_rate: 75,
      average_decision_hours: 1.5,
    });
    const quarters = await Promise.all(
      ['01', '04', '07', '10'].map((month) => report('quarter', `2027-${month}-01`)),
    );
    expect(quarters.map(({ from, to, kpis }) => [from, to, kpis.policies_issued])).toEqual([
      ['2027-01-01', '2027-03-31', 6],
      ['2027-04-01', '2027-06-30', 15],
      ['2027-07-01', '2027-09-30', 24],
      ['2027-10-01', '2027-12-31', 33],
    ]);
    const all = await Promise.all(months.map((month) => report('month', `${month}-01`)));
    expect(all.map(({ kpis }) => kpis.policies_issued)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    // One claim in twelve policies over 28 and 31 days.
    expect([all[1], all[11]].map((each) => each?.kpis.claim_frequency)).toEqual([108.6, 98.1]);
    expect(all[1]).toMatchObject({ from: '2027-02-01', to: '2027-02-28', complete: true });
    const now = await getReport(at('2027-12-31T23:59:59Z'), { period: 'month' });
    expect(now).toMatchObject({ from: '2027-12-01', complete: false });
    await expect(report('month', '2028-02-01')).rejects.toThrow('This period has not begun yet.');
  });

  test('a month of a young business is too early for a ratio, also one in which nothing was written', async () => {
    await clear();
    // 1,000 dollars written for ten dollars a month: a tenth is earned after ten months.
    await book(
      ['revenue', '2027-06-30', 'home', 0, 1_000_00],
      ['earning_step', '2027-07-01', 'home', 1, 33],
      ['earning_weight', '2027-07-01', 'home', 31, 33 * 31],
      ['claim_paid', '2027-07-05', 'home', 1, 400_00],
      ['claims', '2027-07-04', 'home', 1, 400_00],
    );
    const report = (from: string) => getReport(at('2028-06-30T12:00:00Z'), { period: 'month', from });
    const { kpis, performance } = await report('2027-07-01');
    expect(kpis).toMatchObject({ too_early: true, loss_ratio: null, claim_frequency: null });
    expect(performance[0]).toMatchObject({ claims_ratio: null, performance: 'too_early' });
    expect((await report('2028-03-01')).kpis.too_early).toBe(true);
    expect((await report('2028-04-01')).kpis).toMatchObject({ too_early: false, loss_ratio: 0 });
  });

  test('ratios are claims over earned premium and expenses over written premium, per product and in all', async () => {
    await clear();
    // A dollar a day from December 31, 2027, until March 1, 2028: over a leap February.
    await book(
      ['earning_step', '2027-12-31', 'home', 0, 100],
      ['earning_weight', '2027-12-31', 'home', 0, 100],
      ['earning_step', '2028-03-02', 'home', 0, -100],
      ['earning_weight', '2028-03-02', 'home', 0, -100 * 30],
      ['revenue', '2027-12-31', 'home', 0, 62_00],
      ['platform_fee', '2027-12-31', 'home', 0, 1_55],
      ['gas', '2028-01-10', '', 1, 45],
      ['claim_paid', '2028-02-03', 'home', 1, 20_00],
      ['claim_paid', '2028-02-04', 'home', 1, 1_00],
      ['reserve', '2028-01-05', 'home', 0, 30_00],
      ['reserve', '2028-02-03', 'home', 0, -25_00],
    );
    const { months, products, total, ...today } = await getInsurance(at('2028-02-29T12:00:00Z'));
    const earned = (month: string) => months.find((each) => each.month === month)?.earned;
    expect(['2027-11', '2027-12', '2028-01', '2028-02'].map(earned)).toEqual([
      '0.00',
      '1.00',
      '31.00',
      '29.00',
    ]);
    expect(today).toEqual({ causes: [], unearned_premium: '1.00', outstanding_reserves: '5.00' });
    const expected = {
      written: '62.00',
      earned: '61.00',
      claims_paid: '21.00',
      reserve_change: '5.00',
      incurred: '26.00',
      too_early: false,
      loss_ratio: 42.6,
    };
    expect(total).toEqual({ ...expected, expenses: '2.00', expense_ratio: 3.2, combined_ratio: 45.8 });
    expect(products[0]).toEqual({
      key: 'home',
      name: 'Home Insurance',
      ...expected,
      expenses: '1.55',
      expense_ratio: 2.5,
      combined_ratio: 45.1,
    });
    expect(products[1]).toMatchObject({ written: '0.00', loss_ratio: null, combined_ratio: null });
    const { performance } = await getReport(at('2028-02-29T12:00:00Z'), { period: 'quarter' });
    // 26 of 60 dollars: 5 reserved and 21 paid in the quarter, against January's and February's days.
    expect(performance[0]).toMatchObject({ claims_ratio: 43.3, performance: 'excellent' });
  });

  test.each([
    [60_00, 'excellent'],
    [60_10, 'good'],
    [80_00, 'good'],
    [80_10, 'fair'],
    [100_00, 'fair'],
    [100_10, 'poor'],
  ])('a product that cost %i cents of 10,000 earned did %s', async (cents, grade) => {
    await clear();
    await book(
      ['earning_step', '2028-03-01', 'car', 0, 1000],
      ['earning_weight', '2028-03-01', 'car', 0, 1000 * 31],
      ['claim_paid', '2028-03-05', 'car', 1, cents],
    );
    const { performance } = await getReport(at('2028-03-10T12:00:00Z'), { period: 'month' });
    expect(performance.find(({ key }) => key === 'car')).toMatchObject({
      claims_ratio: cents / 100,
      performance: grade,
    });
  });
});

/** Without whitespace, because narrow columns add some. */
const bare = (text: string) => text.replace(/\s+/gu, '');

describe('reports as files', () => {
  const download = (query: string) =>
    exports.default.fetch(
      new Request(`${ORIGIN}/api/admin/reports/export?${query}`, {
        headers: { authorization: `Bearer ${hedy.token}` },
      }),
    );

  test('a CSV has every figure of the report, and no text that a spreadsheet would run', async () => {
    const { claim } = await claimed();
    await env.DB.prepare("UPDATE claims SET customer_name = '=1+1' WHERE id = ?").bind(claim.id).run();
    const { data: report } = await hedy.call<Report>('/admin/reports');
    const response = await download('format=csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const name = `Mooring-report-${report.from.slice(0, 7)}.csv`;
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    const lines = new TextDecoder()
      .decode(await response.arrayBuffer())
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe('Section,Name,Value');
    expect(lines).toEqual(
      expect.arrayContaining([
        `Report,From,${usDate(report.from)}`,
        'Report,Complete,no',
        `Figures,Revenue (USD),${Number(report.kpis.revenue.usd)}`,
        `Figures,Claims made,${report.kpis.claims_made}`,
        `Home Insurance,Policies issued,${report.performance[0]?.issued}`,
        `${claim.claim_number},Made,${usDate(claim.created_at)}`,
        `${claim.claim_number},Customer,'=1+1`,
        `${claim.claim_number},Amount (USD),5000`,
      ]),
    );
  });

  test('a PDF is a PDF, of the year that was asked for', async () => {
    const year = new Date().getUTCFullYear();
    const response = await download('format=pdf&period=year');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Mooring-report-${year}.pdf"`,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder('latin1').decode(bytes);
    expect(text.startsWith('%PDF-')).toBe(true);
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
    const { data: report } = await hedy.call<Report>('/admin/reports?period=year');
    const shown = bare((await extractText(bytes.slice(), { mergePages: true })).text);
    for (const part of [
      ...[`Report ${year}`, `January 1, ${year} to December 31, ${year}  ·  so far`, 'Page 1 of 1'],
      ...['Policies issued', String(report.kpis.policies_issued), `${report.kpis.revenue.eth} ETH`],
      ...['Combined ratio', 'Home Insurance', 'Newest claims', report.recent_claims[0]?.claim_id ?? 'none'],
    ]) {
      expect(shown, part).toContain(bare(part));
    }
  });

  test.each([
    'period=week',
    'from=2026-11-02',
    'from=2026-13-01',
    'from=9999-12-01',
    'format=xls',
  ])('a report with %s is refused', async (query) => {
    expect((await download(query)).status).toBe(422);
  });
});

/** No letter of these tests is completed when it is sent. */
const compose = composeWith({} as never);

describe('the monthly report by email', () => {
  const letters = () =>
    rows<{ target: string; subject: string; body: string; state: string; dedupe_key: string }>(
      "SELECT * FROM outbox WHERE kind = 'monthly_report' ORDER BY dedupe_key",
    );
  const want = (id: number) =>
    env.DB.prepare('UPDATE admins SET monthly_report = 1 WHERE id = ?').bind(id).run();
  const until = (moment: string) => later(Date.parse(moment) - Date.now());
  const runJobs = (moment: string) =>
    runSchedule(until(moment), {}, ['recompute figures', 'write monthly reports']);

  test('goes to nobody who has not asked for it', async () => {
    await runJobs('2027-02-01T00:05:00Z');
    expect(await letters()).toEqual([]);
  });

  test('goes to those who want it on the first days of a month, once per month', async () => {
    const [reader, gone] = [
      await Admin.arrive('Grace Hopper', 'auditor'),
      await Admin.arrive('Left Long Ago'),
    ];
    await Promise.all([want(reader.id), want(gone.id)]);
    await gone.deactivate();
    await clear();
    await book(['policies', '2027-02-28', 'home', 2, 0], ['revenue', '2027-02-28', 'home', 0, 2400_00]);
    await runJobs('2027-02-28T23:59:00Z');
    await runJobs('2027-03-06T00:00:00Z');
    expect(await letters()).toEqual([]);
    for (const moment of ['2027-03-01T00:01:00Z', '2027-03-01T00:02:00Z', '2027-03-05T12:00:00Z'])
      await runJobs(moment);
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      target: reader.email,
      subject: 'The report of 2027-02',
      dedupe_key: `desk:monthly_report:2027-02:${reader.id}`,
    });
    expect(JSON.parse(letter?.body ?? '{}').letter.parts[1].facts).toEqual(
      expect.arrayContaining([
        ['Policies issued', '2'],
        ['Revenue', '$2,400.00 (1.200000000 ETH)'],
        ['Home Insurance', '2 issued, revenue $2,400.00 (1.200000000 ETH), too early'],
        ['Loss ratio', 'Too early'],
      ]),
    );
    const { text } = await compose(deskCtx(), letter as unknown as OutboxRow);
    expect(text).toContain('Dear Grace Hopper,\n\nThe report of 2027-02.');
    expect(text).toContain('Policies issued: 2\n');
    expect(text).toContain('Revenue: $2,400.00 (1.200000000 ETH)\n');
    const unwanted = { ...letter, wallet: `admin:${gone.id}` } as unknown as OutboxRow;
    await expect(compose(deskCtx(), unwanted)).rejects.toThrow('unwanted');
    await runJobs('2027-04-02T00:01:00Z');
    expect((await letters()).map(({ subject }) => subject)).toEqual([
      'The report of 2027-02',
      'The report of 2027-03',
    ]);
  });

  test('waits until every chain has confirmed the last minutes of the month, but not beyond its second day', async () => {
    await env.DB.prepare("DELETE FROM outbox WHERE kind = 'monthly_report'").run();
    const write = (moment: string) => writeMonthlyReports(deskCtx({ clock: () => Date.parse(moment) }));
    const read = (chainId: number, block: number, time: string) =>
      env.DB.prepare(
        'INSERT OR REPLACE INTO scan_cursors (chain_id, block_number, block_hash, block_time, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)',
      )
        .bind(String(chainId), block, `0x${block}`, time)
        .run();
    const first = '2028-06-01T00:05:00Z';
    for (const { chain_id } of [usual, shaky]) await read(chain_id, 100, '2028-05-31T23:59:58.000Z');
    expect(await write(first)).toBe(false);
    // The first block of the month, and then enough on top of it; the other chain has none yet.
    await read(usual.chain_id, 101, '2028-06-01T00:00:02.000Z');
    await read(usual.chain_id, 101 + usual.confirmations, '2028-06-01T00:00:30.000Z');
    expect(await write(first)).toBe(false);
    await read(shaky.chain_id, 101, '2028-06-01T00:00:02.000Z');
    // A chain that confirms nothing at once needs more blocks.
    expect(shaky.confirmations).toBeGreaterThan(1);
    expect(await write(first)).toBe(false);
    await read(shaky.chain_id, 100 + shaky.confirmations, '2028-06-01T00:00:20.000Z');
    await rows(
      `INSERT INTO chain_events (kind, chain_id, tx_hash, event_index, block_number, block_hash, block_time, quote_id, wallet,
         status, created_at) VALUES ('purchased', ?, '0xlate', 0, 99, '0x', '2028-05-31T23:59:50.000Z', '0xlate', '0x', 'unconfirmed', '')`,
      String(usual.chain_id),
    );
    expect(await write(first)).toBe(false);
    expect(await letters()).toEqual([]);
    await rows("UPDATE chain_events SET status = 'orphaned' WHERE tx_hash = '0xlate'");
    for (const _ of [1, 2]) expect(await write(first)).toBe(true);
    expect((await letters()).map(({ subject }) => subject)).toEqual(['The report of 2028-05']);
    // No chain has come as far as July.
    expect(await write('2028-07-01T23:59:00Z')).toBe(false);
    expect(await write('2028-07-02T00:00:00Z')).toBe(true);
    expect((await letters()).map(({ subject }) => subject)).toEqual([
      'The report of 2028-05',
      'The report of 2028-06',
    ]);
  });
});

describe('the rate of the day', () => {
  const DAILY = ['look for daily jobs', 'record rate', 'finish daily jobs'];
  test('is requested again on the same day as long as no chain has it', async () => {
    const rate = () => rows("SELECT usd_cents FROM eth_rates WHERE day = '2030-08-15'");
    const noon = later(Date.parse('2030-08-15T12:00:00Z') - Date.now());
    await runSchedule({ ...noon, ...noChain }, { RATE_SOURCE: 'chainlink' } as never, DAILY);
    expect(await rate()).toEqual([]);
    await runSchedule(noon, {}, DAILY);
    expect(await rate()).toEqual([{ usd_cents: 200_000 }]);
    await env.DB.prepare("DELETE FROM eth_rates WHERE day LIKE '2030-%'").run();
  });

  test('is read once per UTC day, or from a quote in ether', async () => {
    const rate = (day: string) => rows('SELECT usd_cents, source FROM eth_rates WHERE day = ?', day);
    expect(await rate('2030-06-30')).toEqual([]);
    await runSchedule(later(Date.parse('2030-06-30T23:59:30Z') - Date.now()), {}, DAILY);
    expect(await rate('2030-06-30')).toEqual([{ usd_cents: 200_000, source: 'reference' }]);
    await env.DB.prepare("UPDATE eth_rates SET usd_cents = 1 WHERE day = '2030-06-30'").run();
    await runSchedule(later(Date.parse('2030-06-30T23:59:50Z') - Date.now()), {}, DAILY);
    expect(await rate('2030-06-30')).toEqual([{ usd_cents: 1, source: 'reference' }]);
    await runSchedule(later(Date.parse('2030-07-01T00:00:10Z') - Date.now()), {}, DAILY);
    expect(await rate('2030-07-01')).toEqual([{ usd_cents: 200_000, source: 'reference' }]);
    await env.DB.prepare("DELETE FROM eth_rates WHERE day LIKE '2030-%'").run();
  });
});
