import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PaymentException, paymentExceptionAnswer } from '#domain/payments/schema.ts';
import { setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { fakeChains } from '#web/test/fake-chain.ts';
import { mountSite } from '#web/test/mount.tsx';
import { sampleTransaction as transaction } from '#web/test/sample-payment.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';

const ADDRESS = transaction.address;
const PATH = `GET /insurance/payment-exceptions/${ADDRESS}`;
const REFUND = `0x${'e'.repeat(64)}`;

const exception = (change: Partial<PaymentException> = {}): PaymentException =>
  paymentExceptionAnswer.parse({
    id: 4,
    reason: 'duplicate',
    status: 'owed',
    quote_id: `0x${'d'.repeat(64)}`,
    chain_id: 1337,
    tx_hash: transaction.txHash,
    currency: 'ETH',
    decimals: 18,
    amount: '600000000000000000',
    paid_at: '2026-11-21T10:00:00.000Z',
    refund_due_at: '2026-11-27T10:00:00.000Z',
    refunded_at: null,
    refund_tx_hash: null,
    policy_id: 12,
    policy_number: 'POL-012',
    consent: null,
    consented_until: null,
    ...change,
  });

function dashboard(answer: object) {
  fakeApi({ [PATH]: answer, [`GET /insurance/active-policies/${ADDRESS}`]: { data: [] } });
  mountSite('/dashboard');
}

const owed = (name: string) => screen.findByRole('region', { name });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  sessionStorage.clear();
  setConnected(evmWallet(ADDRESS));
  setSignedIn({ token: 't', address: ADDRESS, expiresAt: '2026-11-23T10:00:00.000Z' });
});
afterEach(() => {
  setDisconnected('user');
  vi.useRealTimers();
});

describe('money we owe', () => {
  it('the dashboard shows what we owe for a second payment, the valid policy and the promised day @payment-14', async () => {
    dashboard({ data: [exception()] });
    const card = within(await owed('You paid twice; we owe you 0.6 ETH'));
    expect(
      card.getByText(
        'POL-012 is paid by your other payment. We will send the money back to the wallet that paid by November 27, 2026. There’s nothing you need to do.',
      ),
    ).toBeDefined();
    expect(card.getByTitle(transaction.txHash as string)).toBeDefined();
    expect(card.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/messages');
  });

  it('a refund is shown as sent with its transaction @payment-14', async () => {
    dashboard({
      data: [
        exception({
          status: 'refunded',
          refunded_at: '2026-11-22T09:00:00.000Z',
          refund_tx_hash: REFUND,
        }),
      ],
    });
    const card = within(await owed('You paid twice; we have refunded 0.6 ETH'));
    expect(card.getByText(/The money went back to your wallet on November 22, 2026\./)).toBeDefined();
    expect(card.getByTitle(REFUND)).toBeDefined();
    expect(card.queryByRole('link', { name: 'Write to us' })).toBeNull();
  });

  it('a late refund says so and asks the customer to write to us', async () => {
    dashboard({ data: [exception({ refund_due_at: '2026-11-21T10:00:00.000Z' })] });
    const card = within(await owed('You paid twice; we owe you 0.6 ETH'));
    expect(card.getByText(/The money was due back by November 21, 2026, and we are late\./)).toBeDefined();
  });

  it.each([
    ['late', 'Your payment came after its price had expired; we owe you 0.6 ETH'],
    ['unknown_quote', 'Your payment matches none of our quotes; we owe you 0.6 ETH'],
    ['mismatch', 'Your payment did not match its quote; we owe you 0.6 ETH'],
  ] as const)('has its own sentence for a payment that is %s', async (reason, title) => {
    dashboard({ data: [exception({ reason, policy_id: null, policy_number: null })] });
    expect(within(await owed(title)).getByText(/^It didn’t buy a policy\./)).toBeDefined();
  });

  it('an old refund, or a payment that is not refunded, is not mentioned', async () => {
    dashboard({ data: [exception({ status: 'refunded', refunded_at: '2026-10-01T09:00:00.000Z' })] });
    await screen.findByText('No Active Policies');
    expect(screen.queryByText(/You paid twice/)).toBeNull();
  });

  it('a failed lookup of what we owe says so and offers Try Again', async () => {
    dashboard({ status: 422, message: 'Not now.' });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('We couldn’t check whether we owe you anything');
    expect(within(alert).getByRole('button', { name: 'Try Again' })).toBeDefined();
  });

  it('what we owe is shown on the confirmation of that payment only @payment-14', async () => {
    sessionStorage.setItem('transactionData', JSON.stringify(transaction));
    fakeApi(
      {
        [PATH]: {
          data: [exception(), exception({ id: 5, reason: 'late', tx_hash: REFUND, policy_id: null })],
        },
        'POST /insurance/home-quote': { status: 422, message: 'This quote was paid twice.' },
      },
      fakeChains([{ down: true }]).fetch,
    );
    mountSite('/confirmation');
    expect(await owed('You paid twice; we owe you 0.6 ETH')).toBeDefined();
    expect(screen.queryByText(/came after its price had expired/)).toBeNull();
  });
});
