import { expect } from '@playwright/test';
import type { CertificateEmailAnswer } from '../domain/policy/service-schema.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { confirmationLink, lettersTo } from './fixtures/mail.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();

test('a new policy sends its letters, and its certificate once the address is confirmed @nav-13 @confirmation-11', async ({
  page,
}) => {
  const ada = await new Client(await newAccount(chain)).signIn();
  const email = `ada.${ada.account.address.slice(2, 10)}@example.com`;
  const quote = await ada.quote({ email });
  const { transactionHash } = await ada.pay(chain, quote.data.payment);
  const policy = (await ada.report(transactionHash)).data;
  const path = `/insurance/policy/${policy.id}/certificate/email`;
  const subjects = async () => (await lettersTo(email)).map(({ subject }) => subject);

  await expect.poll(() => confirmationLink(email)).not.toBeNull();
  expect(await subjects()).toEqual(['Please confirm your email address']);
  const asked = await ada.post<CertificateEmailAnswer>(path, {});
  expect(asked).toMatchObject({ status: 202, data: { email, state: 'awaiting_confirmation' } });

  await page.goto((await confirmationLink(email)) ?? '');
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();

  await expect.poll(async () => (await ada.get<CertificateEmailAnswer>(path)).data.state).toBe('sent');
  const certificate = `Your insurance certificate ${policy.policy_number}`;
  await expect.poll(subjects).toContain('Your Home Insurance policy is active');
  await expect.poll(subjects).toContain(certificate);
  const letter = (await lettersTo(email)).find(({ subject }) => subject === certificate);
  expect(letter?.attachments).toMatchObject([
    { filename: `Mooring-${policy.policy_number}.pdf`, contentType: 'application/pdf' },
  ]);
  expect(letter?.text).toContain('Dear Ada Lovelace,');
});
