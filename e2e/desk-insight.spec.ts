/** The insurer's figures, its reports, and payments that fit no policy, at the desk. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { clean } from './fixtures/axe.ts';
import { bare, certificateText } from './fixtures/certificate.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { Client, HOME, term } from './fixtures/client.ts';
import { insured } from './fixtures/customer.ts';
import { sitDown } from './fixtures/desk.ts';
import { test } from './fixtures/test.ts';
import { RoleWallet } from './pages/desk-record.ts';

const chain = connectChain();

/** The figure of one of the dashboard's cards. */
const figure = async (page: Page, label: string): Promise<number> => {
  const heading = page.getByRole('heading', { name: label, level: 2, exact: true });
  const shown = heading.locator('xpath=following-sibling::div[1]');
  await expect(shown).toHaveText(/^\d/);
  return Number((await shown.innerText()).replace(/[^\d.]/g, ''));
};

test('a purchase reaches the dashboard’s policies and revenue with the next scheduled run @overview-1 @overview-3', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(120_000);
  await sitDown(page);
  const figures = async () => [await figure(page, 'Active Policies'), await figure(page, 'Platform Revenue')];
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  const [policies = 0, revenue = 0] = await figures();
  const { policy } = await insured(chain);
  // The job `recompute figures` of the next scheduled run counts it, with what other tests bought meanwhile.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(`${policy.policy_number} · Home Insurance`).first()).toBeVisible();
    const [policiesNow = 0, revenueNow = 0] = await figures();
    expect(policiesNow).toBeGreaterThanOrEqual(policies + 1);
    expect(revenueNow).toBeGreaterThanOrEqual(revenue + 0.5999);
  }).toPass({ timeout: 60_000 });
  await clean(page, 'desk, dashboard');

  await page.goto('/admin/revenue');
  await expect(page.getByRole('heading', { name: 'Top earning policies' })).toBeVisible();
  await page.getByRole('heading', { name: 'Comparison' }).click();
  await expect(page.getByRole('table', { name: 'This month against last month' })).toBeVisible();
  await clean(page, 'desk, revenue');
});

test('a report is exported as CSV and PDF, and both hold its figures @reports-5', { tag: '@full' }, async ({
  page,
}) => {
  test.setTimeout(90_000);
  await insured(chain);
  await sitDown(page);
  await page.goto('/admin/reports?period=year');
  const home = page.getByRole('row', { name: /^Home Insurance/ });
  const download = async (format: 'CSV' | 'PDF') => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: format }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`));
    return readFile(await file.path());
  };
  // A scheduled run may count a sale between the page and the file, and then both are read again.
  await expect(async () => {
    await page.reload();
    await expect(home).toBeVisible();
    const issued = (await home.getByRole('cell').nth(0).innerText()).trim();
    expect(Number(issued)).toBeGreaterThan(0);
    const lines = (await download('CSV')).toString('utf8').split(/\r?\n/);
    expect(lines).toContain(`Home Insurance,Policies issued,${issued}`);
  }).toPass({ timeout: 30_000 });
  await clean(page, 'desk, reports');
  const text = await certificateText(new Uint8Array(await download('PDF')));
  expect(text).toContain(bare('Home Insurance'));
  expect(text).toContain(String(new Date().getUTCFullYear()));
});

test('a draft that was paid twice is an exception, and its refund goes from the desk to who paid', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(90_000);
  const account = await newAccount(chain);
  const client = await new Client(account).signIn();
  const form = { insurance_type: 'home', details: HOME, ...term() };
  const draft = await client.post<{ draft_id: string }>('/insurance/drafts', form);
  expect(draft.status, draft.message).toBe(200);
  const asked = { ...form, details: undefined, draft_id: draft.data.draft_id };
  const quotes = [(await client.quote(asked)).data, (await client.quote(asked)).data];
  for (const quote of quotes) {
    const { transactionHash: hash } = await client.pay(chain, quote.payment);
    await client.post('/insurance/home-quote', {
      wallet_address: account.address,
      tx_hash: hash,
      chain_id: 1337,
      quote_id: quote.quote_id,
    });
  }
  const paid = await chain.public.getBalance({ address: account.address });

  await sitDown(page);
  await page.goto(`/admin/exceptions?search=${account.address}`);
  await page.getByRole('table', { name: 'exceptions' }).getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Refund 0.6 ETH' }).click();
  await new RoleWallet(page).connect('Underwriter');
  await expect(page.getByText('The contract accepts it from the underwriter role.')).toBeVisible();
  await page.getByRole('button', { name: 'Refund 0.6 ETH' }).click();
  await expect(page.getByText(/^Refunded on/)).toBeVisible();
  expect((await chain.public.getBalance({ address: account.address })) - paid).toBe(600_000_000_000_000_000n);
  expect((await client.policies()).data.map(({ status }) => status)).toEqual(['active']);
});
