// Authorizations, batches and replaced transactions with a real contract and a wallet that answers late.
import { expect, type Page } from '@playwright/test';
import { createWalletClient, type Hex, http } from 'viem';
import { type Account, account, connectChain, local, newAccount } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { deployment, relayAccount } from './fixtures/contract.ts';
import { visitPayment } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';
import { allowanceOf, balanceOf, callToken, rich } from './fixtures/tokens.ts';
import type { ExtensionWallet } from './fixtures/wallet.ts';
import { PaymentPage, QuotePage, Site } from './pages/site.ts';

const chain = connectChain();
/** Whether we offer to send payments. */
async function isRelayed(): Promise<boolean> {
  return JSON.stringify(await new Client(account(9)).get('/config')).includes('"relay":true');
}

test.describe('a premium in USDC', () => {
  test('is paid in two transactions by a wallet that cannot sign typed data', { tag: '@full' }, async ({
    page,
  }) => {
    const { wallet, payment } = await visitPayment(page, await rich(chain, 'USDC'), chain);
    wallet.unsupported.add('eth_signTypedData_v4');
    await payment.payIn('USDC');
    await payment.pay.click();
    await expect(new Site(page).heading('Payment Successful!')).toBeVisible();
    expect(wallet.requests).toContain('eth_signTypedData_v4');
    expect(wallet.sent).toHaveLength(2);
    expect(await allowanceOf(chain, wallet.account, 'USDC')).toBe(0n);
  });

  test('is not requested a second time when the person rejects the signature', { tag: '@full' }, async ({
    page,
  }) => {
    const { wallet, payment } = await visitPayment(page, await rich(chain, 'USDC'), chain);
    await payment.payIn('USDC');
    wallet.rejectNext('eth_signTypedData_v4');
    await payment.pay.click();
    await expect(page.getByText('Payment cancelled by user')).toBeVisible();
    await expect(payment.pay).toBeEnabled();
    expect(wallet.sent).toEqual([]);
    expect(wallet.requests).not.toContain('eth_sendTransaction');

    await payment.pay.click();
    await expect(new Site(page).heading('Payment Successful!')).toBeVisible();
    expect(wallet.sent).toEqual([]);
  });

  test('is sent by the wallet, with one signature, while our own account is empty', { tag: '@full' }, async ({
    page,
  }) => {
    const address = relayAccount();
    const balance = await chain.public.getBalance({ address });
    await chain.test.setBalance({ address, value: 0n });
    try {
      await expect.poll(isRelayed).toBe(false);
      const { wallet, payment } = await visitPayment(page, await rich(chain, 'USDC'), chain);
      await payment.payIn('USDC');
      await expect(page.getByText(/Two confirmations, one transaction/)).toBeVisible();
      await payment.pay.click();
      await expect(new Site(page).heading('Payment Successful!')).toBeVisible();
      expect(wallet.sent).toHaveLength(1);
      expect(await allowanceOf(chain, wallet.account, 'USDC')).toBe(0n);
    } finally {
      await chain.test.setBalance({ address, value: balance });
      await expect.poll(isRelayed).toBe(true);
    }
  });

  test('explains the first signature while the wallet is open', { tag: '@full' }, async ({ page }) => {
    const { wallet, payment } = await visitPayment(page, await rich(chain, 'USDC'), chain);
    await payment.payIn('USDC');
    const answer = wallet.holdNext('eth_signTypedData_v4');
    await payment.pay.click();
    await expect(page.getByRole('list', { name: 'Payment progress' })).toContainText('Sign in your wallet');
    await expect(
      page.getByText(
        ': one free signature. It lets the contract take exactly 1,200 USDC, once, for this quote.',
      ),
    ).toBeVisible();
    expect(await allowanceOf(chain, wallet.account, 'USDC')).toBe(0n);
    answer();
    await expect(new Site(page).heading('Payment Successful!')).toBeVisible();
  });

  test('is also paid with the demo wallet of a customer without coins', { tag: '@full' }, async ({
    page,
  }) => {
    const customer = account(8);
    const before = await chain.public.getTransactionCount({ address: customer.address });
    const site = new Site(page);
    await page.goto('/');
    await site.connectDemo(4);
    await expect(page).toHaveURL(/\/dashboard$/);
    await site.signIn();
    await new QuotePage(page).insureHome();
    const payment = new PaymentPage(page);
    await payment.payIn('USDC');
    await payment.pay.click();
    await expect(new Site(page).heading('Payment Successful!')).toBeVisible();
    expect(await chain.public.getTransactionCount({ address: customer.address })).toBe(before);
    expect(await chain.public.getBalance({ address: customer.address })).toBe(0n);
    expect(await allowanceOf(chain, customer, 'USDC')).toBe(0n);
  });
});

