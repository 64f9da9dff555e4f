import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { fakeChains } from '#web/test/fake-chain.ts';
import { mountSite } from '#web/test/mount.tsx';
import { sampleTransaction as transaction } from '#web/test/sample-payment.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';
import { purchases } from './tabs.ts';

const ADDRESS = transaction.address;
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
    expect(JSON.stringify(warn.mock.calls)).toContain('The stored quote cannot be read: it is no quote');
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
    const insurer = 'Demo: play money, and no licensed insurer.';
    for (const words of ['Home Insurance', '365 days', '$500,000', '$2,500', '$1,200', insurer]) {
      expect(within(summary).getAllByText(words).length, words).toBeGreaterThan(0);
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
    for (const words of ['$500,000', '$1,200']) {
      expect(within(summary).getAllByText(words).length, words).toBeGreaterThan(0);
    }
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
    expect(alert.textContent).toContain('We couldn’t get a price');
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

  it('the payment page shows the quote that was opened last, and leads to each other one that waits', async () => {
    const car = {
      ...quote,
      quoteId: 'QUOTE-2',
      draftId: 'draft_2',
      type: 'Car Insurance',
      coverage: 100_000,
    };
    const details = { ...quote.details, insuranceTypeKey: 'car', deductible: 500, originalPrice: 960 };
    storeQuote(quote);
    purchases.open();
    vi.useFakeTimers({ now: Date.now() + 1_000, toFake: ['Date'] });
    storeQuote({ ...car, details });
    serve();
    const { router } = mountSite('/payment');
    const summary = () => screen.findByRole('region', { name: 'Policy summary' });
    expect(within(await summary()).getByText('Car Insurance')).toBeDefined();
    fireEvent.click(screen.getByRole('link', { name: 'Home Insurance from November 21, 2026' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ draft: 'draft_1' }));
    await waitFor(async () => expect(within(await summary()).getByText('Home Insurance')).toBeDefined());
    expect(screen.getByRole('link', { name: 'Car Insurance from November 21, 2026' })).toBeDefined();
    vi.useRealTimers();
  });

  it('the payment page says that a quote has expired once a day has passed, without a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    storeQuote(quote);
    const calls = serve();
    mountSite('/payment');
    expect(await screen.findByRole('region', { name: 'Policy summary' })).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.queryByText('This quote has expired')).toBeNull();
    vi.setSystemTime(Date.now() + 86_400_000);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByText('This quote has expired')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^(Pay|Enter)/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Get a new quote' }).getAttribute('href')).toBe('/quote/home');
    expect(calls.filter(({ path }) => path === '/insurance/quotes')).toEqual([]);
    vi.useRealTimers();
  });

  it('the payment page no longer leads to another quote once that has expired', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    storeQuote(quote);
    purchases.open();
    vi.setSystemTime(Date.now() + 3_600_000);
    storeQuote({ ...quote, quoteId: 'QUOTE-2', draftId: 'draft_2' });
    serve();
    mountSite('/payment');
    const other = 'Home Insurance from November 21, 2026';
    expect(await screen.findByRole('link', { name: other })).toBeDefined();
    vi.setSystemTime(Date.now() + 86_400_000 - 1_800_000);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.queryByRole('link', { name: other })).toBeNull();
    expect(screen.getByRole('region', { name: 'Policy summary' })).toBeDefined();
    vi.useRealTimers();
  });

  it('a quote that a wallet may still pay does not expire', async () => {
    storeQuote(quote);
    const { id } = purchases.open() ?? { id: '' };
    const { email: _, ...payment } = { ...transaction, txHash: null };
    purchases.move(id, 'asked', { payment });
    purchases.move(id, 'unknown');
    vi.useFakeTimers({ now: Date.now() + 86_500_000, toFake: ['Date'] });
    serve();
    mountSite('/payment');
    expect(await screen.findByRole('region', { name: 'Policy summary' })).toBeDefined();
    expect(screen.queryByText('This quote has expired')).toBeNull();
    vi.useRealTimers();
  });
});
