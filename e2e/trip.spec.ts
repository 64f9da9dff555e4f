// A family's trip that falls through. Only the browser's own path can tell whether the travelers typed into the form are priced
// there as by the server, whether the wallet's check takes a quote whose first day is not the trip's, and whether the claim
// form offers those travelers.
import { expect } from '@playwright/test';
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import { dayOf, formatDay, formatUsDay } from '#domain/days.ts';
import { Admin } from './fixtures/admin.ts';
import { connectChain } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';
import { balanceOf, rich } from './fixtures/tokens.ts';
import { ClaimPage } from './pages/claims.ts';
import { PaymentPage, QuotePage, Site } from './pages/site.ts';

const chain = connectChain();
const shortDay = (day: number) => {
  const [year, month, date] = formatDay(day).split('-');
  return `${month}/${date}/${year}`;
};

test('two travelers buy a trip in USDT, one cancels before departure, and the claim is paid in it on chain @payment-8', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(120_000);
  const account = await rich(chain, 'USDT');
  const { wallet } = await visit(page, account, chain, '/quote/travel');
  const start = dayOf(Date.now()) + 60;
  const quote = new QuotePage(page);
  await quote.fill('travel');
  await page.getByRole('button', { name: 'Add a traveler' }).click();
  const second = page.getByRole('group', { name: 'Traveler 2' });
  await second.getByLabel('Full name').fill('Byron King');
  await second.getByLabel('Date of birth', { exact: true }).fill('05/12/2015');
  await second.getByLabel('Passport number').fill('CD7654321');
  await second.getByRole('combobox', { name: 'Passport issuing country' }).click();
  await page.getByRole('option', { name: 'France', exact: true }).click();
  await page.getByLabel('Start date', { exact: true }).fill(shortDay(start));
  await page.getByLabel('End date', { exact: true }).fill(shortDay(start + 31));
  const medical = `medical from ${formatUsDay(start)}`;
  await expect(page.getByText(`Cancellation from today, ${medical}.`)).toBeVisible();
  await page.getByText('How is this computed?').click();
  await expect(page.getByText('Traveler 2, under 18: half')).toBeVisible();
  await quote.proceed.click();
  await expect(page).toHaveURL(/\/payment$/);

  const payment = new PaymentPage(page);
  await payment.email.fill('ada@example.com');
  await payment.payIn('USDT');
  await expect(payment.pay).toHaveText('Pay $38 (38 USDT)');
  await payment.pay.click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  // USDT takes no authorizations, so an approval comes first.
  expect(wallet.sent).toHaveLength(2);
  expect(await balanceOf(chain, account, 'USDT')).toBe(9_962_000_000n);

  await page.goto('/my-policies');
  await expect(page.getByText(`Cancellation from today, ${medical}`)).toBeVisible();
  await page.getByRole('link', { name: /^View Details of POL-/ }).click();
  await expect(page.getByText('$100,000 for each of 2 travelers')).toBeVisible();
  const [policyId] = /\d+/.exec(new URL(page.url()).pathname) ?? [];

  const form = new ClaimPage(page);
  await page.goto(`/submit-claim?policy=${policyId}`);
  await page.getByRole('combobox', { name: 'Traveler' }).click();
  await page.getByRole('option', { name: 'Byron King' }).click();
  await form.fill({ amount: '1200', description: 'The doctor says that Byron cannot fly.' });
  await expect(
    page.getByText(/^Before the trip begins on .*, only its cancellation is covered\./),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Cause' }).click();
  await page.getByRole('option', { name: 'Cancellation before departure' }).click();
  await form.review.click();
  await expect(page.getByText('$5,000').first()).toBeVisible();
  await form.submit.click();
  await expect(page).toHaveURL(/\/my-claims$/);

  const client = await new Client(account).signIn();
  const [claim] = (await client.get<ClaimAnswer[]>(`/claims/${account.address}`)).data;
  if (!claim) throw new Error('There is no claim');
  expect(claim).toMatchObject({ traveler: 2, cause: 'cancellation' });
  const admin = await Admin.signIn();
  await admin.decide(claim.id, { status: 'approved', admin_notes: 'Claim approved for full amount' });
  const { payout, hash } = await admin.pay(chain, claim.id);
  expect(payout).toMatchObject({ usd: 1200, amount: '1200000000', currency: 'USDT' });
  expect(await balanceOf(chain, account, 'USDT')).toBe(11_162_000_000n);
  await page.goto(`/claim/${claim.id}`);
  await new Site(page).unfold('Details');
  await expect(page.getByText('Byron King')).toBeVisible();
  await expect(page.getByText('100%')).toBeVisible();
  await expect(page.getByText(hash.slice(0, 10)).first()).toBeVisible();
});
