import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Hex, parseEther, toFunctionSelector, toHex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { QuoteAnswer } from '../../../../../domain/quote/schema.ts';
import { type ApiCall, fakeApi } from '../../../../test/fake-api.ts';
import { fakeChains } from '../../../../test/fake-chain.ts';
import { FakeExtension, fault } from '../../../../test/fake-extension.ts';
import { mountSite } from '../../../../test/mount.tsx';
import { HOLDER as ADDRESS, CONTRACT, offer, USDC } from '../../../../test/sample-offer.ts';
import { sampleTransaction } from '../../../../test/sample-payment.ts';
import { followOtherTabs, otherTabs } from '../../../state/other-tabs.ts';
import { setDisconnected, setSignedIn } from '../../../state/wallet-session.ts';
import { takeDelivery } from '../../../ui/toast.ts';
import { loadWallet } from '../../../wallet/load.ts';

const DRAFT = 'GET /insurance/drafts/draft_1';
const QUOTE = 'POST /insurance/quotes';
const stored = {
  quoteId: 'QUOTE-1',
  type: 'Home Insurance',
  premium: '0.6000',
  coverage: 500_000,
  details: {
    startDate: '2026-11-21T00:00:00.000Z',
    endDate: '2027-11-21T00:00:00.000Z',
    duration: 365,
    originalPrice: 1200,
    insuranceTypeKey: 'home',
  },
  currency: 'ETH',
  draftId: 'draft_1',
};
const draft = (paid: unknown = null) => ({
  data: {
    draft_id: 'draft_1',
    insurance_type: 'home',
    details: { property_owner_email: 'ada@example.org' },
    policy_start_date: '2026-11-21',
    policy_end_date: '2027-11-21',
    wording_version: null,
    wording_accepted_at: null,
    expires_at: '2026-11-22T10:00:00.000Z',
    paid,
  },
});
const BOUGHT = { quote_id: `0x${'d'.repeat(64)}`, policy_id: 12, policy_number: 'POL-012' };

const SENT: Hex = `0x${'c'.repeat(64)}`;
/** The supported networks. The default one is not listed first, and neither is its native coin. */
const SEPOLIA = { chain_id: 11155111, key: 'sepolia', name: 'Sepolia Testnet' };
const GANACHE = {
  chain_id: 1337,
  key: 'ganache',
  name: 'Ganache Local',
  contract: CONTRACT,
  currencies: [
    { symbol: 'USDC', decimals: 6, token: USDC },
    { symbol: 'ETH', decimals: 18, token: null },
  ],
};

const extension = new FakeExtension();
/** What the chain's node answers. A purchase costs 62,000 gas at one gwei. */
const chain = {
  ether: (): Hex => toHex(parseEther('1')),
  usdc: () => 5_000_000n,
  gasPrice: (): Hex => '0x3b9aca00',
};
const usual = { ...chain };
const unsaid = () => {
  throw fault(-32601, 'The node does not say.');
};
const BALANCE_OF = toFunctionSelector('balanceOf(address)');
const ALLOWANCE = toFunctionSelector('allowance(address,address)');
const PURCHASE = offer().payment.data.slice(0, 10);
const node = {
  listed: GANACHE,
  answers: {
    eth_getBalance: () => chain.ether(),
    eth_gasPrice: () => chain.gasPrice(),
    eth_estimateGas: () => toHex(62_000),
    eth_blockNumber: () => '0x2a',
    eth_call: ([call]: unknown[]) => {
      const { data } = call as { data: Hex };
      if (data.startsWith(BALANCE_OF)) return toHex(chain.usdc(), { size: 32 });
      if (data.startsWith(ALLOWANCE)) return toHex(0n, { size: 32 });
      return data.startsWith(PURCHASE) ? '0x' : undefined;
    },
    eth_getTransactionReceipt: ([hash]: unknown[]) => ({
      transactionHash: hash,
      status: '0x1',
      type: '0x2',
      logs: [],
      blockNumber: '0x2a',
    }),
    eth_getTransactionByHash: () => null,
  },
};

const chains = fakeChains([{ listed: SEPOLIA }, node]);

let made = 0;
let toasts: string[] = [];

