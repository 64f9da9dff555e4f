// A claim from the form to the money, with real uploads, letters and a payment on chain.
import { expect } from '@playwright/test';
import type { ClaimAnswer } from '../domain/claims/schema.ts';
import { Admin } from './fixtures/admin.ts';
import { connectChain } from './fixtures/chain.ts';
import { insured, visit } from './fixtures/customer.ts';
import { pdf, png } from './fixtures/files.ts';
import { confirmationLink, lettersTo } from './fixtures/mail.ts';
import { test } from './fixtures/test.ts';
import { ClaimPage } from './pages/claims.ts';
import { Site } from './pages/site.ts';

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
  await new Site(page).unfold('Timeline');
  await expect(page.getByText('Claim paid')).toBeVisible();

  await expect
    .poll(async () => (await lettersTo(email)).filter(({ text }) => text.includes(claim.claim_number)).length)
    .toBeGreaterThanOrEqual(4);
});
