// A purchase, a claim and a proof on a phone: touch, the history, what is pinned to the window's edge and what fits on a
// screen, which only a real browser has.
import { expect, type Page } from '@playwright/test';
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { insuredTwice } from './fixtures/after-purchase.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { visit } from './fixtures/customer.ts';
import { png } from './fixtures/files.ts';
import { test } from './fixtures/test.ts';
import { ExtensionWallet } from './fixtures/wallet.ts';
import { ClaimPage } from './pages/claims.ts';
import { PaymentPage, QuotePage, Site } from './pages/site.ts';

test.use({ freshContext: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const chain = connectChain();
const HOME = SAMPLES.home;

/** The button pinned at the bottom, which is in view whatever the question. */
async function goOn(page: Page, name = 'Continue'): Promise<void> {
  const button = page.getByRole('button', { name });
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click();
}

/** Counts what a person does from here on, also on the next pages: taps, and fields that are typed into. */
async function counted(page: Page): Promise<{ taps: number; typed: Set<string> }> {
  const counts = { taps: 0, typed: new Set<string>() };
  await page.exposeFunction('count', (field: string | null) => {
    if (field === null) counts.taps += 1;
    else counts.typed.add(field);
  });
  const count = () => {
    const told = window as unknown as { count: (field: string | null) => void };
    addEventListener('pointerup', () => told.count(null), true);
    addEventListener(
      'input',
      ({ target }) => {
        const { type, name, id } = target as HTMLInputElement;
        if (/^(text|tel|email|textarea)$/.test(type)) told.count(name || id);
      },
      true,
    );
  };
  await page.addInitScript(count);
  await page.evaluate(count);
  return counts;
}

test('a visitor on a phone gets from the landing page to a policy, one question at a time, and connects last @nav-6', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const wallet = await ExtensionWallet.install(page, await newAccount(chain), chain);
  const site = new Site(page);
  const quote = new QuotePage(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Quote: Home Insurance' }).click();
  await expect(site.heading('How should we cover your home?')).toBeVisible();
  await page.getByRole('button', { name: /^Burst pipes/ }).click();
  await expect(page.getByText('snow load and burst pipes')).toBeVisible();
  const done = await counted(page);
  await goOn(page);
  await expect(site.heading('From when, and how long?')).toBeFocused();
  await page.getByRole('slider', { name: 'How long' }).press('Home');
  await expect(page.getByText('30 days · 10 fields left')).toBeInViewport();
  await goOn(page);
  await quote.choose('House type', 'Townhouse');
  await quote.field('Year built').fill(String(HOME.year_built));
  await quote.field('Address of the home').fill(HOME.house_address);
  await page.goBack();
  await expect(site.heading('From when, and how long?')).toBeVisible();
  await page.goForward();
  await expect(quote.field('Address of the home')).toHaveValue(HOME.house_address);
  await goOn(page);
  await quote.field('Owner’s full name').fill(HOME.property_owner_name);
  await quote.field('Phone number').fill(HOME.property_owner_telephone);
  await quote.field('Email address').fill(HOME.property_owner_email);
  await goOn(page);
  await quote.answerNeeds('home');
  await quote.accept.check();
  expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).not.toHaveProperty('quoteForm');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await goOn(page, 'Proceed to Payment');
  await site.dialog.getByRole('button', { name: 'MetaMask' }).click();
  await expect(page).toHaveURL(/\/payment$/);
  await expect(new PaymentPage(page).pay).toHaveText('Pay $99 (0.0495 ETH)');
  await expect(new PaymentPage(page).pay).toBeInViewport({ ratio: 1 });
  await new PaymentPage(page).pay.click();
  await expect(page).toHaveURL(/\/confirmation$/);
  expect(wallet.sent).toHaveLength(1);
  // From the price to the payment, besides what the wallet itself asks.
  expect(done.taps).toBeLessThanOrEqual(14);
  expect(done.typed.size).toBe(5);
});

test('a claim with a photograph takes five screens on a phone, each without scrolling, and a proof of the policy shows on another phone', {
  tag: '@full',
}, async ({ page, elsewhere }) => {
  const { account, client, home } = await insuredTwice(chain);
  const site = await visit(page, account, chain, '/my-claims');
  const form = new ClaimPage(page);
  const asked: (string | null)[] = [];
  /** The next screen, once it has the focus or is the first. It must show whole. */
  async function screen(title: string): Promise<void> {
    const heading = site.heading(title);
    await (asked.length === 0 ? expect(heading).toBeVisible() : expect(heading).toBeFocused());
    asked.push(await page.getByText(/ · \d of \d$/).textContent());
    const { bottom, width } = await page.evaluate(() => ({
      bottom: document.querySelector('form')?.getBoundingClientRect().bottom,
      width: document.documentElement.scrollWidth,
    }));
    expect(bottom, title).toBeLessThanOrEqual(844);
    expect(width, title).toBe(390);
  }

  const done = await counted(page);
  await page.getByRole('link', { name: 'Submit Your First Claim' }).tap();
  await screen('Which policy is it about?');
  await page.getByRole('radio', { name: home.policy_number }).check();
  await goOn(page);
  await screen('What happened?');
  await form.fillDate();
  await goOn(page);
  await screen('What did it cost you?');
  await form.fillLoss({ amount: '4200.50', description: 'A pipe burst and the kitchen floor is ruined.' });
  await page.reload();
  await expect(site.heading('What did it cost you?')).toBeVisible();
  await expect(page.getByLabel('Estimated claim amount')).toHaveValue('4200.50');
  await goOn(page);
  await screen('Any photos or papers?');
  const photo = { name: 'image.png', mimeType: 'image/png', buffer: png() };
  await page.getByLabel('Take a photo').setInputFiles(photo);
  await page.getByLabel('Retake Photo 1.png').setInputFiles(photo);
  await goOn(page, 'Continue to Review');
  await screen('Is everything right?');
  await goOn(page, 'Submit Claim');
  await expect(page).toHaveURL(/\/my-claims$/);
  expect(done.taps).toBeLessThanOrEqual(10);
  expect(asked).toEqual([
    'Submit Claim · 1 of 5',
    ...[2, 3, 4, 5].map((place) => `Home Insurance ${home.policy_number} · ${place} of 5`),
  ]);
  const claims = (await client.get<ClaimAnswer[]>(`/claims/${account.address}`)).data;
  expect(claims.map(({ claim_amount, documents_count }) => [claim_amount, documents_count])).toEqual([
    [4200.5, 1],
  ]);

  await page.goto(`/policy/${home.id}?type=home`);
  await page.getByRole('button', { name: 'Share a proof…' }).tap();
  await page.getByRole('button', { name: 'Create link' }).tap();
  const link = await page.getByText(/\/proof\/[\w-]{22}$/).textContent();
  const other = await elsewhere();
  await other.setViewportSize({ width: 360, height: 740 });
  await other.goto(link ?? '');
  await expect(other.getByText(/^Yes\. It is in force on /)).toBeVisible();
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
