// What was typed or chosen and not sent, across a reload, a session that ends and a disconnection. Only a real browser has
// IndexedDB and loads a page again.
import { expect, type Page } from '@playwright/test';
import { Admin, leaveToken, SECOND } from './fixtures/admin.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { insured, visit } from './fixtures/customer.ts';
import { asked } from './fixtures/desk.ts';
import { png } from './fixtures/files.ts';
import { test } from './fixtures/test.ts';
import { ExtensionWallet } from './fixtures/wallet.ts';
import { ClaimPage } from './pages/claims.ts';
import { DeskLogin } from './pages/desk-people.ts';
import { hydrated, QuotePage, Site } from './pages/site.ts';

const chain = connectChain();
const WORDS = 'A pipe burst and the kitchen floor is ruined.';

/** All that IndexedDB has of what was typed, as text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const all: string[] = [];
    const open = indexedDB.open('kept');
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    for (const name of open.result.objectStoreNames) {
      const request = open.result.transaction(name).objectStore(name).getAll();
      await new Promise((resolve) => {
        request.onsuccess = resolve;
      });
      for (const one of request.result) {
        all.push(one instanceof Uint8Array ? new TextDecoder('latin1').decode(one) : JSON.stringify(one));
      }
    }
    open.result.close();
    return all;
  });

test('a claim with its photograph survives a reload, is readable nowhere, and is erased by a disconnection @claims-18', {
  tag: '@full',
}, async ({ page }) => {
  const { account, policy } = await insured(chain, 'home');
  await visit(page, account, chain, `/submit-claim?policy=${policy.id}`);
  const form = new ClaimPage(page);
  await form.fill({ amount: '4200.50', description: WORDS });
  await form.files.setInputFiles({ name: 'kitchen.png', mimeType: 'image/png', buffer: png() });
  await expect(page.getByText('kitchen.png')).toBeVisible();
  await expect.poll(async () => (await stored(page)).length).toBeGreaterThan(2);
  expect((await stored(page)).join()).not.toMatch(/pipe burst|kitchen|4200|IHDR/);

  await page.reload();
  await expect(page.getByLabel('Detailed description')).toHaveValue(WORDS);
  await expect(page.getByText('kitchen.png')).toBeVisible();
  await form.review.click();
  await expect(page.getByRole('list', { name: 'Documents' })).toContainText('kitchen.png');

  await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await expect.poll(() => stored(page)).toEqual([]);
});

test('a reply at the desk outlives a session that ends, for the same administrator alone, and a logout erases it', {
  tag: '@full',
}, async ({ page }) => {
  const thread = await asked(await insured(chain, 'home'), 'About the storm');
  const [first, second] = [await Admin.signIn(), await Admin.signIn(undefined, SECOND)];
  const path = `/admin/messages?open=${thread.id}`;
  const reply = page.getByLabel('Reply', { exact: true });
  const signIn = async (admin: Admin) => {
    await page.evaluate((token) => localStorage.setItem('adminToken', token), admin.token);
    await page.goto(path);
  };
  await page.addInitScript(leaveToken, first.token);
  await page.goto(path);
  await reply.fill(WORDS);
  await expect.poll(async () => (await stored(page)).length).toBe(2);
  expect((await first.call('POST', '/auth/logout', {})).status).toBe(200);
  await page.getByRole('button', { name: 'Send Reply' }).click();
  await expect(new DeskLogin(page).heading).toBeVisible();

  await signIn(second);
  await expect(reply).toHaveValue('');
  await signIn(await Admin.signIn());
  await expect(reply).toHaveValue(WORDS);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(new DeskLogin(page).heading).toBeVisible();
  await expect.poll(async () => (await stored(page)).length).toBe(1);
});

test.describe('on a phone whose wallet is an app', () => {
  test.use({ freshContext: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the form that was being filled in is there in the browser of the wallet’s app, once', {
    tag: '@full',
  }, async ({ page, browser, baseURL }) => {
    await page.goto('/quote/home');
    await hydrated(page);
    const on = (on: Page) => on.getByRole('button', { name: 'Continue', exact: true }).click();
    await on(page);
    await page.getByRole('slider', { name: 'How long' }).press('Home');
    await on(page);
    await new QuotePage(page).choose('House type', 'Townhouse');
    await new QuotePage(page).field('Address of the home').fill('12 Quay Street, Bristol');
    await new Site(page).connectButton.click();
    const link = page.getByRole('link', { name: /^Open in MetaMask/ });
    const href = (await link.getAttribute('href')) ?? '';
    expect(href).toMatch(/^https:\/\/link\.metamask\.io\/dapp\/[^#]+#form=[0-9a-f]{32}\.[0-9a-f-]{36}$/);
    const carried = href.slice('https://link.metamask.io/dapp/'.length).replace(/^[^/]+/, baseURL ?? '');

    const app = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const inside = await app.newPage();
    const sent: string[] = [];
    inside.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await ExtensionWallet.install(inside, await newAccount(chain), chain);
    await inside.goto(carried);
    await expect(inside.getByText('What you had typed in your other browser is here too.')).toBeVisible();
    await new Site(inside).dialog.getByRole('button', { name: 'MetaMask' }).click();
    await expect(new Site(inside).dialog).toBeHidden();
    await expect(new QuotePage(inside).field('Address of the home')).toHaveValue('12 Quay Street, Bristol');
    await expect(inside.getByRole('combobox', { name: 'House type' })).toHaveText(/Townhouse/);
    const key = /#form=([0-9a-f]+)/.exec(href)?.[1] ?? '';
    expect(sent.filter((text) => text.includes(key))).toEqual([]);
    expect(new URL(inside.url()).hash).toBe('');

    await inside.goto(carried);
    await expect(inside.getByText('What you had typed was not carried over')).toBeVisible();
    await app.close();
  });
});
