import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { setConnected, setDisconnected } from '#web/state/wallet-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { mount } from '#web/test/mount.tsx';
import { policy } from '#web/test/sample-policy.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';
import { Dashboard } from './dashboard.tsx';
import type { PolicyFilters } from './filters.ts';
import { MyPolicies } from './my-policies.tsx';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const LIST = `GET /insurance/active-policies/${ADDRESS}`;
const home = policy({ id: 12, policy_type: 'home' });
const travel = policy({
  id: 7,
  policy_type: 'travel',
  status: 'pending',
  in_force: false,
  premium: 25,
  formatted_premium: '$25 for 30 days',
  amount: 100_000,
  policy_end_date: '2026-12-21',
});

let toasts: ToastCall[] = [];
const stat = (label: string) => screen.getByText(label).closest('section')?.textContent;
const refresh = () => fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
const showDashboard = () => mount(<Dashboard between={<p>quote cards</p>} />);
const showList = (filters: Partial<PolicyFilters> = {}, onFilter = vi.fn()) => ({
  view: mount(<MyPolicies filters={filters} onFilter={onFilter} />),
  onFilter,
});

beforeEach(() => {
  toasts = [];
  takeDelivery((call) => toasts.push(call));
  setConnected(evmWallet(ADDRESS));
});
afterEach(() => setDisconnected('user'));

/** A server with these policies. */
const serve = (policies: PolicyAnswer[]) => fakeApi({ [LIST]: { data: policies } });

describe('a requested refund', () => {
  const refund = {
    amount: '250000000000000000',
    currency: 'ETH',
    decimals: 18,
    due_at: '2026-12-01T10:00:00.000Z',
  };
  const leaving = policy({ id: 12, policy_type: 'home', refund });

  it('a requested refund is on the dashboard with amount and date, whatever number of policies there are', async () => {
    serve([policy({ id: 20 }), policy({ id: 19 }), policy({ id: 18 }), policy({ id: 17 }), leaving]);
    showDashboard();
    const list = within(await screen.findByRole('list', { name: 'Refunds on their way' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '0.2500 ETH is coming back to you for POL-012.by December 1, 2026',
    ]);
  });

  it('a requested refund is on its card in My Policies, and on no other', async () => {
    serve([home, leaving].map((one, index) => ({ ...one, id: index + 1 })));
    showList();
    await screen.findByText('Refund requested');
    expect(screen.getAllByText('Refund requested')).toHaveLength(1);
    expect(screen.getByText('Refund requested').parentElement?.textContent).toBe(
      'Refund requested0.2500 ETH by December 1, 2026',
    );
  });
});

describe('the dashboard', () => {
  it('the dashboard welcomes the customer with the wallet’s name and short address @dashboard-1', async () => {
    serve([policy({ policy_end_date: '2099-11-21' })]);
    showDashboard();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome back');
    expect(screen.getByText('Connected with MetaMask')).toBeDefined();
    expect(screen.getByText('0x9965…A4dc')).toBeDefined();
    expect(
      await screen.findByRole('heading', {
        level: 1,
        name: 'Your home at 12 Quay Street, Bristol is covered until November 21, 2099.',
      }),
    ).toBeDefined();
    expect(screen.getByText('Welcome back. Connected with MetaMask')).toBeDefined();
  });

  it('the dashboard tells a new customer what to do first', async () => {
    serve([]);
    showDashboard();
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome' })).toBeDefined();
    expect(screen.getByText(/^Choose what to protect/)).toBeDefined();
    expect(screen.queryByText('Your cover over twelve months')).toBeNull();
  });

  it('the dashboard counts active policies, adds up their coverage and names the next premium @dashboard-2', async () => {
    serve([
      home,
      policy({ id: 3, policy_type: 'car', amount: 100_000, policy_end_date: '2028-01-01' }),
      travel,
    ]);
    showDashboard();
    await screen.findByText('POL-012');
    expect(stat('Active Policies')).toBe('Active Policies2');
    expect(stat('Total Coverage')).toBe('Total Coverage$600,000Across active policies');
    expect(stat('Next Premium')).toBe('Next Premium$1,200to renew on November 21, 2027');
  });

  it('an empty dashboard shows N/A and links to the first quote @dashboard-2 @dashboard-9', async () => {
    serve([policy({ status: 'expired', in_force: false })]);
    showDashboard();
    expect(await screen.findByText('No Active Policies')).toBeDefined();
    expect(stat('Next Premium')).toBe('Next PremiumN/A');
    const link = screen.getByRole('link', { name: 'Get Your First Quote' });
    expect(link.getAttribute('href')).toBe('/quote/home');
  });

  it('the dashboard shows three skeletons while it loads @dashboard-7', async () => {
    fakeApi({ [LIST]: () => new Promise(() => undefined) });
    showDashboard();
    const list = screen.getByRole('status', { name: 'Loading policies' });
    expect(list.children).toHaveLength(3);
    expect(screen.queryByText('No Active Policies')).toBeNull();
  });

  it('the dashboard shows the first three policies, how many more there are, and a link to all @dashboard-4 @dashboard-5', async () => {
    serve([home, ...[1, 2, 3, 4].map((id) => policy({ id }))]);
    showDashboard();
    expect(await screen.findByText('2 more policies available')).toBeDefined();
    expect(screen.getAllByRole('link', { name: /^View Details of/ })).toHaveLength(3);
    expect(screen.getByRole('link', { name: 'View All Policies' }).getAttribute('href')).toBe('/my-policies');
  });

  it('a policy on the dashboard shows its type, number, status, details, premium, coverage and end and links to its page @dashboard-4', async () => {
    serve([home]);
    showDashboard();
    const card = (await screen.findByText('POL-012')).closest('section') as HTMLElement;
    for (const words of [
      'Home Insurance',
      'Active',
      'Townhouse',
      '$1,200/year',
      '$500,000',
      'November 21, 2027',
    ]) {
      expect(within(card).getByText(words)).toBeDefined();
    }
    const link = within(card).getByRole('link', { name: 'View Details of POL-012' });
    expect(link.getAttribute('href')).toBe('/policy/12?type=home');
  });

  it('the dashboard says when loading failed and retries @dashboard-8', async () => {
    let fails = true;
    fakeApi({
      [LIST]: () => (fails ? { status: 422, message: 'The address is none.' } : { data: [home] }),
    });
    showDashboard();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Error Loading Policies');
    expect(alert.textContent).toContain('The address is none.');
    fails = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('POL-012')).toBeDefined();
  });

  it('the dashboard shows no skeleton after loading failed @dashboard-2', async () => {
    fakeApi({ [LIST]: { status: 422, message: 'No.' } });
    const { container } = showDashboard();
    await screen.findByRole('alert');
    expect(container.querySelectorAll('.animate-pulse')).toHaveLength(0);
    expect(stat('Active Policies')).toBe('Active PoliciesNot available');
    expect(stat('Total Coverage')).toBe('Total CoverageNot availableAcross active policies');
    expect(stat('Next Premium')).toBe('Next PremiumNot available');
  });

  it('the dashboard reports how a refresh ended and keeps its content @dashboard-6', async () => {
    let fails = false;
    fakeApi({ [LIST]: () => (fails ? { status: 422, message: 'No.' } : { data: [home] }) });
    showDashboard();
    await screen.findByText('POL-012');
    refresh();
    await waitFor(() =>
      expect(toasts.map(({ message }) => message)).toEqual(['Policies refreshed successfully!']),
    );
    fails = true;
    refresh();
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({ kind: 'error', message: 'Failed to refresh policies' }),
    );
    expect(screen.getByText('POL-012')).toBeDefined();
  });
});

