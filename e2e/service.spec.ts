import { expect } from '@playwright/test';
import { Admin } from './fixtures/admin.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { drainPool } from './fixtures/contract.ts';
import { insured, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';
import { CancelDialog } from './pages/cancel.ts';

const chain = connectChain();

test('canceling a policy shows the refund first, and cover lasts until the refund is on chain @policy-14', async ({
  page,
}) => {
  const { account, client, quote, policy } = await insured(chain);
  await visit(page, account, chain, `/policy/${policy.id}?type=home`);
  await page.getByRole('button', { name: /^Cancel/ }).click();
  const { dialog, sign } = new CancelDialog(page, policy.policy_number);
  for (const words of ['The whole premium', '0.6 ETH', 'Void from its beginning']) {
    await expect(dialog).toContainText(words);
  }
  await sign.click();
  await expect(page.getByText('You asked to cancel on')).toBeVisible();
  expect((await client.policies()).data[0]?.status).toBe('active');

  const before = await chain.public.getBalance({ address: account.address });
  await (await Admin.signIn()).refund(chain, policy.id);
  expect((await chain.public.getBalance({ address: account.address })) - before).toBe(BigInt(quote.amount));
  await expect.poll(async () => (await client.policies()).data[0]?.status).toBe('cancelled');
  await page.reload();
  await expect(page.getByText('This policy is cancelled')).toContainText('it never was in force');
  await page.goto(`/verify/${policy.quote_id}`);
  await expect(
    page.getByText('This policy was canceled with a full refund. It never was in force.'),
  ).toBeVisible();
});

test('canceling twice makes one request, and a stranger cannot cancel', async () => {
  const { client, policy } = await insured(chain);
  const eve = await new Client(await newAccount(chain)).signIn();
  const path = `/insurance/policy/${policy.id}/cancel`;
  const consent = await client.consent(policy.id);
  expect((await eve.post(path, consent)).status).toBe(404);
  const first = await client.post<{ requested_at: string }>(path, consent);
  expect(first.status, first.message).toBe(200);
  const second = await client.post<{ requested_at: string }>(path, consent);
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
