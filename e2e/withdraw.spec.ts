// A withdrawal without a wallet, from the footer to the money. No lower test can hold that the link works in a browser that has
// no wallet and no session, through real mail, and that the contract itself takes the refund of an active policy as a rejection.
import { expect } from '@playwright/test';
import { Admin } from './fixtures/admin.ts';
import { connectChain } from './fixtures/chain.ts';
import { insured } from './fixtures/customer.ts';
import { confirmationLink, lettersTo } from './fixtures/mail.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

test('someone without their wallet withdraws by policy number and email address, and the whole premium is refunded on chain', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(120_000);
  const email = `withdraw.${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { account, client, quote, policy } = await insured(chain, 'home', { email });
  await expect.poll(() => confirmationLink(email)).not.toBeNull();
  await page.goto((await confirmationLink(email)) ?? '');
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();

  await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract here' }).click();
  await page.getByLabel('Policy number').fill(policy.policy_number);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByText('We received your withdrawal')).toBeVisible();
  expect((await client.policies()).data[0]).toMatchObject({ status: 'active', refund: null });

  const subject = `We received your withdrawal from ${policy.policy_number}`;
  const letter = async () => (await lettersTo(email)).find((each) => each.subject === subject);
  await expect.poll(letter).toBeDefined();
  await page.goto((await letter())?.text.match(/http\S+\/withdraw#token=\S+/)?.[0] ?? '');
  await page.getByRole('button', { name: 'Yes, it was me' }).click();
  await expect(page.getByText('Your withdrawal counts')).toBeVisible();
  expect((await client.policies()).data[0]).toMatchObject({
    status: 'active',
    in_force: false,
    refund: { amount: quote.amount },
  });

  const before = await chain.public.getBalance({ address: account.address });
  const refunded = await (await Admin.signIn()).refund(chain, policy.id);
  expect(refunded).toMatchObject({ outcome: 'rejected', amount: quote.amount });
  expect((await chain.public.getBalance({ address: account.address })) - before).toBe(BigInt(quote.amount));
  await expect.poll(async () => (await client.policies()).data[0]?.status).toBe('withdrawn');
});