describe('My Policies', () => {
  it('My Policies loads every policy past the first page of 200 and draws them on demand', async () => {
    const page = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => policy({ id: from - index, amount: 500_000 }));
    const calls = fakeApi({
      [LIST]: ({ query }) =>
        query === '' ? { data: page(250, 51), next_cursor: 'p2' } : { data: page(50, 1) },
    });
    const { view, onFilter } = showList();
    expect(await screen.findByText('POL-250')).toBeDefined();
    expect(new Set(calls.map(({ query }) => query))).toEqual(new Set(['', '?cursor=p2']));
    expect(stat('Total Policies')).toBe('Total Policies250250 active');
    expect(stat('Total Coverage')).toBe('Total Coverage$125,000,000Across active policies');
    const cards = () => within(screen.getByRole('list', { name: 'Policies' })).getAllByRole('listitem');
    expect(cards()).toHaveLength(60);
    fireEvent.click(screen.getByRole('button', { name: 'Show 60 more of 190' }));
    expect(cards()).toHaveLength(120);
    for (const name of ['Show 60 more of 130', 'Show 60 more of 70', 'Show 10 more of 10']) {
      fireEvent.click(screen.getByRole('button', { name }));
    }
    expect(cards()).toHaveLength(250);
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
    view.unmount();
    mount(<MyPolicies filters={{ search: 'POL-001' }} onFilter={onFilter} />);
    expect(await screen.findByText('POL-001')).toBeDefined();
    expect(cards()).toHaveLength(1);
  });

  it('My Policies has its heading, subtitle and three figures @policies-1', async () => {
    serve([home, travel]);
    showList();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My Policies');
    expect(screen.getByText('Manage all your insurance policies in one place')).toBeDefined();
    await screen.findByText('POL-012');
    expect(stat('Total Policies')).toBe('Total Policies21 active');
    expect(stat('Total Coverage')).toBe('Total Coverage$500,000Across active policies');
    expect(stat('Active Status')).toBe('Active StatusProtected1 of 2 active');
  });

  it('My Policies says inactive without an active policy @policies-1', async () => {
    serve([travel]);
    showList();
    await screen.findByText('POL-007');
    expect(stat('Active Status')).toBe('Active StatusInactive0 of 1 active');
  });

  it('My Policies shows each policy’s number, status, premium, coverage and end, with View and Modify @policies-8 @policies-13', async () => {
    serve([home, travel]);
    showList();
    const card = (await screen.findByText('POL-007')).closest('section') as HTMLElement;
    for (const words of [
      'Travel Insurance',
      'Pending Review',
      'Premium',
      '$25 for 30 days',
      'Coverage',
      '$100,000',
    ]) {
      expect(within(card).getByText(words)).toBeDefined();
    }
    expect(within(card).getByText('Valid Until').parentElement?.textContent).toBe(
      'Valid UntilDecember 21, 2026',
    );
    const hrefs = within(card)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/policy/7?type=travel', '/policy/7?type=travel&action=modify']);
  });

  it('My Policies searches and filters by type and by the statuses that occur @policies-2 @policies-3 @policies-4', async () => {
    serve([home, travel]);
    const { onFilter } = showList();
    await screen.findByText('POL-012');
    const search = screen.getByPlaceholderText('Search by Policy ID or type...');
    fireEvent.change(search, { target: { value: 'pol-007' } });
    expect(onFilter).toHaveBeenCalledWith({ search: 'pol-007' });
    const open = (name: string) => {
      const box = screen.getByRole('combobox', { name });
      fireEvent.keyDown(box, { key: 'Enter' });
      const options = screen.getAllByRole('option').map((option) => option.textContent);
      fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Escape' });
      return options;
    };
    expect(open('Type')).toEqual(['All Types', 'Home Insurance', 'Car Insurance', 'Travel Insurance']);
    expect(open('Status')).toEqual(['All Status', 'Active', 'Pending Review']);
  });

  it('My Policies shows six skeletons while it loads @policies-7', () => {
    fakeApi({ [LIST]: () => new Promise(() => undefined) });
    showList();
    const list = screen.getByRole('status', { name: 'Loading policies' });
    expect(list.children).toHaveLength(6);
  });

  it('My Policies says when nothing matches the filters and clears them @policies-9', async () => {
    serve([home]);
    const { onFilter } = showList({ type: 'car' });
    expect(await screen.findByText('No policies match your filters')).toBeDefined();
    expect(screen.getByText('Try adjusting your search or filter criteria.')).toBeDefined();
    expect(screen.getByText('0 policies shown').getAttribute('role')).toBe('status');
    expect(screen.queryByRole('link', { name: 'Get Your First Policy' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(onFilter).toHaveBeenCalledWith({});
  });

  it('an empty My Policies links to the first policy @policies-10', async () => {
    serve([]);
    showList();
    expect(await screen.findByText('No policies found')).toBeDefined();
    expect(screen.getByText('Get started by purchasing your first insurance policy.')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Get Your First Policy' });
    expect(link.getAttribute('href')).toBe('/quote/home');
  });

  it('My Policies shows no skeleton after loading failed', async () => {
    fakeApi({ [LIST]: { status: 422, message: 'No.' } });
    const { view } = showList();
    await screen.findByRole('alert');
    expect(view.container.querySelectorAll('.animate-pulse')).toHaveLength(0);
    expect(stat('Total Policies')).toBe('Total PoliciesNot available');
  });

  it('My Policies shows the actual end of a canceled policy', async () => {
    serve([policy({ id: 12, status: 'cancelled', cover_until: '2026-12-03T15:20:00.000Z' })]);
    showList();
    const card = (await screen.findByText('POL-012')).closest('section') as HTMLElement;
    expect(within(card).getByText('Ended').parentElement?.textContent).toBe('EndedDecember 3, 2026');
    expect(within(card).queryByText('November 21, 2027')).toBeNull();
  });

  it('My Policies says when loading failed, retries, and reports how a refresh ended @policies-6 @policies-11', async () => {
    let fails = true;
    fakeApi({ [LIST]: () => (fails ? { status: 422, message: 'No.' } : { data: [home] }) });
    showList();
    expect((await screen.findByRole('alert')).textContent).toContain('Error Loading Policies');
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('POL-012')).toBeDefined();
    refresh();
    await waitFor(() => expect(toasts.at(-1)?.message).toBe('Policies refreshed successfully!'));
  });

  it('My Policies reports a failure when the answer is not a list', async () => {
    serve({ policies: 3 } as never);
    showList();
    expect((await screen.findByRole('alert')).textContent).toContain('Error Loading Policies');
  });
});