test.describe('a premium in USDT, which takes no authorizations', () => {
  test.afterEach(async () => {
    await chain.test.setAutomine(true);
    await chain.test.mine({ blocks: 1 });
  });

  const sentence = (page: Page, start: string) => page.getByText(start, { exact: false });

  /** Opens the payment screen with a wallet that supports batches. */
  async function toBatch(page: Page, prepare: (wallet: ExtensionWallet) => Promise<void> | void) {
    const { wallet, payment } = await visitPayment(page, await rich(chain, 'USDT'), chain, prepare);
    await payment.payIn('USDT');
    await expect(payment.pay).toHaveText('Pay $1,200 (1,200 USDT)');
    return { wallet, payment };
  }

  const asked = ({ requests }: ExtensionWallet, method: string) =>
    requests.filter((name) => name === method).length;

  test('is paid with one confirmation and one transaction by a wallet that supports batches @payment-32', {
    tag: '@full',
  }, async ({ page }) => {
    const { wallet, payment } = await toBatch(page, async (wallet) => {
      await wallet.learnBatches('supported');
      // The rest of an earlier approval has to go to zero first, in the same batch.
      await callToken(chain, wallet.account, 'USDT', 'approve', deployment().contract, 5n);
    });
    await expect(sentence(page, 'One confirmation, one transaction: you allow')).toBeVisible();
    wallet.rejectNext('wallet_sendCalls');
    await payment.pay.click();
    await expect(page.getByText('Payment cancelled by user')).toBeVisible();
    await expect(payment.pay).toBeEnabled();
    expect(wallet.sent).toEqual([]);

    const answer = wallet.holdNext('wallet_sendCalls');
    await payment.pay.click();
    await expect(
      page.getByText('. It lets the contract take exactly 1,200 USDT and pays, both or neither.'),
    ).toBeVisible();
    answer();
    await expect(new Site(page).heading('Payment Successful!')).toBeVisible();
    await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
    expect(wallet.sent).toHaveLength(1);
    await expect(page.getByText((wallet.sent[0] as Hex).slice(0, 10)).first()).toBeVisible();
    expect(asked(wallet, 'wallet_sendCalls')).toBe(2);
    expect(asked(wallet, 'eth_sendTransaction')).toBe(0);
    expect(await allowanceOf(chain, wallet.account, 'USDT')).toBe(0n);
    expect(await balanceOf(chain, wallet.account, 'USDT')).toBe(8_800_000_000n);
    const ada = await new Client(wallet.account).signIn();
    expect((await ada.policies()).data).toEqual([expect.objectContaining({ tx_hash: wallet.sent[0] })]);
  });

  test('upgrades the account in the same transaction, and is followed across a reload @payment-36', {
    tag: '@full',
  }, async ({ page }) => {
    const { wallet, payment } = await toBatch(page, (wallet) => wallet.learnBatches('ready'));
    await expect(sentence(page, 'Your wallet may ask first to upgrade your account')).toBeVisible();
    await chain.test.setAutomine(false);
    await payment.pay.click();
    await expect(new Site(page).heading('Payment sent')).toBeVisible();
    await expect(page.getByText('given once the network has picked it up')).toBeVisible();
    await page.reload();
    await expect(new Site(page).heading('Payment sent')).toBeVisible();
    const before = asked(wallet, 'wallet_getCallsStatus');
    await expect.poll(() => asked(wallet, 'wallet_getCallsStatus')).toBeGreaterThan(before);
    await chain.test.setAutomine(true);
    await chain.test.mine({ blocks: 1 });
    await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
    expect(wallet.sent).toHaveLength(1);
    expect(asked(wallet, 'wallet_sendCalls')).toBe(1);
    expect(await chain.public.getCode(wallet.account)).toMatch(/^0xef0100/);
  });

  for (const [code, what] of [
    [5750, 'whose owner declines the account upgrade'],
    [-32603, 'that reports batch support and then fails'],
  ] as const) {
    test(`is paid step by step by a wallet ${what} @payment-34`, { tag: '@full' }, async ({ page }) => {
      const { wallet, payment } = await toBatch(page, (wallet) => {
        wallet.batches = 'ready';
        wallet.refusesBatches = code;
      });
      const answer = wallet.holdNext('eth_sendTransaction');
      await payment.pay.click();
      const progress = page.getByRole('list', { name: 'Payment progress' });
      await expect(progress).toContainText('Allow the amount');
      await expect(page.getByRole('alert')).toHaveCount(0);
      answer();
      await expect(new Site(page).heading('Payment Successful!')).toBeVisible();
      expect(asked(wallet, 'wallet_sendCalls')).toBe(1);
      expect(wallet.sent).toHaveLength(2);
      expect(await allowanceOf(chain, wallet.account, 'USDT')).toBe(0n);
    });
  }

  test('says that nothing was taken when the batch fails on chain, and is then paid step by step @payment-37', {
    tag: '@full',
  }, async ({ page }) => {
    const { wallet, payment } = await toBatch(page, (wallet) => wallet.learnBatches('supported'));
    const answer = wallet.holdNext('wallet_sendCalls');
    await payment.pay.click();
    await expect.poll(() => asked(wallet, 'wallet_sendCalls')).toBe(1);
    // The tokens leave while the wallet asks, so the purchase fails and undoes the approval.
    await callToken(chain, wallet.account, 'USDT', 'transfer', account(9).address, 9_000_000_000n);
    answer();
    await expect(page.getByText('The network refused the payment')).toBeVisible();
    await expect(page.getByText('You haven’t paid the premium, only the network fee.')).toBeVisible();
    expect(await balanceOf(chain, wallet.account, 'USDT')).toBe(1_000_000_000n);
    expect(await allowanceOf(chain, wallet.account, 'USDT')).toBe(0n);

    await callToken(chain, account(9), 'USDT', 'transfer', wallet.account.address, 9_000_000_000n);
    await page.getByRole('link', { name: 'Back to payment' }).click();
    await payment.email.fill('ada@example.com');
    await payment.payIn('USDT');
    await expect(sentence(page, 'Two confirmations: first you allow')).toBeVisible();
    await payment.pay.click();
    await expect(new Site(page).heading('Payment Successful!')).toBeVisible();
    expect(asked(wallet, 'wallet_sendCalls')).toBe(1);
    expect(asked(wallet, 'eth_sendTransaction')).toBe(2);
  });
});

