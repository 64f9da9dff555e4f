import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcomes } from '#domain/admin/outcomes-schema.ts';
import { deskCache } from '#web/features/admin/queries.ts';
import { endAdminSession } from '#web/state/admin-session.ts';
import { mountSite } from '#web/test/mount.tsx';
import { atDesk } from '#web/test/sample-desk.ts';
import { insightAnswers } from '#web/test/sample-insight.ts';

const none = { median: null, p90: null };
const data: Outcomes = {
  from: '2026-10-01',
  to: '2026-12-31',
  causes: [
    { product: 'home', label: 'Fire or smoke', approved: [7, 9], rejected: [12], median: 20, p90: 72 },
  ],
  handlers: [{ product: null, label: 'Hedy Lamarr', approved: [7], rejected: [], median: 20, p90: 20 }],
  clauses: [],
  second_looks: [],
  checks: { differs: [9], one_person: [], deactivated: [], no_documents: [12] },
  complaints: [
    {
      cause: 'payment',
      open: [5],
      outcomes: { upheld: [], partly_upheld: [], not_upheld: [3, 4], withdrawn: [] },
      median: 1.5,
      p90: 30,
    },
    {
      cause: 'policy',
      open: [],
      outcomes: { upheld: [], partly_upheld: [], not_upheld: [], withdrawn: [] },
      ...none,
    },
  ],
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 23, 30), toFake: ['Date'] });
  localStorage.clear();
  endAdminSession('user');
  deskCache.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

const show = (
  search: string,
  answers: Parameters<typeof atDesk>[0] = {},
  role?: Parameters<typeof atDesk>[1],
) => {
  const calls = atDesk({ ...insightAnswers(), 'GET /admin/reports/outcomes': { data }, ...answers }, role);
  mountSite(`/admin/reports?view=outcomes${search}`);
  return calls;
};
const cells = async (table: string) =>
  within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('the outcomes', () => {
  it('ask for the days of the period and show who decided what, and how long it took', async () => {
    const calls = show('&period=quarter');
    expect(await cells('Claims by cause')).toEqual([
      ['Home, Fire or smoke', '3', '2', '1', '20.0 h', '3.0 days'],
    ]);
    expect(await cells('Claims by handler')).toEqual([['Hedy Lamarr', '1', '1', '0', '20.0 h', '20.0 h']]);
    expect(await cells('Complaints')).toEqual([
      ['A payment or a refund', '0', '0', '2', '0', '1', '36.0 h', '30.0 days'],
    ]);
    expect(screen.getByText('No rejections')).toBeDefined();
    expect(screen.queryByText('Total Users')).toBeNull();
    expect(calls.find(({ path }) => path === '/admin/reports/outcomes')?.query).toBe(
      '?from=2026-10-01&to=2026-12-31',
    );
  });

  it('every number leads to its cases by their numbers', async () => {
    show('');
    fireEvent.click(await screen.findByRole('button', { name: '2: Home, Fire or smoke: approved' }));
    const claims = within(await screen.findByRole('dialog', { name: 'Home, Fire or smoke: approved' }));
    expect(claims.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['CLM-007', '/admin/claims?open=7'],
      ['CLM-009', '/admin/claims?open=9'],
    ]);
    fireEvent.click(claims.getByRole('button', { name: 'Close' }));
    fireEvent.click(screen.getByRole('button', { name: '2: A payment or a refund: not upheld' }));
    const complaints = within(await screen.findByRole('dialog'));
    expect(complaints.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/admin/messages?open=3',
      '/admin/messages?open=4',
    ]);
  });

  it('more than 200 cases say that the file has all', async () => {
    const many = Array.from({ length: 201 }, (_, index) => index + 1);
    show('', {
      'GET /admin/reports/outcomes': { data: { ...data, checks: { ...data.checks, differs: many } } },
    });
    fireEvent.click(
      await screen.findByRole('button', { name: '201: Payout differs from the suggestion: claims' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('The first 200 of 201. The CSV file has all.')).toBeDefined();
    expect(dialog.getAllByRole('link')).toHaveLength(200);
  });

  it('a product and another period stay in the address, and the file is of the same', async () => {
    const calls = show('&from=2026-09-01', {
      'GET /admin/reports/outcomes/export': () =>
        new Response('Claim\r\n', { headers: { 'content-type': 'text/csv' } }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Car' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Next month' }));
    const read = () => calls.findLast(({ path }) => path === '/admin/reports/outcomes');
    await waitFor(() => expect(read()?.query).toBe('?from=2026-10-01&to=2026-10-31&product=car'));
    fireEvent.click(screen.getByRole('button', { name: 'Export the outcomes of October 2026 as CSV' }));
    const exported = () => calls.find(({ path }) => path === '/admin/reports/outcomes/export');
    await waitFor(() => expect(exported()?.query).toBe('?from=2026-10-01&to=2026-10-31&product=car'));
    expect(screen.queryByRole('button', { name: /PDF/ })).toBeNull();
  });

  it('a period that is too large says so', async () => {
    const message = 'There are more than 2,000 decisions in this period. Please choose a shorter one.';
    show('&period=year', { 'GET /admin/reports/outcomes': { status: 422, message } });
    expect(await screen.findByText(message)).toBeDefined();
  });

  it('a role that may not export has no file', async () => {
    show('', {}, 'support');
    await cells('Claims by cause');
    expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
  });
});
