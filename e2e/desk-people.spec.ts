// What the desk writes to a customer or decides about them, and what their own pages then show.
import { expect } from '@playwright/test';
import { Admin } from './fixtures/admin.ts';
import { connectChain } from './fixtures/chain.ts';
import { term } from './fixtures/client.ts';
import { insured, visit } from './fixtures/customer.ts';
import { asked, unique } from './fixtures/desk.ts';
import { test } from './fixtures/test.ts';
import { CustomerPanel, Desk, ThreadPanel } from './pages/desk-people.ts';
import { QuotePage } from './pages/site.ts';

const chain = connectChain();
const REFUSAL = 'Your account is deactivated and cannot get a quote. Please contact support.';

test('a message is answered at the desk, and its customer sees the reply but not the note @desk-9 @desk-10 @cases-8', {
  tag: '@full',
}, async ({ page, context }) => {
  const subject = `Storm ${unique()}`;
  const title = `Covered ${unique()}`;
  const customer = await insured(chain);
  await asked(customer, subject);
  const admin = await Admin.signIn();
  const text = 'Dear {name}, {policy} covers storms.';
  expect((await admin.call('POST', '/saved-replies', { title, text })).status).toBe(201);

  const desk = new Desk(page);
  await admin.open(page, '/admin/messages');
  await page.getByLabel('Search messages').fill(subject);
  const unread = desk.list('messages').getByRole('row', { name: `Unread: ${subject}` });
  const read = desk.list('messages').getByRole('row', { name: subject, exact: true });
  await expect(unread).toContainText('Does my policy cover the storm of last night?');
  await unread.click();
  const thread = new ThreadPanel(desk.panel('Message'));
  await expect(thread.conversation).toHaveText([/Does my policy cover the storm of last night\?/]);
  await expect(read).toBeVisible();
  await expect(unread).toBeHidden();

  const answer = `Dear Ada Lovelace, ${customer.policy.policy_number} covers storms.`;
  await expect(thread.send).toBeDisabled();
  await desk.choose('Saved replies', title, thread.panel);
  await expect(thread.reply).toHaveValue(answer);
  await thread.send.click();
  await expect(thread.conversation.nth(1)).toContainText(answer);
  await expect(thread.reply).toHaveValue('');
  await thread.addNote('Ask the assessor before the next one.');
  await expect(thread.conversation.nth(2)).toContainText('Internal note');
  await expect(thread.conversation.nth(2)).toContainText('Ask the assessor before the next one.');
  await desk.choose('Status', 'Resolved', thread.panel);
  await expect(thread.status).toHaveText('Resolved');
  await expect(read.getByText('Resolved', { exact: true })).toBeVisible();

  const other = await context.newPage();
  await visit(other, customer.account, chain, '/messages');
  await other.getByRole('list', { name: 'Messages' }).getByText(subject).click();
  await expect(other.getByRole('log')).toContainText(answer);
  await expect(other.getByText('Ask the assessor')).toHaveCount(0);
  await expect(other.getByText('This conversation is resolved. A reply opens it again.')).toBeVisible();
  await other.getByLabel('Your reply').fill('Thank you. And against hail?');
  await other.getByRole('button', { name: 'Send Reply' }).click();
  await expect(other.getByText('Reply sent successfully')).toBeVisible();

  await page.bringToFront();
  await page.getByRole('button', { name: 'Close (Esc)' }).click();
  await page.reload();
  await expect(unread.getByText('Open', { exact: true })).toBeVisible();
  await unread.click();
  await expect(thread.status).toHaveText('Open');
  await expect(thread.conversation.nth(3)).toContainText('Thank you. And against hail?');
});

test('a customer who is deactivated with a reason at the desk gets no quote until they are activated again @desk-6 @people-3', {
  tag: '@full',
}, async ({ page, context }) => {
  const { account, client } = await insured(chain, 'home', term(30));
  const admin = await Admin.signIn();
  const desk = new Desk(page);
  await admin.open(page, '/admin/users');
  await page.getByLabel('Search users').fill(account.address);
  const row = desk.list('users').getByRole('row', { name: 'Ada Lovelace' });
  await expect(row).toHaveCount(1);
  await row.getByRole('link', { name: 'Deactivate Ada Lovelace' }).click();
  const record = new CustomerPanel(desk.panel('Customer'));
  await record.deactivate('Two cars with one plate.');
  await expect(page.getByText('User status updated successfully')).toBeVisible();
  await expect(record.badge('Inactive')).toBeVisible();
  await expect(record.status).toContainText('Two cars with one plate.');
  await expect(row.getByText('Inactive', { exact: true })).toBeVisible();
  expect((await client.quote()).status).toBe(401);
  await client.signIn();
  expect(await client.quote()).toMatchObject({ status: 403, code: 'inactive_account', message: REFUSAL });

  const other = await context.newPage();
  await visit(other, account, chain, '/quote/home');
  const quote = new QuotePage(other);
  await quote.fill('home');
  await quote.proceed.click();
  await expect(other.getByText(REFUSAL)).toBeVisible();
  await expect(other).toHaveURL(/\/quote\/home$/);

  await page.bringToFront();
  await record.button('Activate').click();
  await expect(record.badge('Active')).toBeVisible();
  await record.note('One of them was sold.');
  await expect(record.status).toContainText('One of them was sold.');
  await other.bringToFront();
  await quote.proceed.click();
  await expect(other).toHaveURL(/\/payment$/);

  interface Line {
    action: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  }
  const subject = encodeURIComponent(`user:${account.address.toLowerCase()}`);
  const lines = await admin.call<{ entries: Line[] }>('GET', `/audit-log?subject=${subject}`);
  expect(lines.status).toBe(200);
  expect(lines.data.entries).toMatchObject([
    { action: 'user.status_noted', after: { status: 'active', note: 'One of them was sold.' } },
    { action: 'user.activated', before: { status: 'inactive' }, after: { status: 'active' } },
    {
      action: 'user.deactivated',
      before: { status: 'active' },
      after: { status: 'inactive', note: 'Two cars with one plate.' },
    },
  ]);
});
