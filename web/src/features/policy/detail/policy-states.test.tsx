import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { mountSite } from '#web/test/mount.tsx';
import { policyDetail } from '#web/test/sample-policy.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const PATH = '/insurance/policy/12';
const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.textContent;

let toasts: ToastCall[] = [];

beforeEach(() => {
  localStorage.clear();
  toasts = [];
  takeDelivery((call) => toasts.push(call));
  setConnected(evmWallet(ADDRESS));
  setSignedIn({ token: 't', address: ADDRESS, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
});
afterEach(() => setDisconnected('user'));

describe('policy page', () => {
  it('the policy page requests the policy by id, type and wallet and shows its facts @policy-1 @policy-5 @policy-7 @api-8', async () => {
    const calls = fakeApi({ [`GET ${PATH}`]: { data: policyDetail({ id: 12 }) } });
    mountSite('/policy/12?type=home');
    const says = 'Home Insurance Your home at 12 Quay Street, Bristol is covered until November 21, 2027.';
    expect(await screen.findByRole('heading', { level: 1, name: says })).toBeDefined();
    expect(calls.find(({ path }) => path === PATH)?.query).toBe(
      `?policy_type=home&wallet_address=${ADDRESS}`,
    );
    expect(screen.getByText('POL-012 · product reference HI-12')).toBeDefined();
    const cover = screen.getByRole('region', { name: 'Your cover' });
    expect(cover.textContent).toContain('$500,000of cover, all of it left');
    expect(cover.textContent).toContain('Started on November 21, 2026');
    expect(fact('Deductible')).toBe('Deductible$2,500');
    expect(fact('Premium')).toBe('Premium$1,200/year');
    expect(screen.getByRole('heading', { name: 'What is covered' })).toBeDefined();
    expect(screen.getByText('Flood, earthquake, war and nuclear events.')).toBeDefined();
    expect(fact('Network')).toBe('NetworkGanache Local');
    expect(screen.getByRole('link', { name: 'Back to dashboard' }).getAttribute('href')).toBe('/dashboard');
  });

  it('the policy page shows what is left of the cover, and what was paid of it', async () => {
    fakeApi({ [`GET ${PATH}`]: { data: policyDetail({ id: 12, paid_out_usd: 3900 }) } });
    mountSite('/policy/12?type=home');
    const cover = await screen.findByRole('region', { name: 'Your cover' });
    expect(cover.textContent).toContain('$496,100left of $500,000');
    expect(cover.textContent).toContain('$3,900 was paid for claims.');
    expect(cover.querySelector('path[stroke-dasharray]')?.getAttribute('stroke-dasharray')).toBe('99.22 100');
  });

  it('the page of a policy with older words names their version and links to them', async () => {
    const older = policyDetail({ id: 12, wording_version: 'home-0' });
    fakeApi({ [`GET ${PATH}`]: { data: older } });
    mountSite('/policy/12?type=home');
    expect(await screen.findByText(/You accepted the words of version home-0\./)).toBeDefined();
    expect(screen.queryByText('Flood, earthquake, war and nuclear events.')).toBeNull();
  });

  it('the policy page assumes home when the URL names no type @policy-1', async () => {
    const calls = fakeApi({ [`GET ${PATH}`]: { data: policyDetail({ id: 12 }) } });
    mountSite('/policy/12');
    await screen.findByRole('heading', { level: 1, name: /^Home Insurance/ });
    expect(calls.find(({ path }) => path === PATH)?.query).toContain('policy_type=home');
  });

  it('the policy page shows a skeleton while it loads @policy-3', async () => {
    fakeApi({ [`GET ${PATH}`]: () => new Promise(() => undefined) });
    mountSite('/policy/12?type=home');
    expect(await screen.findByRole('status', { name: 'Loading policy' })).toBeDefined();
  });

  it('the policy page says when loading failed and retries @policy-2', async () => {
    let fails = true;
    fakeApi({
      [`GET ${PATH}`]: () => (fails ? { status: 422, message: 'No.' } : { data: policyDetail({ id: 12 }) }),
    });
    mountSite('/policy/12?type=home');
    expect((await screen.findByRole('alert')).textContent).toContain('Error Loading Policy');
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('POL-012 · product reference HI-12')).toBeDefined();
  });

  it('the page of a policy under review says that its payment is being checked @payment-29', async () => {
    fakeApi({ [`GET ${PATH}`]: { data: policyDetail({ id: 12, status: 'pending', in_force: false }) } });
    mountSite('/policy/12?type=home');
    expect(await screen.findByText(/^We have your payment and are checking it\./)).toBeDefined();
    expect(screen.getByText('The certificate will be here as soon as the policy is active.')).toBeDefined();
  });

  it('the page of a policy that we rejected says what goes back and by when, and offers no cancellation', async () => {
    const refund = {
      amount: '600000000000000000',
      currency: 'ETH',
      decimals: 18,
      due_at: '2026-12-04T10:00:00.000Z',
    };
    fakeApi({ [`GET ${PATH}`]: { data: policyDetail({ id: 12, status: 'pending', refund }) } });
    mountSite('/policy/12?type=home');
    expect(
      await screen.findByText(
        'We cannot accept this policy. We send the whole premium, 0.6 ETH, back to your wallet by December 4, 2026. You stay covered until then.',
      ),
    ).toBeDefined();
    expect(screen.queryByText(/are checking it/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
  });

  it('a policy of another wallet is not found, with a link to the customer’s own @policy-4', async () => {
    fakeApi({});
    mountSite('/policy/12?type=car');
    expect(await screen.findByText('Policy not found')).toBeDefined();
    expect(screen.getByText('This wallet has no car insurance policy with this number.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'See My Policies' }).getAttribute('href')).toBe('/my-policies');
  });

  it('a policy page with an invalid number is not found @policy-4', async () => {
    fakeApi({});
    mountSite('/policy/twelve?type=home');
    expect(await screen.findByText('Oops! Page not found')).toBeDefined();
  });

  it('the policy page reports how a refresh ended @policy-6', async () => {
    let fails = false;
    fakeApi({
      [`GET ${PATH}`]: () => (fails ? { status: 422, message: 'No.' } : { data: policyDetail({ id: 12 }) }),
    });
    mountSite('/policy/12?type=home');
    fireEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(toasts.at(-1)?.message).toBe('Policy data refreshed successfully!'));
    fails = true;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({ kind: 'error', message: 'Failed to refresh policy data' }),
    );
  });
});
