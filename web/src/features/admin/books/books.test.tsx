import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Aging, BookMonths, JournalPage, TrialBalance } from '#domain/admin/books-schema.ts';
import { deskCache } from '#web/features/admin/queries.ts';
import { mountSite } from '#web/test/mount.tsx';
import { atDesk } from '#web/test/sample-desk.ts';

beforeEach(() => {
  localStorage.clear();
  deskCache.clear();
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 23, 30), toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

const CASH = {
  account: '1000|1|0xc0|',
  code: '1000',
  name: 'Cash · Ethereum · 0xc0 · ETH',
  side: 'asset',
} as const;
const WRITTEN = { account: '4000', code: '4000', name: 'Premiums written', side: 'income' } as const;
const FEE = { account: '5200', code: '5200', name: 'Platform fee', side: 'expense' } as const;
const coins = { amount: '600000000000000000', symbol: 'ETH', decimals: 18 };

const balance: TrialBalance = {
  as_of: '2026-11-22',
  month: '2026-11',
  state: 'running',
  accounts: [
    { ...CASH, opening: '800.00', debit: '1200.00', credit: '0.00', balance: '2000.00', coins },
    { ...WRITTEN, opening: '-800.00', debit: '0.00', credit: '1200.00', balance: '-2000.00', coins: null },
  ],
  total: { debit: '1200.00', credit: '1200.00', debit_balance: '2000.00', credit_balance: '2000.00' },
  counted_at: '2026-11-22T23:29:00.000Z',
};
const journal: JournalPage = {
  month: '2026-11',
  state: 'running',
  entries: [
    {
      id: 'money:7',
      kind: 'premium',
      is_reversal: false,
      day: '2026-11-20',
      at: '2026-11-20T09:30:00.000Z',
      about: null,
      policy_id: 12,
      claim_id: null,
      exception_id: null,
      chain_id: '1',
      tx_hash: '0xabc',
      lines: [
        { ...CASH, debit: '1200.00', credit: null, coins },
        { ...WRITTEN, debit: null, credit: '1200.00', coins: null },
        { ...FEE, debit: '30.00', credit: null, coins: null },
        { ...FEE, account: '4200', code: '4200', debit: null, credit: '30.00', coins: null },
      ],
    },
  ],
  pagination: { next_cursor: 'later', prev_cursor: null },
};
const aging: Aging = {
  as_of: '2026-11-22T23:30:00.000Z',
  lines: (['claims', 'payouts', 'refunds', 'exceptions'] as const).map((kind) => ({
    kind,
    buckets: [
      { bucket: '0-30', count: kind === 'claims' ? 3 : 0, usd: kind === 'claims' ? '4500.50' : '0.00' },
      ...(['31-60', '61-90', 'over 90'] as const).map((bucket) => ({ bucket, count: 0, usd: '0.00' })),
    ],
    total: { count: kind === 'claims' ? 3 : 0, usd: kind === 'claims' ? '4500.50' : '0.00' },
  })),
};
const months = (problem: string | null = null): BookMonths => ({
  months: [
    { month: '2026-11', state: 'running', booked: '1200.00', adjustments: 0, closed: null },
    { month: '2026-10', state: 'open', booked: '800.00', adjustments: 2, closed: null },
    {
      month: '2026-09',
      state: 'closed',
      booked: '90.50',
      adjustments: 0,
      closed: { at: '2026-10-05T09:30:00.000Z', by: 'Hedy Lamarr', reason: 'Audited' },
    },
  ],
  next: { month: '2026-10', problem },
});
const answers = () => ({
  'GET /admin/reports/trial-balance': { data: balance },
  'GET /admin/reports/journal': { data: journal },
  'GET /admin/reports/aging': { data: aging },
  'GET /admin/reports/months': { data: months() },
});

const table = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the books', () => {
  it('show the trial balance of this month, each balance on its side', async () => {
    atDesk(answers());
    mountSite('/admin/books');
    expect(await table('Trial balance')).toEqual([
      ['Account', 'Opening', 'Debit', 'Credit', 'Debit balance', 'Credit balance'],
      ['1000Cash · Ethereum · 0xc0 · ETHHolds 0.6 ETH', '800.00 Dr', '1,200.00', '', '2,000.00', ''],
      ['4000Premiums written', '800.00 Cr', '', '1,200.00', '', '2,000.00'],
      ['Total', '', '1,200.00', '1,200.00', '2,000.00', '2,000.00'],
    ]);
    expect(document.title).toBe('Books · Mooring');
  });

  it('ask for the last day of a month that is over', async () => {
    const calls = atDesk(answers());
    mountSite('/admin/books');
    await table('Trial balance');
    press('Previous month');
    await screen.findByRole('heading', { name: 'October 2026' });
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/admin/reports/trial-balance').at(-1)?.query).toBe(
        '?as_of=2026-10-31',
      ),
    );
    expect(await screen.findByText('Open')).toBeDefined();
  });

  it('the platform fee of an entry is folded, because it is on both sides', async () => {
    atDesk(answers());
    mountSite('/admin/books?view=journal');
    const fee = (await screen.findByText('Platform fee, 30.00 on both sides')).closest('details');
    expect(fee?.open).toBe(false);
    expect(fee?.textContent).toBe(
      'Platform fee, 30.00 on both sides5200Platform fee debit4200Platform fee credit',
    );
  });

  it('list the journal page by page, with links to the records behind an entry', async () => {
    const calls = atDesk(answers());
    mountSite('/admin/books?view=journal');
    expect((await table('Journal'))[1]).toEqual([
      'PremiumNov 20, 2026, 9:30 AMPOL-012',
      '1000Cash · Ethereum · 0xc0 · ETH0.6 ETH4000Premiums writtenPlatform fee, 30.00 on both sides5200Platform fee debit4200Platform fee credit',
      '1,200.00',
      '1,200.00',
    ]);
    expect(screen.getByRole('link', { name: 'POL-012' }).getAttribute('href')).toBe(
      '/admin/policies?open=12',
    );
    press('Next');
    await waitFor(() => expect(calls.map(({ query }) => query)).toContain('?month=2026-11&cursor=later'));
  });

  it('add up what waits by its days', async () => {
    atDesk(answers());
    mountSite('/admin/books?view=aging');
    const [head, claims, payouts] = await table('Aging');
    expect(head).toEqual(['What waits', '0-30 days', '31-60 days', '61-90 days', 'over 90 days', 'Total']);
    expect(claims).toEqual(['Claims to decide', '$4,500.503', '—', '—', '—', '$4,500.503']);
    expect(payouts?.at(-1)).toBe('—');
  });

  it('close the next month with a reason', async () => {
    const calls = atDesk({
      ...answers(),
      'POST /admin/reports/months/2026-10/close': { data: { ...months(), next: null } },
    });
    mountSite('/admin/books?view=months');
    expect(await table('Months')).toEqual([
      ['Month', 'State', 'Booked', 'Adjustments', 'Closed'],
      ['November 2026', 'Not over', '$1,200.00', '', ''],
      ['October 2026', 'Open', '$800.00', '2', ''],
      ['September 2026', 'Closed', '$90.50', '', 'Oct 5, 2026 · Hedy LamarrAudited'],
    ]);
    press('Close October 2026');
    press('Close October 2026');
    expect(await screen.findByText('Please say why the month is closed now.')).toBeDefined();
    fireEvent.change(screen.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Audited' } });
    press('Close October 2026');
    await screen.findByText('October 2026 is closed');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Audited' });
  });

  it('say why the next month can’t be closed yet', async () => {
    const waits = months('Ethereum has not been read to the end of the month.');
    atDesk({ ...answers(), 'GET /admin/reports/months': { data: waits } });
    mountSite('/admin/books?view=months');
    expect(
      await screen.findByText(
        'October 2026 can’t be closed yet. Ethereum has not been read to the end of the month.',
      ),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull();
  });

  it('offer closing to administrators alone, and files to who may export', async () => {
    atDesk(answers(), 'support');
    mountSite('/admin/books?view=months');
    await table('Months');
    expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
  });
});
