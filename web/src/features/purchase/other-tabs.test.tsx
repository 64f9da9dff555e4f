/** Two tabs of the same payment, of which one pays. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { mountSite } from '#web/test/mount.tsx';
import {
  asked,
  elsewhere,
  extension,
  openWallet,
  pay,
  QUOTE,
  requests,
  SENT,
  serve,
} from '#web/test/payment-form.ts';
import { sampleTransaction } from '#web/test/sample-payment.ts';

const toasts = openWallet();

describe('second tab of a payment', () => {
  const sent = { ...sampleTransaction, email: '' };
  const attempt = {
    quoteId: sampleTransaction.quoteId,
    storedQuoteId: 'QUOTE-1',
    chainId: 1337,
    validUntil: new Date(Date.now() + 1_800_000).toISOString(),
    address: sampleTransaction.address,
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
