import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { insured, visit } from './fixtures/customer.ts';
import { png } from './fixtures/files.ts';
import { confirmationLink } from './fixtures/mail.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

test('a profile keeps its changes, confirmed address and picture after a reload @profile-1 @profile-3', async ({
  page,
}) => {
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
  await page.getByLabel('Profile picture').setInputFiles(picture);
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

test('an export contains everything that we keep, and deleting the profile leaves the policy @profile-9', async ({
  page,
}) => {
  const { account, policy } = await insured(chain);
  await visit(page, account, chain, '/profile');
  await page.getByLabel('Full name').fill('Ada Forgotten');
  await page.getByLabel('Email address').fill('ada.forgotten@example.com');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const exported = readFileSync(await (await download).path(), 'utf8');
  expect(() => JSON.parse(exported)).not.toThrow();
  for (const fact of ['Ada Forgotten', policy.policy_number, policy.tx_hash, '12 Quay Street, Bristol']) {
    expect(exported).toContain(fact);
  }

  await page.getByRole('button', { name: 'Delete my profile…' }).click();
  await page.getByRole('button', { name: 'Delete my profile', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Your profile is deleted' });
  await expect(dialog).toContainText(/polic/i);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('Sign in to see your profile')).toBeVisible();

  const again = await new Client(account).signIn();
  expect((await again.get<{ name: string }>('/profile')).data).toMatchObject({ name: '', email: '' });
  expect((await again.policies()).data[0]).toMatchObject({ id: policy.id, status: 'active' });
});

test('a file that is not a picture is refused with a reason @profile-7', async () => {
  const eve = await new Client(await newAccount(chain)).signIn();
  const html = { name: 'me.png', type: 'image/png', content: Buffer.from('<script>alert(1)</script>') };
  const answer = await eve.upload('/profile/avatar', [html], 'PUT');
  expect([415, 422]).toContain(answer.status);
  expect(answer.message).toMatch(/^[A-Z].*\.$/);
});
