// A cancellation that a wallet signs, and its refund on chain.
import { expect } from '@playwright/test';
import type { CancellationPreview } from '#domain/policy/service-schema.ts';
import { Admin } from './fixtures/admin.ts';
import { connectChain } from './fixtures/chain.ts';
import { term } from './fixtures/client.ts';
import { insured, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';
import { CancelDialog } from './pages/cancel.ts';

const chain = connectChain();

test('canceling a trip that has begun takes one free signature, and its unused days are refunded on chain @policy-14', async ({
  page,
}) => {
  // Ten days since yesterday for 8 dollars: 80% of the nine days that are left, so 5 dollars and 0.00288 of 0.004 ETH.
  const { account, client, quote, policy } = await insured(chain, 'travel', term(10, -1));
  expect(quote.amount).toBe('4000000000000000');
  const owed = 2_880_000_000_000_000n;
  const { wallet } = await visit(page, account, chain, `/policy/${policy.id}?type=travel&action=cancel`);
  const { dialog, sign } = new CancelDialog(page, policy.policy_number);
  for (const words of [
    '80% of the days that are left',
    '9 of 10',
    '0.00288 ETH',
    '$5 of the premium',
    'Ends with the refund',
  ]) {
    await expect(dialog).toContainText(words);
  }
  wallet.rejectNext('eth_signTypedData_v4');
  await sign.click();
  await expect(dialog.getByText('You did not sign, so nothing has changed.')).toBeVisible();
  await sign.click();
  await expect(page.getByText('You asked to cancel on')).toContainText('0.00288 ETH');
  expect((await client.policies()).data[0]).toMatchObject({ status: 'active', in_force: true });

  // Once refused and once signed; a signature costs nothing.
  expect(wallet.requests.filter((method) => method === 'eth_signTypedData_v4')).toHaveLength(2);
  expect(wallet.sent).toEqual([]);

  const before = await chain.public.getBalance({ address: account.address });
  const refunded = await (await Admin.signIn()).refund(chain, policy.id);
  expect(refunded).toMatchObject({ outcome: 'cancelled', amount: String(owed) });
  expect((await chain.public.getBalance({ address: account.address })) - before).toBe(owed);
  await expect.poll(async () => (await client.policies()).data[0]?.status).toBe('cancelled');
  await page.reload();
  await expect(page.getByText('0.00288 ETH went back to your wallet')).toBeVisible();
  await page.goto(`/verify/${policy.quote_id}`);
  await expect(page.getByText(/This policy is not in force: it was canceled on/)).toBeVisible();

  const path = `/insurance/policy/${policy.id}/cancel`;
  const again = await client.post<CancellationPreview>(`${path}?preview=true`, {});
  expect(again.data).toMatchObject({ possible: false, problem: 'This policy is already canceled.' });
});
