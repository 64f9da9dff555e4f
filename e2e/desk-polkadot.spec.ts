// Payments at the desk from a Polkadot account, on a real Substrate chain.
import { expect } from '@playwright/test';
import { Admin } from './fixtures/admin.ts';
import { sitDown } from './fixtures/desk.ts';
import { test } from './fixtures/local-only.ts';
import { Holder } from './fixtures/polkadot.ts';
import { PolkadotExtension } from './fixtures/polkadot-extension.ts';
import { ROC, SubstrateChain } from './fixtures/substrate.ts';
import { DeskRecord } from './pages/desk-record.ts';

let chain: SubstrateChain;
test.beforeAll(async () => {
  chain = await SubstrateChain.connect();
});
test.afterAll(() => chain.close());

/** Buys a home policy over the API with an account of the wallets' own library. */
async function insured() {
  const holder = await Holder.signIn(chain, await chain.newAccount());
  return { holder, pair: holder.pair, ...(await holder.buy()) };
}

/** An account connects its extension where the desk asks for the recipient's. */
async function connectPool(record: DeskRecord, name = 'Mooring') {
  await record.page.getByRole('button', { name: 'Connect Wallet', exact: true }).click();
  const { dialog } = record.wallet;
  await dialog.getByRole('button', { name: 'SubWallet / Polkadot' }).click();
  await dialog.getByRole('button', { name }).click();
  await expect(dialog).toBeHidden();
}

test('a claim on a Polkadot policy is paid at the desk from the recipient’s account, and its blocks prove it', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(120_000);
  const { holder, pair, quote, id, block } = await insured();
  const claim = await holder.claim(id);
  const admin = await Admin.signIn();
  expect((await admin.decide(claim.id, { status: 'approved' })).status).toBe(200);
  await PolkadotExtension.install(page, [chain.pair('//Mooring', 'sr25519', 'Mooring')], chain);
  await sitDown(page);
  const desk = new DeskRecord(page, 'claims', 'Claim');
  await desk.open(claim.id);
  await desk.action('Pay $1,700').click();
  await connectPool(desk);
  await expect(desk.bar.getByText('The pool can pay it')).toBeVisible();
  const before = await chain.balance(pair.address);
  await desk.bar.getByRole('button', { name: 'Pay $1,700' }).click();
  await expect(desk.bar.getByText('The payment is verified and the claim is paid.')).toBeVisible({
    timeout: 30_000,
  });
  expect((await chain.balance(pair.address)) - before).toBe(85n * ROC);

  await page.goto(`/verify/${quote.quote_id}?block=${block}`);
  await expect(page.getByText('60 ROC was paid for this id')).toBeVisible();
  await expect(page.getByText('The registry id is the hash of these terms')).toBeVisible();
  const rows = page.getByRole('list', { name: 'What we have recorded, checked in its blocks' });
  await expect(rows.getByRole('listitem')).toHaveText([/Matches/, /Matches/]);
});

test('a claim is paid from a recipient that is behind a multisig: its tool takes the desk’s call, and the desk takes the transaction', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(120_000);
  const { holder, pair, id } = await insured();
  const claim = await holder.claim(id);
  const admin = await Admin.signIn();
  expect((await admin.decide(claim.id, { status: 'approved' })).status).toBe(200);
  await PolkadotExtension.install(page, [chain.pair('//Bob', 'sr25519', 'Bob')], chain);
  await sitDown(page);
  const desk = new DeskRecord(page, 'claims', 'Claim');
  await desk.open(claim.id);
  await desk.action('Pay $1,700').click();
  await connectPool(desk, 'Bob');
  await expect(desk.bar.getByText('The connected account is another one.')).toBeVisible();
  await desk.bar.getByText('Send it with a multisig or proxy tool').click();
  await desk.bar.getByRole('button', { name: 'Show the Call Data' }).click();
  const call = (await desk.bar.getByText(/^0x[0-9a-f]{200,}$/).textContent()) ?? '';
  const before = await chain.balance(pair.address);
  const sent = await chain.throughMultisig(chain.pair('//Mooring'), call);
  expect((await chain.balance(pair.address)) - before).toBe(85n * ROC);

  await desk.field('Transaction hash').fill(sent.transaction_hash);
  await desk.field('Block number').fill(String(sent.block_number));
  await desk.bar.getByRole('button', { name: 'Report the Transaction' }).click();
  await expect(desk.bar.getByText('The payment is verified and the claim is paid.')).toBeVisible();
  expect(await holder.ask('GET', `/claims/detail/${claim.id}`)).toMatchObject({ status: 'paid' });
});

test('a cancellation by signed text is refunded at the desk, and the premium goes back to who paid it', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(120_000);
  const { holder, pair, id } = await insured();
  const path = `/insurance/policy/${id}/cancel`;
  const offer = await holder.ask<{ consent: { message: string }; valid_until: string }>(
    'POST',
    `${path}?preview=true`,
    {},
  );
  await holder.ask('POST', path, {
    signature: holder.sign(offer.consent.message),
    valid_until: offer.valid_until,
  });
  await PolkadotExtension.install(page, [chain.pair('//Mooring', 'sr25519', 'Mooring')], chain);
  await sitDown(page);
  const desk = new DeskRecord(page, 'policies', 'Policy');
  await desk.open(id);
  await desk.action('Refund the Cancellation').click();
  await connectPool(desk);
  const before = await chain.balance(pair.address);
  await desk.bar.getByRole('button', { name: 'Refund 59.835616438356 ROC' }).click();
  await expect(desk.bar.getByText('The refund is verified and recorded.')).toBeVisible({ timeout: 30_000 });
  expect((await chain.balance(pair.address)) - before).toBe(59_835_616_438_356n);
});
