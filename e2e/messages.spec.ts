import { expect } from '@playwright/test';
import type { ThreadAnswer } from '../domain/messages/schema.ts';
import { Admin } from './fixtures/admin.ts';
import { connectChain } from './fixtures/chain.ts';
import { insured, visit } from './fixtures/customer.ts';
import { lettersTo } from './fixtures/mail.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

test.describe('with a mocked clock', () => {
  test.use({ freshContext: true });

  test('a message to support is answered, and the unread badge updates without a reload @nav-20', async ({
    page,
  }) => {
    const { account, client } = await insured(chain);
    await page.clock.install();
    await visit(page, account, chain, '/dashboard');
    const header = page.getByRole('banner');
    // The purchase left a message, and the thread opens at it.
    await expect(header.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
    await page.goto('/messages');
    await expect(page.getByText('1 unread message', { exact: true })).toBeVisible();
    await page.getByRole('list', { name: 'Messages' }).getByText('Your Home Insurance policy').click();
    await expect(page.getByRole('log').getByText(/^Your payment of 0\.6 ETH is confirmed/)).toBeVisible();
    await expect(page.getByRole('log').getByText('New', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'New Message' }).click();
    const send = page.getByRole('button', { name: 'Send Message' });
    await expect(send).toBeDisabled();
    await page.getByLabel('Subject').fill('My roof');
    await page.getByLabel('Message', { exact: true }).fill('<b>Is it</b> covered?\nSecond line.');
    await send.click();
    await expect(page.getByText('Message sent successfully')).toBeVisible();
    const item = page.getByRole('list', { name: 'Messages' }).getByText('My roof');
    await expect(item).toBeVisible();
    await expect(page.getByText('All messages read')).toBeVisible();

    const [thread] = (await client.get<ThreadAnswer[]>(`/messages/list/${account.address}`)).data;
    if (!thread) throw new Error('There is no thread');
    const admin = await Admin.signIn();
    await admin.reply(thread.id, 'Yes, against storms.');
    // The badge and the list refresh after 20 seconds.
    await page.clock.fastForward(20_000);
    await expect(header.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
    await expect(page.getByText('1 unread message', { exact: true })).toBeVisible();
    await item.click();
    await expect(page.getByText('Yes, against storms.').last()).toBeVisible();
    await expect(page.getByText('<b>Is it</b> covered?').last()).toBeVisible();
    await expect(page.getByText('All messages read')).toBeVisible();
    await expect(header.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Claims', exact: true }).click();
    await expect(page.getByText('No messages found')).toBeVisible();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByLabel('Search messages').fill('ROOF');
    await expect(item).toBeVisible();
  });
});

test('a support center ticket becomes a thread, and a vote is counted', async ({ page }) => {
  const { account, client } = await insured(chain);
  await visit(page, account, chain, '/support');
  await page.getByLabel('Subject').fill('Help');
  await page.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(page.getByText('Subject must be at least 5 characters')).toBeVisible();
  await expect(page.getByText('Message must be at least 10 characters')).toBeVisible();
  await expect(page.getByText('Please select a category')).toBeVisible();
  await page.getByLabel('Subject').fill('Certificate in Greek');
  await page.getByLabel('Message', { exact: true }).fill('Can I have my name in Greek letters?');
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Policies' }).click();
  await page.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(page.getByText('Support ticket created')).toBeVisible();
  const [thread] = (await client.get<ThreadAnswer[]>(`/messages/list/${account.address}`)).data;
  expect(thread).toMatchObject({ type: 'support', category: 'policies', subject: 'Certificate in Greek' });

  await page.getByRole('button', { name: 'Can I cancel a policy?' }).click();
  const vote = page.getByRole('button', { name: /helpful/i }).first();
  const counts = async () =>
    (await client.get<{ id: string; helpful_count: number; voted: boolean }[]>('/support/faq')).data.find(
      ({ id }) => id === 'cancel-policy',
    );
  const before = (await counts())?.helpful_count ?? 0;
  await vote.click();
  await expect.poll(counts).toMatchObject({ helpful_count: before + 1, voted: true });
});

test('the contact form reaches support, which answers by email', async ({ page }) => {
  const email = `visitor.${crypto.randomUUID().slice(0, 8)}@example.com`;
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Please enter your name.')).toBeVisible();
  await page.getByLabel('Name').fill('Grace Visitor');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Subject').fill('Do you insure boats?');
  await page.getByLabel('Message', { exact: true }).fill('I have a small one.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText("Message sent successfully! We'll get back to you soon.")).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('');
  expect(await lettersTo(email)).toEqual([]);
});

test('a change of dates or property is requested in a message with the policy attached', async ({ page }) => {
  const { account, client, policy } = await insured(chain);
  await visit(page, account, chain, `/policy/${policy.id}?type=home&action=modify`);
  await page.getByRole('dialog').getByRole('link', { name: 'Write to support' }).click();
  await expect(page.getByRole('list', { name: 'Attached' })).toContainText(policy.policy_number);
  await page.getByLabel('Message', { exact: true }).fill('Please begin a week later.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message sent successfully')).toBeVisible();
  const [thread] = (await client.get<ThreadAnswer[]>(`/messages/list/${account.address}`)).data;
  expect(thread).toMatchObject({ policy_id: policy.id });
});
