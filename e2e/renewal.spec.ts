// A renewal from the policy’s page through the filled form to the next policy.
import { expect } from '@playwright/test';
import { formatDay, parseDay } from '#domain/days.ts';
import { connectChain } from './fixtures/chain.ts';
import { HOME, term } from './fixtures/client.ts';
import { insured, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';
import { PaymentPage, QuotePage } from './pages/site.ts';

const chain = connectChain();
const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

test('a policy near its end is renewed from its page, with its details and the dates that follow filled in @policy-15', {
  tag: '@full',
}, async ({ page }) => {
  const { account, client, policy } = await insured(chain, 'home', term(30));
  const site = await visit(page, account, chain, `/policy/${policy.id}?type=home`);
  await page.getByRole('button', { name: 'Renew' }).click();

  await expect(page).toHaveURL(/\/quote\/home\?draft=draft_/);
  const quote = new QuotePage(page);
  await expect(quote.field('Year built')).toHaveValue(String(HOME.year_built));
  await expect(quote.field('Address of the home')).toHaveValue(HOME.house_address);
  await expect(quote.field('Owner’s full name')).toHaveValue(HOME.property_owner_name);
  await expect(quote.field('Phone number')).toHaveValue(HOME.property_owner_telephone);
  await expect(quote.field('Email address')).toHaveValue(HOME.property_owner_email);
  await expect(page.getByRole('combobox', { name: 'House type' })).toHaveText('Single Family');

  const start = (parseDay(policy.policy_end_date) ?? 0) + 1;
  const following = { start: formatDay(start), end: formatDay(start + 30) };
  for (const day of [following.start, following.end]) {
    await expect(page.getByText(LONG.format(new Date(day))).first()).toBeVisible();
  }
  await expect(page.getByText('30 days').first()).toBeVisible();
  await quote.answerNeeds('home');
  await quote.accept.check();
  await quote.proceed.click();

  const payment = new PaymentPage(page);
  await expect(payment.email).toHaveValue(HOME.property_owner_email);
  await payment.pay.click();
  await expect(site.heading('Payment Successful!')).toBeVisible();
  const begins = `Its cover starts on ${LONG.format(new Date(following.start))}.`;
  await expect(page.getByText(begins)).toBeVisible();
  const [renewed, first] = (await client.policies()).data;
  expect(first?.id).toBe(policy.id);
  expect(renewed).toMatchObject({
    status: 'active',
    in_force: false,
    policy_start_date: following.start,
    policy_end_date: following.end,
    premium: policy.premium,
  });
  await page.goto('/my-policies');
  await expect(page.getByText(`Starts on ${LONG.format(new Date(following.start))}`)).toBeVisible();
});
