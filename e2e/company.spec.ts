import { expect, test } from '@playwright/test';
import { clean } from './fixtures/axe.ts';

const PAGES = [
  ['/about', 'About'],
  ['/services', 'Services'],
  ['/terms', 'Terms of service'],
  ['/privacy', 'Privacy policy'],
  ['/cookie-policy', 'Cookie policy'],
  ['/help', 'Help'],
  ['/documentation', 'Documentation'],
  ['/community', 'Community'],
  ['/api-reference', 'API reference'],
  ['/api-reference?tab=examples', 'API reference'],
  ['/api-reference?tab=webhooks', 'API reference'],
] as const;

test('the pages to read have their titles and no accessibility faults, light and dark @everywhere-2', async ({
  page,
}) => {
  test.setTimeout(180_000);
  for (const [path, title] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Mooring`);
    const call = page.locator('summary', { hasText: '/api/insurance/quotes' });
    if (path === '/api-reference') await call.click();
    await clean(page, path);
  }
});

test('no page to read is wider than a phone of 360 px, nor than the widths where its menu changes', async ({
  page,
}) => {
  for (const width of [360, 768, 1024, 1120]) {
    await page.setViewportSize({ width, height: 780 });
    for (const [path] of PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `${path} at ${width}`).toBe(0);
    }
  }
});

test('a visitor finds every page from the header and the footer', async ({ page }) => {
  await page.goto('/');
  for (const [link, heading] of [
    ['About', 'About Mooring'],
    ['Services', 'Services'],
    ['Terms', 'Terms of service'],
    ['Documentation', 'Documentation'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  }
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'The contract' })
    .click();
  await expect(page.getByRole('heading', { name: 'The contract' })).toBeInViewport();
});
