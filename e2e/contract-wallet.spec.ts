// A contract wallet with two owners on a real chain, whose transactions and signatures differ from an account’s.
import { expect } from '@playwright/test';
import { encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem';
import { Admin } from './fixtures/admin.ts';
import { account, connectChain } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { deployment } from './fixtures/contract.ts';
import { proceedToPayment, visitPayment } from './fixtures/customer.ts';
import { claimed } from './fixtures/desk.ts';
import { SAFE, SafeWallet } from './fixtures/safe.ts';
import { test } from './fixtures/test.ts';
import { ExtensionWallet } from './fixtures/wallet.ts';
import { CancelDialog } from './pages/cancel.ts';
import { Site } from './pages/site.ts';

const chain = connectChain();

test('a contract wallet with two owners signs in, buys with its last coins, and cancels @payment-40', {
  tag: '@full',
}, async ({ page }) => {
  const safe = await SafeWallet.create(chain);
  // The premium and nothing for the fee, which an owner pays.
  await chain.test.setBalance({ address: safe.address, value: parseEther('0.6') });
  const wallet = await ExtensionWallet.install(page, safe.account, safe.chain, SAFE);
  const site = new Site(page);
  await page.goto('/');
  await site.connect('Safe');
  await expect(page.getByText('Safe connected successfully!')).toBeVisible();
  await site.signIn();
  await expect(page.getByText('No Active Policies')).toBeVisible();
  const client = await new Client(safe.account).signIn();
  const payment = await proceedToPayment(page, client);
  await site.unfold('Rate, fee and what to compare');
  await expect(page.getByText(/, paid by the account that sends it$/)).toBeVisible();
  await payment.pay.click();
  await expect(site.heading('Payment Successful!')).toBeVisible();
  await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
  expect(wallet.asked).toHaveLength(1);
  expect(wallet.asked[0]?.gas).toBeUndefined();
  expect(await chain.public.getBalance({ address: safe.address })).toBe(0n);

  const [policy] = (await client.policies()).data;
  expect(policy).toMatchObject({ tx_hash: safe.executed[0], status: 'active', premium: 1200 });
  if (!policy) return;
  await page.goto(`/policy/${policy.id}?type=home&action=cancel`);
  await new CancelDialog(page, policy.policy_number).sign.click();
  await expect(page.getByText('You asked to cancel on')).toContainText('0.598356164383561643 ETH');
  await (await Admin.signIn()).refund(chain, policy.id);
  expect(await chain.public.getBalance({ address: safe.address })).toBe(parseEther('0.598356164383561643'));
  await expect.poll(async () => (await client.policies()).data[0]?.status).toBe('cancelled');
});

test('a contract wallet that names its own hashes pays in USDT by an approval, and is paid a claim @payment-40', {
  tag: '@full',
}, async ({ page }) => {
  const safe = await SafeWallet.create(chain);
  safe.namesInner = true;
  const token = deployment().tokens.USDT?.address as Hex;
  const args = [safe.address, 1_200_000_000n] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
  const hash = await chain.send(account(9), { to: token, data, value: 0n });
  await chain.public.waitForTransactionReceipt({ hash });

  const options = { kind: SAFE };
  const { wallet, payment } = await visitPayment(page, safe.account, safe.chain, undefined, options);
  // It has no coins at all, which is no reason against USDT: an owner pays the fee.
  await expect(payment.pay).toHaveText('Pay $1,200 (1,200 USDT)');
  await expect(page.getByText(/^Two confirmations: first you allow/)).toBeVisible();
  await payment.pay.click();
  await expect(new Site(page).heading('Payment Successful!')).toBeVisible();
  await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
  expect(wallet.requests).not.toContain('eth_signTypedData_v4');
  expect(safe.executed).toHaveLength(2);
  expect(wallet.sent).not.toContain(safe.executed[1]);
  await expect(page.getByText((safe.executed[1] as Hex).slice(0, 10)).first()).toBeVisible();
  const client = await new Client(safe.account).signIn();
  const [policy, ...others] = (await client.policies()).data;
  if (!policy) throw new Error('There is no policy');
  expect(policy).toMatchObject({ tx_hash: safe.executed[1], payment_currency: 'USDT' });
  expect(others).toEqual([]);

  // 4,200 dollars less the deductible of 2,500.
  const claim = await claimed({ client, policy });
  const admin = await Admin.signIn();
  expect((await admin.decide(claim.id, { status: 'approved' })).status).toBe(200);
  await admin.pay(chain, claim.id);
  const read = { address: token, abi: erc20Abi, functionName: 'balanceOf' } as const;
  expect(await chain.public.readContract({ ...read, args: [safe.address] })).toBe(1_700_000_000n);
});

test('a contract wallet without coins signs once, and we send its payment in USDC', { tag: '@full' }, async ({
  page,
}) => {
  const safe = await SafeWallet.create(chain);
  const token = deployment().tokens.USDC?.address as Hex;
  const args = [safe.address, 1_200_000_000n] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
  const hash = await chain.send(account(9), { to: token, data, value: 0n });
  await chain.public.waitForTransactionReceipt({ hash });

  const options = { kind: SAFE };
  const { payment } = await visitPayment(page, safe.account, safe.chain, undefined, options);
  await expect(payment.pay).toHaveText('Pay $1,200 (1,200 USDC)');
  await new Site(page).unfold('Rate, fee and what to compare');
  await expect(page.getByText('We pay the network fee', { exact: true })).toBeVisible();
  await payment.pay.click();
  await expect(new Site(page).heading('Payment Successful!')).toBeVisible();
  expect(safe.executed).toEqual([]);
  const client = await new Client(safe.account).signIn();
  expect((await client.policies()).data).toMatchObject([{ payment_currency: 'USDC', status: 'active' }]);
});
