// Refunds and changes of holder at the desk, on a real contract, and what the customer then sees.
import { expect } from '@playwright/test';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { SECOND } from './fixtures/admin.ts';
import { clean } from './fixtures/axe.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { Client, term } from './fixtures/client.ts';
import { endWait } from './fixtures/contract.ts';
import { asking, buy, insured, visit } from './fixtures/customer.ts';
import { deactivate } from './fixtures/database.ts';
import { sitDown } from './fixtures/desk.ts';
import { test } from './fixtures/test.ts';
import { DeskPolicies } from './pages/desk-policies.ts';

const chain = connectChain();

/** A policy that was paid after its account was deactivated, so that it waits for a review. */
async function waiting() {
  const account = await newAccount(chain);
  const client = await new Client(account).signIn();
  const quote = (await client.quote(asking('home'))).data;
  deactivate(account.address);
  const policy = await buy(chain, client, quote);
  expect(policy.status).toBe('pending');
  return { account, client, quote, policy };
}

test('a policy under review is rejected with its whole premium refunded from the desk, and its customer sees Rejected @cases-2 @cases-3', {
  tag: '@full',
}, async ({ page, elsewhere }) => {
  test.setTimeout(90_000);
  const { account, client, quote, policy } = await waiting();
  await sitDown(page);
  const desk = new DeskPolicies(page);
  await page.goto('/admin/policies?status=pending');
  await desk.row(policy.policy_number).click();
  await expect(desk.status('Awaiting approval')).toBeVisible();
  await expect(desk.panel.getByRole('region', { name: 'On-chain record' })).toContainText(
    'Agrees with our records',
  );

  await desk.action('Reject with Refund').click();
  await desk.action('Continue to the Refund').click();
  await expect(desk.bar.getByText('Please give a reason. The customer will read it.')).toBeVisible();
  await desk.field('Reason').fill('We cannot insure a deactivated account.');
  await desk.action('Continue to the Refund').click();
  await expect(page.getByText('Reason recorded. The rejection takes effect with the refund.')).toBeVisible();

  const before = await chain.public.getBalance({ address: account.address });
  await desk.wallet.connect('Underwriter');
  await expect(desk.bar.getByText('The contract accepts it from the underwriter role.')).toBeVisible();
  await desk.action('Refund 0.6 ETH').click();
  await expect(desk.bar.getByText('The refund is verified and recorded.')).toBeVisible();
  await expect(desk.status('Rejected')).toBeVisible();
  expect(quote.amount).toBe('600000000000000000');
  expect((await chain.public.getBalance({ address: account.address })) - before).toBe(BigInt(quote.amount));
  expect((await client.policies()).data[0]?.status).toBe('rejected');

  const own = await elsewhere();
  await visit(own, account, chain, '/my-policies');
  await expect(own.getByRole('list', { name: 'Policies' })).toContainText('Rejected');
});

test('a cancellation that its customer signed is refunded from the desk @cases-2', { tag: '@full' }, async ({
  page,
  elsewhere,
}) => {
  test.setTimeout(90_000);
  // Ten days since yesterday for 8 dollars: 80% of the nine days that are left, so 0.00288 of 0.004 ETH.
  const { account, client, policy } = await insured(chain, 'travel', term(10, -1));
  const canceled = await client.post(
    `/insurance/policy/${policy.id}/cancel`,
    await client.consent(policy.id),
  );
  expect(canceled.status, canceled.message).toBe(200);
  await sitDown(page);
  const desk = new DeskPolicies(page);
  await desk.open(policy.id);
  await expect(desk.panel.getByRole('region', { name: 'Cancellation' })).toContainText(
    '0.00288 ETH (for unused days)',
  );
  const before = await chain.public.getBalance({ address: account.address });
  await desk.action('Refund the Cancellation').click();
  await desk.wallet.connect('Underwriter');
  await expect(desk.bar.getByText('The cover ends with the refund.')).toBeVisible();
  await desk.action('Refund 0.00288 ETH').click();
  await expect(desk.bar.getByText('The refund is verified and recorded.')).toBeVisible();
  await expect(desk.status('Cancelled')).toBeVisible();
  expect((await chain.public.getBalance({ address: account.address })) - before).toBe(2_880_000_000_000_000n);

  const own = await elsewhere();
  await visit(own, account, chain, `/policy/${policy.id}?type=travel`);
  await expect(own.getByText('0.00288 ETH went back to your wallet')).toBeVisible();
});

