// A profile with its confirmed address and picture, across reloads.
import { expect } from '@playwright/test';
import { connectChain } from './fixtures/chain.ts';
import { insured, visit } from './fixtures/customer.ts';
import { png } from './fixtures/files.ts';
import { confirmationLink } from './fixtures/mail.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

test('a profile keeps its changes, confirmed address and picture after a reload @profile-1 @profile-3', {
  tag: '@full',
}, async ({ page }) => {
  const { account } = await insured(chain);
  const email = `profile.${account.address.slice(2, 10)}@example.com`;
  await visit(page, account, chain, '/profile');
  await page.getByLabel('Full name').fill('Ada King');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Phone number').fill('123');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible();
  await page.getByLabel('Phone number').fill('+44 20 7946 0018');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(page.getByText(/^Not confirmed yet/)).toBeVisible();

  await expect.poll(() => confirmationLink(email)).not.toBeNull();
  await page.goto((await confirmationLink(email)) ?? '');
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();

  await page.goto('/profile');
  await expect(page.getByText(/^Confirmed\. Letters/)).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('Ada King');
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: png() };
  await page.locator('input[type="file"]').setInputFiles(picture);
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
  await page.reload();
  await expect(page.locator('main img[src^="blob:"]')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem')).not.toHaveCount(0);

  const marketing = page.getByRole('switch', { name: 'Marketing emails' });
  await expect(marketing).not.toBeChecked();
  await marketing.click();
  await expect(marketing).toBeChecked();
  await page.reload();
  await expect(marketing).toBeChecked();
  await expect(page.getByRole('switch', { name: 'SMS notifications' })).toBeDisabled();
});
