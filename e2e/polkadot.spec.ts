// The journey of a Polkadot customer: connect, pay, cancel and be paid a claim, on a real Substrate chain.
import { expect, type Page } from '@playwright/test';
import type { KeyringPair } from '@polkadot/keyring/types';
import { Admin } from './fixtures/admin.ts';
import { leave, proceedToPayment } from './fixtures/customer.ts';
import { test } from './fixtures/local-only.ts';
import { Holder, PolkadotSite, visitPayment } from './fixtures/polkadot.ts';
import { PolkadotExtension } from './fixtures/polkadot-extension.ts';
import { ROC, SubstrateChain } from './fixtures/substrate.ts';
import { kindsAfter } from './fixtures/wallet-code.ts';
import { CancelDialog } from './pages/cancel.ts';
import { PaymentPage, QuotePage, Site } from './pages/site.ts';

let chain: SubstrateChain;

test.beforeAll(async () => {
  chain = await SubstrateChain.connect();
});
test.afterAll(() => chain.close());

async function connected(page: Page, pair: KeyringPair) {
  const extension = await PolkadotExtension.install(page, [pair], chain);
  const site = new PolkadotSite(page);
  await page.goto('/');
  await site.connectAccount('Ada');
  await expect(page).toHaveURL(/\/dashboard$/);
  return { extension, site };
}

/** Connected, signed in and on the payment screen for a home. */
async function atPayment(page: Page, pair: KeyringPair) {
  const visitor = await connected(page, pair);
  await visitor.site.signIn();
  await new QuotePage(page).insureHome();
  return { ...visitor, payment: new PaymentPage(page) };
}