test('a change of holder is proposed, confirmed and completed from the desk, and the new holder has the policy @cases-2', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(120_000);
  const { client, quote, policy } = await insured(chain);
  const heir = await newAccount(chain);
  await sitDown(page);
  const desk = new DeskPolicies(page);
  await desk.open(policy.id);
  await desk.action('Change the Holder').click();
  const holder = desk.field('Wallet of the new holder');
  await holder.fill(policy.wallet_address);
  await desk.action('Continue').click();
  await expect(desk.bar.getByText('That wallet already holds the policy.')).toBeVisible();
  await holder.fill(heir.address);
  await desk.action('Continue').click();
  await desk.wallet.connect('Underwriter');
  await expect(desk.bar.getByText(`Propose ${heir.address} as the new holder`)).toBeVisible();
  const step = async (name: string) => {
    await desk.action(name).click();
    await expect(desk.bar.getByText('The step is verified and recorded.')).toBeVisible();
    await desk.action('Close').click();
  };
  await step('Propose New Holder');
  const change = desk.panel.getByRole('region', { name: 'Change of holder' });
  await expect(change).toContainText('ConfirmedNot yet');

  await desk.action('Confirm New Holder').click();
  await expect(desk.bar.getByText(/^This needs the administrator role/)).toBeVisible();
  await desk.wallet.connect('Administrator', 'Use Another Account');
  await step('Confirm New Holder');
  await expect(change).not.toContainText('Confirmed');
  await expect(change).toContainText('Can be completed');
  await expect(desk.action('Complete the Change')).toBeHidden();

  await endWait(chain, 'holder', quote.quote_id);
  await page.reload();
  await desk.action('Complete the Change').click();
  await step('Complete the Change');
  await expect(change).toBeHidden();
  expect((await client.policies()).data).toEqual([]);
  const theirs = (await (await new Client(heir).signIn()).policies()).data;
  expect(theirs).toMatchObject([{ policy_number: policy.policy_number, wallet_address: heir.address }]);
});

test('a holder reads about a change they did not ask for, objects on the policy’s page, and the desk sees the objection @cases-2', {
  tag: '@full',
}, async ({ page, elsewhere }) => {
  test.setTimeout(180_000);
  const { account, client, policy } = await insured(chain);
  const stranger = await newAccount(chain);
  await sitDown(page);
  const desk = new DeskPolicies(page);
  await desk.open(policy.id);
  await desk.action('Change the Holder').click();
  await desk.field('Wallet of the new holder').fill(stranger.address);
  await desk.action('Continue').click();
  await desk.wallet.connect('Underwriter');
  await desk.action('Propose New Holder').click();
  await expect(desk.bar.getByText('The step is verified and recorded.')).toBeVisible();

  // The worker reads the chain every minute.
  const detail = async () => (await client.get<PolicyDetailAnswer>(`/insurance/policy/${policy.id}`)).data;
  await expect.poll(async () => (await detail()).holder_change, { timeout: 90_000 }).not.toBeNull();
  const own = await elsewhere();
  await visit(own, account, chain, '/messages');
  await own.getByRole('list', { name: 'Messages' }).getByText('Home Insurance: ').click();
  await expect(own.getByRole('log').getByText(`to the wallet ${stranger.address} was made on`)).toBeVisible();

  await own.goto(`/policy/${policy.id}?type=home`);
  await expect(own.getByText('A request was made to move this policy to another wallet')).toBeVisible();
  await own.getByRole('button', { name: 'Object' }).click();
  await expect(own.getByText('You objected to moving this policy to another wallet')).toBeVisible();

  await page.reload();
  const change = desk.panel.getByRole('region', { name: 'Change of holder' });
  await expect(change).toContainText('The holder objected.');
});

test('two administrators decide one policy, and the second gets both versions @cases-3', {
  tag: '@full',
}, async ({ page, elsewhere }) => {
  const { client, policy } = await waiting();
  await sitDown(page);
  const other = await elsewhere();
  await sitDown(other, SECOND);
  const [first, second] = [new DeskPolicies(page), new DeskPolicies(other)];
  await first.open(policy.id);
  await second.open(policy.id);
  await second.action('Reject with Refund').click();
  await second.field('Reason').fill('The address does not exist.');

  await first.action('Approve').click();
  await first.action('Approve').click();
  await expect(page.getByText('Policy approved')).toBeVisible();
  await second.action('Continue to the Refund').click();
  const conflict = second.bar.getByRole('alert');
  await expect(conflict).toContainText('This policy was just changed. Please review it and try again.');
  const status = conflict.getByRole('row', { name: 'Status' });
  await expect(status.getByRole('cell')).toHaveText(['Pending', 'Approved']);
  await expect(second.field('Reason')).toHaveCount(0);
  expect((await client.policies()).data[0]?.status).toBe('active');
});

test('the desk’s policies pass axe @everywhere-2 @everywhere-5', { tag: '@full' }, async ({ page }) => {
  const { policy } = await waiting();
  await sitDown(page);
  const desk = new DeskPolicies(page);
  await page.goto('/admin/policies');
  await expect(desk.row(policy.policy_number)).toBeVisible();
  await clean(page, 'policies');
  await desk.open(policy.id);
  await expect(desk.panel.getByText('Agrees with our records')).toBeVisible();
  await clean(page, 'a policy');
  await desk.action('Reject with Refund').click();
  await desk.action('Continue to the Refund').click();
  await expect(desk.bar.getByText('Please give a reason.')).toBeVisible();
  await clean(page, 'a policy’s rejection, with its error');
});
