import { expect, type Page } from '@playwright/test';
import type { ProductKey } from '../domain/products/index.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { arrive, CAR, HOSTILE, insured, leaked, PRIVATE, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';
import { PaymentPage, QuotePage } from './pages/site.ts';

const chain = connectChain();
const LONG = 'x'.repeat(10_000);
const PHONE = 'Please enter a valid phone number';
const EMAIL = 'Please enter a valid email address';
const PASSPORT = 'Please enter the passport number: letters and digits only.';

interface Form {
  product: ProductKey;
  fill: 'fillHome' | 'fillCar' | 'fillTravel';
  /** Free-text fields, with the message for text that is too long. */
  free: Record<string, string>;
  /** Fields with a fixed format, with the message for free text. */
  strict: Record<string, string>;
}

const CONTACT = { 'Phone number': PHONE, 'Email address': EMAIL };
const FORMS: Form[] = [
  {
    product: 'home',
    fill: 'fillHome',
    free: {
      'Address of the home': 'Please keep the address to 200 characters.',
      'Owner’s full name': "Please keep the owner's name to 120 characters.",
    },
    strict: { 'Year built': 'Please enter the year it was built.', ...CONTACT },
  },
  {
    product: 'car',
    fill: 'fillCar',
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
    fill: 'fillTravel',
    free: {
      'Traveling from': 'Please keep where you start to 120 characters.',
      'Traveling to': 'Please keep where you are going to 120 characters.',
      'Traveler’s full name': "Please keep the traveler's name to 120 characters.",
    },
    strict: { 'Passport number': PASSPORT, ...CONTACT },
  },
];

/** Customers' text that became markup of the page, or ran. */
async function injected(page: Page): Promise<unknown[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'img[src="x"], [onerror], [onload], main b, main script, a[href^="javascript:"]',
      ),
      ...('hacked' in window ? ['ran'] : []),
    ].map((found) => (typeof found === 'string' ? found : found.outerHTML)),
  );
}

for (const { product, fill, free, strict } of FORMS) {
  test(`the ${product} form explains why it refuses bad values, and shows HTML and formulas as text @quote-30`, async ({
    page,
  }) => {
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
    await quote[fill]();
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
    await expect(page.getByText(HOSTILE.html).first()).toBeVisible();
    await expect(page.getByText(HOSTILE.formula).first()).toBeVisible();
    expect(await injected(page)).toEqual([]);
    await page.goto('/my-policies');
    await expect(page.getByRole('list', { name: 'Policies' })).toBeVisible();
    expect(await injected(page)).toEqual([]);
  });
}

test('the API refuses values that no form would send, with a reason that does not echo them @quote-30', async () => {
  const client = await new Client(await newAccount(chain)).signIn();
  for (const field of ['car_model', 'car_owner_name', 'car_owner_email', 'car_owner_telephone', 'car_make']) {
    const answer = await client.quote({ insurance_type: 'car', details: { ...CAR, [field]: LONG } });
    expect(answer).toMatchObject({ status: 422, code: 'invalid' });
    expect(answer.message).toMatch(/^Please .+\.?$/);
    expect(JSON.stringify(answer)).not.toContain('xxxxxxxxxx');
  }
  for (const value of [{ $gt: '' }, ['V60'], true, null]) {
    const answer = await client.quote({ insurance_type: 'car', details: { ...CAR, car_model: value } });
    expect(answer.status).toBe(422);
  }
  expect((await client.policies()).data).toEqual([]);
});

