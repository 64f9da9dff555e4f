// Two real tabs that share storage, locks and a wallet.
import { expect } from '@playwright/test';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { insured, visit, visitPayment } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';
import { ExtensionWallet } from './fixtures/wallet.ts';
import { PaymentPage, Site } from './pages/site.ts';

const chain = connectChain();

test('two tabs with the same payment pay once: the second waits for the first and follows its payment @payment-13', async ({
  page,
  context,
}) => {
  const { wallet, client, payment: first } = await visitPayment(page, await newAccount(chain), chain);
  await expect(first.pay).toBeEnabled();

  const tab = await context.newPage();
  await wallet.attach(tab);
  await tab.goto('/payment');
  const second = new PaymentPage(tab);
  await expect(second.pay).toBeEnabled();

  const answer = wallet.holdNext('eth_sendTransaction');
  await first.pay.click();
  await expect(tab.getByText(/Another tab is asking your wallet to pay for this quote/)).toBeVisible();
  await expect(second.pay).toBeDisabled();
  answer();
  await expect(new Site(page).heading('Payment Successful!')).toBeVisible();
  await expect(tab).toHaveURL(/\/confirmation$/);
  await expect(new Site(tab).heading('Payment Successful!')).toBeVisible();
  await expect(tab.getByText('Your insurance policy has been activated')).toBeVisible();
  expect(wallet.sent).toHaveLength(1);
  expect((await client.policies()).data).toHaveLength(1);
});

test('closing a tab while its wallet is open lets another tab pay @payment-13', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const { wallet, payment: first } = await visitPayment(page, await newAccount(chain), chain);
  await expect(first.pay).toBeEnabled();
  const tab = await context.newPage();
  await wallet.attach(tab);
  await tab.goto('/payment');
  const second = new PaymentPage(tab);
  await expect(second.pay).toBeEnabled();
  wallet.holdNext('eth_sendTransaction');
  await first.pay.click();
  await expect(second.pay).toBeDisabled();
  await page.close();
  await expect(second.pay).toBeEnabled();
  await expect(tab.getByText(/We asked your wallet to pay for this quote/)).toBeVisible();
});

test('a wallet that one tab connects can sign in another, and both disconnect together @wallet-6', {
  tag: '@full',
}, async ({ page, context }) => {
  const wallet = await ExtensionWallet.install(page, await newAccount(chain), chain);
  const tab = await context.newPage();
  await wallet.attach(tab);
  const [first, second] = [new Site(page), new Site(tab)];
  await Promise.all([page.goto('/'), tab.goto('/')]);
  await expect(second.connectButton).toBeVisible();
  await first.connect('MetaMask');
  await expect(second.connectButton).toBeHidden();
  await tab.getByRole('link', { name: 'Go to Dashboard' }).first().click();
  await second.signIn();
  await expect(page.getByText('No Active Policies')).toBeVisible();
  await tab.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await expect(first.connectButton).toBeVisible();
  await expect(second.connectButton).toBeVisible();
});

test('focus returns to the control that opened a dialog, and goes to the first error of a claim @payment-17', {
  tag: '@full',
}, async ({ page }) => {
  const { account, client, policy } = await insured(chain);
  await page.goto('/');
  const site = new Site(page);
  await site.connectButton.click();
  await expect(site.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(site.dialog).toBeHidden();
  await expect(site.connectButton).toBeFocused();

  await visit(page, account, chain, '/my-policies');
  // The whole card is the link, so this clicks its text and not its button.
  const card = page.getByRole('list', { name: 'Policies' }).getByRole('listitem').first();
  await card.click({ position: { x: 60, y: 100 } });
  await expect(page).toHaveURL(new RegExp(`/policy/${policy.id}\\?type=home$`));
  await site.unfold('End this policy');
  for (const name of ['Modify', 'End this policy…']) {
    const opener = page.getByRole('button', { name });
    await opener.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
  }

  await page.goto(`/submit-claim?policy=${policy.id}`);
  const day = page.getByLabel('Date of incident');
  await page.getByLabel('Estimated claim amount').fill('300');
  await page.getByLabel('Detailed description').fill('The gutter came down in the storm.');
  await page.getByRole('button', { name: 'Continue to Review' }).click();
  await expect(day).toBeFocused();
  await page.reload();
  await expect(page.getByLabel('Detailed description')).toHaveValue('The gutter came down in the storm.');

  const claim = await client.post<{ id: number }>('/claims/submit', {
    policy_id: policy.id,
    claim_amount: 300,
    description: 'The gutter came down in the storm.',
    incident_date: new Date().toISOString().slice(0, 10),
  });
  await page.goto(`/claim/${claim.data.id}`);
  const call = page.getByRole('button', { name: 'Schedule Call' });
  await call.click();
  await page
    .getByRole('dialog', { name: 'Schedule Call' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click();
  await expect(call).toBeFocused();
});
