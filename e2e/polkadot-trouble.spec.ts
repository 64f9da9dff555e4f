// Polkadot payments that fail or are interrupted, with a real extension and chain.
import { expect, type Page } from '@playwright/test';
import { u8aToHex } from '@polkadot/util';
import { letMinutesPass } from './fixtures/database.ts';
import { test } from './fixtures/local-only.ts';
import { Holder, PolkadotSite, visitPayment } from './fixtures/polkadot.ts';
import { PolkadotExtension } from './fixtures/polkadot-extension.ts';
import { SUBSTRATE_RPC } from './fixtures/stack.ts';
import { ROC, SubstrateChain } from './fixtures/substrate.ts';
import { PaymentPage } from './pages/site.ts';

let chain: SubstrateChain;
test.beforeAll(async () => {
  chain = await SubstrateChain.connect();
});
test.afterAll(() => chain.close());

/** A payment is valid in this many blocks. */
const ERA = 64;

/** Moves the blocks that can have the page's payment back by an era, as if they had passed, and returns their number. */
const letBlocksPass = (page: Page): Promise<number> =>
  page.evaluate((era) => {
    const { storedQuoteId } = JSON.parse(sessionStorage.getItem('transactionData') ?? '');
    const key = `purchase:${storedQuoteId}`;
    const purchase = JSON.parse(localStorage.getItem(key) ?? '');
    const { from, to } = purchase.payment.blocks;
    const blocks = { from: from - era, to: to - era };
    const payment = { ...purchase.payment, blocks };
    localStorage.setItem(key, JSON.stringify({ ...purchase, payment }));
    return to - from;
  }, ERA);

test.describe('two tabs with a Polkadot extension', () => {
  test('connect, sign in and disconnect together @wallet-6', { tag: '@full' }, async ({ page, context }) => {
    const extension = await PolkadotExtension.install(page, [await chain.newAccount('sr25519', 0n)], chain);
    const tab = await context.newPage();
    await extension.attach(tab);
    const [first, second] = [new PolkadotSite(page), new PolkadotSite(tab)];
    await Promise.all([page.goto('/'), tab.goto('/')]);
    await expect(second.connectButton).toBeVisible();

    await first.connectAccount('Ada');
    await expect(second.connectButton).toBeHidden();
    await tab.getByRole('link', { name: 'Go to Dashboard' }).first().click();
    await second.signIn();
    await expect(first.signInButton).toBeHidden();
    await expect(page.getByText('No Active Policies')).toBeVisible();
    expect(extension.texts).toHaveLength(1);

    await tab.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
    await expect(first.connectButton).toBeVisible();
    await expect(second.connectButton).toBeVisible();
    await page.reload();
    await expect(first.connectButton).toBeVisible();
  });

  test('both end when their account is no longer shared, and keep the quote @wallet-7', {
    tag: '@full',
  }, async ({ page, context }) => {
    const pair = await chain.newAccount();
    const { extension, site: first } = await visitPayment(page, chain, pair);
    const tab = await context.newPage();
    await extension.attach(tab);
    await tab.goto('/payment');
    await expect(new PaymentPage(tab).pay).toBeEnabled();

    await extension.share(await chain.newAccount('sr25519', 0n));
    await expect(first.connectButton).toBeVisible();
    await expect(new PolkadotSite(tab).connectButton).toBeVisible();
    const stored = await tab.evaluate(() => Object.keys(localStorage));
    expect(stored).toContain('quoteData');
    expect(stored).not.toContain('walletSession');
    expect(stored).not.toContain('walletToken');
  });
});

