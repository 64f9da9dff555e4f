/** The payment form of a signed-in wallet: its stored quote, its network, its extension, and what the server answers. */
import { act, fireEvent, screen } from '@testing-library/react';
import { type AbiFunction, concatHex, type Hex, pad, parseEther, toFunctionSelector, toHex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { takeDelivery } from '#web/ui/toast.ts';
import { connectExtension } from './connect.ts';
import { type ApiCall, fakeApi } from './fake-api.ts';
import { fakeChains } from './fake-chain.ts';
import { FakeExtension, fault } from './fake-extension.ts';
import { CONTRACT, HOLDER, offer, USDC } from './sample-offer.ts';

export const DRAFT = 'GET /insurance/drafts/draft_1';
export const QUOTE = 'POST /insurance/quotes';

export const stored = {
  quoteId: 'QUOTE-1',
  type: 'Home Insurance',
  premium: '0.6000',
  coverage: 500_000,
  details: {
    startDate: '2026-11-21T00:00:00.000Z',
    endDate: '2027-11-21T00:00:00.000Z',
    duration: 365,
    originalPrice: 1200,
    deductible: 2500,
    insuranceTypeKey: 'home',
  },
  currency: 'ETH',
  draftId: 'draft_1',
};

export const draft = (paid: unknown = null) => ({
  data: {
    draft_id: 'draft_1',
    insurance_type: 'home',
    details: { property_owner_email: 'ada@example.org' },
    choices: { coverage_usd: 500_000, deductible_usd: 2500 },
    no_claims: null,
    needs: null,
    policy_start_date: '2026-11-21',
    policy_end_date: '2027-11-21',
    wording_version: null,
    wording_accepted_at: null,
    expires_at: '2026-11-22T10:00:00.000Z',
    paid,
  },
});

export const BOUGHT = { quote_id: `0x${'d'.repeat(64)}`, policy_id: 12, policy_number: 'POL-012' };
/** The transaction that pays. The node knows every other as reverted. */
export const SENT: Hex = `0x${'c'.repeat(64)}`;

/** The supported networks. The default one is not listed first, and neither is its native coin. */
const SEPOLIA = { chain_id: 11155111, key: 'sepolia', name: 'Sepolia Testnet' };

const GANACHE = {
  chain_id: 1337,
  key: 'ganache',
  name: 'Ganache Local',
  contract: CONTRACT,
  currencies: [
    { symbol: 'USDC', decimals: 6, token: USDC, authorization: { name: 'USD Coin', version: '2' } },
    { symbol: 'ETH', decimals: 18, token: null },
  ],
};

export const extension = new FakeExtension();

/** What the chain's node answers. A purchase costs 62,000 gas at one gwei. */
export const chain = {
  ether: (): Hex => toHex(parseEther('1')),
  usdc: () => 5_000_000n,
  gasPrice: (): Hex => '0x3b9aca00',
  code: (): Hex => '0x',
  /** Whether the registry has a policy for whatever quote it is asked about. */
  bought: false,
  /** Whether the node allows a search for the purchase, which then is the transaction `SENT`. */
  searchable: true,
};

const usual = { ...chain };

export const unsaid = () => {
  throw fault(-32601, 'The node does not say.');
};

const BALANCE_OF = toFunctionSelector('balanceOf(address)');
const ALLOWANCE = toFunctionSelector('allowance(address,address)');
const PURCHASE = offer().payment.data.slice(0, 10);

export const AUTHORIZED = toFunctionSelector(
  insurancePaymentAbi.find(
    (entry) => entry.type === 'function' && entry.name === 'purchaseWithAuthorization',
  ) as AbiFunction,
);

const POLICY_OF = toFunctionSelector('policyOf(bytes32)');
/** The registry's nine words of an active policy. */
const ACTIVE = concatHex(Array.from({ length: 9 }, (_, word) => toHex(word === 2 ? 1 : 0, { size: 32 })));

const purchase = (address: Hex, [event, quoteId]: [Hex, Hex]) => ({
  address,
  topics: [event, quoteId, pad(HOLDER)],
  data: concatHex(Array.from({ length: 9 }, () => toHex(1, { size: 32 }))),
  blockNumber: '0x2a',
  logIndex: '0x0',
  transactionIndex: '0x0',
  transactionHash: SENT,
});

const node = {
  listed: GANACHE,
  answers: {
    eth_getBalance: () => chain.ether(),
    eth_gasPrice: () => chain.gasPrice(),
    eth_getCode: () => chain.code(),
    eth_estimateGas: () => toHex(62_000),
    eth_blockNumber: () => '0x2a',
    eth_call: ([call]: unknown[]) => {
      const { data } = call as { data: Hex };
      if (data.startsWith(BALANCE_OF)) return toHex(chain.usdc(), { size: 32 });
      if (data.startsWith(ALLOWANCE)) return toHex(0n, { size: 32 });
      if (chain.bought && data.startsWith(POLICY_OF)) return ACTIVE;
      return data.startsWith(PURCHASE) || data.startsWith(AUTHORIZED) ? '0x' : undefined;
    },
    eth_getLogs: ([filter]: unknown[]) => {
      if (!chain.searchable) return unsaid();
      const { address, topics } = filter as { address: Hex[]; topics: [Hex, Hex] };
      return chain.bought ? [purchase(address[0] as Hex, topics)] : [];
    },
    eth_getTransactionReceipt: ([hash]: unknown[]) => ({
      transactionHash: hash,
      status: hash === SENT ? '0x1' : '0x0',
      type: '0x2',
      logs: [],
      blockNumber: '0x2a',
    }),
    eth_getTransactionByHash: () => null,
  },
};

const chains = fakeChains([{ listed: SEPOLIA }, node]);

let made = 0;

/** The server's next quote, different from all before it. */
export function nextQuote({ body }: ApiCall): { data: QuoteAnswer } {
  made += 1;
  const validUntil = Math.floor(Date.now() / 1000) + 1_800;
  const detailsHash: Hex = `0x${String(made).padStart(64, '0')}`;
  const currency = (body as { payment_currency: string }).payment_currency;
  const { answer } = offer({ validUntil, detailsHash }, currency);
  return { data: { ...answer, valid_until: new Date(validUntil * 1000).toISOString() } };
}

export const serve = (more: Parameters<typeof fakeApi>[0] = {}): ApiCall[] =>
  fakeApi({ [DRAFT]: draft(), [QUOTE]: nextQuote, ...more }, chains.fetch);

/**
 * Before each test of the file: a quote is stored, and its wallet is connected and signed in.
 * @returns the messages of the running test's toasts
 */
export function openWallet(): readonly string[] {
  const toasts: string[] = [];
  beforeAll(() => {
    extension.install();
  });
  beforeEach(async () => {
    localStorage.clear();
    sessionStorage.clear();
    Object.assign(chain, usual);
    toasts.length = 0;
    takeDelivery(({ message }) => toasts.push(message));
    extension.chainId = 1337;
    extension.answers = { eth_sendTransaction: () => SENT };
    serve();
    await connectExtension();
    extension.asked.length = 0;
    setSignedIn({ token: 't', address: HOLDER, expiresAt: new Date(Date.now() + 7_200_000).toISOString() });
    localStorage.setItem('quoteData', JSON.stringify(stored));
  });
  afterEach(() => {
    vi.useRealTimers();
    setDisconnected('user');
  });
  afterAll(() => extension.uninstall());
  return toasts;
}

export async function chooseCurrency(symbol: string): Promise<void> {
  fireEvent.keyDown(await screen.findByRole('combobox', { name: 'Currency' }), { key: 'Enter' });
  fireEvent.keyDown(await screen.findByRole('option', { name: symbol }), { key: 'Enter' });
}

export const requests = (method: string) => extension.asked.filter((asked) => asked === method).length;
export const pay = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Pay $1,200 (0.6 ETH)' });

export const asked = (calls: ApiCall[], key: string) =>
  calls.filter(({ method, path }) => `${method} ${path}` === key).length;

/** Simulates a write by another tab. */
export function elsewhere(key: string, value: unknown): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(value));
  const newValue = value === null ? null : JSON.stringify(value);
  act(() => {
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  });
}