test.describe('a person with a Polkadot extension', () => {
  test('connects an account, signs in with a text, pays with a transfer and a remark, and gets the premium back after canceling with another text @polkadot-1 @polkadot-2', async ({
    page,
  }) => {
    const pair = await chain.newAccount();
    const { extension, site } = await connected(page, pair);
    await expect(page.getByText('SubWallet / Polkadot connected successfully!')).toBeVisible();
    await site.signIn();
    expect(extension.texts[0]).toContain('wants you to sign in with your Polkadot account:');
    expect(extension.texts[0]).toContain(pair.address);
    await expect(page.getByText('No Active Policies')).toBeVisible();

    const holder = await Holder.signIn(chain, pair);
    const payment = await proceedToPayment(page, holder);
    await expect(payment.pay).toHaveText('Pay $1,200 (60 ROC)');
    await expect(page.getByRole('combobox', { name: 'Network' })).toContainText('Rococo Local');
    const before = await chain.balance(pair.address);
    let atReport: bigint | null = null;
    await page.route('**/api/insurance/home-quote', async (route) => {
      atReport ??= await chain.balance(pair.address);
      await route.fallback();
    });
    await payment.acceptAndPay();
    await expect(page).toHaveURL(/\/confirmation$/);
    await expect(site.heading('Payment Successful!')).toBeVisible();
    // The server knew the hash before anything was sent.
    expect(atReport).toBe(before);
    await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
    const spent = before - (await chain.balance(pair.address));
    expect(spent).toBeGreaterThan(60n * ROC);
    expect(spent).toBeLessThan(61n * ROC);
    expect(extension.requests.filter((method) => method === 'signPayload')).toHaveLength(1);

    await page.reload();
    await expect(site.heading('Payment Successful!')).toBeVisible();
    const [policy] = await holder.policies();
    if (!policy) throw new Error('There is no policy');
    expect(policy.wallet_address).toBe(pair.address);
    await page.goto(`/policy/${policy.id}?type=home&action=cancel`);
    const { dialog, sign } = new CancelDialog(page, policy.policy_number);
    await expect(dialog).toContainText('59.835616438356 ROC');
    extension.rejectNext('signRaw');
    await sign.click();
    await expect(dialog.getByText('You did not sign, so nothing has changed.')).toBeVisible();
    await sign.click();
    await expect(page.getByText('You asked to cancel on')).toContainText('59.835616438356 ROC');
    expect(extension.texts.at(-1)).toContain('Refund: 59.835616438356 ROC (59835616438356 base units)');

    const admin = await Admin.signIn();
    const { data } = await admin.call<Prepared>('POST', `/policies/${policy.id}/refund`, {});
    expect(data).toMatchObject({ kind: 'substrate', recipient: pair.address, amount: '59835616438356' });
    expect(data.remark).toBe(`mooring:refund:${policy.quote_id}:cancelled`);
    const owed = await chain.balance(pair.address);
    const paid = await chain.pay(data.recipient, BigInt(data.amount), data.remark);
    await expect
      .poll(async () => (await admin.call('POST', `/policies/${policy.id}/refund/confirm`, paid)).status)
      .toBe(200);
    expect((await chain.balance(pair.address)) - owed).toBe(59_835_616_438_356n);
    expect((await holder.policies())[0]?.status).toBe('cancelled');
    await page.reload();
    await expect(page.getByText('59.835616438356 ROC went back to your wallet')).toBeVisible();
  });

  test('can reject the payment, lose nothing, and pay again', { tag: '@full' }, async ({ page }) => {
    const pair = await chain.newAccount();
    const { extension, payment } = await visitPayment(page, chain, pair);
    const before = await chain.balance(pair.address);
    extension.rejectNext('signPayload');
    await payment.acceptAndPay();
    await expect(page.getByText('Transaction was cancelled by user')).toBeVisible();
    await expect(payment.pay).toBeEnabled();
    expect(await chain.balance(pair.address)).toBe(before);
    await payment.acceptAndPay();
    await expect(page).toHaveURL(/\/confirmation$/);
  });

  test('loses nothing when the page is reloaded while the extension asks', { tag: '@full' }, async ({
    page,
  }) => {
    const pair = await chain.newAccount();
    const { extension, payment } = await visitPayment(page, chain, pair);
    const before = await chain.balance(pair.address);
    extension.ignoreNext('signPayload');
    await payment.acceptAndPay();
    await expect(page.getByText('Confirm in SubWallet').first()).toBeVisible();
    await expect.poll(() => extension.requests.filter((each) => each === 'signPayload')).toHaveLength(1);
    await page.reload();
    await expect(payment.pay).toBeEnabled();
    await expect(page.getByText('We asked your wallet to pay for')).toBeHidden();
    expect(await chain.balance(pair.address)).toBe(before);
    await payment.acceptAndPay();
    await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
    expect(before - (await chain.balance(pair.address))).toBeLessThan(61n * ROC);
  });

  test('can reject signing in, and sign in after that', { tag: '@full' }, async ({ page }) => {
    const { extension, site } = await connected(page, await chain.newAccount('sr25519', 0n));
    extension.rejectNext('signRaw');
    await site.signInButton.click();
    await expect(page.getByRole('alert').filter({ hasText: 'User rejected the request' })).toBeVisible();
    await site.signIn();
    await expect(page.getByText('No Active Policies')).toBeVisible();
  });

  for (const type of ['ed25519', 'ecdsa'] as const) {
    test(`buys with an ${type} account`, { tag: '@full' }, async ({ page }) => {
      const { site, payment } = await atPayment(page, await chain.newAccount(type));
      await payment.acceptAndPay();
      await expect(site.heading('Payment Successful!')).toBeVisible();
      await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
    });
  }

  test('keeps the session through a reload, and loses it when the account is no longer shared', {
    tag: '@full',
  }, async ({ page }) => {
    const pair = await chain.newAccount('sr25519', 0n);
    const { extension, site } = await connected(page, pair);
    await site.signIn();
    await page.reload();
    await expect(page.getByText('No Active Policies')).toBeVisible();
    await extension.share(await chain.newAccount('sr25519', 0n));
    await expect(site.connectButton).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('walletToken'))).toBeNull();
  });

  test('disconnects, and is still disconnected after a reload', { tag: '@full' }, async ({ page }) => {
    const { site } = await connected(page, await chain.newAccount('sr25519', 0n));
    await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
    await expect(site.connectButton).toBeVisible();
    await page.reload();
    await expect(site.connectButton).toBeVisible();
  });

  test('is told what is missing when the account has too little', { tag: '@full' }, async ({ page }) => {
    const { payment } = await atPayment(page, await chain.newAccount('sr25519', 60n * ROC));
    await expect(page.getByText('Insufficient funds for this transaction')).toBeVisible();
    await expect(payment.pay).toBeDisabled();
  });
});

