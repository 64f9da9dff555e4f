import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { clean } from './fixtures/axe.ts';
import { test } from './fixtures/test.ts';
import { Site } from './pages/site.ts';

// A first visit, with nothing in the cache.
test.use({ freshContext: true });

/** Most gzipped JavaScript that the landing page may load until it is idle, in KiB. */
const LANDING_BUDGET_KIB = 122;

test('the landing page stays within its script budget, loads no wallet code, and calls no other host', async ({
  page,
}) => {
  const scripts: { url: string; size: number; text: string }[] = [];
  const hosts = new Set<string>();
  const pending: Promise<void>[] = [];
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    pending.push(
      response.body().then((body) => {
        const raw = body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body) : body;
        scripts.push({ url: response.url(), size: gzipSync(raw).length, text: raw.toString() });
      }),
    );
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await Promise.all(pending);
  expect(scripts.length).toBeGreaterThan(0);
  const total = scripts.reduce((sum, { size }) => sum + size, 0) / 1024;
  expect(total, scripts.map(({ url, size }) => `${size} ${url}`).join('\n')).toBeLessThanOrEqual(
    LANDING_BUDGET_KIB,
  );
  // Strings that survive minification and occur only in wagmi, viem and the wallet's runtime.
  for (const { url, text } of scripts) {
    for (const mark of [
      'wagmi.store',
      'eip6963:requestProvider',
      'HttpRequestError',
      'eth_requestAccounts',
    ]) {
      expect(text.includes(mark), `${mark} in ${url}`).toBe(false);
    }
  }
  expect([...hosts]).toEqual(['localhost']);
});

test('pages come with security headers', async ({ page }) => {
  const answer = await page.goto('/');
  const headers = answer?.headers() ?? {};
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-frame-options']).toBe('DENY');
});

test('an unknown URL shows that the page does not exist and links home @nav-14', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: /home/i }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the public pages pass axe in light and dark mode @everywhere-1', async ({ page }) => {
  for (const path of ['/', '/no/such/page']) {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    await clean(page, path);
  }
});

test('the landing page fits a phone 360 pixels wide', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await expect(new Site(page).connectButton).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
