// The built site's public pages. Only a browser over the built files shows whether React takes their markup over as it is.
import { expect, type Page } from '@playwright/test';
import { term } from './fixtures/client.ts';
import { test } from './fixtures/test.ts';
import { hydrated } from './pages/site.ts';

/** Longer ago than any page that a deployment still serves. */
const LATER = 200 * 86_400_000;

/** Keeps the page's code from arriving until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const arrived = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  return release;
}

test.describe('public pages', () => {
  test.use({ freshContext: true });

  test('each arrives with its content and head, and is taken over months later without an error', async ({
    page,
    request,
    baseURL,
  }) => {
    const sitemap = await (await request.get('/sitemap.xml')).text();
    const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) =>
      url.replace(`${baseURL}`, ''),
    );
    expect(paths.length).toBeGreaterThanOrEqual(16);
    // Loading one costs as much as reading all, so `npm run test:full` loads them all.
    const taken = process.env.TEST_FULL === 'true' ? paths : ['/', '/quote/travel', '/verify', '/terms'];
    expect(paths).toEqual(expect.arrayContaining(taken));
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.clock.setFixedTime(Date.now() + LATER);
    const descriptions = new Set<string>();
    for (const path of paths) {
      const html = await (await request.get(path)).text();
      const [, description = ''] = /<meta name="description" content="(.*?)"/.exec(html) ?? [];
      descriptions.add(description);
      expect(description.length, path).toBeGreaterThan(30);
      expect(html, path).toMatch(/<title>.+ · Mooring<\/title>/);
      expect(html, path).toContain(`<link rel="canonical" href="${baseURL}${path}"`);
      expect(html, path).toContain(`<meta property="og:image" content="${baseURL}/social.png"`);
      const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
      expect(heading, path).not.toBe('');
      expect(html, path).not.toContain('rel="stylesheet"');
      // Its own styles: the typeface, the dark theme, and icons inside buttons.
      for (const part of ['@font-face', '[data-theme=dark]', String.raw`\[\&_svg\]`]) {
        expect(html, path).toContain(part);
      }
      if (!taken.includes(path)) continue;
      await page.goto(path);
      // React would have replaced what differs.
      await hydrated(page);
      expect(await page.locator('h1').first().innerHTML(), path).toBe(heading);
      // What the page shows later is not in its own styles.
      await expect(page.locator('link[rel="stylesheet"]'), path).toHaveCount(1);
      expect(errors, path).toEqual([]);
    }
    expect(descriptions.size).toBe(paths.length);
  });

  test('a page that was scrolled before the code has arrived stays where it is', { tag: '@full' }, async ({
    page,
  }) => {
    const release = await holdCode(page);
    await page.goto('/', { waitUntil: 'commit' });
    const question = page.getByRole('heading', { name: 'What would it cost?' });
    await question.evaluate((element) => element.scrollIntoView());
    release();
    await hydrated(page);
    await expect(page.getByText('Premium for the whole term')).toBeVisible();
    await expect(question).toBeInViewport();
  });

  test('a page’s code takes over without anybody’s help, and brings all styles', { tag: '@full' }, async ({
    page,
  }) => {
    const release = await holdCode(page);
    await page.goto('/contact', { waitUntil: 'commit' });
    const name = page.getByLabel('Name', { exact: true });
    await expect(name).toBeDisabled();
    release();
    await expect(name).toBeEnabled();
    await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(1);
  });

  test('a visitor’s page is replaced for somebody whose wallet is kept here', { tag: '@full' }, async ({
    page,
  }) => {
    const release = await holdCode(page);
    await page.addInitScript(() => localStorage.setItem('walletSession', '{}'));
    await page.goto('/quote/home', { waitUntil: 'commit' });
    const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
    release();
    await hydrated(page);
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(false);
  });

  test('a form that is sent before the code has arrived stays, and is checked once it has', {
    tag: '@full',
  }, async ({ page }) => {
    const release = await holdCode(page);
    await page.goto('/contact', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page).toHaveURL(/\/contact$/);
    release();
    await hydrated(page);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Please enter your name.')).toBeVisible();
    await expect(page).toHaveURL(/\/contact$/);
  });

  test('a phone shows the first question of a quote before the code has arrived, and takes an answer once it has', {
    tag: '@full',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const release = await holdCode(page);
    await page.goto('/quote/home', { waitUntil: 'commit' });
    const questions = page.locator('form h2').filter({ visible: true });
    await expect(questions).toHaveText(['How should we cover your home?']);
    await expect(page.getByText('$1,200').filter({ visible: true })).toHaveCount(1);
    const cover = page.getByText('$200,000', { exact: true }).filter({ visible: true });
    await cover.click();
    await expect(page.getByRole('radio', { name: '$500,000' }).filter({ visible: true })).toBeChecked();
    release();
    await hydrated(page);
    await cover.click();
    await expect(page.getByText('$660').filter({ visible: true })).toHaveCount(1);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(questions).toHaveText(['From when, and how long?']);
    // The page as it was prerendered has another question open than the one that these addresses lead to.
    await page.reload();
    await expect(questions).toHaveText(['From when, and how long?']);
    const { policy_start_date: start, policy_end_date: end } = term();
    await page.goto(`/quote/home?start=${start}&end=${end}&coverage=500000&deductible=2500`);
    await expect(questions).toHaveText(['Tell us about your home']);
  });

  test('an unknown path answers 404, a page of one customer the shell, and robots are told where not to look', {
    tag: '@full',
  }, async ({ page, request }) => {
    const unknown = await page.goto('/no/such/page');
    expect(unknown?.status()).toBe(404);
    const titles = (await unknown?.text())?.match(/<title>.*?<\/title>/g);
    expect(titles).toEqual(['<title>Page not found · Mooring</title>']);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    const mine = await request.get('/policy/POL-001');
    expect(mine.status()).toBe(200);
    expect(await mine.text()).toContain('<div id="root"></div>');
    expect(mine.headers()['content-security-policy']).toContain("default-src 'self'");
    const robots = await request.get('/robots.txt');
    expect(await robots.text()).toBe('User-agent: *\nDisallow: /\n');
    for (const icon of ['/favicon.svg', '/apple-touch-icon.png', '/icon-512.png', '/manifest.webmanifest']) {
      expect((await request.get(icon)).status(), icon).toBe(200);
    }
  });
});

test.describe('a browser without a network', () => {
  test.use({ freshContext: true, serviceWorkers: 'allow' });

  test('says so on any page of the site, and shows that page once the network is back', {
    tag: '@full',
  }, async ({ page, context }) => {
    await page.goto('/about');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.goto('/terms');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
    await expect(page).toHaveURL('/terms');
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service');
  });
});
