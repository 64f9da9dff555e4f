// Pictures of every screen's main states, to leaf through: dist/screens/index.html. Only a browser shows what they look like.
// `README_PICTURES=1 npx playwright test e2e/screens.spec.ts` also renews docs/images. scripts/test/screens.test.mjs fails for
// a route that is in no picture.
import { expect, type Page } from '@playwright/test';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import type { DetailsProof } from '#domain/registry/details-proof.ts';
import { Admin } from './fixtures/admin.ts';
import { insuredTwice } from './fixtures/after-purchase.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { arrive, insured, savedQuote, visitPayment } from './fixtures/customer.ts';
import { asked, claimed, unique, unknownPayment } from './fixtures/desk.ts';
import { png } from './fixtures/files.ts';
import { type Acts, bind, photograph } from './fixtures/pictures.ts';
import { test } from './fixtures/test.ts';
import { ExtensionWallet } from './fixtures/wallet.ts';
import { ClaimPage } from './pages/claims.ts';
import { hydrated, QuotePage, Site } from './pages/site.ts';

const chain = connectChain();
const HOME = SAMPLES.home;

const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();

/** Goes to the next question on a phone. */
async function goOn(page: Page): Promise<void> {
  const place = page.getByText(/ · \d of \d$/).filter({ visible: true });
  const now = (await place.textContent()) ?? '';
  await press(/^Continue/)(page);
  await expect(place).not.toHaveText(now);
}

/** Answers the first questions of a home's quote on a phone. */
const question = (count: number) => async (page: Page) => {
  await hydrated(page);
  const quote = new QuotePage(page);
  const answers = [
    async () => {},
    async () => {},
    async () => {
      await quote.choose('House type', 'Townhouse');
      await quote.field('Year built').fill(String(HOME.year_built));
      await quote.field('Address of the home').fill(HOME.house_address);
    },
    async () => {
      await quote.field('Owner’s full name').fill(HOME.property_owner_name);
      await quote.field('Phone number').fill(HOME.property_owner_telephone);
      await quote.field('Email address').fill(HOME.property_owner_email);
    },
  ];
  for (const answer of answers.slice(0, count - 1)) {
    await answer();
    await goOn(page);
  }
  // The last answer that fits is the way on.
  if (count === 6) await quote.answerNeeds('home');
  await expect(page.getByText(/ · \d of \d$/).filter({ visible: true })).toContainText(`${count} of 6`);
};

/** Answers the question of a claim that the last picture shows. */
const claimQuestion = (place: number, policy: string) => async (page: Page) => {
  const form = new ClaimPage(page);
  const answers = [
    () => page.getByRole('radio', { name: policy }).check(),
    () => form.fillDate(),
    () => form.fillLoss({ amount: '4200.50', description: 'A pipe burst and the kitchen floor is ruined.' }),
    () =>
      page
        .getByLabel('Take a photo')
        .setInputFiles({ name: 'image.png', mimeType: 'image/png', buffer: png() }),
  ];
  const answer = answers[place - 2];
  if (!answer) return;
  await answer();
  await goOn(page);
};

