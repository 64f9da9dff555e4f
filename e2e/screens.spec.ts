// Pictures of every screen's main states, to leaf through: dist/screens/index.html. Only a browser shows what they look like.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { Admin } from './fixtures/admin.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { arrive, insured, savedQuote } from './fixtures/customer.ts';
import { asked, claimed } from './fixtures/desk.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();
const FOLDER = 'dist/screens';
const LOOKS = [390, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
);

/** Waits until nothing is loading. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('main .animate-pulse')).toHaveCount(0);
}

/** Photographs each screen in light and dark, on a phone and a desktop; none may scroll sideways or fail. */
async function photograph(page: Page, screens: Readonly<Record<string, string>>): Promise<void> {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  mkdirSync(FOLDER, { recursive: true });
  for (const { width, scheme } of LOOKS) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const [name, path] of Object.entries(screens)) {
      await page.goto(path);
      await settled(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(width);
      await page.screenshot({ path: `${FOLDER}/${name}-${width}-${scheme}.png`, fullPage: true });
    }
  }
  expect(errors).toEqual([]);
}

test.describe('pictures of the screens', { tag: '@full' }, () => {
  test.setTimeout(600_000);

  test.afterAll(() => {
    const names = readdirSync(FOLDER).filter((name) => name.endsWith('.png'));
    const figures = names
      .sort()
      .map((name) => `<figure><figcaption>${name}</figcaption><img src="${name}"></figure>`);
    writeFileSync(`${FOLDER}/index.html`, `<style>img{max-width:45vw}</style>${figures.join('\n')}`);
  });

  test('a visitor’s screens show whole in every look', async ({ page }) => {
    await photograph(page, {
      'visitor-landing': '/',
      'visitor-quote-home': '/quote/home',
      'visitor-quote-travel': '/quote/travel',
      'visitor-services': '/services',
      'visitor-verify': '/verify',
      'visitor-audit': '/audit',
      'visitor-help': '/help',
      'visitor-unknown': '/no/such/page',
    });
  });

  test('a newcomer’s screens show whole in every look', async ({ page }) => {
    const newcomer = await newAccount(chain);
    await arrive(page, newcomer, chain);
    await photograph(page, {
      'newcomer-dashboard': '/dashboard',
      'newcomer-policies': '/my-policies',
      'newcomer-claims': '/my-claims',
      'newcomer-messages': '/messages',
      'newcomer-submit-claim': '/submit-claim',
      'newcomer-profile': '/profile',
    });
  });

  test('a customer’s screens show whole in every look', async ({ page }) => {
    const ada = await insured(chain);
    const claim = await claimed(ada);
    const thread = await asked(ada, 'Is the shed covered as well?');
    await arrive(page, ada.account, chain, await savedQuote(ada.client));
    await photograph(page, {
      'customer-dashboard': '/dashboard',
      'customer-policies': '/my-policies',
      'customer-policy': `/policy/${ada.policy.id}?type=home`,
      'customer-change': `/policy/${ada.policy.id}/change?type=home`,
      'customer-payment': '/payment',
      'customer-claims': '/my-claims',
      'customer-claim': `/claim/${claim.id}`,
      'customer-submit-claim': `/submit-claim?policy=${ada.policy.id}`,
      'customer-messages': '/messages',
      'customer-thread': `/messages?thread=${thread.id}`,
      'customer-support': '/support',
      'customer-verify': `/verify/${ada.policy.quote_id}`,
    });
  });

  test('the desk’s screens show whole in every look', async ({ page }) => {
    const claim = await claimed(await insured(chain));
    const admin = await Admin.signIn();
    await admin.open(page, '/admin');
    await photograph(page, {
      'desk-dashboard': '/admin',
      'desk-queue': '/admin/queue',
      'desk-claims': '/admin/claims',
      'desk-claim': `/admin/claims?open=${claim.id}`,
      'desk-policies': '/admin/policies',
      'desk-users': '/admin/users',
      'desk-messages': '/admin/messages',
      'desk-revenue': '/admin/revenue',
      'desk-books': '/admin/books',
      'desk-contract': '/admin/contract',
      'desk-settings': '/admin/settings',
    });
  });
});
