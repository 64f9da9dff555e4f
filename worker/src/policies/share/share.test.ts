/** Links to proofs of chosen fields: who opens them, what they show, and when they end. */
import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HealthAnswer } from '#domain/health/schema.ts';
import type { ShareAnswer } from '#domain/policy/share-schema.ts';
import { detailsProof, isCommitted, type SharedProof } from '#domain/registry/details-proof.ts';
import { insured } from '../../../test/desk.ts';
import {
  type Call,
  Customer,
  call,
  later,
  type Reach,
  readChain,
  rows,
  runSchedule,
  scanFromHere,
  TRAVEL,
  term,
  usual,
  workerWith,
} from '../../../test/harness.ts';
import { changeHolder } from '../../../test/registry.ts';

const DAY = 86_400_000;
const GONE = 'There is nothing at this link. It may be incomplete, expired or revoked.';

const share = (customer: Customer, id: number, fields: string[], days = 7, options: Call = {}) =>
  customer.call<ShareAnswer>(`/insurance/policy/${id}/shares`, { body: { fields, days }, ...options });
const list = async (customer: Customer, id: number, reach?: Reach) =>
  (await customer.call<ShareAnswer[]>(`/insurance/policy/${id}/shares`, {}, reach)).data;
const read = (token: string, reach?: Reach) => call<SharedProof>(`/shares/${token}`, {}, reach);
const revoke = (customer: Customer, id: number, shareId: string) =>
  customer.call<ShareAnswer[]>(`/insurance/policy/${id}/shares/${shareId}`, { method: 'DELETE' });
const problemOf = ({ status, code, message }: { status: number; code?: string; message: string }) => ({
  status,
  code,
  message,
});

let ada: Customer;
let home: { id: number; quote_id: string };

beforeAll(async () => {
  const bought = await insured();
  ada = bought.customer;
  home = bought.policy;
});
beforeEach(scanFromHere);

describe('a link to a proof', () => {
  test('shows the chosen fields to anyone, each proven by the id in the registry, and no other', async () => {
    const fields = ['house_address', 'coverage_usd', 'property_owner_name'];
    const made = await share(ada, home.id, fields);
    expect(made.status).toBe(201);
    expect(made.data.token).toMatch(/^[\w-]{22}$/);
    const { status, data } = await read(made.data.token);
    expect(status).toBe(200);
    expect(Object.fromEntries(data.proof.fields.map(({ name, value }) => [name, value]))).toEqual({
      coverage_usd: 500_000,
      house_address: '12 Quay Street, Bristol',
      property_owner_name: 'Ada Lovelace',
    });
    expect(data.proof.quote_id).toBe(home.quote_id);
    const proof = detailsProof.parse(data.proof);
    for (const field of proof.fields) expect(isCommitted(proof, field), field.name).toBe(true);
    expect(JSON.stringify(data)).not.toMatch(/7946 |ada@example\.com|single-family/);
    const days = (Date.parse(data.expires_at) - Date.parse(made.data.created_at)) / DAY;
    expect(days).toBe(7);
  });

  test('stores the names of its fields, and neither a value nor the token', async () => {
    const { token, id } = (await share(ada, home.id, ['house_address'])).data;
    const [row] = await rows('SELECT * FROM policy_shares WHERE id = ?', id);
    const stored = JSON.stringify(row);
    expect(stored).toContain('house_address');
    expect(stored).not.toContain(token);
    expect(stored).not.toContain('Quay');
  });

  test('never proves a passport, a phone number, an email address or an unknown field', async () => {
    for (const name of [
      'property_owner_telephone',
      'property_owner_email',
      'passport_number',
      'beneficiary',
    ]) {
      expect(problemOf(await share(ada, home.id, ['coverage_usd', name]))).toEqual({
        status: 422,
        code: 'invalid',
        message: `A link can't prove the field ${name}.`,
      });
    }
    const trip = { insurance_type: 'travel', details: TRAVEL, ...term(10, 40) };
    const customer = await Customer.arrive();
    const hash = await customer.pay((await customer.quote(trip)).data);
    const body = { wallet_address: customer.address, tx_hash: hash, chain_id: usual.chain_id };
    const { data: policy } = await customer.call<{ id: number }>('/insurance/travel-quote', { body });
    for (const name of ['passport_number', 'passport_country']) {
      expect((await share(customer, policy.id, [name])).message).toBe(
        `A link can't prove the field ${name}.`,
      );
    }
    expect((await share(customer, policy.id, ['traveler_name', 'destination'])).status).toBe(201);
  });

  test('leaves a field that may no longer be shared out of a link made before', async () => {
    const { token, id } = (await share(ada, home.id, ['coverage_usd'])).data;
    await env.DB.prepare('UPDATE policy_shares SET fields = ? WHERE id = ?')
      .bind('["coverage_usd","property_owner_email"]', id)
      .run();
    expect((await read(token)).data.proof.fields.map(({ name }) => name)).toEqual(['coverage_usd']);
  });

  test('is made once for a repeated request', async () => {
    const headers = { 'idempotency-key': 'landlord' };
    const [first, second] = [
      await share(ada, home.id, ['coverage_usd'], 1, { headers }),
      await share(ada, home.id, ['coverage_usd'], 1, { headers }),
    ];
    expect(second.data).toEqual(first.data);
    expect((await list(ada, home.id)).filter(({ id }) => id === first.data.id)).toHaveLength(1);
  });

  test('needs a field and an expiry of 1 to 366 days', async () => {
    for (const [fields, days] of [
      [[], 7],
      [['coverage_usd', 'coverage_usd'], 7],
      [['coverage_usd'], 0],
      [['coverage_usd'], 367],
      [['coverage_usd'], 1.5],
    ] as const) {
      expect((await share(ada, home.id, [...fields], days)).status).toBe(422);
    }
  });

  test('is refused as the 21st that is open, until one is revoked', async () => {
    const { customer, policy } = await insured();
    const made: ShareAnswer[] = [];
    for (let n = 0; n < 20; n += 1) made.push((await share(customer, policy.id, ['coverage_usd'])).data);
    expect(await share(customer, policy.id, ['coverage_usd'])).toMatchObject({
      status: 409,
      message: 'A policy has at most 20 open links. Please revoke one first.',
    });
    await revoke(customer, policy.id, made[0]?.id ?? '');
    expect((await share(customer, policy.id, ['coverage_usd'])).status).toBe(201);
  });
});

