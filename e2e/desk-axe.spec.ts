// Axe on the screens of the desk, at a desk’s width and a phone’s.
import { expect } from '@playwright/test';
import { Admin } from './fixtures/admin.ts';
import { clean } from './fixtures/axe.ts';
import { connectChain } from './fixtures/chain.ts';
import { insured } from './fixtures/customer.ts';
import { asked, claimed, unique, unknownPayment } from './fixtures/desk.ts';
import { test } from './fixtures/test.ts';
import { Desk, DeskLogin, ThreadPanel } from './pages/desk-people.ts';

const chain = connectChain();

test.describe('the desk and axe', () => {
  /** A customer with a claim and a message, whose names and texts fill the screens. */
  async function filled() {
    const customer = await insured(chain);
    const claim = await claimed(customer);
    const thread = await asked(
      customer,
      `A long subject about ${'the gutter, the roof and '.repeat(4)}${unique()}`,
    );
    return { customer, claim, thread };
  }

  test('every screen of the desk passes axe @everywhere-5', async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 1440, height: 900 });
    const desk = new Desk(page);
    const login = new DeskLogin(page);
    await page.goto('/admin/admin-login');
    await expect(login.hint).toBeVisible();
    await clean(page, 'desk, login');

    const { customer, thread } = await filled();
    await unknownPayment();
    const admin = await Admin.signIn();
    await expect
      .poll(
        async () =>
          (await admin.call<{ exceptions: unknown[] }>('GET', '/exceptions')).data.exceptions.length,
      )
      .toBeGreaterThan(0);
    await admin.reply(thread.id, 'Yes, against storms.');
    await admin.open(page, '/admin');
    await expect(page.getByRole('list', { name: 'Sections' })).toBeVisible();
    await clean(page, 'desk, dashboard with the queue');
    await page.goto('/admin/queue');
    await expect(page.getByRole('heading', { name: 'Work queue', level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
    await clean(page, 'desk, queue');
    await page.goto(`/admin/users?open=${customer.account.address}`);
    await expect(desk.panel('Customer').getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
    await clean(page, 'desk, users with a customer');
    await page.goto(`/admin/messages?open=${thread.id}`);
    await expect(new ThreadPanel(desk.panel('Message')).conversation).toHaveCount(2);
    await clean(page, 'desk, messages with a thread');
    await page.goto('/admin/exceptions');
    await desk.list('exceptions').getByRole('row').nth(1).click();
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    await clean(page, 'desk, exceptions');
    await page.goto('/admin/audit-log');
    await desk.list('lines').getByRole('row').nth(1).click();
    await expect(desk.panel('Audit log line').getByRole('region', { name: 'Change' })).toBeVisible();
    await clean(page, 'desk, audit log with a line');
    for (const view of ['', '?view=journal', '?view=aging', '?view=months']) {
      await page.goto(`/admin/books${view}`);
      await expect(page.getByRole('table').first()).toBeVisible();
      await clean(page, `desk, books ${view}`);
    }
    await page.goto('/admin/settings');
    await expect(page.getByRole('list', { name: 'Administrators' }).getByRole('listitem')).not.toHaveCount(0);
    await clean(page, 'desk, settings');
  });

  test('users and messages of the desk pass axe and fit at 390 pixels @everywhere-5', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const desk = new Desk(page);
    const { customer, thread } = await filled();
    const wider = () =>
      page
        .locator('html, main, [data-desk-list], main section')
        .evaluateAll((parts) =>
          parts
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map((part) => part.outerHTML),
        );
    const fits = async (where: string) => expect(await wider(), where).toEqual([]);
    await (await Admin.signIn()).open(page, '/admin/users');
    await expect(desk.list('users').getByRole('row', { name: 'Ada Lovelace' }).first()).toBeVisible();
    await clean(page, 'desk at 390 pixels, users');
    await fits('users');
    await page.goto(`/admin/users?open=${customer.account.address}`);
    await expect(desk.panel('Customer').getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
    await clean(page, 'desk at 390 pixels, customer');
    await fits('customer');
    await page.goto(`/admin/messages?search=${thread.subject.slice(-8)}`);
    await expect(desk.list('messages').getByRole('row', { name: thread.subject }).first()).toBeVisible();
    await clean(page, 'desk at 390 pixels, messages');
    await fits('messages');
    await page.goto(`/admin/messages?open=${thread.id}`);
    await expect(new ThreadPanel(desk.panel('Message')).conversation).toHaveCount(1);
    await clean(page, 'desk at 390 pixels, thread');
    await fits('thread');
  });
});
