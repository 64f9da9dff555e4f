// Titles, axe and widths of the public pages, which need the layout of a real browser.
import { expect } from '@playwright/test';
import { clean } from './fixtures/axe.ts';
import { test } from './fixtures/test.ts';
import { hydrated } from './pages/site.ts';

const PAGES = [
  ['/about', 'About'],
  ['/services', 'Services'],
  ['/terms', 'Terms of service'],
  ['/privacy', 'Privacy policy'],
  ['/cookie-policy', 'Cookie policy'],
  ['/accessibility', 'Accessibility'],
  ['/complaints', 'Complaints'],
  ['/withdraw', 'Withdraw from contract'],
  ['/help', 'Help'],
  ['/documentation', 'Documentation'],
  ['/community', 'Community'],
  ['/api-reference', 'API reference'],
  ['/api-reference?tab=examples', 'API reference'],
  ['/api-reference?tab=webhooks', 'API reference'],
] as const;

/** The narrowest phone, and the widths at which the menu changes. */
const WIDTHS = [320, 768, 1024, 1120];

for (const [path, title] of PAGES) {
  test(`the page ${path} has its title, passes axe, and fits every width @everywhere-2`, {
    tag: '@full',
  }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Mooring`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 780 });
      const over = await page.evaluate(async () => {
        // The menu changes a frame after the width.
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        return document.documentElement.scrollWidth - document.documentElement.clientWidth;
      });
      expect(over, `${path} at ${width}`).toBe(0);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    const call = page.locator('summary', { has: page.getByText('/api/insurance/quotes', { exact: true }) });
    if (path === '/api-reference') await call.click();
    await clean(page, path);
  });
}

test('a visitor finds every page from the header and the footer', { tag: '@full' }, async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  for (const [link, heading] of [
    ['About', 'About Mooring'],
    ['Services', 'Services'],
    ['Terms', 'Terms of service'],
    ['Documentation', 'Documentation'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  }
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'The contract' })
    .click();
  await expect(page.getByRole('heading', { name: 'The contract' })).toBeInViewport();
});