describe('the end of a link', () => {
  test('an unknown, an expired and a revoked link get the same answer', async () => {
    const open = (await share(ada, home.id, ['coverage_usd'], 1)).data;
    const revoked = (await share(ada, home.id, ['coverage_usd'], 1)).data;
    await revoke(ada, home.id, revoked.id);
    const gone = { status: 404, code: 'not_found', message: GONE };
    const expired = workerWith(later(DAY + 1000));
    expect(problemOf(await read('A'.repeat(22)))).toEqual(gone);
    expect(problemOf(await read(open.id.slice(0, 64)))).toEqual(gone);
    expect(problemOf(await read(revoked.token))).toEqual(gone);
    expect(problemOf(await read(open.token, expired))).toEqual(gone);
    expect((await read(open.token)).status).toBe(200);
  });

  test('revoking lists the links that stay, and may be repeated', async () => {
    const { customer, policy } = await insured();
    const [first, second] = [
      (await share(customer, policy.id, ['coverage_usd'])).data,
      (await share(customer, policy.id, ['house_type'])).data,
    ];
    expect((await list(customer, policy.id)).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await revoke(customer, policy.id, first.id)).toMatchObject({ status: 200, data: [second] });
    expect(await revoke(customer, policy.id, first.id)).toMatchObject({ status: 200, data: [second] });
  });

  test('another wallet can neither list nor revoke nor make one', async () => {
    const eve = await Customer.arrive();
    const { id, token } = (await share(ada, home.id, ['coverage_usd'])).data;
    expect((await eve.call(`/insurance/policy/${home.id}/shares`)).status).toBe(404);
    expect((await revoke(eve, home.id, id)).status).toBe(404);
    expect((await share(eve, home.id, ['coverage_usd'])).status).toBe(404);
    const { customer, policy } = await insured();
    await revoke(customer, policy.id, id);
    expect((await read(token)).status).toBe(200);
  });

  test('a change of holder ends every link, and the new holder has none', async () => {
    const { customer, policy } = await insured();
    const { token } = (await share(customer, policy.id, ['coverage_usd'])).data;
    const heir = await Customer.arrive();
    await changeHolder(policy.quote_id, heir.address);
    await readChain();
    expect(problemOf(await read(token))).toEqual({ status: 404, code: 'not_found', message: GONE });
    expect(await list(heir, policy.id)).toEqual([]);
    expect(await rows('SELECT 1 FROM policy_shares WHERE policy_id = ?', policy.id)).toEqual([]);
  });

  test('a link of an earlier holder shows nothing even if it was left behind', async () => {
    const { customer, policy } = await insured();
    const { token, id } = (await share(customer, policy.id, ['coverage_usd'])).data;
    await env.DB.prepare("UPDATE policy_shares SET wallet = '0xelse' WHERE id = ?").bind(id).run();
    expect((await read(token)).status).toBe(404);
  });
});

describe('a policy whose stored terms were edited', () => {
  const failing = async () =>
    (await call<HealthAnswer>('/health', {}, workerWith({}))).data.jobs.failing.map(({ job }) => job);
  const recheck = () => runSchedule({}, {}, ['recheck records', 'note run']);

  test.each([
    ['the cover', 'coverage_usd = 900000', 'coverage_usd = 500000'],
    ['the premium paid', "amount = amount || '0'", 'amount = substr(amount, 1, length(amount) - 1)'],
    [
      'a detail',
      "details = replace(details, 'single-family', 'castle')",
      "details = replace(details, 'castle', 'single-family')",
    ],
  ])('proves nothing and says so, and health names it until it is mended, when it was %s', async (_, edit, mend) => {
    const { token } = (await share(ada, home.id, ['coverage_usd'])).data;
    const change = (set: string) => rows(`UPDATE quotes SET ${set} WHERE id = ? RETURNING id`, home.quote_id);
    const proof = () => ada.call(`/insurance/policy/${home.id}/proof`);
    await recheck();
    expect(await failing()).toEqual([]);
    await change(edit);
    const differs = expect.objectContaining({
      status: 409,
      code: 'conflict',
      message: expect.stringMatching(/^Our record of this policy no longer matches what was sold/),
    });
    expect(await proof()).toEqual(differs);
    expect(await read(token)).toEqual(differs);
    expect(await share(ada, home.id, ['coverage_usd'])).toEqual(differs);
    await recheck();
    expect(await failing()).toEqual(['recheck records']);
    await change(mend);
    await recheck();
    expect(await failing()).toEqual([]);
    expect((await proof()).status).toBe(200);
    expect((await read(token)).status).toBe(200);
  });
});

// Last, because it deletes the sessions of the others too.
test('the scheduled run deletes expired links and no other', async () => {
  const { customer, policy } = await insured();
  await share(customer, policy.id, ['coverage_usd'], 1);
  const { id } = (await share(customer, policy.id, ['coverage_usd'], 3)).data;
  await runSchedule(later(2 * DAY), {}, ['purge expired']);
  expect(await rows('SELECT id FROM policy_shares WHERE policy_id = ?', policy.id)).toEqual([{ id }]);
});
