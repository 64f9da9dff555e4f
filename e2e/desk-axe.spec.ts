// Axe on the screens of the desk, at a desk’s width and a phone’s.
import { expect, type Page } from '@playwright/test';
import { Admin } from './fixtures/admin.ts';
import { clean } from './fixtures/axe.ts';
import { connectChain } from './fixtures/chain.ts';
import { insured } from './fixtures/customer.ts';
import { asked, claimed, unique, unknownPayment } from './fixtures/desk.ts';
import { test } from './fixtures/test.ts';
import { Desk, DeskLogin, ThreadPanel } from './pages/desk-people.ts';

const chain = connectChain();

const LATE = '2026-01-01T00:00:00.000Z';
const LONG = 'W'.repeat(80);
const people = { customer: LONG, assigned_admin_name: 'Katherine Johnson' };
/** The longest values of a list's rows, and the headers of what must never be cut. */
const LISTS = {
  claims: {
    values: {
      ...people,
      customer_name: LONG,
      status: 'processing_payment',
      formatted_amount: '$1,000,000.55',
      due_at: LATE,
    },
    whole: ['Claim', 'Status', 'Assigned to', 'Amount', 'Due'],
  },
  messages: {
    values: { ...people, subject: LONG, status: 'in_progress', due_at: LATE },
    whole: ['Status', 'Assigned', 'Due'],
  },
  policies: {
    values: { ...people, item_description: LONG, total_premium: 1_234_567, needs_review: true },
    whole: ['Policy', 'Status', 'Premium', 'Ends'],
  },
  users: { values: { name: LONG, email: LONG, total_premium: 1_234_567 }, whole: ['Status', 'Premium'] },
  audit: {
    values: { subject: LONG, admin_name: 'Katherine Johnson' },
    whole: ['Number', 'Administrator', 'Time'],
  },
} as const;
type List = keyof typeof LISTS;

/** From the next page on, lists have 30 rows with the longest values, which the stack's few records would not fill. */
async function fillLists(page: Page): Promise<void> {
  await page.route(/\/api\/admin\/(claims|messages|policies|users|audit)\?/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const [, list] = /admin\/(\w+)\?/.exec(route.request().url()) ?? [];
    const [name, rows] =
      Object.entries<Record<string, unknown>[]>(json.data).find(([, each]) => Array.isArray(each)) ?? [];
    if (!name || !rows) throw new Error(`No rows in ${route.request().url()}`);
    json.data[name] = Array.from({ length: 30 }, (_, index) => ({
      ...rows[0],
      ...LISTS[list as List].values,
      // The first is real, so that it can be opened.
      ...(index > 0 && { id: 1_000_000 + index, wallet_address: `0x${String(index).padStart(40, '0')}` }),
    }));
    await route.fulfill({ response, json });
  });
}

/** The cells under these headers that are hidden, outside the list or cut, and how many rows show whole. */
const measure = (page: Page, whole: readonly string[]) =>
  page.locator('[data-desk-list] table').evaluate((table: HTMLTableElement, names) => {
    const edges = table.getBoundingClientRect();
    const headers = [...(table.tHead?.rows[0]?.cells ?? [])].map((cell) => cell.textContent?.trim() ?? '');
    const rows = [...(table.tBodies[0]?.rows ?? [])];
    const wrong = rows.slice(0, 3).flatMap((row) => {
      const cells = [...row.cells].filter((cell) => cell.ariaHidden !== 'true');
      return names.flatMap((name) => {
        const cell = cells[headers.indexOf(name)];
        if (!cell) return [`${name} is missing`];
        const { left, right, width } = cell.getBoundingClientRect();
        const cut = [cell, ...cell.querySelectorAll('*')].some(
          (part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth,
        );
        if (width === 0) return [`${name} is hidden`];
        if (left < edges.left || right > edges.right) return [`${name} is outside`];
        return cut ? [`${name} is cut`] : [];
      });
    });
    const shown = rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length;
    return { wrong, shown };
  }, whole);

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

  // Widths, which only a real browser has.
  test('the lists of the desk cut nothing that somebody needs from 1,280 to 1,440 pixels, and show 12 rows beside a record', async ({
    page,
  }) => {
    await filled();
    await fillLists(page);
    const admin = await Admin.signIn();
    const found: Record<string, string[]> = {};
    for (const [list, { whole }] of Object.entries(LISTS)) {
      await admin.open(page, `/admin/${list}`);
      const rows = page.locator('[data-desk-list] tbody tr');
      for (const panel of [false, true]) {
        await expect(rows).toHaveCount(30);
        if (panel) {
          await rows.first().focus();
          await page.keyboard.press('Enter');
          await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
        }
        for (const width of [1280, 1366, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          const { wrong, shown } = await measure(page, whole);
          const at = `${list} at ${width}${panel ? ' with a record' : ''}`;
          if (wrong.length > 0) found[at] = wrong;
          if (panel && shown < 12) found[at] = [...wrong, `${shown} rows`];
        }
      }
    }
    expect(found).toEqual({});
  });
});
