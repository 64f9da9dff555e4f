import { expect } from '@playwright/test';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { drainPool, refund, STATUS } from './fixtures/contract.ts';
import { insured, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

test('canceling a policy shows the refund first, and cover lasts until the refund is on chain @policy-14', async ({
  page,
}) => {
  const { account, client, quote, policy } = await insured(chain);
  await visit(page, account, chain, `/policy/${policy.id}?type=home`);
  await page.getByRole('button', { name: /^Cancel/ }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel ${policy.policy_number}` });
  await expect(dialog).toContainText('The whole premium');
  await expect(dialog).toContainText('0.6 ETH');
  await dialog.getByRole('button', { name: 'Cancel policy' }).click();
  await expect(page.getByText('You asked to cancel on')).toBeVisible();
  expect((await client.policies()).data[0]?.status).toBe('active');

  const before = await chain.public.getBalance({ address: account.address });
  expect((await refund(chain, quote, BigInt(quote.amount), STATUS.cancelled)).status).toBe('success');
  expect((await chain.public.getBalance({ address: account.address })) - before).toBe(BigInt(quote.amount));
  await expect.poll(async () => (await client.policies()).data[0]?.status).toBe('cancelled');
  await page.reload();
  await expect(page.getByText('This policy is cancelled')).toBeVisible();
});

test('canceling twice makes one request, and a stranger cannot cancel', async () => {
  const { client, policy } = await insured(chain);
  const eve = await new Client(await newAccount(chain)).signIn();
  const path = `/insurance/policy/${policy.id}/cancel`;
  expect((await eve.post(path, {})).status).toBe(404);
  const first = await client.post<{ requested_at: string }>(path, {});
  const second = await client.post<{ requested_at: string }>(path, {});
  expect(second.data.requested_at).toBe(first.data.requested_at);
});

test('anybody can verify a policy without our server, and a made-up policy is reported as unknown @nav-12', async ({
  page,
}) => {
  const { quote } = await insured(chain);
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(`/verify/${quote.quote_id}`);
  await expect(page.getByText(/in force until/i).first()).toBeVisible();
  await page.goto(`/verify/0x${'ab'.repeat(32)}`);
  await expect(page.getByText(/no (such )?policy/i).first()).toBeVisible();
});

test('a pool without capacity refuses a quote with a reason, and quotes again once it is filled @payment-26', async () => {
  // With one policy in force, a second would take the cover past what the reserve alone can bear.
  const { client: ada } = await insured(chain);
  const refill = await drainPool(chain);
  try {
    const refused = await ada.quote();
    expect(refused.status).toBe(422);
    expect(refused.code).toBe('no_capacity');
    expect(refused.message).toMatch(/capital/);
  } finally {
    await refill();
  }
  expect((await ada.quote()).status).toBe(200);
});
