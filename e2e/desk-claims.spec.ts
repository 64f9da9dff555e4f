// A day at the desk: claims decided and paid with a role’s wallet on a real chain, by mouse and by keyboard.
import { expect, type Page } from '@playwright/test';
import type { ClaimAnswer, ClaimDetailAnswer } from '#domain/claims/schema.ts';
import type { OffChainPayment } from '#domain/registry/schema.ts';
import { SECOND } from './fixtures/admin.ts';
import { clean } from './fixtures/axe.ts';
import { account, connectChain } from './fixtures/chain.ts';
import { endWait } from './fixtures/contract.ts';
import { type Insured, insured } from './fixtures/customer.ts';
import { claimed, sitDown, tabTo } from './fixtures/desk.ts';
import { pdf, png } from './fixtures/files.ts';
import { test } from './fixtures/test.ts';
import { ExtensionWallet } from './fixtures/wallet.ts';
import { DeskClaims, DeskContract } from './pages/desk-claims.ts';
import { RoleWallet } from './pages/desk-record.ts';

const chain = connectChain();

/** Adds a photo and an invoice to a claim, as the customer. */
async function addDocuments({ client }: Insured, { id }: ClaimAnswer): Promise<void> {
  const path = `/claims/${id}/documents`;
  const photo = { name: 'kitchen.png', type: 'image/png', content: png(0x2f6f4f) };
  const invoice = { name: 'invoice.pdf', type: 'application/pdf', content: pdf() };
  expect((await client.upload(path, [photo])).status).toBe(201);
  expect((await client.upload(path, [invoice])).status).toBe(201);
}

const detail = async ({ client }: Insured, { id }: ClaimAnswer) =>
  (await client.get<ClaimDetailAnswer>(`/claims/detail/${id}`)).data;

/** A customer's claim, and an administrator at the desk in this page. */
async function claimAtDesk(page: Page, changes: Record<string, unknown> = {}) {
  const ada = await insured(chain);
  const claim = await claimed(ada, changes);
  const admin = await sitDown(page);
  return { ada, claim, admin, desk: new DeskClaims(page) };
}

/** Another administrator, in a browser of their own. */
async function secondAtDesk(elsewhere: () => Promise<Page>) {
  const page = await elsewhere();
  const admin = await sitDown(page, SECOND);
  return { page, admin, desk: new DeskClaims(page) };
}

const balance = ({ account }: Insured) => chain.public.getBalance({ address: account.address });

test('a payout beyond the day’s allowance is announced, vetoed by the guardian, announced again, and paid after its wait @desk-12 @desk-13', {
  tag: '@full',
}, async ({ page, elsewhere }) => {
  test.setTimeout(120_000);
  const { ada, claim, admin, desk } = await claimAtDesk(page, { claim_amount: 162_500 });
  const { page: guardian, admin: second } = await secondAtDesk(elsewhere);
  // Whoever approved it does not pay it.
  const approve = async () => {
    expect((await second.decide(claim.id, { status: 'approved' })).status).toBe(200);
    expect((await admin.decide(claim.id, { status: 'approved', payout_amount: 160_000 })).status).toBe(200);
  };
  await approve();

  const announce = async (connect: boolean) => {
    await desk.action('Pay $160,000').click();
    if (connect) await desk.wallet.connect('Claims');
    await expect(desk.bar.getByText('exceeds what is left of today’s allowance')).toBeVisible();
    await desk.action('Announce $160,000').click();
    await expect(
      desk.bar.getByText('The announcement is recorded. It waits until it can be paid.'),
    ).toBeVisible();
    await desk.action('Close').click();
    await expect(desk.decision.getByText(/^\$160,000 · payable in/)).toBeVisible();
    // The local chain waits a minute, and its blocks may be some seconds ahead of this clock.
    await expect(desk.decision.getByTitle(/^Due /)).toHaveText(/^[12] min left$/);
    // The claim is its first approver's.
    await expect(desk.bar.getByRole('button')).toHaveText(['Assign to Mem', 'Noten']);
  };
  await desk.open(claim.id);
  await announce(true);

  const contract = new DeskContract(guardian);
  const wallet = new RoleWallet(guardian);
  await guardian.goto('/admin/contract');
  const announced = contract.announced(ada.quote.quote_id);
  await expect(announced).toContainText('$160,000');
  await expect(announced).toContainText(/payable in [12] min/);
  await announced.getByRole('button', { name: 'Veto' }).click();
  await contract.form.getByLabel('Reason').fill('The invoice is a forgery.');
  await contract.form.getByRole('button', { name: 'Continue' }).click();
  await wallet.connect('Guardian');
  await expect(contract.form.getByText('The contract accepts it from the guardian role.')).toBeVisible();
  await contract.form.getByRole('button', { name: 'Veto' }).click();
  await expect(contract.form.getByText('It is on chain, and the reason is in the audit log.')).toBeVisible();
  await expect(announced).toBeHidden();
  await expect.poll(async () => (await detail(ada, claim)).status).toBe('under_review');

  await page.reload();
  await expect(desk.panel.getByText('The reason: The invoice is a forgery.')).toBeVisible();
  await approve();
  await page.reload();
  await announce(false);
  await endWait(chain, 'payout', ada.quote.quote_id);
  const before = await balance(ada);
  await page.reload();
  await desk.action('Pay Announced $160,000').click();
  await expect(desk.bar.getByText('The contract accepts it from the claims role.')).toBeVisible();
  await desk.action('Pay $160,000').click();
  await expect(desk.bar.getByText('The payment is verified and the claim is paid.')).toBeVisible();
  await expect(desk.status('Paid')).toBeVisible();
  expect((await balance(ada)) - before).toBe(80n * 10n ** 18n);
});

