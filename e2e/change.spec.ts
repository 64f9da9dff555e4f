// A change of a home's cover, from the policy's page to the refund of the old policy. No lower test has the wallet sign the
// consent that the contract then takes for the refund, and the payment that follows it on the same screen.
import { expect } from '@playwright/test';
import { Admin } from './fixtures/admin.ts';
import { connectChain } from './fixtures/chain.ts';
import { term } from './fixtures/client.ts';
import { insured, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

test('a home’s cover is changed with one signature and one payment, and the days left of the old policy are refunded', async ({
  page,
}) => {
  const { account, client, policy, quote } = await insured(chain, 'home', term(365));
  // Today counts as used: 364 of 365 days of 0.6 ETH are left.
  const owed = (BigInt(quote.amount) * 364n) / 365n;
  const site = await visit(page, account, chain, `/policy/${policy.id}?type=home`);
  await page.getByRole('button', { name: 'Modify' }).click();
  await page.getByRole('link', { name: 'Change the cover' }).click();

  await expect(site.heading(`Change ${policy.policy_number}`)).toBeVisible();
  await page.getByText('$200,000', { exact: true }).click();
  await page.getByText('$5,000', { exact: true }).click();
  await page.getByLabel('Address of the home').fill('7 Rope Walk, Bristol');
  const costs = page.getByRole('region', { name: 'What it costs' });
  for (const words of ['$600', '7 Rope Walk, Bristol', '364 of 365 days', '$1,196 of its premium']) {
    await expect(costs).toContainText(words);
  }
  await costs.getByRole('checkbox').check();
  const button = costs.getByRole('button');

  // Stopped at the signature and at the payment, nothing has changed.
  site.wallet.rejectNext('eth_signTypedData_v4');
  await button.click();
  await expect(costs.getByText('You did not sign, so nothing has changed.')).toBeVisible();
  const unfinished = JSON.stringify({ quoteId: 'QUOTE-1' });
  await page.evaluate((text) => localStorage.setItem('quoteData', text), unfinished);
  site.wallet.rejectNext('eth_sendTransaction');
  await button.click();
  await expect(button).toHaveText('Pay $600 (0.3 ETH)');
  // A purchase of something else that waits in this browser is still there.
  expect(await page.evaluate(() => localStorage.getItem('quoteData'))).toBe(unfinished);

  // What can't be priced takes neither the acceptance nor the signature.
  await page.getByLabel('Address of the home').fill('');
  await expect(page.getByLabel('Address of the home')).toHaveAttribute('aria-invalid', 'true');
  await expect(button).toBeDisabled();
  await page.getByLabel('Address of the home').fill('7 Rope Walk, Bristol');
  await expect(button).toHaveText('Pay $600 (0.3 ETH)');
  await expect(button).toBeEnabled();
  await expect(costs).toContainText(/Network fee(about|below) 0\.\d+ ETH/);
  expect((await client.policies()).data).toMatchObject([
    { id: policy.id, status: 'active', replaced: false },
  ]);
  expect(site.wallet.sent).toEqual([]);

  await button.click();
  await expect(site.heading('Payment Successful!')).toBeVisible();
  // The receipt comes before the record.
  await expect
    .poll(async () => (await client.policies()).data)
    .toMatchObject([
      { status: 'active', amount: 200_000, deductible: 5000, premium: 600 },
      { id: policy.id, replaced: true, refund: { amount: String(owed) } },
    ]);
  const [successor] = (await client.policies()).data;
  expect(site.wallet.sent).toHaveLength(1);

  await page.goto(`/policy/${policy.id}?type=home`);
  await expect(page.getByText(`${successor?.policy_number} replaced this policy`)).toContainText('We send');
  const before = await chain.public.getBalance({ address: account.address });
  expect(await (await Admin.signIn()).refund(chain, policy.id)).toMatchObject({ amount: String(owed) });
  expect((await chain.public.getBalance({ address: account.address })) - before).toBe(owed);
  await expect.poll(async () => (await client.policies()).data[1]?.status).toBe('cancelled');
  await page.getByRole('link', { name: `See ${successor?.policy_number}` }).click();
  await expect(page.getByText(`This policy replaced ${policy.policy_number}.`)).toContainText(
    `came back for ${policy.policy_number}`,
  );
});
