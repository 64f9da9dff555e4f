// What assistive technology meets: axe on a customer's screens, whose contrast, names and landmarks need the layout of a real
// browser, and the keyboard, whose focus only a real browser moves and loses.
import { expect } from '@playwright/test';
import { clean } from './fixtures/axe.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { insured, visit, visitPayment } from './fixtures/customer.ts';
import { claimed, sitDown, tabTo } from './fixtures/desk.ts';
import { test } from './fixtures/test.ts';
import { ExtensionWallet } from './fixtures/wallet.ts';
import { ClaimPage } from './pages/claims.ts';
import { DeskClaims } from './pages/desk-claims.ts';
import { hydrated, PaymentPage, QuotePage, Site } from './pages/site.ts';

const chain = connectChain();

// One screen of each kind. The other tests here and in the desk's files open all of them, with dark mode.
test('a public page, a form with its errors, a payment, a policy and a claim at the desk pass axe @everywhere-1 @everywhere-2 @everywhere-5', async ({
  page,
}) => {
  const ada = await insured(chain);
  const claim = await claimed(ada);
  await page.goto('/');
  await expect(page.getByRole('main')).toBeVisible();
  await clean(page, 'landing page');
  const { payment } = await visitPayment(page, ada.account, chain);
  await page.getByRole('button', { name: 'Insure it again' }).click();
  await expect(payment.pay).toBeEnabled();
  await clean(page, 'payment');
  await page.goto('/quote/home');
  await hydrated(page);
  await new QuotePage(page).proceed.press('Enter');
  await expect(page.getByText('Please read and accept what is covered.')).toBeVisible();
  await clean(page, 'quote of home, with its errors');
  await page.goto(`/policy/${ada.policy.id}?type=home`);
  await expect(page.getByRole('heading', { name: 'Insured details' })).toBeVisible();
  await clean(page, 'policy');
  await sitDown(page);
  const desk = new DeskClaims(page);
  await desk.open(claim.id);
  await expect(desk.status('Pending')).toBeVisible();
  await clean(page, 'desk, claims with a claim');
});

test('every purchase screen passes axe @everywhere-1', { tag: '@full' }, async ({ page }) => {
  const site = await visit(page, await newAccount(chain), chain, '/quote/car');
  const quote = new QuotePage(page);
  for (const product of ['car', 'travel', 'home']) {
    if (product !== 'car') await page.goto(`/quote/${product}`);
    await quote.proceed.press('Enter');
    await expect(page.getByText('Please read and accept what is covered.')).toBeVisible();
    await clean(page, `quote of ${product}, with its errors`);
  }
  await quote.completeHome();
  const payment = new PaymentPage(page);
  await expect(payment.pay).toBeVisible();
  await clean(page, 'payment');
  await payment.pay.click();
  await expect(site.heading('Payment Successful!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download Certificate' })).toBeVisible();
  await clean(page, 'confirmation');
});

