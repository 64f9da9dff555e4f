/** What every list of the desk can do, on the list of claims. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { countsQuery, deskCache } from '#web/features/admin/queries.ts';
import { endAdminSession } from '#web/state/admin-session.ts';
import { mountSite } from '#web/test/mount.tsx';
import { deskClaim } from '#web/test/sample-case.ts';
import { atDesk, sampleNewest, samplePage } from '#web/test/sample-desk.ts';
import { assignmentSummary } from './assignment.ts';

const row = (id: number, more: object = {}) => ({ ...deskClaim(), id, claim_id: `CLM-00${id}`, ...more });
const statistics = {
  total: 2,
  by_status: [],
  by_type: [],
  overdue: 0,
  needs_confirmation: 0,
  paid_usd: 0,
  median_review_hours: null,
};
const listed = (...rows: object[]) => ({ data: samplePage('claims', 'total_claims', rows) });

beforeEach(() => {
  localStorage.clear();
  endAdminSession('user');
  deskCache.clear();
});

const numbers = () =>
  within(screen.getByRole('table', { name: 'claims' }))
    .getAllByText(/^CLM-/)
    .map(({ textContent }) => textContent);

const choose = async (label: string, option: string) => {
  const select = await screen.findByRole('combobox', { name: label });
  select.focus();
  fireEvent.keyDown(select, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('option', { name: option }));
};

describe('a list of the desk', () => {
  it('new rows are announced and stay out of the list until somebody asks for them', async () => {
    let rows = [row(1)];
    let newest = sampleNewest;
    const calls = atDesk({
      'GET /admin/claims': () => listed(...rows),
      'GET /admin/claims/statistics': { data: statistics },
      'GET /admin/queue/counts': () => ({
        data: { queue: 0, claims: 0, messages: 0, policies: 0, exceptions: 0, newest },
      }),
    });
    mountSite('/admin/claims');
    await screen.findByRole('table', { name: 'claims' });
    await waitFor(() => expect(deskCache.getQueryData(countsQuery.queryKey)).toBeDefined());
    const reads = () => calls.filter(({ path }) => path === '/admin/claims').length;
    const before = reads();
    await act(() => deskCache.refetchQueries(countsQuery));
    expect(reads()).toBe(before);

    rows = [row(3), row(2), row(1)];
    newest = { ...sampleNewest, claims: 7 };
    await act(() => deskCache.refetchQueries(countsQuery));
    const bar = await screen.findByText('2 new claims');
    expect(bar.closest('[role="status"]')).not.toBeNull();
    expect(numbers()).toEqual(['CLM-001']);
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(numbers()).toEqual(['CLM-003', 'CLM-002', 'CLM-001']));
    expect(screen.queryByText('2 new claims')).toBeNull();
    await waitFor(() => expect(document.activeElement?.getAttribute('data-row-id')).toBe('1'));
    expect(reads()).toBe(before + 1);
  });

  it('the current filters become a view in two clicks, under their own names', async () => {
    const calls = atDesk({
      'GET /admin/claims': listed(row(1)),
      'GET /admin/claims/statistics': { data: statistics },
      'GET /admin/views': {
        data: [{ id: 1, list: 'claims', name: 'Pending, To me', query: 'status=paid' }],
      },
      'POST /admin/views': { status: 201, data: { id: 2, list: 'claims', name: 'n', query: 'q' } },
    });
    mountSite('/admin/claims?status=pending&assigned=me');
    await screen.findByRole('table', { name: 'claims' });
    fireEvent.keyDown(screen.getByRole('button', { name: 'Views' }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Save as “Pending, To me 2”' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
        list: 'claims',
        name: 'Pending, To me 2',
        query: 'status=pending&assigned=me',
      }),
    );
  });

  it('selected claims are assigned after a summary', async () => {
    const calls = atDesk({
      'GET /admin/claims': listed(row(1), row(2, { assigned_to: 9, assigned_admin_name: 'Grace Hopper' })),
      'GET /admin/claims/statistics': { data: statistics },
      'PATCH /admin/claims/assignee': { data: { changed: 2 } },
    });
    mountSite('/admin/claims');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all claims on this page' }));
    await choose('Assign to', 'Me');
    expect(
      await screen.findByText('Assign 2 claims to yourself: 1 is nobody’s, 1 is Grace Hopper’s.'),
    ).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Assign' }));
    expect(await screen.findByText('2 claims assigned to yourself.')).toBeDefined();
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { ids: [1, 2], assigned_to: [null, 9], admin_id: 1 },
    ]);
  });

  it('a filter of days is typed as a form, whose last day is not before its first', async () => {
    atDesk({
      'GET /admin/claims': listed(row(1)),
      'GET /admin/claims/statistics': { data: statistics },
    });
    const { router } = mountSite('/admin/claims');
    fireEvent.click(await screen.findByRole('button', { name: 'Created: any day' }));
    const box = within(await screen.findByRole('dialog', { name: 'Created' }));
    const type = (label: string, value: string) =>
      fireEvent.change(box.getByLabelText(label), { target: { value } });
    const apply = () => fireEvent.click(box.getByRole('button', { name: 'Apply' }));
    type('First day (UTC)', '11/21/2026');
    type('Last day (UTC)', '11/01/2026');
    apply();
    expect(await box.findByText('Please choose a last day that is not before the first.')).toBeDefined();
    type('Last day (UTC)', '11/22/2026');
    apply();
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        recorded_from: '2026-11-21',
        recorded_to: '2026-11-22',
      }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Created: 11/21/2026 to 11/22/2026' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Any day' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('a filter that finds nothing has no number', async () => {
    atDesk({
      'GET /admin/claims': listed(row(1)),
      'GET /admin/claims/statistics': {
        data: {
          ...statistics,
          by_status: [
            { status: 'pending', count: 2 },
            { status: 'paid', count: 0 },
          ],
        },
      },
    });
    mountSite('/admin/claims');
    expect(await screen.findByRole('button', { name: 'Pending 2' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Paid' })).toBeDefined();
  });

  it('a list of some days offers no other order', async () => {
    atDesk({
      'GET /admin/claims': listed(row(1)),
      'GET /admin/claims/statistics': { data: statistics },
    });
    mountSite('/admin/claims?recorded_from=2026-11-01&recorded_to=2026-11-21');
    const table = within(await screen.findByRole('table', { name: 'claims' }));
    expect(table.getByRole('button', { name: 'Created' })).toBeDefined();
    expect(table.queryByRole('button', { name: 'Amount' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Created: 11/01/2026 to 11/21/2026' })).toBeDefined();
  });
});

it('the summary of an assignment counts what each colleague gives up', () => {
  const of = (name: string | null, count: number) =>
    Array.from({ length: count }, () => ({ assigned_to: null, assigned_admin_name: name }));
  expect(assignmentSummary([...of('Grace Hopper', 3), ...of(null, 9)], 'claim', 'Ada Byron')).toBe(
    'Assign 12 claims to Ada Byron: 3 are Grace Hopper’s, 9 are nobody’s.',
  );
});
