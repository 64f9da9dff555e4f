/** Answers that are asked once. */
import { beforeEach, expect, test } from 'vitest';
import type { KnownAnswers } from '#domain/account/answers-api.ts';
import { insured } from '../../../test/desk.ts';
import {
  Customer,
  countingDatabase,
  readChain,
  scanFromHere,
  TRAVEL,
  term,
  workerWith,
} from '../../../test/harness.ts';
import { changeHolder } from '../../../test/registry.ts';

beforeEach(scanFromHere);

const known = async (customer: Customer) => (await customer.call<KnownAnswers>('/profile/answers')).data;
const NOBODY = { name: '', telephone: '', email: '' };

test('somebody new has told us nothing', async () => {
  expect(await known(await Customer.arrive())).toEqual({ contact: NOBODY, fields: {}, in_profile: false });
});

test('the newest policy’s contact and passport country are known without a profile', async () => {
  const { customer } = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(10) });
  expect(await known(customer)).toEqual({
    contact: { name: 'Ada Lovelace', telephone: '+44 20 7946 0018', email: 'ada@example.com' },
    fields: { passport_country: 'united-kingdom' },
    in_profile: false,
  });
});

test('the profile’s answers come first, and the policy fills in what it lacks', async () => {
  const { customer } = await insured();
  await customer.call('/profile', { method: 'PATCH', body: { name: 'Ada King', phone: '' } });
  expect(await known(customer)).toEqual({
    contact: { name: 'Ada King', telephone: '+44 20 7946 0018', email: 'ada@example.com' },
    fields: {},
    in_profile: true,
  });
});

test('what the buyer of a policy told us is not known to the wallet that holds it now', async () => {
  const bought = await insured();
  const heir = await Customer.arrive();
  await changeHolder(bought.policy.quote_id, heir.account.address);
  await readChain();
  expect((await heir.policies()).map(({ id }) => id)).toEqual([bought.policy.id]);
  expect((await known(heir)).contact).toEqual(NOBODY);
  expect((await known(bought.customer)).contact).toEqual(NOBODY);
});

test('known answers take at most five statements', async () => {
  const { customer } = await insured();
  const { DB, statements } = countingDatabase();
  expect((await customer.call('/profile/answers', {}, workerWith({}, { DB }))).status).toBe(200);
  expect(statements.length).toBeLessThanOrEqual(5);
});
