// Polkadot payments that buy nothing, on a real Substrate chain. The gate tests them in the worker.
import { expect, type Page } from '@playwright/test';
import type { KeyringPair } from '@polkadot/keyring/types';
import type { PaymentException } from '#domain/payments/schema.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { HOME, term } from './fixtures/client.ts';
import { leave } from './fixtures/customer.ts';
import { test } from './fixtures/local-only.ts';
import { Holder } from './fixtures/polkadot.ts';
import { PolkadotExtension } from './fixtures/polkadot-extension.ts';
import { ROC, type Sent, SubstrateChain } from './fixtures/substrate.ts';

const PREMIUM = 60n * ROC;
const FITS_NOTHING =
  'The payment arrived, but not for one of our quotes. We will look into it and refund it.';
const FITS_NOT = 'The payment arrived, but it does not match its quote. We will look into it and refund it.';
const AGAIN =
  'The payment arrived, but another quote for this insurance was already paid. We will refund it.';

let chain: SubstrateChain;
test.beforeAll(async () => {
  chain = await SubstrateChain.connect();
});
test.afterAll(() => chain.close());

const arrive = async (): Promise<Holder> => Holder.signIn(chain, await chain.newAccount());

const quoteFor = (holder: Holder) =>
  holder.ask<QuoteAnswer>('POST', '/insurance/quotes', {
    insurance_type: 'home',
    wallet_address: holder.pair.address,
    payment_currency: 'ROC',
    ...term(),
    chain_id: chain.api.genesisHash.toHex(),
    email: HOME.property_owner_email,
    details: HOME,
    insure_again: true,
  });

/** Pays as a wallet other than ours might. */
const pay = (from: KeyringPair, quote: QuoteAnswer, amount = PREMIUM, remark = quote.quote_id) => {
  if (quote.payment.kind !== 'substrate') throw new Error('Not a Polkadot quote');
  return chain.pay(quote.payment.recipient, amount, remark, from);
};

/** Gives the page the extension and the session of a payer. */
async function sitDown(page: Page, payer: Holder): Promise<void> {
  await PolkadotExtension.install(page, [payer.pair], chain);
  await page.addInitScript(leave, payer.left);
}

/** Asks the site where the policy of a payment is. */
async function lookUp(page: Page, { transaction_hash: hash }: Sent): Promise<void> {
  await page.goto(`/find-payment?tx=${hash}&chain=${chain.api.genesisHash.toHex()}`);
  await page.getByRole('button', { name: 'Find my policy' }).click();
}

const owedTo = async (payer: Holder) =>
  (await payer.ask<PaymentException[]>('GET', `/insurance/payment-exceptions/${payer.pair.address}`)).map(
    ({ amount, status, reason }) => ({ amount, status, reason }),
  );

test.describe('a Polkadot payment that buys nothing is owed back to its payer', () => {
  test('because its amount is too small', { tag: '@full' }, async ({ page }) => {
    const payer = await arrive();
    const sent = await pay(payer.pair, await quoteFor(payer), PREMIUM - 1n);
    await sitDown(page, payer);
    await lookUp(page, sent);
    await expect(page.getByText(FITS_NOT)).toBeVisible();
    expect(await owedTo(payer)).toEqual([{ amount: '59999999999999', status: 'owed', reason: 'mismatch' }]);
    expect(await payer.policies()).toEqual([]);
  });

  test('because another account signed it', { tag: '@full' }, async ({ page }) => {
    const [customer, payer] = [await arrive(), await arrive()];
    const sent = await pay(payer.pair, await quoteFor(customer));
    await sitDown(page, payer);
    await lookUp(page, sent);
    await expect(page.getByText(FITS_NOT)).toBeVisible();
    expect(await owedTo(payer)).toEqual([{ amount: '60000000000000', status: 'owed', reason: 'mismatch' }]);
    expect(await customer.policies()).toEqual([]);
    expect(await owedTo(customer)).toEqual([]);
  });

  test('because its remark names none of our quotes', { tag: '@full' }, async ({ page }) => {
    const payer = await arrive();
    const sent = await pay(payer.pair, await quoteFor(payer), PREMIUM, `0x${'77'.repeat(32)}`);
    await sitDown(page, payer);
    await lookUp(page, sent);
    await expect(page.getByText(FITS_NOTHING)).toBeVisible();
    expect(await owedTo(payer)).toEqual([
      { amount: '60000000000000', status: 'owed', reason: 'unknown_quote' },
    ]);
    expect(await payer.policies()).toEqual([]);
  });

  test('because its batch was interrupted before the remark', { tag: '@full' }, async ({ page }) => {
    const payer = await arrive();
    const quote = await quoteFor(payer);
    if (quote.payment.kind !== 'substrate') throw new Error('Not a Polkadot quote');
    const { balances, system, utility } = chain.api.tx;
    const { recipient } = quote.payment;
    // `batch` reports success although its second call fails, which is more than anybody has.
    const calls = [
      balances.transferKeepAlive(recipient, PREMIUM),
      balances.transferKeepAlive(recipient, 10n ** 30n),
      system.remarkWithEvent(quote.quote_id),
    ];
    const sent = await chain.send(payer.pair, utility.batch(calls));
    await sitDown(page, payer);
    await lookUp(page, sent);
    await expect(page.getByText(FITS_NOTHING)).toBeVisible();
    expect(await owedTo(payer)).toEqual([
      { amount: '60000000000000', status: 'owed', reason: 'unknown_quote' },
    ]);
    expect(await payer.policies()).toEqual([]);
  });

  test('because its quote was paid before, and the first payment keeps its policy', { tag: '@full' }, async ({
    page,
  }) => {
    const payer = await arrive();
    const quote = await quoteFor(payer);
    const first = await pay(payer.pair, quote);
    const second = await pay(payer.pair, quote);
    await sitDown(page, payer);
    await lookUp(page, first);
    await expect(page.getByText('POL-').first()).toBeVisible();
    await lookUp(page, second);
    await expect(page.getByText(AGAIN)).toBeVisible();
    expect(await owedTo(payer)).toEqual([{ amount: '60000000000000', status: 'owed', reason: 'duplicate' }]);
    expect(await payer.policies()).toMatchObject([{ quote_id: quote.quote_id, status: 'active' }]);
    await page.goto('/dashboard');
    await expect(page.getByText(/You paid twice/).first()).toBeVisible();
  });
});
