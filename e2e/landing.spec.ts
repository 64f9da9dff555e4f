// What a first visit loads over the network.
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, type Response } from '@playwright/test';
import { clean } from './fixtures/axe.ts';
import { test } from './fixtures/test.ts';

/** Most gzipped JavaScript that the landing page may load until it is idle, in KiB. */
const LANDING_BUDGET_KIB = 122;

test.describe('a first visit', () => {
  // With nothing in the cache.
  test.use({ freshContext: true });

  test('the landing page stays within its script budget, loads no wallet code, calls no other host, and comes with security headers', async ({
    page,
  }) => {
    const scripts: { url: string; size: number; text: string }[] = [];
    const hosts = new Set<string>();
    const pending: Promise<void>[] = [];
    page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
    const weigh = (response: Response) => {
      if (response.request().resourceType() !== 'script') return;
      pending.push(
        response.body().then((body) => {
          const raw = body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body) : body;
          scripts.push({ url: response.url(), size: gzipSync(raw).length, text: raw.toString() });
        }),
      );
    };
    page.on('response', weigh);
    const answer = await page.goto('/', { waitUntil: 'networkidle' });
    // What comes later may still be on its way when the page closes.
    page.off('response', weigh);
    const headers = answer?.headers() ?? {};
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    // Only a served site shows that a folder whose name begins with a dot is served, and as text.
    const security = await page.request.get('/.well-known/security.txt');
    expect(security.headers()['content-type']).toMatch(/^text\/plain/);
    const [, expires = ''] = /^Expires: (.+)$/m.exec(await security.text()) ?? [];
    expect(Date.parse(expires)).toBeGreaterThan(Date.now() + 30 * 86_400_000);
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
});

test('the public pages pass axe @everywhere-1', { tag: '@full' }, async ({ page }) => {
  for (const path of ['/', '/no/such/page']) {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    await clean(page, path);
  }
});

for (const width of [390, 1440]) {
  test(`at ${width} pixels what was chosen in the price finder is answered in the quote, which opens at its top`, {
    tag: '@full',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    await page
      .getByRole('link', { name: /Find your price/ })
      .first()
      .click();
    const finder = page.getByRole('region', { name: 'What would it cost?' });
    // Folded on a phone.
    if (width === 390) await finder.getByText('Change cover and dates').click();
    await finder.getByText('$350,000').click();
    await finder.getByRole('link', { name: 'Get Quote' }).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
    await finder.getByRole('link', { name: 'Get Quote' }).click();
    await expect(page).toHaveURL('/quote/home');
    // A phone skips the questions that the finder has answered.
    if (width === 390)
      await expect(page.getByRole('heading', { name: 'Tell us about your home' })).toBeVisible();
    else await expect(page.getByRole('radio', { name: '$350,000' })).toBeChecked();
    await expect(page.getByText('$935').first()).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
}
