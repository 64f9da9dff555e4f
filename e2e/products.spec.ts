// The way from the landing page and from each other product’s form to a policy.
import { expect } from '@playwright/test';
import { encodeFunctionData, parseAbi } from 'viem';
import { account, connectChain, newAccount } from './fixtures/chain.ts';
import { term } from './fixtures/client.ts';
import { deployment } from './fixtures/contract.ts';
import { visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';
import { PaymentPage, QuotePage, Site } from './pages/site.ts';

const chain = connectChain();
const erc20 = parseAbi(['function transfer(address to, uint256 value)']);

/** A new account with 10,000 of a token, from a demo customer. */
async function rich(symbol: string) {
  const created = await newAccount(chain);
  const args = [created.address, 10_000_000_000n] as const;
  const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args });
  const to = deployment().tokens[symbol]?.address;
  await chain.public.waitForTransactionReceipt({
    hash: await chain.send(account(9), { to, data, value: 0n }),
  });
  return created;
}

/** USDC is paid by a signature alone, which we send; the first transaction of USDT's wallet is an approval. */
const CASES = [
  { type: 'car', label: 'Car Insurance', currency: 'USDC', price: 'Pay $960 (960 USDC)', transactions: 0 },
  {
    type: 'travel',
    label: 'Travel Insurance',
    currency: 'USDT',
    price: 'Pay $25 (25 USDT)',
    transactions: 2,
  },
] as const;

for (const { type, label, currency, price, transactions } of CASES) {
  test(`${type} insurance is bought in ${currency}, with a reload at every step @payment-8`, async ({
    page,
  }) => {
    const site = await visit(page, await rich(currency), chain, `/quote/${type}`);
    const quote = new QuotePage(page);
    await quote.fill(type);
    await quote.proceed.click();
    await expect(page).toHaveURL(/\/payment$/);
    await page.reload();

    const payment = new PaymentPage(page);
    await payment.email.fill('ada@example.com');
    await payment.payIn(currency);
    await expect(payment.pay).toHaveText(price);
    await payment.pay.click();
    await expect(site.heading('Payment Successful!')).toBeVisible();
    expect(site.wallet.sent).toHaveLength(transactions);
    await page.reload();
    await expect(site.heading('Payment Successful!')).toBeVisible();
    await page.goto('/my-policies');
    await expect(page.getByRole('list', { name: 'Policies' })).toContainText(label);
  });
}

test('the landing page shows the price without a wallet, and its dates carry over to the form @nav-3', async ({
  page,
}) => {
  await page.goto('/');
  const finder = page.getByRole('region', { name: 'What would it cost?' });
  await finder.scrollIntoViewIfNeeded();
  await expect(finder).toContainText('$1,200');
  await finder.getByText('Travel', { exact: true }).click();
  await expect(finder).toContainText('$25');
  await finder.getByText('$250,000', { exact: true }).click();
  await expect(finder).toContainText('$35');
  const link = finder.getByRole('link', { name: 'Get Quote' });
  const { policy_start_date: start, policy_end_date: end } = term(30);
  await expect(link).toHaveAttribute(
    'href',
    `/quote/travel?start=${start}&end=${end}&coverage=250000&deductible=0`,
  );
  await link.click();
  const chosen = page.getByRole('radio', { name: '$250,000' });
  await expect(chosen).toBeChecked();
  await expect(page.getByText('for 30 days, paid once')).toBeVisible();
  await page.getByLabel('Traveling to', { exact: true }).fill('Lisbon');
  await new Site(page).connectDemo(5);
  await expect(page.getByRole('button', { name: 'Back to dashboard' })).toBeVisible();
  await expect(page).toHaveURL(/\/quote\/travel/);
  await expect(chosen).toBeChecked();
  await expect(page.getByLabel('Traveling to', { exact: true })).toHaveValue('Lisbon');
});
