import { expect, test } from '@playwright/test';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { Client, HOME } from './fixtures/client.ts';
import { visit } from './fixtures/customer.ts';
import { ExtensionWallet } from './fixtures/wallet.ts';
import { PaymentPage, QuotePage, Site } from './pages/site.ts';

const chain = connectChain();

test.describe('a person with an extension wallet', () => {
  test('buys a home policy and sees it on My Policies, over hard reloads @nav-16 @payment-8 @confirmation-1', async ({
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

    const payment = new PaymentPage(page);
    await expect(payment.pay).toHaveText('Pay 0.6000 ETH');
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
    await expect(page.getByText(HOME.house_address)).toBeVisible();
    await page.reload();
    await expect(page.getByText(HOME.house_address)).toBeVisible();
  });

  test('leaves nothing that tells who they are in the browser’s storage @quote-20', async ({ page }) => {
    await visit(page, await newAccount(chain), chain);
    await new QuotePage(page).insureHome();
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
  });

  test('closes the tab as soon as the wallet has sent: the policy is there all the same @payment-30', async ({
    page,
    context,
  }) => {
    const { wallet } = await visit(page, await newAccount(chain), chain);
    await new QuotePage(page).insureHome();
    const closed = new Promise<void>((resolve) => {
      wallet.onSent(async () => {
        await page.close();
        resolve();
      });
    });
    await new PaymentPage(page).pay.click();
    await closed;

    const next = await context.newPage();
    await wallet.attach(next);
    await expect(async () => {
      await next.goto('/my-policies');
      await expect(next.getByRole('link', { name: /^View Details of POL-/ })).toBeVisible({ timeout: 2000 });
    }).toPass();
  });

  test('says no to the payment: nothing is lost and the button is back @payment-19', async ({ page }) => {
    const account = await newAccount(chain);
    const { wallet } = await visit(page, account, chain);
    await new QuotePage(page).insureHome();
    const payment = new PaymentPage(page);
    wallet.rejectNext('eth_sendTransaction');
    await payment.pay.click();
    await expect(page.getByText('Payment cancelled by user')).toBeVisible();
    await expect(payment.pay).toBeEnabled();
    expect(wallet.sent).toEqual([]);

    await payment.pay.click();
    await expect(page).toHaveURL(/\/confirmation$/);
  });

  test('says no to connecting and to signing in, and can do both again @wallet-13', async ({ page }) => {
    const wallet = await ExtensionWallet.install(page, await newAccount(chain), chain);
    const site = new Site(page);
    await page.goto('/');
    wallet.rejectNext('wallet_requestPermissions');
    wallet.rejectNext('eth_requestAccounts');
    await site.connect('MetaMask');
    await expect(site.dialog.getByText('User rejected the request')).toBeVisible();
    await site.dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);

    wallet.rejectNext('personal_sign');
    await site.signInButton.click();
    await expect(page.getByRole('alert').filter({ hasText: 'User rejected the request' })).toBeVisible();
    await site.signIn();
    await expect(page.getByText('No Active Policies')).toBeVisible();
  });

  test('stands on another network: reading works, paying asks to switch first @wallet-19 @payment-6', async ({
    page,
  }) => {
    const wallet = await ExtensionWallet.install(page, await newAccount(chain), chain);
    wallet.known.delete(1337);
    wallet.known.add(1);
    wallet.chainId = 1;
    const site = new Site(page);
    await page.goto('/');
    await site.connect('MetaMask');
    await site.signIn();
    await expect(page.getByText('No Active Policies')).toBeVisible();
    await new QuotePage(page).insureHome();
    const payment = new PaymentPage(page);
    await payment.button('Switch to Ganache Local to Continue').click();
    await expect(payment.pay).toBeVisible();
    expect(wallet.requests).toContain('wallet_addEthereumChain');
    await payment.pay.click();
    await expect(page).toHaveURL(/\/confirmation$/);
  });

  test('changes the account: the old session ends and is not shown to the new one @wallet-7', async ({
    page,
  }) => {
    const first = await newAccount(chain);
    const ada = await new Client(first).signIn();
    const { transactionHash } = await ada.pay(chain, (await ada.quote()).data.payment);
    await ada.report(transactionHash);

    const wallet = await ExtensionWallet.install(page, first, chain);
    const site = new Site(page);
    await page.goto('/');
    await site.connect('MetaMask');
    await site.signIn();
    await page.goto('/my-policies');
    await expect(page.getByRole('link', { name: /^View Details of POL-/ })).toBeVisible();
    await wallet.switchAccount(await newAccount(chain));
    await expect(site.signInButton).toBeVisible();
    await expect(page.getByRole('link', { name: /^View Details of POL-/ })).toBeHidden();
    await wallet.lock();
    await expect(page).toHaveURL(/\/$/);
    await expect(site.connectButton).toBeVisible();
  });
});

test('a person without any extension buys with the demo wallet @dashboard-3', async ({ page }) => {
  const site = new Site(page);
  await page.goto('/');
  await site.connectDemo(3);
  await expect(page).toHaveURL(/\/dashboard$/);
  await site.signIn();
  await page.getByRole('link', { name: 'Get Quote: Home Insurance' }).click();
  await new QuotePage(page).completeHome();
  await new PaymentPage(page).pay.click();
  await expect(site.heading('Payment Successful!')).toBeVisible();
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
});

test('a protected address without a wallet leads home, and on to where one was going @nav-15', async ({
  page,
}) => {
  const site = new Site(page);
  await page.goto('/my-policies');
  await expect(page).toHaveURL(/\/$/);
  await site.connectDemo(4);
  await expect(page).toHaveURL(/\/my-policies$/);
});

test('a quote that expires while the page is open is renewed by itself @payment-11', async ({ page }) => {
  await ExtensionWallet.install(page, await newAccount(chain), chain);
  const site = new Site(page);
  await page.clock.install();
  await page.goto('/');
  await site.connect('MetaMask');
  await site.signIn();
  await new QuotePage(page).insureHome();
  const payment = new PaymentPage(page);
  await expect(payment.pay).toBeEnabled();
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/insurance/quotes') && answer.ok());
  await page.clock.fastForward('31:00');
  await renewed;
  await payment.pay.click();
  await expect(site.heading('Payment Successful!')).toBeVisible();
});

test('a stored quote edited by hand changes neither price nor cover @quote-22', async ({ page }) => {
  const account = await newAccount(chain);
  await visit(page, account, chain);
  await new QuotePage(page).insureHome();
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('quoteData') ?? '{}');
    localStorage.setItem(
      'quoteData',
      JSON.stringify({
        ...stored,
        premium: 0.0001,
        coverage: 9_000_000,
        details: { ...stored.details, originalPrice: 1 },
      }),
    );
  });
  await page.reload();
  const payment = new PaymentPage(page);
  await expect(page.getByRole('region', { name: 'Policy summary' })).toContainText('$500,000');
  await expect(page.getByRole('region', { name: 'Policy summary' })).toContainText('$1,200');
  await payment.email.fill(HOME.property_owner_email);
  await expect(payment.pay).toHaveText('Pay 0.6000 ETH');
  await payment.pay.click();
  await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
  const ada = await new Client(account).signIn();
  expect((await ada.policies()).data[0]).toMatchObject({ premium: 1200, amount: 500_000 });
});
