import { expect } from '@playwright/test';
import { SECOND } from './fixtures/admin.ts';
import { connectChain } from './fixtures/chain.ts';
import { insured, visit } from './fixtures/customer.ts';
import { claimed, sitDown } from './fixtures/desk.ts';
import { test } from './fixtures/test.ts';
import { DeskClaims } from './pages/desk-claims.ts';

const chain = connectChain();

// No lower test follows one claim through the customer's browser and those of two administrators.
test('a rejection cites its clause, and the second look that its customer asks for is decided by another administrator', {
  tag: '@full',
}, async ({ page, elsewhere }) => {
  const ada = await insured(chain);
  const claim = await claimed(ada);
  await sitDown(page);
  const desk = new DeskClaims(page);
  await page.goto(`/admin/claims?open=${claim.id}`);
  await desk.action('Reject Claim').click();
  await desk.choose('Clause that it rests on', 'Not covered: Wear, rot, rust, vermin and lack of upkeep.');
  await desk.field('Reason in your own words').fill('The pipe had rusted through.');
  await desk.bar.getByRole('button', { name: 'Reject Claim' }).click();
  await expect(page.getByText('Claim rejected')).toBeVisible();

  const own = await elsewhere();
  await visit(own, ada.account, chain, `/claim/${claim.id}`);
  await expect(own.getByRole('blockquote')).toHaveText('Wear, rot, rust, vermin and lack of upkeep.');
  await own.getByRole('button', { name: 'Ask for a second look' }).click();
  const dialog = own.getByRole('dialog');
  await dialog.getByLabel('What should we look at again?').fill('The pipe was new in June.');
  await dialog.getByRole('button', { name: 'Ask for a second look' }).click();
  await expect(own.getByText('Your second look is requested.')).toBeVisible();

  await page.reload();
  await expect(desk.bar.getByText('Someone new will decide its second look.')).toBeVisible();
  await expect(desk.bar.getByRole('button', { name: /^Approve Claim/ })).toHaveCount(0);

  const other = await elsewhere();
  await sitDown(other, SECOND);
  const second = new DeskClaims(other);
  await other.goto('/admin/queue');
  await expect(other.getByRole('link', { name: `${claim.claim_number} ` }).first()).toContainText(
    'Second look',
  );
  await second.open(claim.id);
  await expect(
    second.panel.getByText('Second look asked for: The pipe was new in June.').first(),
  ).toBeVisible();
  await second.action('Approve Claim for $1,700').click();
  await second.action('Approve Claim for $1,700').click();
  await expect(other.getByText('Claim approved successfully')).toBeVisible();

  await own.reload();
  await expect(own.getByText('Approved', { exact: true }).first()).toBeVisible();
  // Nothing is left unpaid, so nothing is said of courts.
  await expect(own.getByText(/This decision is final\./)).toHaveCount(0);
});