interface Prepared {
  kind: string;
  recipient: string;
  amount: string;
  remark: string;
  usd: number;
}

/** Somebody who bought a home policy, signed in with their extension. */
async function insured(page: Page, pair: KeyringPair) {
  const holder = await Holder.signIn(chain, pair);
  await holder.buy();
  const [policy] = await holder.policies();
  if (!policy) throw new Error('There is no policy');
  const extension = await PolkadotExtension.install(page, [pair], chain);
  await page.addInitScript(leave, holder.left);
  return { extension, holder, policy };
}

test.describe('the holder of a policy on Polkadot', () => {
  test('changes their mind about canceling without a transaction', { tag: '@full' }, async ({ page }) => {
    const { extension, holder, policy } = await insured(page, await chain.newAccount());
    await page.goto(`/policy/${policy.id}?type=home&action=cancel`);
    await new CancelDialog(page, policy.policy_number).sign.click();
    const withdraw = page.getByRole('button', { name: 'Withdraw consent' });
    await withdraw.click();
    await expect(withdraw).toBeHidden();
    expect((await holder.policies())[0]).toMatchObject({ status: 'active', in_force: true });
    expect(extension.requests).not.toContain('signPayload');
  });

  test('is paid a claim in the coin and on the chain of the premium', { tag: '@full' }, async ({ page }) => {
    const pair = await chain.newAccount();
    const { holder, policy } = await insured(page, pair);
    const claim = await holder.claim(policy.id);
    const admin = await Admin.signIn();
    expect((await admin.decide(claim.id, { status: 'approved' })).status).toBe(200);
    const { data } = await admin.call<Prepared>('POST', `/claims/${claim.id}/payout`, {});
    // 4,200 dollars less the deductible of 2,500, at 20 dollars.
    expect(data).toMatchObject({ usd: 1700, amount: '85000000000000', recipient: pair.address });
    const before = await chain.balance(pair.address);
    const paid = await chain.pay(data.recipient, BigInt(data.amount), data.remark);
    const report = { payout_amount: data.usd, payment_method: 'crypto', ...paid };
    await expect
      .poll(async () => (await admin.call('POST', `/claims/${claim.id}/payment`, report)).status)
      .toBe(200);
    expect((await chain.balance(pair.address)) - before).toBe(85n * ROC);
    await page.goto(`/claim/${claim.id}`);
    await expect(page.getByText('$1,700').first()).toBeVisible();
    await expect(page.getByText('85 ROC').first()).toBeVisible();
  });
});

test('the demo wallet has a Polkadot account with play money, a faucet, and its own purchase', {
  tag: '@full',
}, async ({ page }) => {
  const site = new Site(page);
  await page.goto('/');
  await site.connect('Demo Wallet');
  const faucet = site.dialog.getByRole('button', { name: 'Get test ROC for Polkadot demo customer 2' });
  await faucet.click();
  await expect(page.getByText('Polkadot demo customer 2 has more test ROC')).toBeVisible();
  await site.dialog.getByRole('button', { name: /^Polkadot demo customer 2/ }).click();
  await expect(site.dialog).toBeHidden();
  await site.signIn();
  await new QuotePage(page).insureHome();
  await new PaymentPage(page).acceptAndPay();
  await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
  await page.reload();
  await expect(site.heading('Payment Successful!')).toBeVisible();
});

test.describe('Polkadot code', () => {
  test.use({ freshContext: true });

  test('a stored Polkadot session loads no code of other wallets', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    const { extension } = await connected(page, await chain.newAccount('sr25519', 0n));
    const next = await context.newPage();
    await extension.attach(next);
    const open = async () => {
      await next.goto('/dashboard');
      await expect(new Site(next).heading(/Sign in to see/)).toBeVisible();
    };
    expect(await kindsAfter(next, open)).toEqual(['polkadot']);
  });
});
