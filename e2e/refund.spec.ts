import { expect } from '@playwright/test';
import type { CancellationPreview } from '../domain/policy/service-schema.ts';
import { connectChain } from './fixtures/chain.ts';
import { term } from './fixtures/client.ts';
import { refund, STATUS } from './fixtures/contract.ts';
import { insured, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

test('canceling a trip that has begun refunds its unused days on chain and shows the refund @policy-14', async ({
  page,
}) => {
  // Ten days since yesterday for 8 dollars: nine whole days are left, so 7 dollars and 0.0036 of 0.004 ETH.
  const { account, client, quote, policy } = await insured(chain, 'travel', term(10, -1));
  expect(quote.amount).toBe('4000000000000000');
  const owed = 3_600_000_000_000_000n;
  await visit(page, account, chain, `/policy/${policy.id}?type=travel&action=cancel`);
  const dialog = page.getByRole('dialog', { name: `Cancel ${policy.policy_number}` });
  for (const words of ['The days that are left', '9 of 10', '0.0036 ETH', '$7 of the premium']) {
    await expect(dialog).toContainText(words);
  }
  await dialog.getByRole('button', { name: 'Cancel policy' }).click();
  await expect(page.getByText('You asked to cancel on')).toContainText('0.0036 ETH');
  expect((await client.policies()).data[0]).toMatchObject({ status: 'active', in_force: true });

  const before = await chain.public.getBalance({ address: account.address });
  expect((await refund(chain, quote, owed, STATUS.cancelled)).status).toBe('success');
  expect((await chain.public.getBalance({ address: account.address })) - before).toBe(owed);
  await expect.poll(async () => (await client.policies()).data[0]?.status).toBe('cancelled');
  await page.reload();
  await expect(page.getByText('0.0036 ETH went back to your wallet')).toBeVisible();
  await page.goto(`/verify/${policy.quote_id}`);
  await expect(page.getByText(/This policy is not in force: it was canceled on/)).toBeVisible();

  const path = `/insurance/policy/${policy.id}/cancel`;
  const again = await client.post<CancellationPreview>(`${path}?preview=true`, {});
  expect(again.data).toMatchObject({ possible: false, problem: 'This policy is already canceled.' });
});
