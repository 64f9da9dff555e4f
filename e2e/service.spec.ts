// Verification by the chain alone, without our server.
import { expect } from '@playwright/test';
import { connectChain } from './fixtures/chain.ts';
import { insured } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

test('anybody can verify a policy without our server, and a made-up policy is reported as unknown @nav-12', async ({
  page,
}) => {
  const { quote } = await insured(chain);
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(`/verify/${quote.quote_id}`);
  await expect(page.getByText(/in force until/i).first()).toBeVisible();
  await page.goto(`/verify/0x${'ab'.repeat(32)}`);
  await expect(page.getByText(/no (such )?policy/i).first()).toBeVisible();
});
