// Hostile text in a real page: nothing of it runs, on any screen that shows it.
import { expect } from '@playwright/test';
import type { ProductKey } from '#domain/products/index.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { arrive, HOSTILE, injected, insured, leaked, PRIVATE, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';
import { PaymentPage, QuotePage } from './pages/site.ts';

const chain = connectChain();
const LONG = 'x'.repeat(10_000);
const PHONE = 'Please enter a valid phone number';
const EMAIL = 'Please enter a valid email address';
const PASSPORT = 'Please enter the passport number: letters and digits only.';

interface Form {
  product: ProductKey;
  /** Free-text fields, with the message for text that is too long. */
  free: Record<string, string>;
  /** Fields with a fixed format, with the message for free text. */
  strict: Record<string, string>;
}

const CONTACT = { 'Phone number': PHONE, 'Email address': EMAIL };
const FORMS: Form[] = [
  {
    product: 'home',
    free: {
      'Address of the home': 'Please keep the address to 200 characters.',
      'Owner’s full name': "Please keep the owner's name to 120 characters.",
    },
    strict: { 'Year built': 'Please enter the year it was built.', ...CONTACT },
  },
  {
    product: 'car',
    free: {
      Model: 'Please keep the model to 80 characters.',
      'Owner’s full name': "Please keep the owner's name to 120 characters.",
    },
    strict: {
      'Model year': 'Please enter the model year.',
      Mileage: 'Please enter the mileage.',
      ...CONTACT,
    },
  },
  {
    product: 'travel',
    free: {
      'Traveling from': 'Please keep where you start to 120 characters.',
      'Traveling to': 'Please keep where you are going to 120 characters.',
      'Traveler’s full name': "Please keep the traveler's name to 120 characters.",
    },
    strict: { 'Passport number': PASSPORT, ...CONTACT },
  },
];

for (const { product, free, strict } of FORMS) {
  const title = `the ${product} form explains why it refuses bad values, and shows HTML and formulas as text @quote-30`;
  // The gate tests the words of each field in domain/quote/quote.test.ts, and hostile text in products.spec.ts.
  test(title, { tag: '@full' }, async ({ page }) => {
    const account = await newAccount(chain);
    const site = await visit(page, account, chain, `/quote/${product}`);
    const quote = new QuotePage(page);
    const said = async (label: string, value: string, words: string) => {
      const field = quote.field(label);
      await field.fill(value);
      await field.blur();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(words);
    };
    for (const [label, words] of Object.entries({ ...free, ...strict })) await said(label, LONG, words);
    for (const text of [HOSTILE.html, HOSTILE.formula]) {
      for (const [label, words] of Object.entries(strict)) await said(label, text, words);
    }
    await quote.accept.check();
    await quote.proceed.press('Enter');
    await expect(
      page.getByText('Please fill in all required fields and calculate a quote first'),
    ).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/quote/${product}$`));

    await quote.accept.uncheck();
    await quote.fill(product);
    const labels = Object.keys(free);
    for (const label of labels) {
      await quote.field(label).fill(label.includes('name') ? HOSTILE.html : HOSTILE.formula);
    }
    await quote.proceed.click();
    await expect(page).toHaveURL(/\/payment$/);
    await new PaymentPage(page).pay.click();
    await expect(site.heading('Payment Successful!')).toBeVisible();
    expect(await injected(page)).toEqual([]);

    await page.getByRole('link', { name: 'View policy' }).click();
    await site.unfold('Insured details');
    await expect(page.getByText(HOSTILE.html).first()).toBeVisible();
    await expect(page.getByText(HOSTILE.formula).first()).toBeVisible();
    expect(await injected(page)).toEqual([]);
    await page.goto('/my-policies');
    await expect(page.getByRole('list', { name: 'Policies' })).toBeVisible();
    expect(await injected(page)).toEqual([]);
  });
}

test("another wallet's ids give access to nothing on the site @wallet-24", { tag: '@full' }, async ({
  page,
}) => {
  const ada = await insured(chain, 'home', { details: PRIVATE, email: PRIVATE.property_owner_email });
  const draft = await ada.client.post<{ draft_id: string }>('/insurance/drafts', {
    insurance_type: 'home',
    details: PRIVATE,
    policy_start_date: ada.policy.policy_start_date,
    policy_end_date: ada.policy.policy_end_date,
  });
  await arrive(page, await newAccount(chain), chain);
  const nothing = async () => {
    const text = await page.evaluate(() => document.documentElement.outerHTML);
    expect(leaked(text), page.url()).toEqual([]);
  };
  const { id, tx_hash } = ada.policy;
  for (const address of [
    `/policy/${id}`,
    `/policy/${id}?type=home`,
    `/policy/${id}?type=home&action=cancel`,
  ]) {
    await page.goto(address);
    await expect(page.getByText('Policy not found')).toBeVisible();
    await nothing();
  }
  await page.goto(`/quote/home?draft=${draft.data.draft_id}`);
  await expect(page.getByText('Your saved form has expired. Please fill it in again.')).toBeVisible();
  await nothing();
  await page.goto(`/find-payment?tx=${tx_hash}&chain=1337`);
  await page.getByRole('button', { name: 'Find my policy' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'wallet' })).toBeVisible();
  await expect(page.getByText(ada.policy.policy_number)).toBeHidden();
  await nothing();
  await page.goto(`/verify/${ada.policy.quote_id}`);
  await expect(page.getByText(/This policy is in force until/)).toBeVisible();
  await nothing();
});

test('URLs that contain markup show one of our pages and run nothing @api-16', { tag: '@full' }, async ({
  page,
}) => {
  await arrive(page, await newAccount(chain), chain);
  const script = encodeURIComponent(HOSTILE.html);
  for (const address of [
    `/policy/${script}`,
    `/policy/1?type=${script}&action=${script}`,
    `/quote/${script}`,
    `/quote/home?start=${script}&end=${script}&draft=${script}`,
    `/find-payment?tx=${script}`,
    `/my-policies?search=${script}&type=${script}`,
    `/verify/${script}`,
    `/${script}`,
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    expect(await injected(page), address).toEqual([]);
  }
});
