/** The payment form as it opens, its price and its network fee. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { connectExtension } from '#web/test/connect.ts';
import { fault } from '#web/test/fake-extension.ts';
import { inParts } from '#web/test/in-parts.ts';
import { mountSite } from '#web/test/mount.tsx';
import {
  asked,
  chain,
  extension,
  nextQuote,
  openWallet,
  pay,
  QUOTE,
  requests,
  serve,
  unsaid,
} from '#web/test/payment-form.ts';
import { HOLDER as ADDRESS } from '#web/test/sample-offer.ts';

openWallet();

describe('initial payment form', () => {
  it('the payment form starts with Ganache when the wallet is on an unsupported network @wallet-18', async () => {
    extension.chainId = 99;
    await connectExtension();
    serve();
    mountSite('/payment');
    expect((await screen.findByRole('combobox', { name: 'Network' })).textContent).toContain('Ganache Local');
  });

  it('whoever refuses to switch the network is told so, and can try again @payment-6', async () => {
    extension.answers.wallet_switchEthereumChain = () => {
      throw fault(4001, 'User rejected the request');
    };
    serve();
    mountSite('/payment');
    fireEvent.keyDown(await screen.findByRole('combobox', { name: 'Network' }), { key: 'Enter' });
    fireEvent.keyDown(await screen.findByRole('option', { name: 'Sepolia Testnet' }), { key: 'Enter' });
    const button = () => screen.findByRole('button', { name: 'Switch to Sepolia Testnet to Continue' });
    fireEvent.click(await button());
    await screen.findByText('User rejected the request. Your wallet is still on another network.');
    expect((await button()).getAttribute('aria-disabled')).toBeNull();
  });

  it('the payment form lists networks without a deployment, which cannot be chosen @wallet-18', async () => {
    serve();
    mountSite('/payment');
    fireEvent.keyDown(await screen.findByRole('combobox', { name: 'Network' }), { key: 'Enter' });
    // The open list hides the rest of the page from a screen reader.
    const network = screen.getByRole('combobox', { name: 'Network', hidden: true });
    const goerli = await screen.findByRole('option', { name: 'Goerli Testnet' });
    expect(goerli.textContent).toBe('Goerli TestnetClosed down');
    expect(goerli.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('option', { name: 'Base' }).textContent).toBe('BaseNot available here');
    fireEvent.keyDown(goerli, { key: 'Enter' });
    expect(network.textContent).toBe('Ganache Local');
    fireEvent.keyDown(screen.getByRole('option', { name: 'Sepolia Testnet' }), { key: 'Enter' });
    await waitFor(() => expect(network.textContent).toBe('Sepolia Testnet'));
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

  it('the payment form asks for no acceptance where our contract enforces the policy', async () => {
    serve();
    mountSite('/payment');
    await pay();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('the payment form shows the paying wallet’s name and an address to copy @payment-15', async () => {
    serve();
    mountSite('/payment');
    const line = within((await screen.findByText('Paying from')).parentElement as HTMLElement);
    expect(line.getByText('MetaMask')).toBeDefined();
    expect(line.getByTitle(ADDRESS).textContent).toBe('0x9965…A4dc');
    expect(line.getByRole('button', { name: 'Copy address 0x9965…A4dc' })).toBeDefined();
  });
});

describe('a policy that is reviewed', () => {
  it('is announced above the price before anything is paid', async () => {
    const reason = 'The home was built in 1890, and we review homes that are more than 100 years old.';
    serve({ [QUOTE]: (call) => ({ data: { ...nextQuote(call).data, review: [reason] } }) });
    mountSite('/payment');
    expect(await screen.findByText(reason)).toBeDefined();
    expect(
      screen.getByText(/A person reviews this policy after you pay\..*refund the full premium\./),
    ).toBeDefined();
    expect((await pay()).disabled).toBe(false);
  });
});

describe('a home that the wallet insures already', () => {
  it('is named with its policy, leads to renewal and change, and is insured again only by a second step', async () => {
    const message =
      'You already insure this home until November 23, 2027 (POL-012): change its cover, or renew it from October 24, 2027. Please confirm if you want to insure it again all the same.';
    const issues = [{ path: 'policies.12', message: 'POL-012 ends on 2027-11-23.' }];
    const calls = serve({
      [QUOTE]: (call) =>
        (call.body as { insure_again?: boolean }).insure_again === true
          ? nextQuote(call)
          : { status: 409, code: 'already_insured', message, issues },
    });
    mountSite('/payment');
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.queryByText('We couldn’t get a price')).toBeNull();
    expect(screen.getByRole('link', { name: 'Renew it' }).getAttribute('href')).toBe('/policy/12?type=home');
    expect(screen.getByRole('link', { name: 'Change its cover' }).getAttribute('href')).toBe(
      '/policy/12/change',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Insure it again' }));
    expect((await pay()).disabled).toBe(false);
    expect(screen.queryByText(message)).toBeNull();
    const asked = calls.filter(({ path }) => path === '/insurance/quotes').map(({ body }) => body);
    expect(asked[0]).not.toHaveProperty('insure_again');
    expect(asked.at(-1)).toMatchObject({ insure_again: true, draft_id: 'draft_1' });
  });
});

describe('what the wallet asks to confirm', () => {
  it('the form says it before anything is sent, with the days of cover as dates', async () => {
    serve();
    mountSite('/payment');
    await pay();
    const shown = within(screen.getByRole('region', { name: 'What your wallet asks you to confirm' }));
    expect(shown.getByText(inParts('Buy home insurance: pay 0.6 ETH, cover $500,000'))).toBeDefined();
    expect(shown.getByText('0.6 ETH', { selector: 'strong' })).toBeDefined();
    expect(shown.getByText('500,000', { selector: 'strong' })).toBeDefined();
    expect(shown.getByText('(November 21, 2026)').parentElement?.textContent).toBe(
      '20,778 (November 21, 2026)',
    );
    expect(requests('eth_sendTransaction')).toBe(0);
  });

  it('is not announced for a policy that no rule is about', async () => {
    serve();
    mountSite('/payment');
    await pay();
    expect(screen.queryByText(/A person reviews/)).toBeNull();
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
    expect(screen.getByText(/^Confirm in MetaMask/).textContent).toBe('Confirm in MetaMask.');
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
    expect(await screen.findByText('your wallet will show it')).toBeDefined();
    expect((await pay()).disabled).toBe(false);
  });
});
