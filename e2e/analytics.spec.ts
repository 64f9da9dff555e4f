// Visits from a real page through beacon, queue and sums to the desk’s screen.
import { expect, type Page } from '@playwright/test';
import { clean } from './fixtures/axe.ts';
import { sitDown } from './fixtures/desk.ts';
import { test } from './fixtures/test.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const REPORTS = '/api/analytics/events';

/** Makes the page a person's: automated browsers report nothing, and the server leaves out headless ones. */
async function asPerson(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setUserAgentOverride', { userAgent: FIREFOX });
  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
  return reportsOf(page);
}

/** The bodies of the reports that the page sends from now on. */
function reportsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === REPORTS) sent.push(request.postData() ?? '');
  });
  return sent;
}

const row = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });

test('the analytics screen counts the pages that a visitor opens, and a visitor who opts out sends nothing @analytics-1 @analytics-9', {
  tag: '@full',
}, async ({ page, elsewhere }) => {
  const visitor = await elsewhere();
  const sent = await asPerson(visitor);
  await visitor.goto('/');
  await visitor.getByRole('heading', { name: 'What would it cost?' }).scrollIntoViewIfNeeded();
  await expect(visitor.getByText('Premium for the whole term')).toBeInViewport();
  await visitor.getByRole('link', { name: 'Verify a policy' }).first().click();
  await expect(visitor).toHaveURL(/\/verify$/);
  await expect.poll(() => sent.join('\n')).toContain('"/verify"');
  await visitor.goto(`/verify/0x${'5e'.repeat(32)}`);
  await expect.poll(() => sent.join('\n')).toContain('"/verify/:quoteId"');
  expect(sent.join('\n')).not.toContain('5e5e');
  expect(await visitor.context().cookies()).toEqual([]);

  const shy = await elsewhere();
  const silence = await asPerson(shy);
  await shy.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' }));
  await shy.goto('/terms');
  await expect(shy.getByRole('heading', { level: 1 })).toBeVisible();
  await shy.goto('/services');
  await shy.close();
  expect(silence).toEqual([]);

  const own = reportsOf(page);
  await sitDown(page);
  await expect(async () => {
    await page.goto('/admin/analytics');
    await expect(row(page, 'Top pages', '/verify/:quoteId')).toContainText('1', { timeout: 2000 });
    // Each part of the screen is read on its own, so one may have been read before the last report was counted.
    await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Page views3', {
      timeout: 2000,
    });
  }).toPass();
  await expect(row(page, 'Top pages', '/verify/:quoteId')).toHaveText('/verify/:quoteId133.3%');
  await expect(row(page, 'Devices', 'Desktop')).toContainText('Desktop1100.0%');
  await expect(row(page, 'The path to a policy', 'Price seen')).toContainText('Price seen1');
  await expect(page.getByRole('region', { name: 'Real time' })).toContainText('Active now1');
  await expect(page.getByText('/terms')).toHaveCount(0);
  await clean(page, 'the analytics screen');
  expect(own).toEqual([]);
});
