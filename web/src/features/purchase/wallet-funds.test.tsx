/** What the wallet has, and whether that is enough. */
import { fireEvent, screen } from '@testing-library/react';
import { parseEther, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { mountSite } from '#web/test/mount.tsx';
import { chain, chooseCurrency, openWallet, pay, serve, unsaid } from '#web/test/payment-form.ts';

openWallet();

describe('wallet funds', () => {
  it('balances are shown next to each currency and below the chosen one', async () => {
    serve();
    mountSite('/payment');
    expect(await screen.findByText('Your wallet has 1 ETH.')).toBeDefined();
    fireEvent.keyDown(screen.getByRole('combobox', { name: 'Currency' }), { key: 'Enter' });
    const usdc = await screen.findByRole('option', { name: 'USDC' });
    expect(usdc.textContent).toBe('USDC5 USDC');
  });

  it('a currency of which the wallet has enough is chosen when the native coin is too little @payment-15', async () => {
    chain.ether = () => toHex(parseEther('0.2'));
    chain.usdc = () => 1_200_000_000n;
    const calls = serve();
    mountSite('/payment');
    expect(
      await screen.findByText(
        'Your wallet has 1,200 USDC. Chosen because it has too little ETH for this premium.',
      ),
    ).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Pay $1,200 (1,200 USDC)' })).toBeDefined();
    const quotes = calls.filter(({ path }) => path === '/insurance/quotes');
    expect(
      new Set(quotes.map(({ body }) => (body as { payment_currency: string }).payment_currency)),
    ).toEqual(new Set(['ETH', 'USDC']));
    // The customer's own choice stays.
    await chooseCurrency('ETH');
    expect(await screen.findByText('Insufficient funds for this transaction')).toBeDefined();
    expect((await pay()).disabled).toBe(true);
  });

  it('a contract wallet needs no coins for the fee, which another account pays @payment-40', async () => {
    chain.code = () => '0x6080';
    chain.ether = () => toHex(parseEther('0.6'));
    serve();
    mountSite('/payment');
    expect(await screen.findByText(/^below 0\.0001 ETH, paid by the account that sends it$/)).toBeDefined();
    expect((await pay()).disabled).toBe(false);
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
