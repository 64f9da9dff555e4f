import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { fakeChains } from '#web/test/fake-chain.ts';
import { mountSite } from '#web/test/mount.tsx';
import { sampleTransaction as transaction } from '#web/test/sample-payment.ts';
import { policy } from '#web/test/sample-policy.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';

const ADDRESS = transaction.address;
const HASH = transaction.txHash as string;
const QUOTE_ID = transaction.quoteId;
const quote = {
  quoteId: 'QUOTE-1',
  type: 'Home Insurance',
  premium: '0.6000',
  coverage: 500_000,
  details: {
    startDate: transaction.startDate,
    endDate: transaction.endDate,
    duration: 365,
    originalPrice: 1200,
    deductible: 2500,
    insuranceTypeKey: 'home',
  },
  currency: 'ETH',
  draftId: 'draft_1',
};

let toasts: ToastCall[] = [];
const messages = () => toasts.map(({ message }) => message);
const store = (value: unknown) => sessionStorage.setItem('transactionData', JSON.stringify(value));
const storeQuote = (value: unknown) => localStorage.setItem('quoteData', JSON.stringify(value));
const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.textContent;

/** Our server and one supported chain. */
const serve = (handlers: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi(handlers, fakeChains([{ down: true }]).fetch);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  toasts = [];
  takeDelivery((call) => toasts.push(call));
  setConnected(evmWallet(ADDRESS));
  setSignedIn({ token: 't', address: ADDRESS, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
});
afterEach(() => {
  setDisconnected('user');
});

describe('the confirmation page', () => {
  const LIST = { [`GET /insurance/active-policies/${ADDRESS}`]: { data: [] } };

  it('the confirmation page without a payment says so and links to the dashboard @confirmation-7', async () => {
    serve(LIST);
    const { router } = mountSite('/confirmation');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(new Set(messages())).toEqual(new Set(['No transaction data found.']));
  });

  it('the confirmation page says when its record cannot be read and links to the dashboard @confirmation-8', async () => {
    sessionStorage.setItem('transactionData', '{"policyId":');
    serve(LIST);
    const { router } = mountSite('/confirmation');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(new Set(messages())).toEqual(new Set(['Error loading transaction data']));
  });

  it('the confirmation page does not show a payment of another wallet @confirmation-9', async () => {
    store({ ...transaction, address: `0x${'1'.repeat(40)}` });
    serve();
    mountSite('/confirmation');
    expect(await screen.findByText('Transaction Data Not Found')).toBeDefined();
    expect(screen.queryByText('ada@example.org')).toBeNull();
  });

  it('the confirmation page shows policy and transaction, and Processing until the policy exists @confirmation-2 @confirmation-13 @confirmation-14', async () => {
    store(transaction);
    serve({
      'POST /insurance/home-quote': {
        status: 202,
        data: { id: null, policy_number: null, quote_id: QUOTE_ID, status: 'pending' },
      },
    });
    mountSite('/confirmation');
    expect(await screen.findByRole('heading', { name: 'Payment sent' })).toBeDefined();
    expect(fact('Status')).toBe('StatusProcessing');
    expect(fact('Type')).toBe('TypeHome Insurance');
    expect(fact('Start date')).toBe('Start dateNovember 21, 2026');
    expect(fact('End date')).toBe('End dateNovember 21, 2027');
    expect(fact('Price')).toBe('Price$1,200');
    expect(fact('Duration')).toBe('Duration365 days');
    expect(fact('Email')).toBe('Emailada@example.org');
    expect(fact('Transaction hash')).toContain('0xaaaaaaaa…');
    expect(fact('Wallet')).toContain('0x9965…A4dc');
    expect(fact('Network')).toBe('NetworkGanache Local');
    // A local chain has no explorer, so the hash can only be copied.
    expect(screen.queryByRole('link', { name: /explorer/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Download Certificate' })).toBeNull();
  });

  it('the confirmation page of a batch shows no hash and reports nothing until the transaction is known @payment-36', async () => {
    store({ ...transaction, txHash: null, batchId: 'batch-1' });
    const calls = serve();
    mountSite('/confirmation');
    expect(await screen.findByRole('heading', { name: 'Payment sent' })).toBeDefined();
    expect(fact('Transaction hash')).toBe('Transaction hashgiven once the network has picked it up');
    expect(fact('Status')).toBe('StatusProcessing');
    expect(screen.queryByRole('link', { name: 'I paid, where is my policy?' })).toBeNull();
    expect(calls.filter(({ path }) => path.endsWith('home-quote'))).toEqual([]);
  });

  it('the transaction hash links to the explorer of its chain @confirmation-13', async () => {
    store({ ...transaction, chainId: '11155111' });
    serve();
    mountSite('/confirmation');
    const link = await screen.findByRole('link', { name: 'Open the transaction in the block explorer' });
    expect(link.getAttribute('href')).toBe(`https://sepolia.etherscan.io/tx/${HASH}`);
  });

  it('the confirmation page announces the payment and then the policy, and keeps both for a reload @confirmation-3 @confirmation-4 @confirmation-5 @confirmation-6 @api-5', async () => {
    store(transaction);
    storeQuote(quote);
    let status = 'pending';
    const calls = serve({
      'POST /insurance/home-quote': () => ({
        data: { id: 7, policy_number: 'POL-007', quote_id: QUOTE_ID, status },
      }),
    });
    mountSite('/confirmation');
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeDefined();
    expect(screen.getByText('Your payment was processed, policy is being finalized')).toBeDefined();
    expect(messages()).toEqual(['Payment successful! Creating policy...']);
    expect(calls.find(({ path }) => path.endsWith('home-quote'))?.body).toMatchObject({
      wallet_address: ADDRESS,
      tx_hash: HASH,
      chain_id: 1337,
      payment_currency: 'ETH',
      premium_eth: '0.6000',
      policy_start_date: '2026-11-21',
      policy_end_date: '2027-11-21',
      coverage_duration: 365,
      coverage_amount: 500_000,
      total_premium: 1200,
    });
    status = 'active';
    expect(await screen.findByText('Your insurance policy has been activated')).toBeDefined();
    expect(messages()).toEqual(['Payment successful! Creating policy...', 'Policy created successfully!']);
    expect(fact('Policy number')).toBe('Policy numberPOL-007');
    expect(JSON.parse(sessionStorage.getItem('transactionData') ?? '')).toMatchObject({
      policyId: 7,
      policyNumber: 'POL-007',
      success: true,
    });
    expect(localStorage.getItem('quoteData')).toBeNull();
  });

  it('the confirmation page says in its heading what is covered until when, and offers policy, certificate and calendar', async () => {
    store({ ...transaction, policyId: 7, policyNumber: 'POL-007', success: true });
    const data = { id: 7, policy_number: 'POL-007', quote_id: QUOTE_ID, status: 'active' };
    serve({
      'POST /insurance/home-quote': { data },
      [`GET /insurance/active-policies/${ADDRESS}`]: { data: [policy({ id: 7, name: '12 Quay Street' })] },
    });
    mountSite('/confirmation');
    const says = 'Payment Successful! Your home at 12 Quay Street is covered until November 21, 2027.';
    const heading = await screen.findByRole('heading', { level: 1, name: says });
    expect(heading.querySelector('bdi')?.textContent).toBe('12 Quay Street');
    expect(screen.getByText('Up to $500,000. You pay the first $2,500 of a claim.')).toBeDefined();
    expect(fact('Price')).toBe('Price$1,200 · 0.6 ETH');
    expect(screen.getByRole('link', { name: 'View policy' }).getAttribute('href')).toBe(
      '/policy/7?type=home',
    );
    expect(screen.getByRole('button', { name: 'Download Certificate' })).toBeDefined();
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Add to calendar' }));
    const file = saved.mock.calls[0]?.[0] as Blob;
    expect(file.type).toBe('text/calendar');
    expect(await file.text()).toContain('SUMMARY:Cover ends: 12 Quay Street\r\n');
    // The rest is there for whoever opens it.
    expect(screen.getByText('All details').closest('details')?.open).toBe(false);
  });

  it('whoever goes back to the payment page after buying reads what was bought', async () => {
    store({ ...transaction, policyId: 7, policyNumber: 'POL-007', success: true });
    serve();
    mountSite('/payment');
    const notice = await screen.findByText(/You bought Home Insurance: POL-007, until November 21, 2027/);
    expect(notice.textContent).toContain('There is nothing more to pay.');
    expect(screen.getByRole('link', { name: 'View policy' }).getAttribute('href')).toBe(
      '/policy/7?type=home',
    );
  });

  it('the payment page names no purchase of another wallet', async () => {
    store({
      ...transaction,
      policyId: 7,
      policyNumber: 'POL-007',
      success: true,
      address: `0x${'1'.repeat(40)}`,
    });
    serve();
    mountSite('/payment');
    await screen.findByText('No Quote Found');
    expect(screen.queryByText(/You bought/)).toBeNull();
  });

  it('the confirmation page of a future policy shows its start date and never says active @confirmation-1', async () => {
    const tomorrow = Date.now() + 86_400_000;
    const startDate = `${new Date(tomorrow).toISOString().slice(0, 10)}T00:00:00.000Z`;
    store({ ...transaction, startDate });
    const data = { id: 7, policy_number: 'POL-007', quote_id: QUOTE_ID, status: 'active' };
    serve({ 'POST /insurance/home-quote': { data } });
    mountSite('/confirmation');
    const day = new Date(startDate).toLocaleDateString('en-US', {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    });
    await waitFor(() => expect(fact('Status')).toBe(`StatusStarts on ${day}`));
    expect(screen.queryByText('Your insurance policy has been activated')).toBeNull();
  });

  it('the confirmation page says what happens to the money when the server makes no policy @confirmation-15', async () => {
    store(transaction);
    serve({
      'POST /insurance/home-quote': {
        status: 422,
        message: 'This transaction did not buy anything from Mooring.',
      },
    });
    mountSite('/confirmation');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This payment bought no policy');
    expect(alert.textContent).toContain('This transaction did not buy anything from Mooring.');
    expect(fact('Policy number')).toBe('Policy numbernone');
    expect(within(alert).getByRole('button', { name: /Copy details/ })).toBeDefined();
  });

  it.each([
    ['a purchase', 'QUOTE-1', '/payment'],
    ['a change of cover', 'QUOTE-change_12_0', '/policy/12/change'],
  ])('the confirmation page of %s that bought nothing leads back to where it was paid', async (_, storedQuoteId, path) => {
    store({ ...transaction, storedQuoteId });
    serve({ 'POST /insurance/home-quote': { status: 422, message: 'This bought nothing.' } });
    mountSite('/confirmation');
    const back = await screen.findByRole('link', { name: 'Back to payment' });
    expect(back.getAttribute('href')).toBe(path);
  });
});
