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
  stored,
} from '#web/test/payment-form.ts';
import { sampleTransaction } from '#web/test/sample-payment.ts';

const toasts = openWallet();

describe('second tab of a payment', () => {
  /** The purchase as another tab has written it. */
  const record = (state: string, more: object = {}) => ({
    id: 'QUOTE-1',
    state,
    openedAt: Date.now(),
    open: 0,
    quote: stored,
    payment: null,
    stepwise: false,
    ...more,
  });
  const { email: _, ...payment } = sampleTransaction;
  const waiting = { open: 1, payment: { ...payment, txHash: null } };

  it('a second tab follows to the confirmation once the first has paid, even if the payment settled at once @payment-13', async () => {
    serve();
    const { router } = mountSite('/payment');
    await pay();
    elsewhere('purchase:QUOTE-1', record('bought', { quote: null, payment }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/confirmation'));
    expect(JSON.parse(sessionStorage.getItem('transactionData') ?? '')).toMatchObject({
      txHash: payment.txHash,
    });
  });

  it('a tab opened after the payment follows it and requests no quote', async () => {
    localStorage.setItem('purchase:QUOTE-1', JSON.stringify(record('sent', { open: 1, payment })));
    const calls = serve();
    const { router } = mountSite('/payment');
    await waitFor(() => expect(router.state.location.pathname).toBe('/confirmation'));
    expect(asked(calls, QUOTE)).toBe(0);
  });

  it('a tab ignores a payment of another wallet', async () => {
    const other = { ...payment, address: `0x${'1'.repeat(40)}` };
    localStorage.setItem('purchase:QUOTE-1', JSON.stringify(record('sent', { open: 1, payment: other })));
    serve();
    mountSite('/payment');
    expect((await pay()).disabled).toBe(false);
    expect(sessionStorage.getItem('transactionData')).toBeNull();
  });

  /** The browser's locks while another tab holds that of the purchase, until it is closed. */
  function locksElsewhere(): { close: () => void } {
    let close: () => void = () => undefined;
    const closed = new Promise<null>((resolve) => {
      close = () => resolve(null);
    });
    const request = async (_: string, { ifAvailable }: LockOptions, work: (lock: null) => unknown) =>
      ifAvailable ? work(null) : closed.then(work);
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request } as never);
    return { close };
  }
  const ELSEWHERE = /Another tab is asking your wallet to pay for this quote/;

  it('a second tab cannot pay while the first has the wallet open, and can after it is refused there', async () => {
    locksElsewhere();
    serve();
    mountSite('/payment');
    await pay();
    elsewhere('purchase:QUOTE-1', record('asked', waiting));
    expect(await screen.findByText(ELSEWHERE)).toBeDefined();
    expect((await pay()).disabled).toBe(true);
    elsewhere('purchase:QUOTE-1', record('quoted'));
    await waitFor(async () => expect((await pay()).disabled).toBe(false));
    expect(screen.queryByText(ELSEWHERE)).toBeNull();
  });

  it('a tab that is opened while another has the wallet open waits for it, and looks its request up once it is closed', async () => {
    const { close } = locksElsewhere();
    localStorage.setItem('purchase:QUOTE-1', JSON.stringify(record('asked', waiting)));
    serve();
    mountSite('/payment');
    expect(await screen.findByText(ELSEWHERE)).toBeDefined();
    close();
    expect(await screen.findByText(/We asked your wallet to pay for this quote/)).toBeDefined();
    expect(screen.queryByText(ELSEWHERE)).toBeNull();
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
    const told = localStorage.getItem('purchase:QUOTE-1') ?? '';
    expect(JSON.parse(told)).toMatchObject({
      state: 'sent',
      payment: { storedQuoteId: 'QUOTE-1', txHash: SENT },
    });
    expect(told).not.toContain('ada@example.org');
    expect(requests('eth_sendTransaction')).toBe(1);
  });
});
