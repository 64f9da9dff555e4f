import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import type { ClaimFilters } from '#web/features/claims/display.ts';
import { endSignIn, setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { mount, mountSite } from '#web/test/mount.tsx';
import { claim } from '#web/test/sample-claim.ts';
import { policy } from '#web/test/sample-policy.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';
import { MyClaims } from './my-claims.tsx';
import { YourTurn } from './your-turn.tsx';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const LIST = `GET /claims/${ADDRESS}`;
const storm = claim({ id: 7, claim_amount: 4000.5, formatted_amount: '$4,000.50' });
const crash = claim({
  id: 9,
  policy_id: 3,
  policy_type: 'car',
  status: 'paid',
  claim_amount: 1500,
  payout_amount: 1000,
  description: 'Somebody drove into the parked car.',
  created_at: '2026-11-28T10:00:00.000Z',
});

let toasts: ToastCall[] = [];
const stat = (label: string) =>
  screen.getAllByText(label, { selector: 'p' })[0]?.closest('section')?.textContent;
const serve = (claims: ClaimAnswer[]) => fakeApi({ [LIST]: { data: claims } });
const show = (filters: Partial<ClaimFilters> = {}, onFilter = vi.fn()) => {
  mount(<MyClaims filters={filters} onFilter={onFilter} />);
  return onFilter;
};

beforeEach(() => {
  toasts = [];
  takeDelivery((call) => toasts.push(call));
  setConnected(evmWallet(ADDRESS));
  setSignedIn({ token: 't', address: ADDRESS, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
});
afterEach(() => setDisconnected('user'));

describe('My Claims', () => {
  it('My Claims shows the number of claims, how many are pending, and the claimed and approved totals @claims-19', async () => {
    serve([storm, crash, claim({ id: 8, status: 'under_review', claim_amount: 100 })]);
    show();
    await screen.findByText('CLM-007');
    expect(stat('Total Claims')).toBe('Total Claims3');
    expect(stat('Pending')).toBe('Pending2');
    expect(stat('Total Claimed')).toBe('Total Claimed$5,600.50');
    expect(stat('Approved amount')).toBe('Approved amount$1,000');
  });

  it('My Claims loads every claim past the first page of 200 @claims-27', async () => {
    const page = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => claim({ id: from - index }));
    fakeApi({
      [LIST]: ({ query }) =>
        query === '' ? { data: page(230, 31), next_cursor: 'p2' } : { data: page(30, 1) },
    });
    show({ search: 'CLM-001' });
    expect(await screen.findByText('CLM-001')).toBeDefined();
    expect(stat('Total Claims')).toBe('Total Claims230');
    expect(within(screen.getByRole('list', { name: 'Claims' })).getAllByRole('listitem')).toHaveLength(1);
  });

  it('My Claims lists claims newest first with status, amounts and dates, and links to each @claims-23', async () => {
    serve([storm, crash]);
    show();
    const list = within(await screen.findByRole('list', { name: 'Claims' }));
    const cards = list.getAllByRole('heading').map((heading) => heading.closest('section'));
    expect(cards.map((card) => card?.querySelector('h2')?.textContent)).toEqual(['CLM-009', 'CLM-007']);
    for (const words of ['Paid', 'Car Insurance · POL-003', '$1,500', '$1,000', 'November 28, 2026']) {
      expect(cards[0]?.textContent).toContain(words);
    }
    for (const words of ['Pending', '$4,000.50', 'IncidentNovember 25, 2026']) {
      expect(cards[1]?.textContent).toContain(words);
    }
    const link = list.getByLabelText('View Details of CLM-007');
    expect(link.getAttribute('href')).toBe('/claim/7');
  });

  it('My Claims tells claims of two cars apart by the name of their policies', async () => {
    const other = claim({ id: 10, policy_id: 4, policy_type: 'car' });
    fakeApi({
      [LIST]: { data: [crash, other] },
      [`GET /insurance/active-policies/${ADDRESS}`]: {
        data: [policy({ id: 3, name: 'The van' }), policy({ id: 4, name: 'Toyota Corolla 2020' })],
      },
    });
    show();
    const card = async (name: string) => (await screen.findByText(name)).closest('section')?.textContent;
    expect(await card('The van')).toContain('CLM-009');
    expect(await card('Toyota Corolla 2020')).toContain('CLM-010');
  });

  it('My Claims shows Unknown for a status it does not know @claims-22', async () => {
    fakeApi({ [LIST]: { data: [{ ...storm, status: 'on_hold' }] } });
    show();
    expect(await screen.findByText('Unknown')).toBeDefined();
  });

  it('My Claims shows skeletons while it loads @claims-25', async () => {
    fakeApi({ [LIST]: () => new Promise(() => undefined) });
    show();
    expect(screen.getByRole('status', { name: 'Loading claims' }).children).toHaveLength(3);
    expect(screen.queryByText('No Claims Found')).toBeNull();
  });

  it('My Claims says when loading failed and retries @claims-24', async () => {
    let fails = true;
    fakeApi({ [LIST]: () => (fails ? { status: 422, message: 'Not now.' } : { data: [storm] }) });
    show();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to fetch claims');
    expect(alert.textContent).toContain('Not now.');
    fails = false;
    fireEvent.click(within(alert).getByText('Try Again'));
    expect(await screen.findByText('CLM-007')).toBeDefined();
  });

  it('My Claims keeps its content when a refresh fails, and says so @claims-24', async () => {
    let fails = false;
    fakeApi({ [LIST]: () => (fails ? { status: 422, message: 'No.' } : { data: [storm] }) });
    show();
    await screen.findByText('CLM-007');
    fails = true;
    fireEvent.click(screen.getByText('Refresh'));
    await waitFor(() => expect(toasts).toMatchObject([{ kind: 'error', message: 'Failed to fetch claims' }]));
    expect(screen.getByText('CLM-007')).toBeDefined();
  });

  it('My Claims without claims links to the first one @claims-26', async () => {
    serve([]);
    show();
    expect(await screen.findByText('No Claims Found')).toBeDefined();
    const link = screen.getByText('Submit Your First Claim');
    expect(link.getAttribute('href')).toBe('/submit-claim');
  });

  it('My Claims says when the filters hide everything and clears them @claims-26', async () => {
    serve([storm]);
    const onFilter = show({ search: 'boat' });
    expect(await screen.findByText(/No claim matches your search or status/)).toBeDefined();
    expect(screen.queryByText('Submit Your First Claim')).toBeNull();
    fireEvent.click(screen.getByText('Clear filters'));
    expect(onFilter).toHaveBeenCalledWith({});
  });

  it('My Claims keeps its filters in the URL @claims-20', async () => {
    serve([storm, crash]);
    const { router } = mountSite('/my-claims?status=paid');
    expect(await screen.findByText('CLM-009')).toBeDefined();
    expect(screen.queryByText('CLM-007')).toBeNull();
    const search = screen.getByPlaceholderText('Search by Claim ID, Policy ID, or type');
    fireEvent.change(search, { target: { value: '9' } });
    await waitFor(() => expect(router.state.location.search).toEqual({ search: '9', status: 'paid' }));
    expect(screen.getByText('CLM-009')).toBeDefined();
    expect(screen.getByText('1 claim shown').getAttribute('role')).toBe('status');
  });

  it('My Claims reads a number in the URL as a search and ignores a status that does not exist', async () => {
    serve([storm, crash]);
    mountSite('/my-claims?search=7&status=none');
    expect(await screen.findByText('CLM-007')).toBeDefined();
    expect(screen.queryByText('CLM-009')).toBeNull();
  });

  it('My Claims asks a connected wallet to sign in @claims-2', async () => {
    endSignIn();
    const calls = serve([]);
    mountSite('/my-claims');
    expect(await screen.findByText('Sign in to see your claims')).toBeDefined();
    expect(calls).toEqual([]);
  });
});

describe('claims that wait for their holder', () => {
  const asked = claim({
    id: 8,
    next: {
      actor: 'customer',
      step: 'Please add the documents that we asked for.',
      due: '2026-12-03T10:00:00.000Z',
    },
  });

  it('are on the dashboard with what to do and by when, and link to the claim', async () => {
    serve([storm, asked]);
    mount(<YourTurn />);
    const list = within(await screen.findByRole('list', { name: 'Claims that wait for you' }));
    const [item, ...others] = list.getAllByRole('listitem');
    expect(others).toEqual([]);
    expect(item?.textContent).toContain(
      'Your claim CLM-008 is waiting for you. Please add the documents that we asked for. We need this by December 3, 2026.',
    );
    expect(list.getByRole('link', { name: 'Open CLM-008' }).getAttribute('href')).toBe('/claim/8');
  });

  it('say on their card whose turn it is, as every open claim does', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-26T11:00:00Z'), toFake: ['Date'] });
    serve([storm, asked, claim({ ...crash, next: { actor: 'nobody', step: 'Paid.', due: null } })]);
    show();
    expect(await screen.findByText('Your turn · 6 days left')).toBeDefined();
    expect(screen.getByText('We have it · 47 hours left')).toBeDefined();
    expect(screen.queryAllByText(/^(Your turn|We have it)/)).toHaveLength(2);
    vi.useRealTimers();
  });
});