test.describe('a Polkadot payment that goes wrong', () => {
  test('fails on chain when the account is emptied while the extension asks, buys nothing, and can be paid after that', {
    tag: '@full',
  }, async ({ page }) => {
    const pair = await chain.newAccount('sr25519', 100n * ROC);
    const alice = chain.pair('//Alice');
    // A proxy can spend what the account has without touching its nonce.
    await chain.send(pair, chain.api.tx.proxy.addProxy(alice.address, 'Any', 0));
    const { extension, holder, payment, site } = await visitPayment(page, chain, pair);
    const answer = extension.holdNext('signPayload');
    await payment.acceptAndPay();
    await expect.poll(() => extension.requests).toContain('signPayload');
    const spend = chain.api.tx.balances.transferKeepAlive(alice.address, 50n * ROC);
    await chain.send(alice, chain.api.tx.proxy.proxy(pair.address, null, spend));
    const left = await chain.balance(pair.address);
    expect(left).toBeLessThan(50n * ROC);
    answer();

    await expect(page.getByText('The network refused the payment')).toBeVisible();
    await expect(page.getByText('You haven’t paid the premium, only the network fee.')).toBeVisible();
    const after = await chain.balance(pair.address);
    expect(after).toBeLessThan(left);
    expect(left - after).toBeLessThan(ROC);
    expect(await holder.policies()).toEqual([]);
    expect(await holder.ask('GET', `/insurance/payment-exceptions/${pair.address}`)).toEqual([]);

    await chain.transfer(alice, pair.address, 50n * ROC);
    await page.getByRole('link', { name: 'Back to payment' }).click();
    await payment.acceptAndPay();
    await expect(site.heading('Payment Successful!')).toBeVisible();
    await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
    expect(await holder.policies()).toHaveLength(1);
  });

  test('is not sent when the page is closed after it was signed and reported, lapses, and is paid once after that', {
    tag: '@full',
  }, async ({ page, context }) => {
    const pair = await chain.newAccount();
    const { extension, holder, payment } = await visitPayment(page, chain, pair);
    const before = await chain.balance(pair.address);
    const reported = new Promise<number>((resolve) => {
      // The page never hears the answer, for which it waits before it sends anything.
      void page.route('**/api/insurance/home-quote', async (route) =>
        resolve((await route.fetch()).status()),
      );
    });
    await payment.acceptAndPay();
    expect(await reported).toBe(202);
    await page.close();

    const next = await context.newPage();
    await extension.attach(next);
    const site = new PolkadotSite(next);
    await next.goto('/payment');
    await expect(site.heading('Payment sent')).toBeVisible();
    await expect(next.getByText('This page watches the network for it')).toBeVisible();
    expect(await holder.policies()).toEqual([]);
    expect(await chain.balance(pair.address)).toBe(before);

    expect(await letBlocksPass(next)).toBe(ERA);
    letMinutesPass(u8aToHex(pair.publicKey), 7);
    await next.reload();
    await expect(next.getByText('The payment did not reach the network in time')).toBeVisible();
    await expect(next.getByText('this payment can no longer go through')).toBeVisible();
    expect(await chain.balance(pair.address)).toBe(before);
    await next.getByRole('link', { name: 'Back to payment' }).click();
    await new PaymentPage(next).acceptAndPay();
    await expect(next.getByText('Your insurance policy has been activated')).toBeVisible();
    expect(before - (await chain.balance(pair.address))).toBeLessThan(61n * ROC);
    expect(await holder.policies()).toHaveLength(1);
  });

  test('gives its policy even if the page is closed as soon as it is sent @payment-30', {
    tag: '@full',
  }, async ({ page, context }) => {
    let sent = () => {};
    const done = new Promise<void>((resolve) => {
      sent = resolve;
    });
    // The page never hears from its node that the payment has arrived.
    await page.routeWebSocket(
      ({ host }) => SUBSTRATE_RPC.endsWith(host),
      (socket) => {
        const node = socket.connectToServer();
        socket.onMessage((message) => {
          node.send(message);
          if (!message.toString().includes('author_submitExtrinsic')) return;
          node.onMessage(sent);
        });
      },
    );
    const pair = await chain.newAccount();
    const { extension, payment } = await visitPayment(page, chain, pair);
    await payment.acceptAndPay();
    await done;
    await page.close();

    const next = await context.newPage();
    await extension.attach(next);
    await expect(async () => {
      await next.goto('/my-policies');
      await expect(next.getByRole('link', { name: /^View Details of POL-/ })).toBeVisible({ timeout: 2000 });
    }).toPass();
    expect(await (await Holder.signIn(chain, pair)).policies()).toHaveLength(1);
  });
});
