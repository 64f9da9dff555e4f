/** Payments whose answer from the wallet is missing, meaningless or about another request. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setDisconnected } from '#web/state/wallet-session.ts';
import { connectExtension } from '#web/test/connect.ts';
import { fault } from '#web/test/fake-extension.ts';
import { mountSite } from '#web/test/mount.tsx';
import {
  asked,
  BOUGHT,
  chain,
  DRAFT,
  draft,
  extension,
  openWallet,
  pay,
  QUOTE,
  requests,
  SENT,
  serve,
} from '#web/test/payment-form.ts';
import { purchases } from './tabs.ts';

const NOT_SEEN = /We asked your wallet to pay for a quote, and we haven’t seen the payment yet/;

const toasts = openWallet();

/** How many questions the wallet has not answered. */
const open = () => purchases.of('QUOTE-1')?.open;

/** Presses Pay and waits until the wallet has been asked. */
async function ask(): Promise<ReturnType<typeof mountSite>> {
  const site = mountSite('/payment');
  fireEvent.click(await pay());
  await waitFor(() => expect(requests('eth_sendTransaction')).toBe(1));
  return site;
}

const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe('a wallet that never answers', () => {
  it('the page continues automatically once the registry has the purchase', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    extension.answers.eth_sendTransaction = () => new Promise(() => undefined);
    serve();
    const { router } = await ask();
    await later(10_000);
    expect(router.state.location.pathname).toBe('/payment');
    chain.bought = true;
    await later(4_000);
    await waitFor(() => expect(router.state.location.pathname).toBe('/confirmation'));
    expect(JSON.parse(sessionStorage.getItem('transactionData') ?? '')).toMatchObject({ txHash: SENT });
  });

  it('the page shows the policy once only the server knows its transaction', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    extension.answers.eth_sendTransaction = () => new Promise(() => undefined);
    let paid: unknown = null;
    serve({ [DRAFT]: () => draft(paid) });
    await ask();
    Object.assign(chain, { bought: true, searchable: false });
    await later(4_000);
    expect(screen.queryByText('You have already paid for this')).toBeNull();
    paid = BOUGHT;
    await later(4_000);
    expect(await screen.findByText('You have already paid for this')).toBeDefined();
  });
});

describe('a wallet that answers something else', () => {
  it('an answer that is not a hash is named, and the registry says when the payment arrived', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    extension.answers.eth_sendTransaction = () => 'ok';
    serve();
    await ask();
    const alert = await screen.findByText(/^Your wallet's answer is not a transaction hash/);
    expect(alert.closest('[role=alert]')?.textContent).toContain('We can’t tell whether it paid.');
    expect(screen.getByText(/We asked your wallet to pay for this quote/)).toBeDefined();
    chain.bought = true;
    await later(4_000);
    expect(await screen.findByText('You have already paid for this')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it.each([
    [fault(-32002, 'Already processing'), 'Your wallet already has an open request.'],
    [Object.assign(new Error('x'), { code: 'ACTION_REJECTED' }), null],
    [fault(-32603, 'User denied transaction signature'), null],
  ])('nothing counts as sent when the wallet did not accept the request: %s', async (error, sentence) => {
    extension.answers.eth_sendTransaction = () => {
      throw error;
    };
    serve();
    await ask();
    if (sentence) expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    else await screen.findByText('Payment cancelled by user. Your quote is still here.');
    await waitFor(async () => expect((await pay()).disabled).toBe(false));
    expect(screen.queryByText('The wallet did not answer as expected')).toBeNull();
    expect(open()).toBe(0);
  });

  it('after a reload the wallet gets the same quote again, in the same currency', async () => {
    extension.answers.eth_sendTransaction = () => 'ok';
    serve();
    const { unmount } = await ask();
    await screen.findByText(/^Your wallet's answer is not a transaction hash/);
    const first = purchases.of('QUOTE-1')?.payment;
    unmount();
    const calls = serve();
    mountSite('/payment');
    extension.answers.eth_sendTransaction = () => SENT;
    fireEvent.click(await pay());
    expect(screen.getByRole<HTMLButtonElement>('combobox', { name: 'Currency' }).disabled).toBe(true);
    await waitFor(() => expect(requests('eth_sendTransaction')).toBe(2));
    expect(asked(calls, QUOTE)).toBe(0);
    await waitFor(() => expect(purchases.of('QUOTE-1')?.payment?.quoteId).toBe(first?.quoteId));
  });

  it('a request that is still open is not forgotten when the wallet refuses the next one', async () => {
    extension.answers.eth_sendTransaction = () => 'ok';
    serve();
    await ask();
    await screen.findByText(/^Your wallet's answer is not a transaction hash/);
    expect(open()).toBe(1);
    extension.answers.eth_sendTransaction = () => {
      throw fault(4001, 'User rejected the request');
    };
    fireEvent.click(await pay());
    await waitFor(() => expect(requests('eth_sendTransaction')).toBe(2));
    await waitFor(async () => expect((await pay()).disabled).toBe(false));
    expect(open()).toBe(1);
  });
});

describe('a wallet that fails after the payment page was left', () => {
  it('is told in a message that does not say that nothing was sent', async () => {
    let answer: (hash: string) => void = () => undefined;
    extension.answers.eth_sendTransaction = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    serve();
    const { router } = await ask();
    await act(() => router.navigate({ to: '/support' }));
    await screen.findByRole('heading', { level: 1, name: /support|help/i });
    answer('no hash');
    await waitFor(() => expect(toasts).toEqual(['Your payment is not confirmed']));
    expect(open()).toBe(1);
  });
});

describe('a payment under way at a disconnection', () => {
  it('its notice stays for the same wallet, until the payment has arrived', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    extension.answers.eth_sendTransaction = () => new Promise(() => undefined);
    serve();
    const { unmount } = await ask();
    unmount();
    act(() => setDisconnected('user'));
    expect(localStorage.getItem('quoteData')).toBeNull();
    await act(connectExtension);
    mountSite('/payment');
    expect(await screen.findByText('No Quote Found')).toBeDefined();
    expect(screen.getByText(NOT_SEEN)).toBeDefined();
    chain.bought = true;
    await later(4_000);
    expect(await screen.findByText(/Your payment has arrived/)).toBeDefined();
    expect(open()).toBe(0);
  });

  it('its notice is not shown to another wallet', async () => {
    extension.answers.eth_sendTransaction = () => new Promise(() => undefined);
    serve();
    const { unmount } = await ask();
    unmount();
    act(() => setDisconnected('user'));
    const [own] = extension.accounts;
    extension.accounts = [`0x${'1'.repeat(40)}`];
    await act(connectExtension);
    mountSite('/payment');
    await screen.findByText('No Quote Found');
    expect(screen.queryByText(NOT_SEEN)).toBeNull();
    extension.accounts = [own as string];
  });
});