test.describe('pictures of the screens', { tag: '@full' }, () => {
  test.setTimeout(600_000);
  test.afterAll(bind);

  test('a visitor’s screens fit the window in every look', async ({ page }) => {
    await ExtensionWallet.install(page, await newAccount(chain), chain);
    await photograph(
      page,
      'visitor',
      {},
      {
        'visitor-wallets': async (on) => {
          await hydrated(on);
          await new Site(on).connectButton.click();
          await expect(new Site(on).dialog.getByText('MetaMask')).toBeVisible();
        },
        'visitor-quote-home-2-phone': question(2),
        'visitor-quote-home-3-phone': question(3),
        'visitor-quote-home-4-phone': question(4),
        'visitor-quote-home-5-phone': question(5),
        'visitor-quote-home-6-phone': question(6),
        'visitor-quote-errors': async (on, width) => {
          await hydrated(on);
          if (width === 390) {
            await goOn(on);
            await goOn(on);
          }
          if (width === 390) return press(/^Continue/)(on);
          await on.getByRole('button', { name: 'Proceed to Payment' }).click({ force: true });
        },
      },
    );
  });

  test('the pages of text fit the window in every look', async ({ page }) => {
    await photograph(page, 'reader');
  });

  test('a newcomer’s screens fit the window in every look', async ({ page }) => {
    await arrive(page, await newAccount(chain), chain);
    await photograph(page, 'newcomer');
  });

  test('a customer’s screens fit the window in every look', async ({ page }) => {
    const ada = await insured(chain);
    const admin = await Admin.signIn();
    const [claim, rejected] = [
      await claimed(ada),
      await claimed(ada, { claim_amount: 3100, description: 'The waves took the fence.' }),
    ];
    const refusal = { status: 'rejected', clause: 'not_covered-1', admin_notes: 'Flood is not covered.' };
    expect((await admin.decide(rejected.id, refusal)).status).toBe(200);
    const thread = await asked(ada, 'Is the shed covered as well?');
    const { data: proof } = await ada.client.get<DetailsProof>(`/insurance/policy/${ada.policy.id}/proof`);
    const shown = ['insurance_type', 'coverage_usd', 'house_address', 'property_owner_name'];
    const fields = proof.fields.map(({ name }) => name).filter((name) => shown.includes(name));
    const share = await ada.client.post<{ token: string }>(`/insurance/policy/${ada.policy.id}/shares`, {
      fields,
      days: 30,
    });
    expect(share.status, share.message).toBe(201);
    await arrive(page, ada.account, chain, await savedQuote(ada.client));
    const ids = {
      policy: ada.policy.id,
      quote: ada.policy.quote_id,
      claim: claim.id,
      rejected: rejected.id,
      thread: thread.id,
      token: share.data.token,
    };
    await photograph(page, 'customer', ids, {
      'customer-policy-share': press('Share a proof…'),
      'customer-message-new': press('New Message'),
    });
  });

  test('every screen of a claim fits a phone', async ({ page }) => {
    const { account, home } = await insuredTwice(chain);
    await arrive(page, account, chain);
    const acts = [1, 2, 3, 4, 5].map((place) => [
      `claim-${place}-phone`,
      claimQuestion(place, home.policy_number),
    ]);
    await photograph(page, 'claimant', {}, Object.fromEntries(acts) as Acts);
  });

  test('a payment and its confirmation fit the window in every look', async ({ page }) => {
    const { payment, client } = await visitPayment(page, await newAccount(chain), chain);
    const ready = { 'buyer-payment': () => expect(payment.pay).toBeEnabled() };
    await photograph(page, 'payer', {}, ready);
    await page.setViewportSize({ width: 390, height: 844 });
    await payment.pay.click();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await page.screenshot({ path: 'dist/screens/buyer-just-paid-390.png' });
    const [policy] = (await client.policies()).data;
    await photograph(page, 'buyer', { policy: policy?.id ?? 0 });
  });

  test('the desk’s screens fit the window in every look', async ({ page }) => {
    const ada = await insured(chain);
    const claim = await claimed(ada);
    const thread = await asked(ada, 'Is the shed covered as well?');
    await unknownPayment();
    const complaint = await ada.client.post('/complaints', {
      name: 'Ada Lovelace',
      email: `ada.${unique()}@example.com`,
      cause: 'service',
      message: 'Nobody has answered my second letter.',
    });
    expect(complaint.status, complaint.message).toBe(201);
    const admin = await Admin.signIn();
    const { data } = await admin.call<{ messages: { id: number }[] }>('GET', '/messages?category=complaint');
    await admin.open(page, '/admin');
    const ids = {
      user: ada.account.address,
      policy: ada.policy.id,
      claim: claim.id,
      thread: thread.id,
      complaint: data.messages[0]?.id ?? 0,
    };
    await photograph(page, 'desk', ids, {
      'desk-find': async (on) => on.keyboard.press('Control+k'),
      'desk-claim-approve': press('Approve Claim'),
    });
  });

  test('the desk’s sign-in fits the window in every look', async ({ page }) => {
    await photograph(page, 'stranger');
  });
});
