/** A quote that was paid elsewhere is not paid again. */
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { mountSite } from '#web/test/mount.tsx';
import {
  BOUGHT,
  chain,
  chooseCurrency,
  DRAFT,
  draft,
  extension,
  openWallet,
  pay,
  requests,
  SENT,
  serve,
} from '#web/test/payment-form.ts';
import { USDC } from '#web/test/sample-offer.ts';

openWallet();

describe('quotes that are already paid', () => {
  it('a payment that was canceled in the wallet brings the form back without a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let paid: unknown = { ...BOUGHT, policy_id: null, policy_number: null };
    serve({ [DRAFT]: () => draft(paid) });
    mountSite('/payment');
    expect(await screen.findByText('You have already paid for this')).toBeDefined();
    paid = null;
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect((await pay()).disabled).toBe(false);
  });

  it('a quote that is already paid leads to its policy', async () => {
    serve({ [DRAFT]: draft(BOUGHT) });
    mountSite('/payment');
    expect(await screen.findByText('You have already paid for this')).toBeDefined();
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
    expect(await screen.findByText('You have already paid for this')).toBeDefined();
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
    fireEvent.click(await screen.findByRole('button', { name: 'Pay $1,200 (1,200 USDC)' }));
    expect(await screen.findByText('You have already paid for this')).toBeDefined();
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