test('two claims are paid by one request of a wallet that carries out several calls as one @desk-13', {
  tag: '@full',
}, async ({ page, elsewhere }) => {
  const { ada, claim, desk } = await claimAtDesk(page);
  const bob = await insured(chain);
  const other = await claimed(bob, { claim_amount: 5000 });
  const { admin: second } = await secondAtDesk(elsewhere);
  for (const { id } of [claim, other]) {
    expect((await second.decide(id, { status: 'approved' })).status).toBe(200);
  }
  // The claims role's account.
  const wallet = await ExtensionWallet.install(page, account(1), chain);
  await wallet.learnBatches('ready');
  const before = [await balance(ada), await balance(bob)];

  await page.goto('/admin/claims?queue=payouts_to_send');
  for (const { claim_number: number } of [claim, other]) await desk.row(number).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Pay Selected' }).click();
  const pay = page.getByRole('region', { name: 'Pay Selected' });
  await pay.getByRole('button', { name: 'Connect Wallet' }).click();
  await desk.wallet.dialog.getByRole('button', { name: 'MetaMask' }).click();
  await expect(
    pay.getByRole('heading', { name: '2 payouts in ETH on Ganache Local: $4,200 = 2.1 ETH' }),
  ).toBeVisible();
  await expect(pay.getByText('First it asks to upgrade your account')).toBeVisible();
  await clean(page, 'several payouts before they are sent');
  await pay.getByRole('button', { name: 'Send 2 Payouts' }).click();
  await expect(pay.getByText('The payment is verified and the claim is paid.')).toHaveCount(2);
  expect(wallet.sent).toHaveLength(1);
  expect(await balance(ada)).toBe((before[0] ?? 0n) + 85n * 10n ** 16n);
  expect(await balance(bob)).toBe((before[1] ?? 0n) + 125n * 10n ** 16n);
  await pay.getByRole('button', { name: 'Close' }).click();
  await expect(desk.row(claim.claim_number)).toBeHidden();
});

test('a payout above the threshold needs a second administrator, who sends it back once and then confirms it @desk-13', {
  tag: '@full',
}, async ({ page, elsewhere }) => {
  const { claim, desk: first } = await claimAtDesk(page, { claim_amount: 15_000 });
  const { page: other, desk: second } = await secondAtDesk(elsewhere);
  const approve = async () => {
    await first.action('Approve Claim for $12,500').click();
    await expect(first.bar.getByText('A second administrator must confirm it')).toBeVisible();
    await first.action('Approve Claim for $12,500').click();
    await expect(
      first.bar.getByText('You approved this payout. A second administrator must confirm it.'),
    ).toBeVisible();
    await expect(first.bar.getByRole('button')).toHaveText(['Back to Reviewr', 'Noten']);
  };
  await first.open(claim.id);
  await approve();

  await second.open(claim.id);
  await expect(second.status('Second confirmation')).toBeVisible();
  await second.action('Back to Review').click();
  await second.action('Back to Review').click();
  await expect(second.bar.getByText('Please give a reason.')).toBeVisible();
  await second.field('Reason, for your colleagues').fill('The invoice is of last year.');
  await second.action('Back to Review').click();
  await expect(other.getByText('Claim moved back to review')).toBeVisible();
  await expect(second.status('Under Review')).toBeVisible();

  await page.reload();
  await expect(first.status('Under Review')).toBeVisible();
  await expect(first.panel.getByRole('region', { name: 'Internal notes' })).toContainText(
    'Sent back to review: The invoice is of last year.',
  );
  await approve();
  await other.reload();
  await second.action('Confirm $12,500').click();
  await second.action('Confirm $12,500').click();
  const toasts = other.getByRole('region', { name: /^Notifications/ });
  await expect(toasts.getByText('Payout confirmed')).toBeVisible();
  await expect(second.decision).toContainText('Confirmed bySecond Administrator');
  await page.reload();
  await expect(
    first.bar.getByText('You approved this payout. It is large, so someone else must prepare it.'),
  ).toBeVisible();
  await expect(first.action('Pay $12,500')).toBeHidden();
  await expect(second.action('Pay $12,500')).toBeVisible();
});

