// A purchase on a phone: touch, the history and what is pinned to the window's edge, which only a real browser has.
import { expect, type Page } from '@playwright/test';
import { SAMPLES } from '../domain/products/forms/samples.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { test } from './fixtures/test.ts';
import { ExtensionWallet } from './fixtures/wallet.ts';
import { PaymentPage, QuotePage, Site } from './pages/site.ts';

const chain = connectChain();
const HOME = SAMPLES.home;

/** The button pinned at the bottom, which is in view whatever the question. */
async function goOn(page: Page, name = 'Continue'): Promise<void> {
  const button = page.getByRole('button', { name });
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click();
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
  await new PaymentPage(page).pay.click();
  await expect(page).toHaveURL(/\/confirmation$/);
  expect(wallet.sent).toHaveLength(1);
});
