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
import { purchases } from './tabs.ts';

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

/** The server's answer for the draft of that quote. */
const draft = {
  data: {
    draft_id: 'draft_1',
    insurance_type: 'home',
    details: { ...quote.details, property_owner_email: 'ada@example.org' },
    choices: { coverage_usd: 500_000, deductible_usd: 2500 },
    no_claims: null,
    needs: null,
    policy_start_date: '2026-11-21',
    policy_end_date: '2027-11-21',
    wording_version: null,
    wording_accepted_at: null,
    expires_at: '2026-11-22T10:00:00.000Z',
    paid: null,
  },
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

describe('the payment page', () => {
  it('the payment page without a stored quote links to the three forms and the dashboard @payment-2', async () => {
    serve();
    mountSite('/payment');
    expect(await screen.findByText('No Quote Found')).toBeDefined();
    const hrefs = within(screen.getByRole('main'))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/quote/home', '/quote/car', '/quote/travel', '/dashboard']);
  });

  it.each([
    ['text that is no JSON'],
    [{ ...quote, details: {} }],
    [[]],
  ])('the payment page treats a malformed stored quote as none: %j @payment-3', async (value) => {
    if (typeof value === 'string') localStorage.setItem('quoteData', value);
    else storeQuote(value);
    serve();
    mountSite('/payment');
    expect(await screen.findByText('No Quote Found')).toBeDefined();
  });

  it('a malformed stored quote is removed, and the log names its fields but not their values @payment-3', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    storeQuote({ ...quote, coverage: 'secret', draftId: 12 });
    serve();
    mountSite('/payment');
    await screen.findByText('No Quote Found');
    const said = JSON.stringify(warn.mock.calls);
    expect(said).toContain('The stored quote cannot be read: coverage, draftId');
    expect(said).not.toContain('secret');
    expect(localStorage.getItem('quoteData')).toBeNull();
  });

  it('a stored quote with invalid dates or invalid JSON is logged', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    localStorage.setItem('quoteData', '{broken');
    serve();
    mountSite('/payment');
    await screen.findByText('No Quote Found');
    expect(JSON.stringify(warn.mock.calls)).toContain('The stored quote cannot be read: it is no JSON');
    expect(localStorage.getItem('quoteData')).toBeNull();
    storeQuote({ ...quote, details: { ...quote.details, startDate: '2026-13-45' } });
    expect(purchases.open()).toBeNull();
    expect(JSON.stringify(warn.mock.calls)).toContain('The stored quote cannot be read: details.startDate');
  });

  it('the payment page summarizes the policy and preselects the native coin @payment-1 @payment-7', async () => {
    storeQuote(quote);
    serve();
    mountSite('/payment');
    const summary = await screen.findByRole('region', { name: 'Policy summary' });
    const insurer = 'This deployment is not run by a licensed insurer.';
    for (const words of ['Home Insurance', '365 days', '$500,000', '$2,500', '$1,200', insurer]) {
      expect(within(summary).getByText(words)).toBeDefined();
    }
    expect((await screen.findByRole('combobox', { name: 'Currency' })).textContent).toContain('ETH');
    expect(screen.getByRole('combobox', { name: 'Network' }).textContent).toContain('Chain A');
  });

  it('a stored quote that was edited by hand changes neither the summary nor what is asked of the server @quote-22', async () => {
    storeQuote({
      ...quote,
      premium: 0.0001,
      coverage: 9_000_000,
      details: { ...quote.details, originalPrice: 1 },
    });
    const calls = serve({
      'GET /insurance/drafts/draft_1': draft,
      'POST /insurance/quotes': { status: 422, message: 'No.' },
    });
    mountSite('/payment');
    const summary = await screen.findByRole('region', { name: 'Policy summary' });
    for (const words of ['$500,000', '$1,200']) expect(within(summary).getByText(words)).toBeDefined();
    expect(summary.textContent).not.toContain('9,000,000');
    await screen.findByRole('alert');
    const asked = calls.find(({ path }) => path === '/insurance/quotes')?.body;
    expect(asked).toMatchObject({ draft_id: 'draft_1' });
    expect(JSON.stringify(asked)).not.toMatch(/9000000|0\.0001|premium|cover/i);
  });

  it('the payment page takes claim-free years off the price, and shows no price before it knows them', async () => {
    storeQuote(quote);
    let answer: (value: unknown) => void = () => undefined;
    const late = new Promise((resolve) => {
      answer = resolve;
    });
    serve({
      'GET /insurance/drafts/draft_1': async () => {
        await late;
        return { data: { ...draft.data, no_claims: { years: 2, policy_number: 'POL-004' } } };
      },
    });
    mountSite('/payment');
    await screen.findByRole('heading', { name: 'Payment' });
    expect(screen.queryByText('$1,200')).toBeNull();
    answer(null);
    const summary = await screen.findByRole('region', { name: 'Policy summary' });
    for (const words of ['No claims on POL-004, read from the registry: −10 %', '-$120', '$1,080']) {
      expect(within(summary).getByText(words)).toBeDefined();
    }
  });

  it('the payment page asks for the email address first @payment-5', async () => {
    storeQuote(quote);
    serve();
    mountSite('/payment');
    fireEvent.click(await screen.findByRole('button', { name: 'Enter Email to Continue' }));
    expect(messages()).toEqual(['Please enter your email address']);
    expect(screen.getAllByText('Please enter your email address').length).toBeGreaterThan(0);
    fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'ada@' } });
    expect(screen.getByText('Please enter a valid email address')).toBeDefined();
  });

  it('the payment page says why there is no price and that no money has moved @payment-26', async () => {
    storeQuote(quote);
    serve({
      'GET /insurance/drafts/draft_1': draft,
      'POST /insurance/quotes': { status: 422, message: 'We cannot take on more cover today.' },
    });
    mountSite('/payment');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('No price could be made');
    expect(alert.textContent).toContain('We cannot take on more cover today. No money has moved.');
    expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('ada@example.org');
  });

  it('the payment page asks a wallet on another network to switch first @payment-6', async () => {
    setConnected(evmWallet(ADDRESS, { chainId: '99' }));
    storeQuote(quote);
    serve();
    mountSite('/payment');
    expect(await screen.findByRole('button', { name: 'Switch to Chain A to Continue' })).toBeDefined();
  });

  it('the payment page continues to the confirmation when this tab has already paid for the quote @payment-27', async () => {
    storeQuote(quote);
    store(transaction);
    serve();
    const { router } = mountSite('/payment');
    await waitFor(() => expect(router.state.location.pathname).toBe('/confirmation'));
  });
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

  it('the confirmation page of a batch shows no hash and reports nothing until the transaction is known', async () => {
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
    store({ ...transaction, chainId: 11155111 });
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
    expect(alert.textContent).toContain('This transaction created no policy');
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