test.describe('a payment that waits in the network', () => {
  test.afterEach(async () => {
    await chain.test.setAutomine(true);
    await chain.test.mine({ blocks: 1 });
  });

  /** Sends another transaction with the nonce of `hash` and three times its fee. */
  async function replace(sender: Account, hash: Hex, change: { to?: Hex; input?: Hex; value?: bigint } = {}) {
    const first = await chain.public.getTransaction({ hash });
    const { to, input, value } = { ...first, ...change };
    return createWalletClient({
      account: sender,
      chain: local(chain.rpcUrl),
      transport: http(chain.rpcUrl),
    }).sendTransaction({
      to,
      data: input,
      value,
      nonce: first.nonce,
      gas: first.gas,
      maxFeePerGas: (first.maxFeePerGas ?? 0n) * 3n,
      maxPriorityFeePerGas: (first.maxPriorityFeePerGas ?? 0n) * 3n,
    });
  }

  /** Pays with a transaction that stays in the node's pool. */
  async function payWaiting(page: Page) {
    const { wallet, payment } = await visitPayment(page, await newAccount(chain), chain);
    await expect(payment.pay).toBeEnabled();
    await chain.test.setAutomine(false);
    const seen = page.waitForResponse(async (answer) =>
      (answer.request().postData() ?? '').includes('eth_getTransactionCount'),
    );
    // The server looks up a transaction when it is reported, so the report has to come before the replacement.
    const reported = page.waitForResponse((answer) => answer.url().endsWith('/insurance/home-quote'));
    await payment.pay.click();
    await expect(new Site(page).heading('Payment sent')).toBeVisible();
    await Promise.all([seen, reported]);
    const [hash] = wallet.sent;
    if (!hash) throw new Error('The wallet has sent nothing');
    return { wallet, hash };
  }

  test('can be sped up, and the policy shows the hash of the faster transaction @payment-24', {
    tag: '@full',
  }, async ({ page }) => {
    const { wallet, hash } = await payWaiting(page);
    const faster = await replace(wallet.account, hash);
    expect(faster).not.toBe(hash);
    await chain.test.mine({ blocks: 1 });
    await chain.test.setAutomine(true);
    await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
    await expect(page.getByText(faster.slice(0, 10)).first()).toBeVisible();
    await expect(page.getByText(hash.slice(0, 10))).toHaveCount(0);
    const ada = await new Client(wallet.account).signIn();
    expect((await ada.policies()).data).toEqual([expect.objectContaining({ tx_hash: faster })]);
  });

  test('can be sped up while the page is closed, and is recognized after a reload @payment-24', {
    tag: '@full',
  }, async ({ page }) => {
    const { wallet, hash } = await payWaiting(page);
    await page.goto('about:blank');
    const faster = await replace(wallet.account, hash);
    await chain.test.mine({ blocks: 1 });
    await chain.test.setAutomine(true);
    await page.goto('/confirmation');
    await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
    await expect(page.getByText(faster.slice(0, 10)).first()).toBeVisible();
  });

  test('can be replaced before any node has seen it, and is found through the registry @payment-39', {
    tag: '@full',
  }, async ({ page }) => {
    const { wallet, payment } = await visitPayment(page, await newAccount(chain), chain);
    wallet.replaceNext();
    await payment.pay.click();
    await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
    expect(wallet.sent).toHaveLength(1);
    await expect(page.getByText((wallet.sent[0] as Hex).slice(0, 10)).first()).toBeVisible();
  });

  test('can be canceled in the wallet, which moves no money and allows paying again @payment-23', {
    tag: '@full',
  }, async ({ page }) => {
    const { wallet, hash } = await payWaiting(page);
    const { address } = wallet.account;
    await replace(wallet.account, hash, { to: address, input: '0x', value: 0n });
    await chain.test.mine({ blocks: 1 });
    await chain.test.setAutomine(true);
    await expect(page.getByText('Transaction was cancelled by user')).toBeVisible();
    await expect(page.getByText(/^You haven’t paid/)).toBeVisible();
    expect(await chain.public.getBalance({ address })).toBeGreaterThan(99_900_000_000_000_000_000n);
    const ada = await new Client(wallet.account).signIn();
    expect((await ada.policies()).data).toEqual([]);

    await page.getByRole('link', { name: 'Back to payment' }).click();
    const payment = new PaymentPage(page);
    await payment.email.fill('ada@example.com');
    await expect(payment.pay).toBeEnabled();
    await payment.pay.click();
    await expect(new Site(page).heading('Payment Successful!')).toBeVisible();
  });
});
