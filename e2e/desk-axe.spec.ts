// Axe on the screens of the desk, at a desk’s width and a phone’s.
import { expect, type Page } from '@playwright/test';
import { Admin } from './fixtures/admin.ts';
import { clean } from './fixtures/axe.ts';
import { connectChain } from './fixtures/chain.ts';
import { insured } from './fixtures/customer.ts';
import { asked, claimed, unique, unknownPayment } from './fixtures/desk.ts';
import { CLAIM, EXCEPTION, POLICY, THREAD, USER } from './fixtures/desk-rows.ts';
import { test } from './fixtures/test.ts';
import { Desk, DeskLogin, ThreadPanel } from './pages/desk-people.ts';

const chain = connectChain();

/** Lists with the longest values of a row, and the headers of what must never be cut. */
const LISTS = {
  claims: { row: CLAIM, whole: ['Claim', 'Status', 'Assigned to', 'Amount', 'Due'] },
  messages: { row: THREAD, whole: ['Status', 'Assigned', 'Due'] },
  policies: { row: POLICY, whole: ['Policy', 'Status', 'Premium', 'Ends'] },
  users: { row: USER, whole: ['Status', 'Premium'] },
  exceptions: { row: EXCEPTION, whole: ['Status', 'Amount', 'Refund due'] },
} as const;

const SCREENS = [
  ...['admin-dashboard', 'queue', 'users', 'policies', 'claims', 'messages', 'analytics'],
  ...['revenue', 'reports', 'books', 'exceptions', 'contract', 'audit-log', 'settings'],
];

/** Lists have 30 rows with the longest values, which no stack of these tests holds. */
const fillLists = (page: Page) =>
  page.route(/\/api\/admin\/(claims|messages|policies|users|exceptions)\?/, (route) => {
    const list = new URL(route.request().url()).pathname.split('/').at(-1) as keyof typeof LISTS;
    const rows = Array.from({ length: 30 }, (_, index) => ({
      ...LISTS[list].row,
      id: index + 1,
      wallet_address: `0x${String(index).padStart(40, '9')}`,
    }));
    const pages = { current_page: 1, total_pages: 1, per_page: 30, next_cursor: null, prev_cursor: null };
    const known = { search_limited: false, total_is_minimum: false, searched_to: null };
    const pagination = { ...pages, ...known, [`total_${list}`]: 30 };
    return route.fulfill({ json: { success: true, data: { [list]: rows, pagination } } });
  });

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

  test('every screen of the desk passes axe @everywhere-5', { tag: '@full' }, async ({ page }) => {
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

  test('users and messages of the desk pass axe and fit at 390 pixels @everywhere-5', {
    tag: '@full',
  }, async ({ page }) => {
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

  test('no screen of the desk scrolls sideways at 390 pixels', { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await filled();
    await (await Admin.signIn()).open(page, '/admin');
    const wide: Record<string, number> = {};
    for (const screen of SCREENS) {
      await page.goto(`/admin/${screen}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 390) wide[screen] = width;
    }
    expect(wide).toEqual({});
  });

  // Widths, which only a real browser has.
  test('the lists of the desk cut nothing that somebody needs from 1,280 to 1,440 pixels, and show 12 rows beside a record', {
    tag: '@full',
  }, async ({ page }) => {
    await fillLists(page);
    await (await Admin.signIn()).open(page, '/admin/claims');
    const found: Record<string, string[]> = {};
    for (const [list, { whole }] of Object.entries(LISTS)) {
      await page.locator(`a[href="/admin/${list}"]`).first().click();
      await expect(page).toHaveURL(`/admin/${list}`);
      const rows = page.locator('[data-desk-list] tbody tr');
      await expect(rows).toHaveCount(30);
      for (const panel of [false, true]) {
        if (panel) {
          await rows.first().focus();
          await page.keyboard.press('Enter');
          await expect(page.getByRole('button', { name: 'Close (Esc)' })).toBeVisible();
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
