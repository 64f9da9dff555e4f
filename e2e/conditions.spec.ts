// A purchase and a claim on a phone under what people have around them: no signal, a new deployment, a browser that
// translates the page or lacks newer parts. Only a real browser keeps a failed import, loses the network or loads a page again.
import { expect, type Locator, type Page } from '@playwright/test';
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { insured, visit } from './fixtures/customer.ts';
import { png } from './fixtures/files.ts';
import { test } from './fixtures/test.ts';
import { translatePage } from './fixtures/translate.ts';
import { ExtensionWallet } from './fixtures/wallet.ts';
import { ClaimPage } from './pages/claims.ts';
import { hydrated, PaymentPage, QuotePage, Site } from './pages/site.ts';

test.use({ freshContext: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const chain = connectChain();
const HOME = SAMPLES.home;
const OFFLINE = 'You are offline. Please try again when you are back online.';

const goOn = (page: Page, name = 'Continue') => page.getByRole('button', { name, exact: true }).click();

/** From a home's first question to the last, which leaves `Proceed to Payment`. */
async function answer(page: Page): Promise<void> {
  const quote = new QuotePage(page);
  await goOn(page);
  await page.getByRole('slider', { name: 'How long' }).press('Home');
  await goOn(page);
  await quote.choose('House type', 'Townhouse');
  await quote.field('Year built').fill(String(HOME.year_built));
  await quote.field('Address of the home').fill(HOME.house_address);
  await goOn(page);
  await quote.field('Owner’s full name').fill(HOME.property_owner_name);
  await quote.field('Phone number').fill(HOME.property_owner_telephone);
  await quote.field('Email address').fill(HOME.property_owner_email);
  await goOn(page);
  await quote.answerNeeds('home');
  await quote.accept.check();
}

/** From the landing page to the wallets, one of which pays for the quote. */
async function toWallets(page: Page): Promise<Locator> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Quote: Home Insurance' }).click();
  await expect(page).toHaveURL(/\/quote\/home$/);
  await hydrated(page);
  await answer(page);
  await goOn(page, 'Proceed to Payment');
  return new Site(page).dialog;
}

/** From the landing page to the confirmation of a paid policy. */
async function buy(page: Page, wallet: ExtensionWallet): Promise<void> {
  const dialog = await toWallets(page);
  await dialog.getByRole('button', { name: 'MetaMask' }).click();
  await expect(page).toHaveURL(/\/payment$/);
  await expect(new PaymentPage(page).pay).toHaveText('Pay $99 (0.0495 ETH)');
  await new PaymentPage(page).pay.click();
  await expect(page).toHaveURL(/\/confirmation$/);
  await expect(page.getByText(/^POL-\d+$/).first()).toBeAttached();
  expect(wallet.sent).toHaveLength(1);
}

/** From a claim's first question to its review, which leaves `Submit Claim`. */
async function tell(page: Page): Promise<void> {
  const form = new ClaimPage(page);
  await form.fillDate();
  await goOn(page);
  await form.fillLoss({ amount: '4200.50', description: 'A pipe burst and the kitchen floor is ruined.' });
  await goOn(page);
  await page
    .getByLabel('Take a photo')
    .setInputFiles({ name: 'image.png', mimeType: 'image/png', buffer: png() });
  await expect(page.getByText('Photo 1.png')).toBeVisible();
  await goOn(page, 'Continue to Review');
  await expect(page.getByText('Is everything right?')).toBeVisible();
}

/** An insured home at the first question of a claim on it, and the claims that arrived: amount and number of documents. */
async function atLoss(page: Page) {
  const { account, client, policy } = await insured(chain, 'home');
  const site = await visit(page, account, chain, `/submit-claim?policy=${policy.id}`);
  await expect(site.heading('What happened?')).toBeVisible();
  const claims = async () =>
    (await client.get<ClaimAnswer[]>(`/claims/${account.address}`)).data.map((claim) => [
      claim.claim_amount,
      claim.documents_count,
    ]);
  return { site, claims };
}
const CLAIMED = [[4200.5, 1]];

/** Lets ten seconds go by for a page whose wallet has been asked this and answers nothing, and stops waiting for it. */
async function stopWaiting(page: Page, wallet: ExtensionWallet, method: string): Promise<void> {
  await expect.poll(() => wallet.requests).toContain(method);
  await page.clock.fastForward('00:10');
  await expect(page.getByText('Nothing there? Open your wallet.')).toBeVisible();
  await page.getByRole('button', { name: 'Stop waiting' }).click();
}
const NO_ANSWER =
  'Your wallet did not answer. If it still shows a request, reject it there, and then try again.';

/** After this is called with true, the site's own files are gone until the browser has loaded a page of the new one. */
async function deployments(page: Page): Promise<(gone: boolean) => void> {
  let gone = false;
  await page.route('**/assets/*.js', (route) => (gone ? route.fulfill({ status: 404 }) : route.continue()));
  page.on('request', (request) => {
    if (request.isNavigationRequest()) gone = false;
  });
  return (now) => {
    gone = now;
  };
}

/** Collects what ends a page: errors that nobody caught. */
function faults(page: Page): string[] {
  const seen: string[] = [];
  page.on('pageerror', ({ message }) => seen.push(message));
  return seen;
}

/**
 * Waits until the page has fetched what it fetches when it has settled: from here on at least so many scripts, and no more
 * under way.
 */
async function settled(page: Page, scripts: number): Promise<void> {
  const count = { done: 0, open: 0 };
  const isScript = (url: string) => url.includes('/assets/') && url.endsWith('.js');
  page.on('request', (request) => isScript(request.url()) && count.open++);
  page.on('requestfinished', (request) => {
    if (isScript(request.url())) Object.assign(count, { done: count.done + 1, open: count.open - 1 });
  });
  await expect.poll(() => count.done >= scripts && count.open === 0).toBe(true);
}

test('without a signal menu and Connect Wallet open, the page stays, and nothing is sent or paid before it is pressed again', async ({
  page,
  context,
}) => {
  const wallet = await ExtensionWallet.install(page, await newAccount(chain), chain);
  const seen = faults(page);
  const site = new Site(page);
  const banner = page.getByRole('banner');
  const settling = settled(page, 16);
  await page.goto('/');
  await hydrated(page);
  await settling;
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you press now isn’t sent later.')).toBeVisible();
  await banner.getByRole('button', { name: 'Open menu' }).click();
  await page.locator('#small-menu').getByRole('link', { name: 'About' }).click();
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await banner.getByRole('button', { name: 'Close menu' }).click();
  await site.connectButton.click();
  await expect(site.dialog.getByText(OFFLINE)).toBeVisible();
  await site.dialog.getByRole('button', { name: 'Close' }).click();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Get Quote: Home Insurance' }).click();
  await expect(site.heading('How should we cover your home?')).toBeVisible();
  await settled(page, 1);

  await context.setOffline(true);
  await answer(page);
  await context.setOffline(false);
  await goOn(page, 'Proceed to Payment');
  await site.dialog.getByRole('button', { name: 'MetaMask' }).click();
  const pay = new PaymentPage(page).pay;
  await expect(pay).toHaveText('Pay $99 (0.0495 ETH)');

  await context.setOffline(true);
  await pay.click();
  await expect(page.getByRole('main').getByText(OFFLINE)).toBeVisible();
  const before = wallet.requests.length;
  const back = page.waitForResponse(/\/api\//);
  await context.setOffline(false);
  // What is read comes back on its own; what was pressed does not.
  await back;
  expect(wallet.requests).toHaveLength(before);
  await pay.click();
  await expect(page).toHaveURL(/\/confirmation$/);
  expect(wallet.sent).toHaveLength(1);
  expect(seen).toEqual([]);
});

test('after a deployment an open form fails in one place and keeps its answers, and a link opens the new site', {
  tag: '@full',
}, async ({ page }) => {
  const deploy = await deployments(page);
  const settling = settled(page, 18);
  await page.goto('/quote/home');
  await hydrated(page);
  await settling;
  await goOn(page);
  deploy(true);
  await page.getByRole('button', { name: 'Choose the start date from the calendar' }).click();
  await page.getByLabel('End date', { exact: true }).fill('01/15/2027');
  await expect(page.getByText('This part could not be loaded.')).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('This part could not be loaded.')).toBeHidden();
  await expect(page).toHaveURL(/\/quote\/home$/);
  await expect(page.getByLabel('End date', { exact: true })).toHaveValue('01/15/2027');
  deploy(true);
  await page.getByRole('contentinfo').getByText('All pages').click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(new Site(page).heading(/Who|About/).first()).toBeVisible();
});

test('a purchase on a page that the browser translates shows each amount once and ends with a policy', async ({
  page,
}) => {
  const wallet = await ExtensionWallet.install(page, await newAccount(chain), chain);
  const seen = faults(page);
  await page.addInitScript(`addEventListener('DOMContentLoaded', ${translatePage})`);
  await buy(page, wallet);
  expect(await page.locator('font > font').count()).toBeGreaterThan(20);
  // React renders a prerendered page again when it finds it translated, and logs an error.
  expect(seen.filter((message) => !message.includes('#418'))).toEqual([]);
});

test('a purchase succeeds in a browser without the parts that are newer than those the help page names', {
  tag: '@full',
}, async ({ page }) => {
  const wallet = await ExtensionWallet.install(page, await newAccount(chain), chain);
  const seen = faults(page);
  await page.addInitScript(() => {
    const NEWER: [object, string[]][] = [
      [AbortSignal, ['any']],
      [Array, ['fromAsync']],
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [Promise, ['try', 'withResolvers']],
      [URL, ['canParse', 'parse']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
      [Document.prototype, ['startViewTransition']],
      [Element.prototype, ['checkVisibility', 'requestFullscreen']],
      [Navigator.prototype, ['clipboard', 'locks']],
      [window, ['requestIdleCallback', 'cancelIdleCallback', 'scheduler']],
    ];
    for (const [owner, names] of NEWER) for (const name of names) Reflect.deleteProperty(owner, name);
  });
  await buy(page, wallet);
  expect(seen).toEqual([]);
});

test('a purchase with a deployment in between ends with one policy', { tag: '@full' }, async ({ page }) => {
  const wallet = await ExtensionWallet.install(page, await newAccount(chain), chain);
  const deploy = await deployments(page);
  const { dialog } = new Site(page);
  const settling = settled(page, 18);
  await page.goto('/quote/home');
  await hydrated(page);
  await settling;
  await answer(page);
  deploy(true);
  await goOn(page, 'Proceed to Payment');
  // The wallet's code is gone. It says so, and what was typed survives the load of the new site.
  await page
    .getByRole('button', { name: 'Try Again' })
    .or(dialog.getByRole('button', { name: 'Retry' }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/quote\/home$/);
  await goOn(page, 'Proceed to Payment');
  await dialog.getByRole('button', { name: 'MetaMask' }).click();
  await expect(page).toHaveURL(/\/payment$/);
  const { pay } = new PaymentPage(page);
  await expect(pay).toHaveText('Pay $99 (0.0495 ETH)');
  await pay.click();
  await expect(page).toHaveURL(/\/confirmation$/);
  await expect(page.getByText(/^POL-\d+$/).first()).toBeAttached();
  expect(wallet.sent).toHaveLength(1);
});

test('a claim written without a signal is sent once, when it is pressed again with one', {
  tag: '@full',
}, async ({ page, context }) => {
  const settling = settled(page, 4);
  const { claims } = await atLoss(page);
  const seen = faults(page);
  await settling;
  await context.setOffline(true);
  await tell(page);
  await goOn(page, 'Submit Claim');
  await expect(page.getByText(OFFLINE).first()).toBeVisible();
  const back = page.waitForResponse(/\/api\//);
  await context.setOffline(false);
  await back;
  expect(await claims()).toEqual([]);
  await goOn(page, 'Submit Claim');
  await expect(page).toHaveURL(/\/my-claims$/);
  expect(await claims()).toEqual(CLAIMED);
  expect(seen).toEqual([]);
});

test('a claim on a page that the browser translates is sent once', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(`addEventListener('DOMContentLoaded', ${translatePage})`);
  const { claims } = await atLoss(page);
  const seen = faults(page);
  await tell(page);
  await goOn(page, 'Submit Claim');
  await expect(page).toHaveURL(/\/my-claims$/);
  expect(await claims()).toEqual(CLAIMED);
  expect(await page.locator('font > font').count()).toBeGreaterThan(20);
  expect(seen.filter((message) => !message.includes('#418'))).toEqual([]);
});

test('a claim with a deployment in between keeps what was typed and its photograph, and is sent once', {
  tag: '@full',
}, async ({ page }) => {
  const deploy = await deployments(page);
  const { site, claims } = await atLoss(page);
  await tell(page);
  deploy(true);
  await page.reload();
  await expect(site.heading(/Any photos or papers\?|Is everything right\?/)).toBeVisible();
  await expect(page.getByText('Photo 1.png')).toBeVisible();
  deploy(true);
  const review = page.getByRole('button', { name: 'Continue to Review' });
  if (await review.isVisible()) await review.click();
  await goOn(page, 'Submit Claim');
  await expect(page).toHaveURL(/\/my-claims$/);
  expect(await claims()).toEqual(CLAIMED);
});

test('a purchase with a wallet that hangs can be stopped and tried again, and ends with one policy', {
  tag: '@full',
}, async ({ page }) => {
  await page.clock.install();
  const wallet = await ExtensionWallet.install(page, await newAccount(chain), chain);
  const seen = faults(page);
  wallet.holdNext('wallet_requestPermissions');
  const dialog = await toWallets(page);
  await dialog.getByRole('button', { name: 'MetaMask' }).click();
  await stopWaiting(page, wallet, 'wallet_requestPermissions');
  await expect(dialog.getByText(NO_ANSWER)).toBeVisible();
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL(/\/payment$/);

  const answerLate = wallet.holdNext('eth_sendTransaction');
  const { pay } = new PaymentPage(page);
  await expect(pay).toHaveText('Pay $99 (0.0495 ETH)');
  await pay.click();
  await stopWaiting(page, wallet, 'eth_sendTransaction');
  await expect(page.getByText('do not pay again').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'I paid, where is my policy?' })).toBeVisible();
  await pay.click();
  await expect(page).toHaveURL(/\/confirmation$/);
  await expect(page.getByText(/^POL-\d+$/).first()).toBeAttached();
  // The contract refuses what the wallet sends for the first request after that.
  answerLate();
  await expect.poll(() => wallet.asked).toHaveLength(2);
  expect(wallet.sent).toHaveLength(1);
  expect(seen).toEqual([]);
});

test('a claim with a wallet that hangs at its sign-in can be stopped and tried again, and is sent once', {
  tag: '@full',
}, async ({ page }) => {
  await page.clock.install();
  const { site, claims } = await atLoss(page);
  const seen = faults(page);
  await tell(page);
  await site.client.post('/auth/logout', {});
  await goOn(page, 'Submit Claim');
  await expect(page.getByText('Your session has ended. What you have entered')).toBeVisible();
  site.wallet.holdNext('personal_sign');
  await goOn(page, 'Submit Claim');
  await stopWaiting(page, site.wallet, 'personal_sign');
  await expect(page.getByText(NO_ANSWER).first()).toBeVisible();
  expect(await claims()).toEqual([]);
  await goOn(page, 'Submit Claim');
  await expect(page).toHaveURL(/\/my-claims$/);
  expect(await claims()).toEqual(CLAIMED);
  expect(seen).toEqual([]);
});
