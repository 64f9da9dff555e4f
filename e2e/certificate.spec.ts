// A certificate as a person gets it: downloaded, read as a PDF, its QR code followed.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { PolicyDetailAnswer } from '../domain/policy/schema.ts';
import { bare, certificateQr, certificateText } from './fixtures/certificate.ts';
import { connectChain } from './fixtures/chain.ts';
import { HOME } from './fixtures/client.ts';
import { insured, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

test('a downloaded certificate has every fact of the policy, and its QR code leads to a page that says it is in force @confirmation-10', async ({
  page,
}) => {
  const { account, client, policy } = await insured(chain);
  await visit(page, account, chain, `/policy/${policy.id}?type=home`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Certificate' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`Mooring-${policy.policy_number}.pdf`);
  const pdf = new Uint8Array(await readFile(await download.path()));
  await expect(page.getByText('Certificate downloaded successfully!')).toBeVisible();

  const path = `/insurance/policy/${policy.id}?policy_type=home&wallet_address=${account.address}`;
  const { data: detail } = await client.get<PolicyDetailAnswer>(path);
  const text = await certificateText(pdf);
  for (const fact of [
    ...[policy.policy_number, policy.product_reference, 'Home Insurance', '$500,000', '$2,500', '$1,200'],
    ...[HOME.house_address, HOME.property_owner_name, detail.wording_version, detail.details_salt],
    ...[policy.quote_id, policy.tx_hash, detail.contract ?? 'no contract', policy.wallet_address],
  ]) {
    expect(text).toContain(bare(fact));
  }

  const address = await certificateQr(pdf);
  expect(address).toBe(new URL(`/verify/${policy.quote_id}`, page.url()).href);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(address ?? '');
  await expect(page.getByText(/This policy is in force until/)).toBeVisible();
});