/** The server's next quote, different from all before it. */
function nextQuote({ body }: ApiCall): { data: QuoteAnswer } {
  made += 1;
  const validUntil = Math.floor(Date.now() / 1000) + 1_800;
  const detailsHash: Hex = `0x${String(made).padStart(64, '0')}`;
  const currency = (body as { payment_currency: string }).payment_currency;
  const { answer } = offer({ validUntil, detailsHash }, currency);
  return { data: { ...answer, valid_until: new Date(validUntil * 1000).toISOString() } };
}

const serve = (more: Parameters<typeof fakeApi>[0] = {}): ApiCall[] =>
  fakeApi({ [DRAFT]: draft(), [QUOTE]: nextQuote, ...more }, chains.fetch);

/** Connects the extension as the Connect Wallet dialog does. */
async function connect(): Promise<void> {
  const wallet = await loadWallet();
  const option = wallet.options().find(({ type }) => type === 'metamask');
  if (!option) throw new Error('The extension was not found');
  await wallet.connect(option);
}

async function chooseCurrency(symbol: string): Promise<void> {
  fireEvent.keyDown(await screen.findByRole('combobox', { name: 'Currency' }), { key: 'Enter' });
  fireEvent.keyDown(await screen.findByRole('option', { name: symbol }), { key: 'Enter' });
}

const requests = (method: string) => extension.asked.filter((asked) => asked === method).length;
const pay = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Pay 0.6000 ETH' });
const asked = (calls: ApiCall[], key: string) =>
  calls.filter(({ method, path }) => `${method} ${path}` === key).length;
/** Simulates a write by another tab. */
function elsewhere(key: string, value: unknown): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(value));
  const newValue = value === null ? null : JSON.stringify(value);
  act(() => {
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  });
}

beforeAll(() => {
  followOtherTabs();
  extension.install();
});
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  Object.assign(otherTabs, { attempt: null, sent: null });
  Object.assign(chain, usual);
  toasts = [];
  takeDelivery(({ message }) => toasts.push(message));
  extension.chainId = 1337;
  extension.answers = { eth_sendTransaction: () => SENT };
  serve();
  await connect();
  extension.asked.length = 0;
  setSignedIn({ token: 't', address: ADDRESS, expiresAt: new Date(Date.now() + 7_200_000).toISOString() });
  localStorage.setItem('quoteData', JSON.stringify(stored));
});
afterEach(() => {
  vi.useRealTimers();
  setDisconnected('user');
});
afterAll(() => extension.uninstall());

describe('initial payment form', () => {
  it('the payment form starts with Ganache when the wallet is on an unsupported network @wallet-18', async () => {
    extension.chainId = 99;
    await connect();
    serve();
    mountSite('/payment');
    expect((await screen.findByRole('combobox', { name: 'Network' })).textContent).toContain('Ganache Local');
  });

  it('the payment form starts with the native coin even when a token is listed first', async () => {
    const calls = serve();
    mountSite('/payment');
    expect((await screen.findByRole('combobox', { name: 'Currency' })).textContent).toBe('ETH');
    await pay();
    expect(calls.find(({ path }) => path === '/insurance/quotes')?.body).toMatchObject({
      payment_currency: 'ETH',
    });
  });

  it('the payment form shows the paying wallet’s name and an address to copy @payment-15', async () => {
    serve();
    mountSite('/payment');
    const line = within((await screen.findByText('Paying from')).parentElement as HTMLElement);
    expect(line.getByText('MetaMask')).toBeDefined();
    expect(line.getByTitle(ADDRESS).textContent).toBe('0x9965…A4dc');
    expect(line.getByRole('button', { name: 'Copy address' })).toBeDefined();
  });
});

describe('price', () => {
  it('the price is not renewed while the wallet is open and is renewed afterwards @payment-16', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let refuse: (error: Error) => void = () => undefined;
    extension.answers.eth_sendTransaction = () =>
      new Promise((_, reject) => {
        refuse = reject;
      });
    const calls = serve();
    mountSite('/payment');
    fireEvent.click(await pay());
    await waitFor(() => expect(requests('eth_sendTransaction')).toBe(1));
    const before = asked(calls, QUOTE);
    await act(() => vi.advanceTimersByTimeAsync(29 * 60_000 + 30_000));
    expect(asked(calls, QUOTE)).toBe(before);
    expect(screen.getByText('while your wallet is open')).toBeDefined();
    refuse(fault(4001, 'User rejected the request'));
    await waitFor(() => expect(asked(calls, QUOTE)).toBe(before + 1));
  });
});

