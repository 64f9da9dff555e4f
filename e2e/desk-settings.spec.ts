// Settings that two administrators change, and what obeys them. The gate tests them in the worker.
import { expect, type Page } from '@playwright/test';
import { Admin, SECOND } from './fixtures/admin.ts';
import { clean } from './fixtures/axe.ts';
import { connectChain } from './fixtures/chain.ts';
import { term } from './fixtures/client.ts';
import { insured } from './fixtures/customer.ts';
import { lettersTo } from './fixtures/mail.ts';
import { API } from './fixtures/stack.ts';
import { test } from './fixtures/test.ts';

interface Settings {
  system: { values: Record<string, number> };
  sender: { values: Record<string, string> };
}

const chain = connectChain();
const form = (page: Page, name: string) => page.getByRole('form', { name });
const save = (page: Page, name: string) => form(page, name).getByRole('button', { name: 'Save' }).click();

test.describe.configure({ mode: 'serial' });

test('a threshold is lowered by one administrator, raised by two, and obeyed for the next policy', {
  tag: '@full',
}, async ({ page, browser }) => {
  test.slow();
  const first = await Admin.signIn();
  const threshold = async () =>
    (await first.call<Settings>('GET', '/settings')).data.system.values.auto_approve_below_usd;
  await first.open(page, '/admin/settings');
  const field = form(page, 'System').getByLabel('Auto-approve policies under');
  await expect(field).toHaveValue('10,000');
  // Below the premium of the longest term, and above those of all other tests.
  await field.fill('1203');
  await save(page, 'System');
  await expect(page.getByText('System saved')).toBeVisible();
  expect((await insured(chain, 'home', term(366))).policy.status).toBe('pending');

  await field.fill('10000');
  await save(page, 'System');
  await expect(page.getByText('System: a second administrator is needed')).toBeVisible();
  const approval = page.getByRole('listitem', { name: 'Auto-approve policies under' });
  await expect(approval).toContainText('From $1,203 to $10,000');
  await expect(approval.getByRole('button', { name: /Confirm/ })).toHaveCount(0);
  expect(await threshold()).toBe(1203);
  await clean(page, 'desk, settings with an approval');

  const other = await browser.newPage();
  await (await Admin.signIn(API, SECOND)).open(other, '/admin/users');
  await other.getByRole('status').getByRole('link', { name: 'Look at it' }).click();
  await other.getByRole('button', { name: 'Confirm Auto-approve policies under' }).click();
  await expect(other.getByText('Auto-approve policies under: confirmed')).toBeVisible();
  await expect(form(other, 'System')).toContainText('confirmed by Second Administrator');
  expect(await threshold()).toBe(10_000);
  expect((await insured(chain, 'home', term(366))).policy.status).toBe('active');
  await other.close();
});

test('letters come from the saved sender, as a test letter shows', { tag: '@full' }, async ({ page }) => {
  const first = await Admin.signIn();
  await first.open(page, '/admin/settings');
  const sender = form(page, 'Email sender');
  const before = await sender.getByLabel('Sender name').inputValue();
  await sender.getByLabel('Sender name').fill('Mooring Letters');
  await save(page, 'Email sender');
  await expect(page.getByText('Email sender saved')).toBeVisible();
  const count = (await lettersTo('admin@mooring.local')).length;
  await page.getByRole('button', { name: 'Send a test letter to me' }).click();
  await expect(page.getByText('Test letter sent')).toBeVisible();
  await expect.poll(async () => (await lettersTo('admin@mooring.local')).length).toBe(count + 1);
  const [letter] = await lettersTo('admin@mooring.local');
  expect(letter?.subject).toBe('A test letter from Mooring');
  await sender.getByLabel('Sender name').fill(before);
  await save(page, 'Email sender');
  await expect(page.getByText('Email sender saved').last()).toBeVisible();
});
