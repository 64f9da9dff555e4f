// A certificate as a person gets it: downloaded, read as a PDF, its QR code followed.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { DetailsProof } from '#domain/registry/details-proof.ts';
import { clean } from './fixtures/axe.ts';
import { bare, certificateQr, certificateText } from './fixtures/certificate.ts';
import { connectChain } from './fixtures/chain.ts';
import { HOME } from './fixtures/client.ts';
import { insured, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

test('a downloaded certificate has every fact of the policy, and its QR code leads to a page that says it is in force @confirmation-10', {
  tag: '@full',
}, async ({ page }) => {
  const { account, client, policy } = await insured(chain);
  const site = await visit(page, account, chain, `/policy/${policy.id}?type=home`);
  await site.unfold('Certificate and documents');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Certificate' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`Mooring-${policy.policy_number}.pdf`);
  const pdf = new Uint8Array(await readFile(await download.path()));
  await expect(page.getByText('Certificate downloaded successfully!')).toBeVisible();

  const path = `/insurance/policy/${policy.id}?policy_type=home&wallet_address=${account.address}`;
  const { data: detail } = await client.get<PolicyDetailAnswer>(path);
  const { data: proof } = await client.get<DetailsProof>(`/insurance/policy/${policy.id}/proof`);
  expect(proof.fields.length).toBeGreaterThan(10);
  const text = await certificateText(pdf);
  for (const { salt } of proof.fields) expect(text).toContain(salt);
  for (const fact of [
    ...[policy.policy_number, policy.product_reference, 'Home Insurance', '$500,000', '$2,500', '$1,200'],
    ...[HOME.house_address, HOME.property_owner_name, detail.wording_version, detail.details_hash],
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

// Nothing below the whole stack holds a link that goes from the holder's page through worker and chain to a stranger.
test('a holder shares chosen fields by a link that a stranger reads against the chain until it is revoked, and by a file that works without our servers', {
  tag: '@full',
}, async ({ page, elsewhere }) => {
  const { account, policy } = await insured(chain);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, account, chain, `/policy/${policy.id}?type=home`);
  await page.getByRole('button', { name: 'Share a proof…' }).click();
  const box = (name: RegExp) => page.getByRole('checkbox', { name });
  await expect(box(/^Year built/)).toBeChecked();
  await expect(box(/^Owner \(private\)/)).not.toBeChecked();
  await expect(box(/^(Phone|Email)/)).toHaveCount(0);
  await box(/^Address \(private\)/).check();
  await clean(page, 'choosing fields to prove');
  for (const other of [/^Insurance/, /^First day/, /^Deductible/, /^House type/, /^Wording/]) {
    await box(other).uncheck();
  }
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as a file' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`mooring-${policy.policy_number}-proof.json`);
  const file = await readFile(await download.path(), 'utf8');
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/proof\/[\w-]{22}$/);
  await page.getByRole('button', { name: 'Done' }).click();

  const shown = (on: Page) => on.getByRole('list', { name: 'What the proof shows' }).getByRole('listitem');
  const fields = [
    'Cover: $500,000 was part of this policy.',
    `Year built: ${HOME.year_built} was part of this policy.`,
    `Address: ${HOME.house_address} was part of this policy.`,
  ];
  const other = await elsewhere();
  await other.goto(link);
  await expect(shown(other)).toHaveText(fields);
  await expect(other.getByText(/^Yes\. It is in force on /)).toBeVisible();
  await expect(other.getByText(/^Read from the registry on .+ at block \d/)).toBeVisible();
  await clean(other, 'a shared proof');

  await page.getByRole('button', { name: /^Revoke the link to / }).click();
  await expect(page.getByRole('list', { name: 'Open links' })).toBeHidden();
  await other.reload();
  await expect(other.getByText(/^There is nothing at this link\./)).toBeVisible();
  await expect(other.getByText(HOME.house_address)).toHaveCount(0);

  // The file, with our API out of reach.
  await other.route('**/api/**', (route) => route.abort());
  const choose = async (text: string) => {
    const input = other.getByLabel('Choose the proof’s file');
    await expect(input).toBeEnabled();
    await input.setInputFiles({
      name: 'proof.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
  };
  await other.goto('/verify');
  await choose(file);
  await expect(other).toHaveURL(new RegExp(`/verify/${policy.quote_id}#proof=`));
  await expect(shown(other)).toHaveText(fields);
  await choose(file.replace(`"value": ${HOME.year_built}`, '"value": 1890'));
  await expect(shown(other)).toHaveText([
    'Cover: $500,000 was part of this policy.',
    'Year built: 1890 was not part of this policy.',
    `Address: ${HOME.house_address} was part of this policy.`,
  ]);
  await other.getByText('Check a file that proves details').click();
  await choose(file.slice(0, -20));
  await expect(other.getByText(/This file is not a proof of a policy’s details/)).toBeVisible();
});
