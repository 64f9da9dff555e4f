import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { mountSite } from '#web/test/mount.tsx';
import { atDesk } from '#web/test/sample-desk.ts';
import { insightAnswers, sampleReport } from '#web/test/sample-insight.ts';

beforeEach(() => {
  localStorage.clear();
  deskCache.clear();
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 23, 30), toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

const table = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const title = (name: string) => screen.findByRole('heading', { name, level: 2 });
/** The server's report is the one that was asked for. */
const answers = () => ({
  ...insightAnswers(),
  'GET /admin/reports': ({ query }: { query: string }) => {
    const asked = new URLSearchParams(query);
    const from = asked.get('from') ?? '2026-11-01';
    return {
      data: sampleReport({ period: asked.get('period') as 'month', from, complete: from < '2026-10-01' }),
    };
  },
});

describe('the reports', () => {
  it('the cards are the dashboard’s, with two decimals of revenue @reports-1', async () => {
    atDesk(answers());
    mountSite('/admin/reports');
    expect(await screen.findByText('412.35 ETH')).toBeDefined();
    expect(screen.getByText('1,240').closest('section')?.textContent).toBe(
      'Total Users1,240+12.5% from the 30 days before',
    );
    expect(document.title).toBe('Reports · Mooring');
  });

  it('the policies’ performance is computed, with the rule next to it @reports-2', async () => {
    atDesk(answers());
    mountSite('/admin/reports');
    expect(await table('Policy performance')).toEqual([
      ['Type', 'Issued', 'Revenue', 'Claims ratio', 'Performance'],
      ['Home Insurance', '30', '15.0000 ETH $30,000.00', '55.5%', 'Excellent'],
      ['Car Insurance', '14', '5.2000 ETH $10,400.00', '104.0%', 'Poor'],
      ['Travel Insurance', '4', '0.4000 ETH $800.00', '—', 'Nothing earned yet'],
    ]);
    expect(screen.getByText(/Claims ratio = claims incurred ÷ premium earned/)).toBeDefined();
  });

  it('each recent claim leads to its record @reports-3', async () => {
    atDesk(answers());
    mountSite('/admin/reports');
    expect((await table('Recent claims'))[1]).toEqual([
      'CLM-007',
      'Grace Hopper',
      'Home',
      '$4,000.50',
      'Under Review',
      'Nov 20, 2026',
    ]);
    expect(screen.getByRole('link', { name: 'CLM-007' }).getAttribute('href')).toBe('/admin/claims?open=7');
  });

  it('a period without claims says so @reports-3', async () => {
    atDesk({ ...answers(), 'GET /admin/reports': { data: sampleReport({ recent_claims: [] }) } });
    mountSite('/admin/reports');
    expect(await screen.findByText('No claims in this period')).toBeDefined();
  });

  it('the key figures have their units, and a dash where there is nothing to divide @reports-4', async () => {
    const kpis = { ...sampleReport().kpis, claim_frequency: null, average_payout: null };
    atDesk({ ...answers(), 'GET /admin/reports': { data: sampleReport({ kpis }) } });
    mountSite('/admin/reports');
    const figures = within(await screen.findByRole('region', { name: 'Key figures' }));
    const terms = figures.getAllByRole('term').map(({ textContent }) => textContent);
    const values = figures.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(Object.fromEntries(terms.map((term, index) => [term, values[index]]))).toEqual({
      'Policies issued': '48',
      'New users': '40',
      Revenue: '20.62 ETH $41,234.56',
      'Average premium': '$858.33',
      'Failed payments': '3',
      'Loss ratio': '25.0%',
      'Combined ratio': '27.8%',
      'Claims made': '6',
      'Claim frequency': '—',
      'Approval rate': '83.3% by first decision',
      'Average decision': '30.0 h by first decision',
      'Claims paid': '4.5000 ETH $9,000.00',
      'Average payout': '—',
    });
  });

  it('until a tenth of a year’s premium is earned, ratios and frequency are too early, and it says why @reports-4', async () => {
    const early = { too_early: true, loss_ratio: null, combined_ratio: null, claim_frequency: null };
    const report = sampleReport();
    const performance = report.performance.map((each) => ({
      ...each,
      claims_ratio: null,
      performance: 'too_early' as const,
    }));
    const data = { ...report, performance, kpis: { ...report.kpis, ...early } };
    atDesk({ ...answers(), 'GET /admin/reports': { data } });
    mountSite('/admin/reports');
    await screen.findByText(/^Premium is earned day by day\. It is too early/);
    expect(screen.getAllByText('Too early')).toHaveLength(6);
    expect(screen.queryByText('Poor')).toBeNull();
  });

  it('the revenue of a quarter has one decimal @reports-4', async () => {
    atDesk(answers());
    mountSite('/admin/reports?period=quarter');
    const figures = within(await screen.findByRole('region', { name: 'Key figures' }));
    expect(figures.getByText('20.6 ETH', { exact: false }).textContent).toBe('20.6 ETH $41,234.56');
  });

  it('previous and next move the period, which the address keeps @reports-5', async () => {
    const calls = atDesk(answers());
    const { router } = mountSite('/admin/reports');
    await title('November 2026');
    expect(button('Next month').disabled).toBe(true);
    expect(await screen.findByText(/The period is not over/)).toBeDefined();
    fireEvent.click(button('Previous month'));
    await title('October 2026');
    expect(router.state.location.search).toEqual({ from: '2026-10-01' });
    fireEvent.click(button('Previous month'));
    await title('September 2026');
    await waitFor(() => expect(screen.queryByText(/The period is not over/)).toBeNull());
    fireEvent.click(button('Next month'));
    await title('October 2026');
    fireEvent.click(button('Next month'));
    await title('November 2026');
    expect(router.state.location.search).toEqual({});
    const asked = calls.filter(({ path }) => path === '/admin/reports').map(({ query }) => query);
    expect([...new Set(asked)]).toEqual([
      '?period=month',
      '?period=month&from=2026-10-01',
      '?period=month&from=2026-09-01',
    ]);
  });

  it('month, quarter and year keep to the time that is shown @reports-5', async () => {
    atDesk(answers());
    const { router } = mountSite('/admin/reports?from=2026-05-01');
    await title('May 2026');
    fireEvent.click(button('Quarter'));
    await title('Q2 2026');
    expect(router.state.location.search).toEqual({ period: 'quarter', from: '2026-04-01' });
    fireEvent.click(button('Year'));
    await title('2026');
    expect(router.state.location.search).toEqual({ period: 'year' });
    expect(button('Next year').disabled).toBe(true);
    fireEvent.click(button('Month'));
    await title('November 2026');
    expect(router.state.location.search).toEqual({});
    fireEvent.click(button('Year'));
    await title('2026');
    fireEvent.click(button('Previous year'));
    await title('2025');
    fireEvent.click(button('Month'));
    await title('December 2025');
  });

  it('an address with a month inside a quarter means its quarter, and nonsense the current one @reports-5', async () => {
    const calls = atDesk(answers());
    mountSite('/admin/reports?period=quarter&from=2026-02-01');
    await title('Q1 2026');
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/admin/reports')?.query).toBe(
        '?period=quarter&from=2026-01-01',
      ),
    );
  });

  it.each([
    '?period=week',
    '?from=2026-13-01',
    '?from=2026-02-30',
    '?from=soon',
  ])('the address %s means this month @reports-5', async (search) => {
    atDesk(answers());
    mountSite(`/admin/reports${search}`);
    expect(await title('November 2026')).toBeDefined();
  });

  it.each([
    ['CSV', 'text/csv', 'mooring-2026-10.csv'],
    ['PDF', 'application/pdf', 'mooring-2026-10.pdf'],
  ])('the report is saved as %s under the server’s name @reports-5', async (format, type, name) => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const calls = atDesk({
      ...answers(),
      'GET /admin/reports/export': new Response('file', {
        headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
      }),
    });
    mountSite('/admin/reports?from=2026-10-01');
    await title('October 2026');
    fireEvent.click(button(`Export October 2026 as ${format}`));
    await waitFor(() => expect(saved).toEqual([name]));
    expect(calls.find(({ path }) => path === '/admin/reports/export')?.query).toBe(
      `?period=month&from=2026-10-01&format=${format.toLowerCase()}`,
    );
  });

  it('an export that fails says why @reports-5', async () => {
    atDesk({ ...answers(), 'GET /admin/reports/export': { status: 422, message: 'Too much.' } });
    mountSite('/admin/reports');
    await title('November 2026');
    fireEvent.click(button('Export November 2026 as PDF'));
    expect(await screen.findByText('The export failed')).toBeDefined();
    expect(screen.getByText('Too much.')).toBeDefined();
  });

  it('a report that cannot be loaded leaves the cards and can be tried again @reports-1', async () => {
    atDesk({ ...answers(), 'GET /admin/reports': { status: 422, message: 'Not now.' } });
    mountSite('/admin/reports');
    expect(await screen.findByText('Failed to load the report')).toBeDefined();
    expect(await screen.findByText('1,240')).toBeDefined();
    atDesk(answers());
    fireEvent.click(button('Try Again'));
    expect(await screen.findByRole('table', { name: 'Policy performance' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('cards that cannot be loaded leave the report @reports-1', async () => {
    atDesk({ ...answers(), 'GET /admin/dashboard/overview': { status: 422, message: 'Not now.' } });
    mountSite('/admin/reports');
    expect(await screen.findByText('Failed to load the overview')).toBeDefined();
    expect(await screen.findByRole('table', { name: 'Policy performance' })).toBeDefined();
  });
});
