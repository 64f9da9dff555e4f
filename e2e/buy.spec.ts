// Buying with a wallet extension: pages, wallet, chain and worker together, across reloads and a closed tab.
import { expect } from '@playwright/test';
import { shortAddress } from '#domain/address.ts';
import { cancelAndClaim, insuredTwice } from './fixtures/after-purchase.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { Client, HOME } from './fixtures/client.ts';
import { insured, proceedToPayment, visit, visitPayment } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';
import { COINBASE, ExtensionWallet } from './fixtures/wallet.ts';
import { PaymentPage, QuotePage, Site } from './pages/site.ts';

const chain = connectChain();

test.describe('a person with an extension wallet', () => {
  test('buys a home policy after rejecting the payment once, and still sees it after every reload @nav-16 @payment-8 @payment-19 @confirmation-1 @quote-20', async ({
    page,
  }) => {
    const wallet = await ExtensionWallet.install(page, await newAccount(chain), chain);
    const site = new Site(page);
    await page.goto('/');
    await site.connect('MetaMask');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('MetaMask connected successfully!')).toBeVisible();
    await site.signIn();
    await expect(page.getByText('No Active Policies')).toBeVisible();

    await page.goto('/quote/home');
    const quote = new QuotePage(page);
    await expect(page.getByText('$1,200').first()).toBeVisible();
    await quote.completeHome();
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).toContain('quoteData');
    expect(stored).toContain('transactionMetadata');
    for (const secret of [
      HOME.house_address,
      HOME.property_owner_name,
      HOME.property_owner_telephone,
      HOME.property_owner_email,
    ]) {
      expect(stored).not.toContain(secret);
    }

    const payment = new PaymentPage(page);
    await expect(payment.pay).toHaveText('Pay $1,200 (0.6 ETH)');
    wallet.rejectNext('eth_sendTransaction');
    await payment.pay.click();
    await expect(page.getByText('Payment cancelled by user')).toBeVisible();
    await expect(payment.pay).toBeEnabled();
    expect(wallet.sent).toEqual([]);

    await payment.pay.click();
    await expect(page).toHaveURL(/\/confirmation$/);
    await expect(site.heading('Payment Successful!')).toBeVisible();
    await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
    expect(wallet.sent).toHaveLength(1);

    await page.reload();
    await expect(site.heading('Payment Successful!')).toBeVisible();
    await page.goto('/my-policies');
    await expect(page.getByText('Home Insurance').first()).toBeVisible();
    await page.getByRole('link', { name: /^View Details of POL-/ }).click();
    await expect(page).toHaveURL(/\/policy\/\d+\?type=home$/);
    const address = site.heading(`Your home at ${HOME.house_address} is covered until`);
    await expect(address).toBeVisible();
    await page.reload();
    await expect(address).toBeVisible();
  });

  test('chooses Coinbase Wallet beside MetaMask, keeps it across a reload, and buys with it @wallet-1 @wallet-5', {
    tag: '@full',
  }, async ({ page }) => {
    const metamask = await ExtensionWallet.install(page, await newAccount(chain), chain);
    const coinbase = await ExtensionWallet.install(page, await newAccount(chain), chain, COINBASE);
    const site = new Site(page);
    await page.goto('/');
    await site.connect('Coinbase Wallet');
    await expect(page.getByText('Coinbase Wallet connected successfully!')).toBeVisible();
    await page.reload();
    await site.signIn();
    await expect(page.getByText('No Active Policies')).toBeVisible();
    const payment = await proceedToPayment(page, await new Client(coinbase.account).signIn());
    await payment.pay.click();
    await expect(site.heading('Payment Successful!')).toBeVisible();
    await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
    expect([metamask.sent.length, coinbase.sent.length]).toEqual([0, 1]);
    expect(coinbase.asked[0]?.gas).toBeUndefined();
    await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
    await site.connectButton.click();
    await expect(site.dialog.getByRole('button', { name: 'Coinbase Wallet' })).toContainText('Recent');
    await expect(site.dialog.getByRole('button', { name: 'MetaMask' })).not.toContainText('Recent');
  });

  test('cancels with Coinbase Wallet and claims, and both payments reach it', { tag: '@full' }, async ({
    page,
  }) => {
    const holder = await insuredTwice(chain);
    const wallet = await ExtensionWallet.install(page, holder.account, chain, COINBASE);
    const site = new Site(page);
    await page.goto('/');
    await site.connect('Coinbase Wallet');
    await site.signIn();
    await cancelAndClaim(page, chain, holder, wallet);
  });

  test('gets the policy even if the tab is closed as soon as the wallet has sent the payment @payment-30', {
    tag: '@full',
  }, async ({ page, context }) => {
    const { wallet, payment } = await visitPayment(page, await newAccount(chain), chain);
    const closed = new Promise<void>((resolve) => {
      wallet.onSent(async () => {
        await page.close();
        resolve();
      });
    });
    await payment.pay.click();
    await closed;

    const next = await context.newPage();
    await wallet.attach(next);
    await expect(async () => {
      await next.goto('/my-policies');
      await expect(next.getByRole('link', { name: /^View Details of POL-/ })).toBeVisible({ timeout: 2000 });
    }).toPass();
  });

  test('switches the wallet account, which ends the old session and hides its policies @wallet-7', {
    tag: '@full',
  }, async ({ page }) => {
    const { account } = await insured(chain);
    const site = await visit(page, account, chain, '/my-policies');
    const { wallet } = site;
    await expect(page.getByRole('link', { name: /^View Details of POL-/ })).toBeVisible();
    const other = await newAccount(chain);
    await wallet.switchAccount(other);
    await expect(page.getByText(`Your wallet changed to ${shortAddress(other.address)}`)).toBeVisible();
    await expect(page.getByText(/^The session of the other account has ended\./)).toBeVisible();
    await expect(site.signInButton).toBeVisible();
    await expect(page.getByRole('link', { name: /^View Details of POL-/ })).toBeHidden();
    await wallet.lock();
    await expect(page).toHaveURL(/\/$/);
    await expect(site.connectButton).toBeVisible();
  });
});

test('a person without any extension buys with the demo wallet @dashboard-3', { tag: '@full' }, async ({
  page,
}) => {
  const site = new Site(page);
  await page.goto('/');
  await site.connectDemo(3);
  await expect(page).toHaveURL(/\/dashboard$/);
  await site.signIn();
  await page.getByRole('link', { name: 'Get Quote: Home Insurance' }).click();
  await new QuotePage(page).completeHome();
  await new PaymentPage(page).pay.click();
  await expect(site.heading('Payment Successful!')).toBeVisible();
  await site.unfold('All details');
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
});

test.describe('with a mocked clock', () => {
  test.use({ freshContext: true });

  test('a quote that expires while the payment page is open is renewed automatically @payment-11', {
    tag: '@full',
  }, async ({ page }) => {
    await page.clock.install();
    const site = await visitPayment(page, await newAccount(chain), chain);
    const { payment } = site;
    await expect(payment.pay).toBeEnabled();
    const renewed = page.waitForResponse(
      (answer) => answer.url().endsWith('/insurance/quotes') && answer.ok(),
    );
    await page.clock.fastForward('31:00');
    await renewed;
    await payment.pay.click();
    await expect(site.heading('Payment Successful!')).toBeVisible();
  });
});
