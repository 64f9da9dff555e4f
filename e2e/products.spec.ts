// The way from the landing page and from the car's form to a policy.
import { expect } from '@playwright/test';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { connectChain } from './fixtures/chain.ts';
import { term } from './fixtures/client.ts';
import { HOSTILE, injected, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';
import { allowanceOf, balanceOf, rich } from './fixtures/tokens.ts';
import { PaymentPage, QuotePage, Site } from './pages/site.ts';

const chain = connectChain();

// No lower test has a page, the relay and the chain together, nor shows hostile text on the pages of a real browser.
test('a car is insured in USDC with one signature by a wallet without coins, and HTML and formulas in its form stay text @payment-8 @quote-30', async ({
  page,
}) => {
  const site = await visit(page, await rich(chain, 'USDC', 0n), chain, '/quote/car');
  const quote = new QuotePage(page);
  await quote.fill('car', {
    ...SAMPLES.car,
    car_model: HOSTILE.formula,
    car_owner_name: HOSTILE.html,
  });
  await quote.proceed.click();
  await expect(page).toHaveURL(/\/payment$/);
  await page.reload();

  const payment = new PaymentPage(page);
  await payment.email.fill('ada@example.com');
  await payment.payIn('USDC');
  await expect(payment.pay).toHaveText('Pay $960 (960 USDC)');
  await site.unfold('Rate, fee and what to compare');
  await expect(page.getByText('We pay the network fee', { exact: true })).toBeVisible();
  await payment.pay.click();
  await expect(site.heading('Payment Successful!')).toBeVisible();
  await expect(page.getByText('Your insurance policy has been activated')).toBeVisible();
  expect(await injected(page)).toEqual([]);
  const { account, requests, sent } = site.wallet;
  expect(requests).toContain('eth_signTypedData_v4');
  expect(sent).toEqual([]);
  expect(await allowanceOf(chain, account, 'USDC')).toBe(0n);
  expect(await balanceOf(chain, account, 'USDC')).toBe(9_040_000_000n);

  await page.getByRole('link', { name: 'View policy' }).click();
  await site.unfold('Insured details');
  await expect(page.getByText(HOSTILE.html).first()).toBeVisible();
  await expect(page.getByText(HOSTILE.formula).first()).toBeVisible();
  expect(await injected(page)).toEqual([]);
  await page.goto('/my-policies');
  await expect(page.getByRole('list', { name: 'Policies' })).toContainText('Car Insurance');
  expect(await injected(page)).toEqual([]);
});

test('the landing page shows the price without a wallet, and its dates carry over to the form @nav-3', {
  tag: '@full',
}, async ({ page }) => {
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