test('a claim paid by bank transfer needs a second person and is listed publicly without its customer @desk-12', {
  tag: '@full',
}, async ({ page, elsewhere }) => {
  const { ada, claim, admin, desk: first } = await claimAtDesk(page);
  const { page: other, desk: second } = await secondAtDesk(elsewhere);
  expect((await admin.decide(claim.id, { status: 'approved' })).status).toBe(200);
  const listed = async () =>
    (await ada.client.get<OffChainPayment[]>('/registry/off-chain-payments')).data.filter(
      ({ quote_id }) => quote_id === ada.quote.quote_id,
    );
  const reference = `MT103 ${claim.id}`;

  await first.open(claim.id);
  await first.action('Pay by Another Method').click();
  await first.choose('Method', 'Bank transfer');
  await first.field('Reference on the bank statement').fill(reference);
  await first.action('Report $1,700').click();
  await expect(page.getByText('Payment reported. A second person must confirm it.')).toBeVisible();
  await expect(
    first.bar.getByText('You reported this payment. A second person must report the same.'),
  ).toBeVisible();
  await expect(first.action('Pay $1,700')).toBeHidden();
  expect(await listed()).toEqual([]);

  await second.open(claim.id);
  await second.action('Confirm Payment of $1,700').click();
  await second.field('Reference on the bank statement').fill('MT103 something else');
  await second.action('Confirm $1,700').click();
  await expect(second.bar.getByRole('alert')).toContainText(
    'This is not the reference that Demo Administrator reported.',
  );
  await second.field('Reference on the bank statement').fill(reference);
  await second.action('Confirm $1,700').click();
  const toasts = other.getByRole('region', { name: /^Notifications/ });
  await expect(toasts.getByText('Payment confirmed', { exact: true })).toBeVisible();
  await expect(second.status('Paid')).toBeVisible();
  expect(await listed()).toEqual([
    {
      claim_number: claim.claim_number,
      quote_id: ada.quote.quote_id,
      usd: 1700,
      method: 'bank_transfer',
      paid_at: expect.any(String),
    },
  ]);
});

test('a claim goes from the list to its payment with the keyboard alone @cases-5 @desk-12', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(90_000);
  const ada = await insured(chain);
  const older = await claimed(ada, { claim_amount: 2900 });
  const claim = await claimed(ada);
  await sitDown(page);
  const desk = new DeskClaims(page);
  const { keyboard } = page;
  await page.goto('/admin/claims?sortBy=created_at');
  await expect(desk.row(claim.claim_number)).toBeVisible();
  await keyboard.press('j');
  await keyboard.press('j');
  await expect(desk.row(older.claim_number)).toBeFocused();
  await keyboard.press('k');
  await expect(desk.row(claim.claim_number)).toBeFocused();
  await keyboard.press('Enter');
  await expect(desk.panel).toBeFocused();
  await expect(desk.status('Pending')).toBeVisible();

  await tabTo(page, 'Take Into Review');
  await keyboard.press('Enter');
  await expect(desk.field('Note to the customer (optional)')).toBeFocused();
  await keyboard.press('Escape');
  await expect(desk.action('Take Into Review')).toBeFocused();
  await keyboard.press('Enter');
  await expect(desk.field('Note to the customer (optional)')).toBeFocused();
  await keyboard.type('We are looking at your photos.');
  await tabTo(page, 'Take Into Review');
  await keyboard.press('Enter');
  await expect(desk.status('Under Review')).toBeVisible();
  await expect(desk.bar).toBeFocused();

  await tabTo(page, 'Approve Claim for $1,700');
  await keyboard.press('Enter');
  await expect(desk.field('Payout in US dollars')).toBeFocused();
  await tabTo(page, 'Approve Claim for $1,700');
  await keyboard.press('Enter');
  await expect(desk.status('Approved')).toBeVisible();

  await tabTo(page, 'Pay $1,700');
  await keyboard.press('Enter');
  await expect(desk.action('Connect Wallet')).toBeFocused();
  await keyboard.press('Enter');
  await expect(desk.wallet.dialog.getByRole('button', { name: 'Demo Wallet' })).toBeVisible();
  await tabTo(page, 'Demo Wallet');
  await keyboard.press('Enter');
  await expect(desk.wallet.dialog.getByRole('button', { name: /^Claims/ })).toBeVisible();
  await tabTo(page, 'Claims');
  await keyboard.press('Enter');
  await expect(desk.wallet.dialog).toBeHidden();
  await expect(desk.action('Pay $1,700')).toBeFocused();
  await keyboard.press('Enter');
  await expect(desk.status('Paid')).toBeVisible();
  expect(await detail(ada, claim)).toMatchObject({ status: 'paid' });

  await tabTo(page, 'Close');
  await keyboard.press('Escape');
  await expect(desk.panel).toBeVisible();
  await keyboard.press('Escape');
  await expect(desk.panel).toBeHidden();
  await expect(desk.row(claim.claim_number)).toBeFocused();
});

