// A claim from the form through the desk to the money, with real uploads, letters and a payment on chain. No lower test follows
// one claim through the customer's browser, the desk's and the contract.
import { expect, type Page } from '@playwright/test';
import type { ClaimAnswer, ClaimDetailAnswer } from '#domain/claims/schema.ts';
import { connectChain } from './fixtures/chain.ts';
import { insured, visit } from './fixtures/customer.ts';
import { sitDown } from './fixtures/desk.ts';
import { pdf, png } from './fixtures/files.ts';
import { confirmationLink, lettersTo } from './fixtures/mail.ts';
import { test } from './fixtures/test.ts';
import { ClaimPage } from './pages/claims.ts';
import { DeskClaims } from './pages/desk-claims.ts';
import { Site } from './pages/site.ts';

const chain = connectChain();
const picture = () => ({ name: 'kitchen.png', mimeType: 'image/png', buffer: png() });
const paper = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf() });

/** The desk draws an image and a page of a PDF, and nothing of a document runs or navigates. */
async function readDocuments(page: Page, desk: DeskClaims): Promise<void> {
  await desk.document('kitchen.png').click();
  const image = desk.drawn('kitchen.png');
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(32);
  await desk.document('invoice.pdf').click();
  const canvas = desk.drawn('invoice.pdf, page 1');
  await expect(canvas).toBeVisible();
  const ink = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? [];
      return pixels.some((value, index) => index % 4 === 0 && value < 64 && pixels[index + 3] === 255);
    });
  await expect.poll(ink).toBe(true);
  expect(page.frames()).toHaveLength(1);
}

test('a claim goes from the form through the desk to its payment: two documents, a third on request, approved, paid @api-27 @desk-11 @desk-12 @cases-6', async ({
  page,
  elsewhere,
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
  await expect(page.getByText('$1,701').first()).toBeVisible();
  await form.submit.click();
  await expect(page.getByText('Your claim has been submitted successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/my-claims$/);
  const [claim] = (await client.get<ClaimAnswer[]>(`/claims/${account.address}`)).data;
  if (!claim) throw new Error('There is no claim');
  expect(claim.documents_count).toBe(2);

  const office = await elsewhere();
  await sitDown(office);
  const desk = new DeskClaims(office);
  await office.goto('/admin/claims?sortBy=created_at');
  await desk.row(claim.claim_number).click();
  await expect(desk.status('Pending')).toBeVisible();
  await readDocuments(office, desk);
  const wanted = 'Please send the plumber’s report.';
  await desk.action('Ask for Documents').click();
  await desk.field('What do you need?').fill(wanted);
  await desk.action('Ask for Documents').click();
  await expect(office.getByText('Documents requested from the customer')).toBeVisible();

  await page.getByRole('link', { name: `View Details of ${claim.claim_number}` }).click();
  await expect(page.getByText('It’s your turn.')).toBeVisible();
  await expect(page.getByText(wanted).first()).toBeVisible();
  await form.files.setInputFiles(paper('report.pdf'));
  await expect(page.getByText('We’re on it.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Documents' }).getByText('report.pdf')).toBeVisible();

  await office.reload();
  await expect(desk.document('report.pdf')).toBeVisible();
  await desk.action('Approve Claim for $1,701').click();
  await expect(desk.field('Payout in US dollars')).toHaveValue('1,701');
  await expect(desk.field('Note to the customer')).toHaveValue('Claim approved for full amount');
  await desk.action('Approve Claim for $1,701').click();
  await expect(office.getByText('Claim approved successfully')).toBeVisible();
  const balance = () => chain.public.getBalance({ address: account.address });
  const before = await balance();
  await desk.action('Pay $1,701').click();
  await desk.wallet.connect('Claims');
  await expect(desk.bar.getByText('The contract accepts it from the claims role.')).toBeVisible();
  await desk.action('Pay $1,701').click();
  await expect(desk.bar.getByText('The payment is verified and the claim is paid.')).toBeVisible();
  await expect(desk.status('Paid')).toBeVisible();
  // At 2,000 dollars per coin.
  expect((await balance()) - before).toBe(850_500_000_000_000_000n);
  const paid = (await client.get<ClaimDetailAnswer>(`/claims/detail/${claim.id}`)).data;
  expect(paid).toMatchObject({ status: 'paid', progress: 100, payout: { usd: 1701 } });

  await page.reload();
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('100%')).toBeVisible();
  await page.goto(`/policy/${policy.id}?type=home`);
  await new Site(page).unfold('Timeline');
  await expect(page.getByText('Claim paid')).toBeVisible();
  await expect
    .poll(async () => (await lettersTo(email)).filter(({ text }) => text.includes(claim.claim_number)).length)
    .toBeGreaterThanOrEqual(4);
});
