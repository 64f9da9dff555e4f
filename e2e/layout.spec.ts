// Widths and layout shifts, which only a real browser has.
import { expect, type Locator, type Page } from '@playwright/test';
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { arrive, insured, visitPayment } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

/** A word of this length, without a place where a line can break. */
const word = (letter: string, length: number) => letter.repeat(length);

/** A customer with a policy of these `details`, and with a claim and a thread that say `said`. */
async function customer(said: string, details: Partial<typeof SAMPLES.travel> = {}) {
  const ada = await insured(chain, 'travel', { details: { ...SAMPLES.travel, ...details } });
  const { client, policy } = ada;
  const claim = await client.post<ClaimAnswer>('/claims/submit', {
    policy_id: policy.id,
    claim_amount: 300,
    description: said,
    incident_date: new Date().toISOString().slice(0, 10),
  });
  expect(claim.status, claim.message).toBe(201);
  // A longer message would move the footer by its own length.
  const subject = said.slice(0, 120);
  const thread = await client.post<ThreadAnswer>('/messages/create', { subject, message: subject });
  expect(thread.status, thread.message).toBe(201);
  return { ...ada, claim: claim.data, thread: thread.data };
}

/** Every page that shows a customer's own data. */
const pagesOf = ({ policy, claim, thread }: Awaited<ReturnType<typeof customer>>) => [
  '/dashboard',
  '/my-policies',
  `/policy/${policy.id}?type=travel`,
  '/my-claims',
  `/claim/${claim.id}`,
  `/submit-claim?policy=${policy.id}`,
  '/messages',
  `/messages?thread=${thread.id}`,
  '/quote/home',
  '/quote/travel',
  '/profile',
  '/support',
];

/** Waits until nothing is loading. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('main .animate-pulse')).toHaveCount(0);
}

/** Adds up the layout shifts that no input caused, as browsers measure them. */
function observeShifts(): void {
  const seen = window as unknown as { shifted: number; shifts: string[] };
  seen.shifted = 0;
  seen.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Element | null }[];
    }[]) {
      if (entry.hadRecentInput) continue;
      seen.shifted += entry.value;
      const names = entry.sources.map(({ node }) => `${node?.nodeName}.${(node as Element)?.className}`);
      seen.shifts.push(`${entry.value.toFixed(3)} ${names.join(' | ').slice(0, 300)}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs before the page's own scripts and keeps every response of the API back for a while. */
function respondLate(): void {
  const now = window.fetch;
  window.fetch = async (input, init) => {
    const { href } = new URL(input instanceof Request ? input.url : input, location.href);
    if (href.includes('/api/')) await new Promise((resolve) => setTimeout(resolve, 400));
    return now(input, init);
  };
}

/** From the next page on, adds up layout shifts and delays responses until their placeholders show. */
async function answerLate(page: Page): Promise<void> {
  await page.addInitScript(observeShifts);
  // In the page, because Playwright's routes would turn the browser's cache off.
  await page.addInitScript(respondLate);
}

/** The pages with layout shifts of 0.1 or more, with what moved, and those that scroll sideways at 320 pixels. */
async function faults(page: Page, paths: readonly string[], width: number): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    const { shifted, shifts } = await page.evaluate(() => {
      const { shifted, shifts } = window as unknown as { shifted: number; shifts: string[] };
      return { shifted, shifts };
    });
    if (shifted >= 0.1) found[path] = { shifted, shifts };
    await page.setViewportSize({ width: 320, height: 900 });
    // The first frame of another width may still have the styles of the former one.
    const wide = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return document.documentElement.scrollWidth;
    });
    if (wide > 320) found[`${path} at 320 pixels`] = wide;
    await page.setViewportSize({ width, height: 900 });
  }
  return found;
}

/** A customer whose every text is as long as it may be, with a page whose server responds late. */
async function wordy(page: Page, width: number) {
  const ada = await customer(word('W', 400), {
    origin: word('O', 100),
    destination: word('D', 100),
    traveler_name: word('N', 80),
  });
  await page.setViewportSize({ width, height: 900 });
  await arrive(page, ada.account, chain);
  await answerLate(page);
  return ada;
}

// One page of each kind: a list, a record, a form and a page for reading. `npm run test:full` opens all of them.
test('a policy, its claim, a form and the landing page neither jump at 390 pixels nor scroll sideways at 320, even if the server responds late and words are long @payment-18', {
  tag: '@full',
}, async ({ page }) => {
  const { policy, claim } = await wordy(page, 390);
  const paths = ['/', `/policy/${policy.id}?type=travel`, `/claim/${claim.id}`, '/quote/travel'];
  expect(await faults(page, paths, 390)).toEqual({});
});

for (const width of [390, 1440]) {
  test(`no page jumps at ${width} pixels or scrolls sideways at 320, even if the server responds late and words are long @payment-18`, {
    tag: '@full',
  }, async ({ page }) => {
    test.setTimeout(240_000);
    const ada = await wordy(page, width);
    expect(await faults(page, ['/', '/api-reference', '/services', ...pagesOf(ada)], width)).toEqual({});
  });

  test(`no page jumps at ${width} pixels for a newcomer who has nothing yet`, { tag: '@full' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await arrive(page, await newAccount(chain), chain);
    await answerLate(page);
    const paths = ['/dashboard', '/my-policies', '/my-claims', '/submit-claim', '/messages'];
    expect(await faults(page, paths, width)).toEqual({});
  });
}

for (const width of [390, 1440]) {
  test(`the payment button stays where it is when the price arrives at ${width} pixels`, {
    tag: '@full',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { payment } = await visitPayment(page, await newAccount(chain), chain);
    await expect(payment.pay).toBeEnabled();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/insurance/quotes', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    const top = async (button: Locator) => (await button.boundingBox())?.y ?? Number.NaN;
    await expect(page.getByText('Your wallet has 100 ETH.')).toBeVisible();
    const before = await top(payment.button('Calculating...'));
    answer();
    await expect(payment.pay).toBeEnabled();
    expect(Math.abs((await top(payment.pay)) - before)).toBeLessThan(1);
  });
}