test('every policy screen passes axe @everywhere-1', { tag: '@full' }, async ({ page }) => {
  const { account, policy } = await insured(chain);
  await visit(page, account, chain, '/dashboard');
  await expect(page.getByText(policy.policy_number)).toBeVisible();
  await clean(page, 'dashboard');
  await page.goto('/my-policies');
  await expect(page.getByText(policy.policy_number)).toBeVisible();
  await clean(page, 'my policies');
  await page.goto(`/policy/${policy.id}?type=home`);
  await expect(page.getByRole('heading', { name: 'Insured details' })).toBeVisible();
  await clean(page, 'policy');
  for (const action of ['modify', 'cancel']) {
    await page.goto(`/policy/${policy.id}?type=home&action=${action}`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await clean(page, `policy, ${action}`);
  }
  await page.goto('/find-payment');
  await expect(page.getByRole('button', { name: 'Find my policy' })).toBeVisible();
  await clean(page, 'find payment');
  await page.goto(`/verify/${policy.quote_id}`);
  await expect(page.getByText(/This policy is in force until/)).toBeVisible();
  await clean(page, 'verify');
});

test('every claim screen passes axe @everywhere-2', { tag: '@full' }, async ({ page }) => {
  const ada = await insured(chain);
  const claim = await claimed(ada);
  await visit(page, ada.account, chain, '/submit-claim');
  const form = new ClaimPage(page);
  await form.review.click();
  await expect(page.getByText('Incident date is required')).toBeVisible();
  await clean(page, 'claim form, with its errors');
  await form.fill({ amount: '4200', description: 'A pipe burst and the floor is ruined.' });
  await form.review.click();
  await expect(form.submit).toBeVisible();
  await clean(page, 'claim form, review');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/my-claims');
  await expect(page.getByText(claim.claim_number).first()).toBeVisible();
  await clean(page, 'my claims');
  await page.goto(`/claim/${claim.id}`);
  await expect(page.getByText('We’re on it.')).toBeVisible();
  await clean(page, 'claim');
  await page.getByRole('button', { name: 'Schedule Call' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await clean(page, 'claim, call');
});

test('every message and support screen passes axe @everywhere-2', { tag: '@full' }, async ({ page }) => {
  const ada = await insured(chain);
  await claimed(ada);
  await visit(page, ada.account, chain, '/messages');
  await page.getByRole('list', { name: 'Messages' }).getByRole('link').first().click();
  await expect(page.getByLabel('Your reply')).toBeVisible();
  await clean(page, 'a thread');
  await page.getByRole('button', { name: 'New Message' }).click();
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible();
  await clean(page, 'new message');
  await page.goto('/support');
  await page.getByRole('button', { name: 'Can I cancel a policy?' }).click();
  await page.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(page.getByText('Please select a category')).toBeVisible();
  await clean(page, 'support, with its errors');
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Please enter your name.')).toBeVisible();
  await clean(page, 'contact, with its errors');
});

test('every account screen passes axe @everywhere-2', { tag: '@full' }, async ({ page }) => {
  const { account } = await insured(chain);
  await visit(page, account, chain, '/profile');
  await expect(page.getByRole('switch', { name: 'Email notifications' })).toBeVisible();
  await clean(page, 'profile');
  await page.getByRole('button', { name: 'Add a webhook…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await clean(page, 'profile, webhook');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete my profile…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await clean(page, 'profile, deletion');
  await page.goto('/unsubscribe');
  await expect(page.getByText('This link is not complete')).toBeVisible();
  await clean(page, 'unsubscribe');
});

// Which element has the focus when pages, dialogs and buttons come and go, a component alone can't show.
test('a customer buys cover, shares a proof and revokes it by keyboard alone, and never loses the focus', {
  tag: '@full',
}, async ({ page }) => {
  const wallet = await ExtensionWallet.install(page, await newAccount(chain), chain);
  const site = new Site(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto('/quote/home');
  await hydrated(page);
  await tabTo(page, 'Proceed to Payment');
  await press('Enter');
  const houseType = page.getByRole('combobox', { name: 'House type' });
  await expect(houseType).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('option', { name: 'Single Family' })).toBeFocused();
  await press('Enter');
  await expect(houseType).toBeFocused();
  for (const value of [
    '1990',
    '12 Quay Street, Bristol',
    'Ada Lovelace',
    '+44 117 496 0018',
    'ada@example.org',
  ]) {
    await press('Tab');
    await page.keyboard.type(value);
  }
  await press('Tab', 'ArrowRight', 'Tab', 'ArrowRight', 'Tab', 'Space');
  await tabTo(page, 'I have read what is covered');
  await press('Space');
  await tabTo(page, 'Proceed to Payment');
  await press('Enter');
  await expect(site.dialog).toBeVisible();
  await tabTo(page, 'MetaMask');
  await press('Enter');
  await expect(site.heading('Payment').first()).toBeFocused();

  const payment = new PaymentPage(page);
  await expect(payment.pay).toBeEnabled();
  await tabTo(page, 'Pay $1,200');
  const confirm = wallet.holdNext('eth_sendTransaction');
  await press('Enter');
  await expect(payment.button('Processing Payment...')).toBeFocused();
  confirm();
  await expect(site.heading(/^Payment Successful! Your home at 12 Quay Street/)).toBeFocused();

  await tabTo(page, 'View policy');
  await press('Enter');
  await expect(site.heading(/^Home Insurance Your home at 12 Quay Street/)).toBeFocused();
  await tabTo(page, 'Share a proof…');
  await press('Enter');
  await expect(page.getByRole('dialog', { name: 'Share a proof' })).toBeVisible();
  await tabTo(page, 'Create link');
  await press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your link is ready' })).toBeFocused();
  await press('Escape');
  await expect(page.getByRole('button', { name: 'Share a proof…' })).toBeFocused();
  await press('Shift+Tab');
  await expect(page.getByRole('button', { name: /^Revoke the link to / })).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('region', { name: 'Share a proof' })).toBeFocused();
});

// Colors that the system forces are the browser's.
test('a contrast theme still shows which choice is made and that a button is one', { tag: '@full' }, async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/quote/home');
  await hydrated(page);
  const background = (amount: string) =>
    page.locator('label', { hasText: amount }).evaluate((label) => getComputedStyle(label).backgroundColor);
  expect(await background('$500,000')).not.toBe(await background('$350,000'));
  await expect(new QuotePage(page).proceed).toHaveCSS('border-top-width', '1px');
});

// Where a sticky bar is, the layout decides.
test('the bar at the bottom of a phone’s quote never covers the focused element', { tag: '@full' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 620 });
  await page.goto('/quote/home');
  await hydrated(page);
  await tabTo(page, 'Clearing up');
  const bottom = (name: RegExp) =>
    page.getByRole('button', { name }).evaluate((button) => button.getBoundingClientRect().bottom);
  const bar = await page
    .getByRole('button', { name: 'Continue' })
    .evaluate((button) => button.getBoundingClientRect().top);
  expect(await bottom(/^Clearing up/)).toBeLessThanOrEqual(bar);
});
