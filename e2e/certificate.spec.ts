// A certificate as a person gets it: downloaded, read as a PDF, its QR code followed.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { PolicyDetailAnswer } from '../domain/policy/schema.ts';
import type { DetailsProof } from '../domain/registry/details-proof.ts';
import { clean } from './fixtures/axe.ts';
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

test('a holder shares chosen fields as a link and a file, and anyone checks them against the chain without our servers', async ({
  page,
}) => {
  const { account, policy } = await insured(chain);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, account, chain, `/policy/${policy.id}?type=home`);
  await page.getByRole('button', { name: 'Choose fields' }).click();
  const box = (name: RegExp) => page.getByRole('checkbox', { name });
  await expect(box(/^Year built/)).toBeChecked();
  await expect(box(/^Phone \(private\)/)).not.toBeChecked();
  await box(/^Address \(private\)/).check();
  await clean(page, 'choosing fields to prove');
  for (const other of [
    /^Insurance/,
    /^First day/,
    /^Premium/,
    /^Deductible/,
    /^Price/,
    /^House type/,
    /^Wording/,
  ]) {
    await box(other).uncheck();
  }
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download file' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`mooring-${policy.policy_number}-proof.json`);
  const file = await readFile(await download.path(), 'utf8');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  // Somebody else, with our API out of reach.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  const asked: string[] = [];
  await page.route('**/api/**', (route) => route.abort());
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto('about:blank');
  await page.goto(link);
  const shown = page.getByRole('list', { name: 'What the proof shows' }).getByRole('listitem');
  await expect(shown).toHaveText([
    'Cover: $500,000 was part of this policy.',
    `Year built: ${HOME.year_built} was part of this policy.`,
    `Address: ${HOME.house_address} was part of this policy.`,
  ]);
  await expect(page.getByText(/This policy is in force until/)).toBeVisible();
  await clean(page, 'a proof on the verify page');
  const packed = new URL(link).hash.slice('#proof='.length);
  expect(packed.length).toBeGreaterThan(500);
  for (const request of asked) {
    expect(request).not.toContain(packed.slice(0, 40));
    expect(request).not.toContain(HOME.house_address);
  }

  const choose = (text: string) =>
    page
      .getByLabel('Choose the proof’s file')
      .setInputFiles({ name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.goto('/verify');
  await choose(file.replace(`"value": ${HOME.year_built}`, '"value": 1890'));
  await expect(page).toHaveURL(new RegExp(`/verify/${policy.quote_id}#proof=`));
  await expect(shown).toHaveText([
    'Cover: $500,000 was part of this policy.',
    'Year built: 1890 was not part of this policy.',
    `Address: ${HOME.house_address} was part of this policy.`,
  ]);
  await choose(file.slice(0, -20));
  await expect(page.getByText(/This file is not a proof of a policy’s details/)).toBeVisible();
  await page.goto('about:blank');
  await page.goto(link.slice(0, -200));
  await expect(page.getByText(/The proof in this link is incomplete or damaged/)).toBeVisible();
});
