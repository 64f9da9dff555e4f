import { expect } from '@playwright/test';
import type { ClaimAnswer } from '../domain/claims/schema.ts';
import { Admin } from './fixtures/admin.ts';
import { connectChain } from './fixtures/chain.ts';
import { insured, visit } from './fixtures/customer.ts';
import { HTML, pdf, png } from './fixtures/files.ts';
import { confirmationLink, lettersTo } from './fixtures/mail.ts';
import { test } from './fixtures/test.ts';
import { ClaimPage } from './pages/claims.ts';

const chain = connectChain();
const picture = () => ({ name: 'kitchen.png', mimeType: 'image/png', buffer: png() });
const paper = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf() });

test('a claim goes from the form to its payment: two documents, a third on request, approved, paid @api-27', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const email = `claim.${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { account, client, policy } = await insured(chain, 'home', { email });
  await expect.poll(() => confirmationLink(email)).not.toBeNull();
  await visit(page, account, chain, (await confirmationLink(email)) ?? '');
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();

  const form = new ClaimPage(page);
  await page.goto(`/submit-claim?policy=${policy.id}`);
  await form.fill({ amount: '4200.50', description: 'A pipe burst and the kitchen floor is ruined.' });
  await form.files.setInputFiles([
    picture(),
    paper('invoice.pdf'),
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
  ]);
  await expect(page.getByText(/^Some files were skipped\./)).toContainText('notes.txt');
  await form.review.click();
  await expect(page.getByText('$1,700').first()).toBeVisible();
  await form.submit.click();
  await expect(page.getByText('Your claim has been submitted successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/my-claims$/);

  const [claim] = (await client.get<ClaimAnswer[]>(`/claims/${account.address}`)).data;
  if (!claim) throw new Error('There is no claim');
  expect(claim.documents_count).toBe(2);
  await page.getByRole('link', { name: `View Details of ${claim.claim_number}` }).click();
  await expect(page.getByRole('heading', { name: `Claim ${claim.claim_number}` })).toBeVisible();
  await expect(page.getByText('It is our turn.')).toBeVisible();

  const admin = await Admin.signIn();
  const wanted = 'Please send the plumber’s report.';
  await admin.decide(claim.id, { status: 'under_review', requested_documents: wanted });
  await page.reload();
  await expect(page.getByText('It is your turn.')).toBeVisible();
  await expect(page.getByText(wanted).first()).toBeVisible();
  await form.files.setInputFiles(paper('report.pdf'));
  await expect(page.getByText('It is our turn.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Documents' }).getByText('report.pdf')).toBeVisible();

  await page.getByRole('link', { name: 'Contact Support' }).click();
  await expect(page).toHaveURL(/\/messages\?thread=\d+/);
  await page.getByLabel('Your reply').fill('The report is there now.');
  await page.getByRole('button', { name: 'Send Reply' }).click();
  await expect(page.getByText('Reply sent successfully')).toBeVisible();
  const thread = Number(new URL(page.url()).searchParams.get('thread'));
  await admin.reply(thread, 'Thank you, that is all we need.');
  await page.reload();
  await expect(page.getByText('Thank you, that is all we need.').last()).toBeVisible();

  await admin.decide(claim.id, { status: 'approved', admin_notes: 'Claim approved for full amount' });
  const { hash } = await admin.pay(chain, claim.id);
  await page.goto(`/claim/${claim.id}`);
  await expect(page.getByText('100%')).toBeVisible();
  await expect(page.getByText(hash.slice(0, 10)).first()).toBeVisible();
  await page.goto('/my-claims');
  await expect(page.getByText('$1,700').first()).toBeVisible();
  await page.goto(`/policy/${policy.id}?type=home`);
  await expect(page.getByText('Claim paid')).toBeVisible();

  await expect
    .poll(async () => (await lettersTo(email)).filter(({ text }) => text.includes(claim.claim_number)).length)
    .toBeGreaterThanOrEqual(4);
});

test('a rejected claim shows the reason and how to answer it @claims-39', async ({ page }) => {
  const { account, client, policy } = await insured(chain);
  const body = {
    policy_id: policy.id,
    claim_amount: 3000,
    description: 'The gutter came down in the storm.',
    incident_date: new Date().toISOString().slice(0, 10),
  };
  const claim = (await client.post<ClaimAnswer>('/claims/submit', body)).data;
  const admin = await Admin.signIn();
  const reason = 'The photos show wear and tear, which is not covered.';
  await admin.decide(claim.id, { status: 'rejected', admin_notes: reason });
  await visit(page, account, chain, `/claim/${claim.id}`);
  await expect(page.getByText(reason).first()).toBeVisible();
  await page.getByRole('link', { name: 'Answer this decision' }).click();
  await page.getByLabel('Your reply').fill('The storm report is attached to the claim.');
  await page.getByRole('button', { name: 'Send Reply' }).click();
  await expect(page.getByText('Reply sent successfully')).toBeVisible();
});

test('the claim page schedules a call and downloads a summary, and an unknown claim is reported as not found @api-30', async ({
  page,
}) => {
  const { account, client, policy } = await insured(chain);
  const body = {
    policy_id: policy.id,
    claim_amount: 3000,
    description: 'The gutter came down in the storm.',
    incident_date: new Date().toISOString().slice(0, 10),
  };
  const claim = (await client.post<ClaimAnswer>('/claims/submit', body)).data;
  await visit(page, account, chain, `/claim/${claim.id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Claim Summary' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);

  await page.getByRole('button', { name: 'Schedule Call' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule Call' });
  await dialog.getByRole('button', { name: 'Ask for the call' }).click();
  await expect(dialog.getByText('Please choose a day and a time.').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.goto('/claim/987654');
  await expect(page.getByText('Claim not found. Please check the claim ID and try again.')).toBeVisible();
});

test('a file with the wrong content is refused by name, and the claim keeps the other files @claims-13', async ({
  page,
}) => {
  const { account, client, policy } = await insured(chain);
  await visit(page, account, chain, `/submit-claim?policy=${policy.id}`);
  const form = new ClaimPage(page);
  await form.fill({ amount: '3000', description: 'The gutter came down in the storm.' });
  await form.files.setInputFiles([picture(), { name: 'fake.png', mimeType: 'image/png', buffer: HTML }]);
  await form.review.click();
  await form.submit.click();
  await expect(page.getByText('1 of 2 files could not be uploaded').first()).toBeVisible();
  const [claim] = (await client.get<ClaimAnswer[]>(`/claims/${account.address}`)).data;
  expect(claim?.documents_count).toBe(1);
});
