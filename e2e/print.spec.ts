// What comes out of a printer: style sheets for paper, page breaks and what scrolls on a screen, which only a real browser has.
import { expect, type Page } from '@playwright/test';
import { extractText } from 'unpdf';
import { Admin } from './fixtures/admin.ts';
import { bare } from './fixtures/certificate.ts';
import { connectChain } from './fixtures/chain.ts';
import { insured, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

/** The text of each printed page, without whitespace. */
async function printed(page: Page, format: 'A4' | 'Letter' = 'A4'): Promise<string[]> {
  const pdf = await page.pdf({ format });
  const { text } = await extractText(new Uint8Array(pdf));
  return text.map(bare);
}

test('a printed policy shows what is folded and every hash whole, is white in the dark scheme, and leaves out what only a screen can do', {
  tag: '@full',
}, async ({ page }) => {
  const { account, policy } = await insured(chain);
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, account, chain, `/policy/${policy.id}?type=home`);
  await expect(page.getByText('agrees')).toBeVisible();
  for (const format of ['A4', 'Letter'] as const) {
    const pages = await printed(page, format);
    const text = pages.join('');
    for (const shown of [
      ...['Mooring', 'Whataclaimwillneed', 'Beneficiary', 'Policyactivated', policy.policy_number],
      ...[policy.quote_id, policy.tx_hash, bare(`Anyone can check it at ${new URL(page.url()).origin}`)],
    ]) {
      expect(text, format).toContain(shown);
    }
    for (const left of [
      'Dashboard',
      'Disconnect',
      'Submitaclaim',
      'Shareaproof',
      'Cancelpolicy',
      'Community',
    ]) {
      expect(text, format).not.toContain(left);
    }
    expect(pages.length, format).toBeLessThanOrEqual(5);
    expect(pages.at(-1)?.length, `the last page in ${format}`).toBeGreaterThan(40);
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const card = page.getByRole('region', { name: 'Your cover' });
  await expect(card).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(card).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(card).toHaveCSS('print-color-adjust', 'exact');
});

test('a printed screen of the desk continues below the window’s edge, without the rail', {
  tag: '@full',
}, async ({ page }) => {
  await insured(chain);
  await page.setViewportSize({ width: 1440, height: 300 });
  await (await Admin.signIn()).open(page, '/admin/books');
  await expect(page.getByText(/^As of /)).toBeAttached();
  const text = (await printed(page)).join('');
  // The head of a table stays in view on a screen, so it is painted last.
  expect(text).toMatch(/^MooringdeskBooks.*Trialbalance.*Capital.*Total[\d,.]+AccountOpening\D*$/);
  expect(text).not.toContain('Workqueue');
  // A PDF also has the text of what is cut off.
  await page.emulateMedia({ media: 'print' });
  const cut = await page
    .getByRole('main')
    .evaluate(
      (main) =>
        [main, ...main.querySelectorAll('*')].filter(
          (part) =>
            /auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollHeight > part.clientHeight + 1,
        ).length,
    );
  expect(cut).toBe(0);
  const total = await page.getByRole('row', { name: /^Total/ }).boundingBox();
  expect(total?.y).toBeGreaterThan(300);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(total?.y ?? 0);
});