describe('the network fee', () => {
  it('an unknown network fee is left to the wallet and blocks nothing', async () => {
    chain.gasPrice = unsaid;
    serve();
    mountSite('/payment');
    expect(await screen.findByText('shown by your wallet; the network did not say')).toBeDefined();
    expect((await pay()).disabled).toBe(false);
  });
});

describe('wallet funds', () => {
  it('balances are shown beside each currency and below the chosen one', async () => {
    serve();
    mountSite('/payment');
    expect(await screen.findByText('Your wallet has 1 ETH.')).toBeDefined();
    fireEvent.keyDown(screen.getByRole('combobox', { name: 'Currency' }), { key: 'Enter' });
    const usdc = await screen.findByRole('option', { name: 'USDC' });
    expect(usdc.textContent).toBe('USDC5 USDC');
  });

  it('insufficient funds disable Pay and the missing amount is exact @payment-15', async () => {
    chain.ether = () => toHex(parseEther('0.2'));
    serve();
    mountSite('/payment');
    expect(await screen.findByText('Insufficient funds for this transaction')).toBeDefined();
    expect(
      await screen.findByText(
        'Your wallet has 0.2 ETH. The premium is 0.6 ETH and the network fee about 0.000062 ETH: 0.400062 ETH is missing.',
      ),
    ).toBeDefined();
    expect((await pay()).disabled).toBe(true);
  });

  it('an unreadable native balance is reported although the token balance is known', async () => {
    chain.ether = unsaid;
    serve();
    mountSite('/payment');
    expect(
      await screen.findByText('Your balance could not be read. Your wallet will say if it is too low.'),
    ).toBeDefined();
  });

  it('an unreadable balance for the network fee is reported when paying in a token', async () => {
    chain.ether = unsaid;
    serve();
    mountSite('/payment');
    await chooseCurrency('USDC');
    expect(
      await screen.findByText('Your wallet has 5 USDC. Your ETH for the network fee could not be read.'),
    ).toBeDefined();
  });

  it('an unknown balance does not block payment, and the form says so', async () => {
    chain.ether = unsaid;
    chain.usdc = unsaid;
    serve();
    mountSite('/payment');
    expect((await pay()).disabled).toBe(false);
    expect(
      await screen.findByText('Your balance could not be read. Your wallet will say if it is too low.'),
    ).toBeDefined();
  });
});

