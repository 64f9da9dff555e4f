import { expect } from '@playwright/test';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { Client, term } from './fixtures/client.ts';
import { asking, buy, insured, visit, visitPayment } from './fixtures/customer.ts';
import { deactivate } from './fixtures/database.ts';
import { test } from './fixtures/test.ts';
import { QuotePage } from './pages/site.ts';

const chain = connectChain();
const REFUSAL = 'Your account is deactivated and cannot get a quote. Please contact support.';

test('a deactivated account can sign in and read its policies, but gets no new quote @payment-29', async ({
  page,
}) => {
  const { account, client, policy } = await insured(chain, 'home', term(30));
  deactivate(account.address);
  await visit(page, account, chain, '/my-policies');
  await page.getByRole('link', { name: `View Details of ${policy.policy_number}` }).click();
  await expect(page.getByText('12 Quay Street, Bristol')).toBeVisible();
  expect((await client.policies()).data[0]).toMatchObject({ status: 'active', in_force: true });

  await page.getByRole('button', { name: 'Renew' }).click();
  await expect(page.getByText(REFUSAL)).toBeVisible();
  await page.goto('/quote/home');
  const quote = new QuotePage(page);
  await quote.fillHome();
  await quote.proceed.click();
  await expect(page.getByText(REFUSAL)).toBeVisible();
  await expect(page).toHaveURL(/\/quote\/home$/);
  expect(await client.quote()).toMatchObject({ status: 403, code: 'inactive_account', message: REFUSAL });
});

test('an account that is deactivated before it pays sees why instead of a price @payment-29', async ({
  page,
}) => {
  const account = await newAccount(chain);
  const { payment } = await visitPayment(page, account, chain);
  await expect(payment.pay).toBeVisible();
  deactivate(account.address);
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'No price could be made' })).toContainText(REFUSAL);
  await expect(payment.pay).toBeHidden();
});

test('a quote that is paid after its account was deactivated becomes a policy under review @payment-29', async ({
  page,
}) => {
  const account = await newAccount(chain);
  const client = await new Client(account).signIn();
  const quote = (await client.quote(asking('home'))).data;
  deactivate(account.address);
  const policy = await buy(chain, client, quote);
  expect(policy.status).toBe('pending');

  await visit(page, account, chain, '/my-policies');
  await expect(page.getByRole('list', { name: 'Policies' })).toContainText('Pending Review');
  await page.goto(`/policy/${policy.id}?type=home`);
  await expect(page.getByText('Your payment has been received and is being checked.')).toBeVisible();
  await expect(page.getByText('The certificate is here as soon as the policy is active.')).toBeVisible();
});
