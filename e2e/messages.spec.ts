// A conversation between a customer’s page and the desk, with the badge that polls.
import { expect } from '@playwright/test';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { Admin } from './fixtures/admin.ts';
import { connectChain } from './fixtures/chain.ts';
import { insured, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

test.describe('with a mocked clock', () => {
  test.use({ freshContext: true });

  test('a message to support is answered, and the unread badge updates without a reload @nav-20', {
    tag: '@full',
  }, async ({ page }) => {
    const { account, client } = await insured(chain);
    await page.clock.install();
    await visit(page, account, chain, '/dashboard');
    const header = page.getByRole('banner');
    // The purchase left a message that needs nothing, so it isn't unread.
    await expect(header.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
    await page.goto('/messages');
    await expect(page.getByText('All messages read')).toBeVisible();
    await page.getByRole('list', { name: 'Messages' }).getByText('Home Insurance: ').click();
    await expect(page.getByRole('log').getByText(/^Your payment of 0\.6 ETH is confirmed/)).toBeVisible();
    await expect(page.getByRole('log').getByText('New', { exact: true })).toBeHidden();
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