describe('quotes that are already paid', () => {
  it('a payment that was canceled in the wallet brings the form back without a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let paid: unknown = { ...BOUGHT, policy_id: null, policy_number: null };
    serve({ [DRAFT]: () => draft(paid) });
    mountSite('/payment');
    expect(await screen.findByText('You have paid for this already')).toBeDefined();
    paid = null;
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect((await pay()).disabled).toBe(false);
  });

  it('a quote that is already paid leads to its policy', async () => {
    serve({ [DRAFT]: draft(BOUGHT) });
    mountSite('/payment');
    expect(await screen.findByText('You have paid for this already')).toBeDefined();
    const link = screen.getByRole('link', { name: 'View POL-012' });
    expect(link.getAttribute('href')).toBe('/policy/12?type=home');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('a payment from another browser is found right before the wallet opens @payment-13', async () => {
    let paid: unknown = null;
    serve({ [DRAFT]: () => draft(paid) });
    mountSite('/payment');
    const button = await pay();
    paid = BOUGHT;
    fireEvent.click(button);
    expect(await screen.findByText('You have paid for this already')).toBeDefined();
    expect(extension.asked).toEqual([]);
  });

  it('a payment made elsewhere during the approval is found before the purchase', async () => {
    let paid: unknown = null;
    chain.usdc = () => 1_200_000_000n;
    extension.answers.eth_sendTransaction = ([transaction]) => {
      paid = { ...BOUGHT, policy_id: null, policy_number: null };
      expect(transaction).toMatchObject({ to: USDC });
      return SENT;
    };
    serve({ [DRAFT]: () => draft(paid) });
    mountSite('/payment');
    await chooseCurrency('USDC');
    fireEvent.click(await screen.findByRole('button', { name: 'Pay 1200.00 USDC' }));
    expect(await screen.findByText('You have paid for this already')).toBeDefined();
    expect(screen.getByRole('link', { name: 'See My Policies' }).getAttribute('href')).toBe('/my-policies');
    expect(requests('eth_sendTransaction')).toBe(1);
  });

  it('the wallet is not opened when the server cannot say whether the quote is paid', async () => {
    let broken = false;
    serve({ [DRAFT]: () => (broken ? { status: 422, message: 'Not now.' } : draft()) });
    mountSite('/payment');
    const button = await pay();
    broken = true;
    fireEvent.click(button);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The payment was not sent');
    expect(alert.textContent).toContain('Not now.');
    expect(extension.asked).toEqual([]);
  });
});

describe('second tab of a payment', () => {
  const sent = { ...sampleTransaction, email: '' };
  const attempt = {
    quoteId: sampleTransaction.quoteId,
    storedQuoteId: 'QUOTE-1',
    chainId: 1337,
    validUntil: new Date(Date.now() + 1_800_000).toISOString(),
  };

  it('a second tab follows to the confirmation once the first has paid, even if the payment settled at once @payment-13', async () => {
    serve();
    const { router } = mountSite('/payment');
    await pay();
    elsewhere('sentPayment', sent);
    localStorage.removeItem('sentPayment');
    await waitFor(() => expect(router.state.location.pathname).toBe('/confirmation'));
    expect(JSON.parse(sessionStorage.getItem('transactionData') ?? '')).toMatchObject({
      txHash: sent.txHash,
    });
  });

  it('a tab opened after the payment follows it and requests no quote', async () => {
    localStorage.setItem('sentPayment', JSON.stringify(sent));
    const calls = serve();
    const { router } = mountSite('/payment');
    await waitFor(() => expect(router.state.location.pathname).toBe('/confirmation'));
    expect(asked(calls, QUOTE)).toBe(0);
  });

  it('a tab ignores a payment of another wallet', async () => {
    localStorage.setItem('sentPayment', JSON.stringify({ ...sent, address: `0x${'1'.repeat(40)}` }));
    serve();
    mountSite('/payment');
    expect((await pay()).disabled).toBe(false);
    expect(sessionStorage.getItem('transactionData')).toBeNull();
  });

  it('a second tab cannot pay while the first has the wallet open, and can after it is refused there', async () => {
    serve();
    mountSite('/payment');
    await pay();
    elsewhere('paymentAttempt', attempt);
    expect(await screen.findByText(/Another tab is asking your wallet to pay for this quote/)).toBeDefined();
    expect((await pay()).disabled).toBe(true);
    elsewhere('paymentAttempt', null);
    await waitFor(async () => expect((await pay()).disabled).toBe(false));
    expect(screen.queryByText(/Another tab is asking/)).toBeNull();
  });

  it('no wallet is asked while another tab holds the browser’s lock on the quote @payment-13', async () => {
    const names: string[] = [];
    const request = async (name: string, _: object, work: (lock: null) => unknown) => {
      names.push(name);
      return work(null);
    };
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request } as never);
    serve();
    mountSite('/payment');
    fireEvent.click(await pay());
    await waitFor(() => expect(toasts).toEqual(['Another tab is asking your wallet to pay for this quote.']));
    expect(extension.asked).toEqual([]);
    expect(names).toEqual(['mooring payment QUOTE-1']);
  });

  it('other tabs learn of a payment without its email address', async () => {
    serve();
    const { router } = mountSite('/payment');
    fireEvent.click(await pay());
    await waitFor(() => expect(router.state.location.pathname).toBe('/confirmation'));
    const told = localStorage.getItem('sentPayment') ?? '';
    expect(JSON.parse(told)).toMatchObject({ storedQuoteId: 'QUOTE-1', txHash: SENT });
    expect(told).not.toContain('ada@example.org');
    expect(requests('eth_sendTransaction')).toBe(1);
  });
});