test("another wallet's ids give access to nothing in the API @wallet-24", async () => {
  const ada = await insured(chain, 'home', { details: PRIVATE, email: PRIVATE.property_owner_email });
  const eve = await new Client(await newAccount(chain)).signIn();
  const draft = await ada.client.post<{ draft_id: string }>('/insurance/drafts', {
    insurance_type: 'home',
    details: PRIVATE,
    policy_start_date: ada.policy.policy_start_date,
    policy_end_date: ada.policy.policy_end_date,
  });
  const draftId = draft.data.draft_id;
  const { id } = ada.policy;
  const path = `/insurance/policy/${id}`;
  const own = `policy_type=home&wallet_address=${eve.account.address}`;
  const contact = { email: 'eve@example.com', telephone: '+44 20 7946 0999' };
  const calls: [string, string, unknown?][] = [
    ['GET', `/insurance/active-policies/${ada.account.address}`],
    ['GET', `${path}?${own}`],
    ['GET', `${path}?policy_type=home&wallet_address=${ada.account.address}`],
    ['POST', `${path}/cancel?preview=true`, {}],
    ['POST', `${path}/cancel`, { signature: `0x${'51'.repeat(65)}`, valid_until: new Date().toISOString() }],
    ['POST', `${path}/renew`, {}],
    ['PATCH', `${path}/beneficiary`, { beneficiary: 'Eve' }],
    ['PATCH', `${path}/contact`, contact],
    ['GET', `${path}/certificate`],
    ['GET', `${path}/certificate/email`],
    ['POST', `${path}/certificate/email`, { email: 'eve@example.com' }],
    ['GET', `/insurance/drafts/${draftId}`],
  ];
  for (const [method, address, body] of calls) {
    const answer = await eve.call(method, address, body);
    expect(answer.status, `${method} ${address}`).toBe(404);
    expect(leaked(JSON.stringify(answer)), address).toEqual([]);
  }
  const quoted = await eve.quote({ details: undefined, draft_id: draftId });
  expect(quoted.status).toBe(404);
  expect((await eve.report(ada.policy.tx_hash)).status).toBe(409);
  const found = await eve.post<{ outcome: string; policy_number: string | null }>(
    '/insurance/payments/lookup',
    {
      chain_id: 1337,
      tx_hash: ada.policy.tx_hash,
    },
  );
  expect(found.data).toMatchObject({ outcome: 'another_wallet', policy_id: null, policy_number: null });
  const untouched = (await ada.client.policies()).data[0];
  expect(untouched).toMatchObject({ id, status: 'active' });
});

test('malformed ids are refused with a reason and never cause a server error @api-16', async () => {
  const client = await new Client(await newAccount(chain)).signIn();
  const ids = [
    '0',
    '-1',
    '1e3',
    '1.5',
    '%27%20OR%201%3D1',
    '%00',
    '9'.repeat(30),
    'x'.repeat(2000),
    '..%2f1',
  ];
  for (const id of ids) {
    for (const address of [
      `/insurance/policy/${id}?policy_type=home&wallet_address=${client.account.address}`,
      `/insurance/policy/${id}/certificate`,
      `/insurance/drafts/${id}`,
      `/insurance/active-policies/${id}`,
    ]) {
      const answer = await client.get(address);
      expect([400, 404, 422], `${address} ${answer.status}`).toContain(answer.status);
      expect(answer.message).toMatch(/^[A-Z].{5,}/);
    }
  }
});

test("another wallet's ids give access to nothing on the site @wallet-24", async ({ page }) => {
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

test('a confirmation that another wallet left in the tab is not shown @confirmation-9', async ({ page }) => {
  const ada = await newAccount(chain);
  await visit(page, ada, chain, '/dashboard');
  await page.evaluate(
    (hash) => {
      const transaction = {
        policyId: 1,
        policyNumber: 'POL-001',
        type: 'Home Insurance',
        insuranceTypeKey: 'home',
        startDate: '2026-11-21T00:00:00.000Z',
        endDate: '2027-11-21T00:00:00.000Z',
        price: 1200,
        duration: 365,
        email: 'someone.else@example.com',
        txHash: hash,
        walletType: 'metamask',
        address: `0x${'1'.repeat(40)}`,
        timestamp: '2026-11-21T10:00:00.000Z',
        chainId: 1337,
        networkName: 'Ganache Local',
        success: true,
        apiResponse: null,
        quoteId: hash,
        paymentCurrency: 'ETH',
        coverage: 500000,
        ethPremium: '0.6000',
        storedQuoteId: 'QUOTE-1',
      };
      sessionStorage.setItem('transactionData', JSON.stringify(transaction));
    },
    `0x${'5e'.repeat(32)}`,
  );
  await page.goto('/confirmation');
  await expect(page.getByText('Transaction Data Not Found')).toBeVisible();
  await expect(page.getByText('someone.else@example.com')).toBeHidden();
});

test('URLs that contain markup show one of our pages and run nothing @api-16', async ({ page }) => {
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