test('two administrators decide one claim, and the second gets both versions and keeps what they wrote @cases-6', {
  tag: '@full',
}, async ({ page, elsewhere }) => {
  const { ada, claim, desk: first } = await claimAtDesk(page);
  const { page: other, desk: second } = await secondAtDesk(elsewhere);
  await first.open(claim.id);
  await second.open(claim.id);
  await second.action('Approve Claim for $1,700').click();
  await second.field('Payout in US dollars').fill('1500');
  await second.field('Reason for the different payout').fill('The old floor had a scratch.');

  await first.action('Ask for Documents').click();
  await first.field('What do you need?').fill('The plumber’s report');
  await first.bar.getByRole('button', { name: 'Ask for Documents' }).click();
  await expect(page.getByText('Documents requested from the customer')).toBeVisible();

  await second.action('Approve Claim for $1,500').click();
  const conflict = second.bar.getByRole('alert');
  await expect(conflict).toContainText('This claim was just changed. Please review it and try again.');
  const line = (name: string) => conflict.getByRole('row', { name });
  await expect(line('Status').getByRole('cell')).toHaveText(['Pending', 'Under Review']);
  await expect(line('Asked for').getByRole('cell')).toHaveText(['Nothing', 'The plumber’s report']);
  expect(await detail(ada, claim)).toMatchObject({
    status: 'under_review',
    requested_documents: 'The plumber’s report',
  });

  await conflict.getByRole('button', { name: 'Got It' }).click();
  await expect(second.field('Payout in US dollars')).toHaveValue('1500');
  await expect(second.field('Reason for the different payout')).toHaveValue('The old floor had a scratch.');
  await second.action('Approve Claim for $1,500').click();
  await expect(other.getByText('Claim approved successfully')).toBeVisible();
  expect(await detail(ada, claim)).toMatchObject({
    status: 'approved',
    decision_reason: 'The old floor had a scratch.',
  });
});

test('the desk’s claims and contract pass axe @everywhere-2 @everywhere-5', { tag: '@full' }, async ({
  page,
}) => {
  test.setTimeout(90_000);
  const { ada, claim, desk } = await claimAtDesk(page);
  await addDocuments(ada, claim);
  await page.goto('/admin/claims?sortBy=created_at');
  await expect(desk.row(claim.claim_number)).toBeVisible();
  await clean(page, 'claims');
  await desk.open(claim.id);
  await desk.document('invoice.pdf').click();
  await expect(desk.drawn('invoice.pdf, page 1')).toBeVisible();
  await clean(page, 'a claim');
  await desk.action('Approve Claim for $1,700').click();
  await desk.field('Payout in US dollars').fill('1600');
  await desk.action('Approve Claim for $1,600').click();
  await expect(desk.bar.getByText(/^Please say why the payout differs/)).toBeVisible();
  await clean(page, 'a claim’s approval, with its error');
  await page.goto('/admin/contract');
  await page.getByRole('heading', { name: 'Pool', exact: true }).click();
  await expect(page.getByRole('rowheader', { name: 'ETH' })).toBeVisible();
  await page.getByRole('heading', { name: 'Other actions', exact: true }).click();
  await clean(page, 'contract');
  await page.getByRole('button', { name: 'Stop taking premiums', exact: true }).click();
  await expect(new DeskContract(page).form).toBeVisible();
  await clean(page, 'contract, pausing the intake');
});
