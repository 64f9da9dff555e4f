import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { connectChain } from './fixtures/chain.ts';
import { insured, visit } from './fixtures/customer.ts';
import { PaymentPage, QuotePage } from './pages/site.ts';

const chain = connectChain();

test.describe.configure({ timeout: 180_000 });

/** Fails with every fault of the page as it stands; `where` names it. */
async function clean(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(faults, where).toEqual([]);
}

for (const scheme of ['light', 'dark'] as const) {
  test(`every screen of buying is free of accessibility faults in ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    const { account, policy } = await insured(chain);
    const site = await visit(page, account, chain);
    await expect(page.getByText(policy.policy_number)).toBeVisible();
    await clean(page, 'dashboard');

    for (const product of ['car', 'travel', 'home']) {
      await page.goto(`/quote/${product}`);
      const quote = new QuotePage(page);
      await quote.proceed.press('Enter');
      await expect(page.getByText('Please read and accept what is covered.')).toBeVisible();
      await clean(page, `quote of ${product}, with its errors`);
    }
    await new QuotePage(page).completeHome();
    const payment = new PaymentPage(page);
    await expect(payment.pay).toBeVisible();
    await clean(page, 'payment');
    await payment.pay.click();
    await expect(site.heading('Payment Successful!')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download Certificate' })).toBeVisible();
    await clean(page, 'confirmation');

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
}
