import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { late } from '#web/test/late.ts';
import { mountSite } from '#web/test/mount.tsx';
import { atDesk } from '#web/test/sample-desk.ts';
import { insightAnswers, sampleInsurance, sampleTrends } from '#web/test/sample-insight.ts';

// The picture of each chart takes longer than all else on the screen; ui/chart.test.tsx is about it.
vi.mock('#web/ui/chart-drawing.tsx', () => ({ ChartDrawing: () => null }));

beforeEach(() => {
  localStorage.clear();
  deskCache.clear();
});

const part = async (name: string) => within(await screen.findByRole('region', { name }));
/** The cells of a table, row by row, with the head. */
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const table = async (name: string) => cellsOf(await screen.findByRole('table', { name }));
const shown = async (chart: string) => {
  const figure = await screen.findByRole('figure', { name: chart });
  fireEvent.click(within(figure).getByRole('button', { name: /^Show table: / }));
  return table(chart);
};
/** What was asked for, in order. React starts each query twice here. */
const distinct = (queries: readonly string[]) => queries.filter((query, at) => query !== queries[at - 1]);
const down = { status: 422, message: 'Not now.' };

describe('the revenue screen', () => {
  it('the totals are in ether and dollars with their change @revenue-1', async () => {
    atDesk(insightAnswers());
    mountSite('/admin/revenue');
    const texts = await Promise.all(
      ['412.3457 ETH', '20.6000 ETH', '0.1552 ETH', '10.3086 ETH'].map(
        async (value) => (await screen.findAllByText(value))[0]?.closest('section')?.textContent,
      ),
    );
    expect(texts).toEqual([
      'Total Revenue412.3457 ETH$824,691.36+4.2% from the 30 days before',
      'Monthly Revenue20.6000 ETH$41,200.00-10.5% from the month before',
      'Transaction Fees0.1552 ETH$310.400.0% from the 30 days before',
      'Platform Fees10.3086 ETH$20,617.28Nothing in the 30 days before',
    ]);
    expect(document.title).toBe('Revenue · Mooring');
  });

  it('the trends have both units in their table, and the address the unit of the charts @revenue-2', async () => {
    atDesk(insightAnswers());
    const { router } = mountSite('/admin/revenue');
    const rows = await shown('Revenue and fees by month, last 12 months');
    expect(rows[0]).toEqual(['Month', 'Revenue', 'Fees', 'Revenue in USD', 'Fees in USD']);
    expect(rows[1]).toEqual(['December 2025', '15.0000 ETH', '0.4000 ETH', '$30,000.00', '$800.00']);
    expect(rows).toHaveLength(13);
    fireEvent.click(screen.getByRole('button', { name: 'USD' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ unit: 'USD' }));
    const changed = await table('Revenue and fees by month, last 12 months');
    expect(changed[1]).toEqual(['December 2025', '$30,000.00', '$800.00', '15.0000 ETH', '0.4000 ETH']);
  });

  it('daily revenue is over 30 days unless another span is chosen @revenue-2', async () => {
    const calls = atDesk(insightAnswers());
    const { router } = mountSite('/admin/revenue');
    await screen.findByRole('figure', { name: 'Revenue and claims paid by day, last 30 days' });
    fireEvent.click(screen.getByRole('button', { name: '7 days' }));
    const rows = await shown('Revenue and claims paid by day, last 7 days');
    expect(rows[0]).toEqual(['Day', 'Revenue', 'Claims paid', 'Refunds', 'Revenue in USD', 'Policies']);
    expect(rows[1]).toEqual(['Nov 16, 2026', '0.0000 ETH', '0.0000 ETH', '0.1500 ETH', '$0.00', '0']);
    expect(rows.at(-1)).toEqual(['Nov 22, 2026', '0.9600 ETH', '0.3000 ETH', '0.0000 ETH', '$1,920.00', '2']);
    expect(router.state.location.search).toEqual({ days: 7 });
    const asked = calls.filter(({ path }) => path === '/admin/revenue/daily').map(({ query }) => query);
    expect(distinct(asked)).toEqual(['?days=30', '?days=7']);
  });

  it('each product has its share and leads to its policies @revenue-3', async () => {
    atDesk(insightAnswers());
    mountSite('/admin/revenue');
    expect(await table('Revenue by category')).toEqual([
      ['Product', 'Revenue', 'In USD', 'Share'],
      ['Home Insurance', '250.0000 ETH', '$500,000.00', '60.6%'],
      ['Car Insurance', '130.0000 ETH', '$260,000.00', '31.5%'],
      ['Travel Insurance', '32.3457 ETH', '$64,691.36', '7.9%'],
    ]);
    expect(screen.getByRole('link', { name: 'Car Insurance' }).getAttribute('href')).toBe(
      '/admin/policies?policy_type=car',
    );
  });

  it('the top earning policies are marked as an increase or decrease @revenue-4', async () => {
    atDesk(insightAnswers());
    mountSite('/admin/revenue');
    const rows = await table('Top earning policies');
    expect(rows.slice(1)).toEqual([
      ['POL-012 · Home Insurance', '0.6000 ETH $1,200.00', '+20.0% increase'],
      ['POL-030 · Car Insurance', '0.4000 ETH $800.00', '-4.0% decrease'],
    ]);
    expect(screen.getByRole('link', { name: /^POL-012 ·/ }).getAttribute('href')).toBe(
      '/admin/policies?open=12',
    );
  });

  it('without policies there are no top earning policies @revenue-4', async () => {
    atDesk({ ...insightAnswers(), 'GET /admin/revenue/policies': { data: [] } });
    mountSite('/admin/revenue');
    expect(await screen.findByText('No policies yet')).toBeDefined();
  });

  it('transactions show their success rate with its formula, and a link to the exceptions @revenue-5', async () => {
    atDesk(insightAnswers());
    mountSite('/admin/revenue');
    const transactions = await part('Transaction analytics');
    const values = (await transactions.findAllByRole('definition')).map(({ textContent }) => textContent);
    expect(values).toEqual([
      '980',
      '20',
      '98.0% = successful ÷ (successful + failed)',
      '0.4208 ETH $841.50',
      '0.1552 ETH $310.40',
      '2 of 9',
      '2.4000 ETH $4,800.00',
      '1.5000 ETH $3,000.00',
    ]);
    expect(transactions.getByRole('link', { name: '2 of 9' }).getAttribute('href')).toBe(
      '/admin/exceptions?status=open',
    );
  });

  it('the comparison names both spans and follows the choice @revenue-6', async () => {
    const calls = atDesk(insightAnswers());
    const { router } = mountSite('/admin/revenue');
    expect(await table('This month against last month')).toEqual([
      ['Figure', 'This monthNov 1, 2026 – Nov 22, 2026', 'Last monthOct 1, 2026 – Oct 22, 2026', 'Change'],
      ['Revenue', '20.6000 ETH $41,200.00', '23.0000 ETH $46,000.00', '-10.4% '],
      ['Refunds', '0.6000 ETH $1,200.00', '0.0000 ETH $0.00', '—Nothing to compare with'],
      ['Claims paid', '4.5000 ETH $9,000.00', '3.0000 ETH $6,000.00', '+50.0% '],
      ['Policies issued', '48', '50', '-4.0% '],
      ['New users', '40', '32', '+25.0% '],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Last year' }));
    expect(await screen.findByRole('table', { name: 'This year against last year' })).toBeDefined();
    expect(router.state.location.search).toEqual({ compareWith: 'last_year' });
    const asked = calls.filter(({ path }) => path === '/admin/revenue/comparison');
    expect(distinct(asked.map(({ query }) => query))).toEqual([
      '?compareWith=last_month',
      '?compareWith=last_year',
    ]);
  });

  it('the insurance result shows each formula with its figures @revenue-7', async () => {
    atDesk(insightAnswers());
    mountSite('/admin/revenue');
    const result = await part('Insurance result, last 12 months');
    const terms = (await result.findAllByRole('term')).map(({ textContent }) => textContent);
    const values = result.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(terms.map((term, index) => `${term}: ${values[index]}`)).toEqual([
      'Written premium = Premiums less refunds: $40,000.00',
      'Earned premium = The share of each premium for the days that have passed: $32,000.00',
      'Claims incurred = Claims paid + change of the reserves: $9,000.00 − $1,000.00 = $8,000.00',
      'Expenses = Platform fees + transaction fees, without staff, rent and whatever else is paid elsewhere: $1,100.00',
      'Loss ratio = Claims incurred ÷ earned premium: $8,000.00 ÷ $32,000.00 = 25.0%',
      'Expense ratio = Expenses ÷ written premium: $1,100.00 ÷ $40,000.00 = 2.8%',
      'Combined ratio = Loss ratio + expense ratio: 25.0% + 2.8% = 27.8%',
      'Unearned premium today = premiums for days to come: $210,000.00',
      'Outstanding reserves today = what open claims are expected to cost: $35,500.00',
    ]);
    expect((await table('Insurance result by product')).slice(1)).toEqual([
      ['Home Insurance', '$40,000.00', '$32,000.00', '$8,000.00', '25.0%', '2.8%', '27.8%'],
      ['Travel Insurance', '$40,000.00', '$0.00', '$8,000.00', '—', '2.8%', '—'],
      ['All products', '$40,000.00', '$32,000.00', '$8,000.00', '25.0%', '2.8%', '27.8%'],
    ]);
    const months = await shown('Earned premium and claims incurred by month');
    expect(months[0]).toEqual([
      'Month',
      'Earned',
      'Incurred',
      'Written',
      'Paid',
      'Reserve change',
      'Expenses',
      'Loss ratio',
      'Expense ratio',
      'Combined ratio',
    ]);
    expect(months).toHaveLength(13);
  });

  it('a ratio without premium says why there is none @revenue-7', async () => {
    const total = { ...sampleInsurance.total, loss_ratio: null, combined_ratio: null };
    atDesk({ ...insightAnswers(), 'GET /admin/revenue/insurance': { data: { ...sampleInsurance, total } } });
    mountSite('/admin/revenue');
    expect(await screen.findByText('Not defined yet: there is no premium to divide by.')).toBeDefined();
    expect(screen.getByText('Not defined yet: it needs both ratios.')).toBeDefined();
  });

  it('all parts load at once @revenue-8', async () => {
    const trends = late<{ data: typeof sampleTrends }>();
    const calls = atDesk({ ...insightAnswers(), 'GET /admin/revenue/trends': () => trends.promise });
    mountSite('/admin/revenue');
    const part = await screen.findByRole('status', { name: 'Loading Monthly trends' });
    expect(part).toBeDefined();
    await screen.findByRole('table', { name: 'Top earning policies' });
    expect(
      new Set(calls.map(({ path }) => path).filter((path) => path.startsWith('/admin/revenue/'))),
    ).toEqual(
      new Set(
        [
          'overview',
          'trends',
          'categories',
          'policies',
          'transactions',
          'comparison',
          'daily',
          'insurance',
        ].map((name) => `/admin/revenue/${name}`),
      ),
    );
    trends.resolve({ data: sampleTrends });
    expect(await screen.findByRole('figure', { name: /^Revenue and fees by month/ })).toBeDefined();
  });

  it('revenue, reports and outcomes are tabs of one place, and reports keep their period', async () => {
    atDesk(insightAnswers());
    mountSite('/admin/reports?period=year');
    const tabs = within(await screen.findByRole('navigation', { name: 'Revenue and reports' }));
    expect(tabs.getAllByRole('link').map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
      ['Revenue', '/admin/revenue'],
      ['Reports', '/admin/reports?period=year'],
      ['Outcomes', '/admin/reports?period=year&view=outcomes'],
    ]);
    expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Reports');
    fireEvent.click(tabs.getByRole('link', { name: 'Revenue' }));
    expect(await screen.findByRole('heading', { name: 'Monthly trends' })).toBeDefined();
    const now = within(screen.getByRole('navigation', { name: 'Revenue and reports' }));
    expect(now.getByRole('link', { current: 'page' }).textContent).toBe('Revenue');
  });

  it('daily revenue and the comparison open on their titles', async () => {
    atDesk(insightAnswers());
    mountSite('/admin/revenue');
    for (const name of ['Daily revenue', 'Comparison']) {
      expect((await screen.findByRole('heading', { name })).closest('details')?.open).toBe(false);
    }
    expect((await screen.findByRole('heading', { name: 'Monthly trends' })).closest('details')).toBeNull();
  });

  it.each([
    ['overview', 'Failed to load the totals'],
    ['trends', 'Failed to load the monthly trends'],
    ['categories', 'Failed to load the revenue by category'],
    ['policies', 'Failed to load the top earning policies'],
    ['transactions', 'Failed to load the transaction analytics'],
    ['comparison', 'Failed to load the comparison'],
    ['daily', 'Failed to load the daily revenue'],
    ['insurance', 'Failed to load the insurance result'],
  ])('when %s fails, it says so and can be tried again, and the others stay @revenue-8', async (path, failed) => {
    const answers = insightAnswers();
    const key = `GET /admin/revenue/${path}` as keyof typeof answers;
    atDesk({ ...answers, [key]: down });
    mountSite('/admin/revenue');
    expect(await screen.findByText(failed)).toBeDefined();
    expect(screen.getByText('Not now.')).toBeDefined();
    if (path !== 'policies')
      expect(await screen.findByRole('table', { name: 'Top earning policies' })).toBeDefined();
    atDesk(answers);
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByText(failed)).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
