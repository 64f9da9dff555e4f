import { u8aToHex } from '@polkadot/util';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { setSignedIn, walletSession } from '#web/state/wallet-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { FakePolkadot, pairOf } from '#web/test/fake-polkadot.ts';
import { FakeSubstrate } from '#web/test/fake-substrate.ts';
import { mountSite } from '#web/test/mount.tsx';
import { DRAFT, draft, QUOTE, stored } from '#web/test/payment-form.ts';
import { loadWallet } from '#web/wallet/load.ts';

const ID = `0x${'d'.repeat(64)}`;
const UNIT = 10n ** 12n;

/** The payment form of //Bob on a network without a contract. */
async function open() {
  const node = await FakeSubstrate.start();
  const bob = await pairOf('//Bob');
  node.held.set(u8aToHex(bob.publicKey), 100n * UNIT);
  new FakePolkadot([bob]).install();
  const { genesis_hash, recipient } = node.entry;
  const amount = String(60n * UNIT);
  const quote: QuoteAnswer = {
    quote_id: ID,
    premium_usd: 1200,
    coverage_usd: 500_000,
    cover_start_date: '2026-11-21',
    deductible_usd: 2500,
    price_lines: [{ label: 'One year', cents: 120_000 }],
    currency: 'ROC',
    amount,
    rate: '20',
    valid_until: new Date(Date.now() + 1_800_000).toISOString(),
    review: [],
    authorization: null,
    payment: { kind: 'substrate', genesis_hash, recipient, amount, remark: ID },
  };
  const pending = { id: null, policy_number: null, quote_id: ID, status: 'pending' };
  fakeApi(
    {
      [DRAFT]: draft(),
      [QUOTE]: { data: quote },
      'POST /insurance/home-quote': { status: 202, data: pending },
    },
    async () => Response.json(node.deployment),
  );
  const wallet = await loadWallet();
  const option = wallet.options().find(({ type }) => type === 'polkadot');
  if (!option) throw new Error('No extension');
  const [account] = await wallet.accounts(option, 'customers');
  await wallet.connectAs(option, account?.id ?? '');
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  setSignedIn({ token: 't', address: walletSession.wallet?.address ?? '', expiresAt });
  localStorage.setItem('quoteData', JSON.stringify(stored));
  const site = mountSite('/payment');
  const pay = await screen.findByRole<HTMLButtonElement>(
    'button',
    { name: 'Pay $1,200 (60 ROC)' },
    { timeout: 10_000 },
  );
  return { node, pay, site };
}

it('paying where no contract enforces a policy needs the acceptance of one sentence that says so', async () => {
  const { node, pay, site } = await open();
  const form = within(screen.getByRole('region', { name: 'Payment method' }));
  const box = form.getByRole<HTMLInputElement>('checkbox', {
    name: /^I accept that on Rococo Local I pay into Mooring’s own account, that Mooring’s servers keep the rules of my policy, and that nothing on the chain enforces its cover, a payout or a refund\.$/,
  });
  expect(form.getByRole('link', { name: 'Terms of this kind of network' }).getAttribute('href')).toBe(
    '/terms#networks',
  );
  expect(box.checked).toBe(false);
  fireEvent.click(pay);
  expect(await form.findByText('Please accept this before you pay')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(box));
  expect(node.sent).toEqual([]);

  fireEvent.click(box);
  expect(form.queryByText('Please accept this before you pay')).toBeNull();
  fireEvent.click(pay);
  await waitFor(() => expect(node.sent).toHaveLength(1), { timeout: 10_000 });
  await waitFor(() => expect(site.router.state.location.pathname).toBe('/confirmation'));
});
