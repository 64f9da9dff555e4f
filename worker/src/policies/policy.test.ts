import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { type DetailsProof, detailsProof, isCommitted } from '#domain/registry/details-proof.ts';
import { quoteBinding } from '#worker/platform/crypto/bindings.ts';
import { open, seal } from '#worker/platform/crypto/sealed.ts';
import { resealDetails } from '#worker/quotes/details.ts';
import { asHolder, deskCtx, insured } from '../../test/desk.ts';
import {
  CAR,
  Customer,
  countingChain,
  countingDatabase,
  rows,
  TRAVEL,
  term,
  usual,
  workerWith,
} from '../../test/harness.ts';

const DAY = 86_400_000;
let ada: Customer;
let ids: number[];

async function buy(customer: Customer, product = 'home', changes: Record<string, unknown> = {}) {
  const quote = (await customer.quote({ insurance_type: product, ...changes })).data;
  const hash = await customer.pay(quote);
  const body = { wallet_address: customer.address, tx_hash: hash, chain_id: usual.chain_id };
  return (await customer.call<{ id: number }>(`/insurance/${product}-quote`, { body })).data.id;
}

beforeAll(async () => {
  ada = await Customer.arrive();
  ids = [
    await buy(ada),
    await buy(ada, 'car', { details: CAR, ...term(30) }),
    await buy(ada, 'travel', { details: TRAVEL, ...term(10, 40) }),
  ];
});

const detail = (customer: Customer, id: number, query = '') =>
  customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}${query}`);
describe('policy list', () => {
  test('lists all products in one number sequence, newest first, in the words of the screens @policy-8 @api-7', async () => {
    const list = await ada.policies();
    expect(list.map(({ id }) => id)).toEqual([...ids].reverse());
    const [travel, car, home] = list;
    expect(home).toMatchObject({
      product_reference: `HI-${home?.id}`,
      formatted_premium: '$1,200/year',
      formatted_coverage: '$500,000',
      formatted_deductible: '$2,500',
      detail_1: 'Single Family',
      detail_2: 'Ada Lovelace',
      chain_id: 1337,
      payment_currency: 'ETH',
      paid_decimals: 18,
      rate: '2000',
    });
    expect(car).toMatchObject({ product_reference: `CI-${car?.id}`, formatted_premium: '$79 for 30 days' });
    expect(travel).toMatchObject({ detail_1: 'Bristol → Lisbon', detail_2: 'United Kingdom' });
  });

  test("lists none of another wallet's policies", async () => {
    const eve = await Customer.arrive();
    expect(await eve.policies()).toEqual([]);
    const path = `/insurance/active-policies/${eve.address}?before=${(ids[2] ?? 0) + 1}`;
    expect((await eve.call(path)).data).toEqual([]);
  });

  test('shows a policy with a future start as active, and a trip in force from its payment', async () => {
    const [travel, car] = await ada.policies();
    expect(car).toMatchObject({ status: 'active', in_force: true });
    // A trip's cancellation is covered from its payment on.
    const { policy_start_date, policy_end_date } = term(10, 40);
    expect(travel).toMatchObject({ status: 'active', in_force: true, policy_start_date });
    expect(Date.parse(travel?.cover_from ?? '')).toBeLessThan(Date.now() + 60_000);
    expect(Date.parse(travel?.cover_until ?? '')).toBe(Date.parse(policy_end_date) + DAY);
  });

  test('shows a policy as expired from 24:00 UTC of its last day @policy-17', async () => {
    const endsOn = async (date: string) => {
      await env.DB.prepare('UPDATE policies SET end_date = ?, cover_until = ? WHERE id = ?')
        .bind(date, new Date(Date.parse(date) + DAY).toISOString(), ids[1])
        .run();
      return (await ada.policies())[1];
    };
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - DAY).toISOString().slice(0, 10);
    expect(await endsOn(today)).toMatchObject({ status: 'active', in_force: true });
    expect(await endsOn(yesterday)).toMatchObject({ status: 'expired', in_force: false });
  });

  test('continues the policy list after the last one seen', async () => {
    const page = await ada.call<{ id: number }[]>(
      `/insurance/active-policies/${ada.address}?before=${ids[1]}`,
    );
    expect(page.data.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await ada.call(`/insurance/active-policies/${ada.address}?before=x`)).status).toBe(422);
  });

  test('returns at most 200 policies and reads only the rows it shows', async () => {
    const bob = await Customer.arrive();
    const id = await buy(bob);
    const copy = (table: string, columns: string, changed: string) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
         INSERT INTO ${table} (${columns}) SELECT ${changed} FROM ${table}, n WHERE ${table}.wallet = ?`,
      )
        .bind(bob.address.toLowerCase())
        .run();
    const columnsOf = async (table: string) =>
      (await rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)).map(
        ({ name }) => name,
      );
    const renamed: Record<string, string> = {
      quote_id: "quote_id || '-' || i",
      group_id: "group_id || '-' || i",
      tx_hash: "tx_hash || '-' || i",
      purchase_event_id: '-(purchase_event_id * 10000 + i)',
    };
    for (const table of ['quotes', 'chain_events', 'policies']) {
      const columns = (await columnsOf(table)).filter((name) => table !== 'policies' || name !== 'id');
      const key = table === 'quotes' ? "id || '-' || i" : '-(id * 10000 + i)';
      const changed = columns.map((name) => (name === 'id' ? key : (renamed[name] ?? name)));
      await copy(table, columns.join(', '), changed.join(', '));
    }
    // Private details are bound to their quote, so each copy that is shown needs its own.
    const ring = asHolder(bob).settings.detailsKeys;
    const shown = await rows<{ id: string; wallet: string; sealed: string }>(
      `SELECT id, wallet, sealed FROM quotes WHERE id IN (SELECT quote_id FROM policies WHERE wallet = ?
       ORDER BY id DESC LIMIT 200)`,
      bob.address.toLowerCase(),
    );
    await env.DB.batch(
      await Promise.all(
        shown.map(async (quote) => {
          const original = { ...quote, id: quote.id.split('-')[0] ?? '' };
          const secret = await open(ring, quote.sealed, quoteBinding(original.id, quote.wallet));
          return env.DB.prepare('UPDATE quotes SET sealed = ? WHERE id = ?').bind(
            await seal(ring, secret, quoteBinding(quote.id, quote.wallet)),
            quote.id,
          );
        }),
      ),
    );
    const { DB, statements, rowsRead } = countingDatabase();
    const { seen, edges } = countingChain();
    const reach = workerWith(edges, { DB });
    const path = `/insurance/active-policies/${bob.address}`;
    const list = await bob.call<{ id: number }[]>(path, {}, reach);
    expect(list.data).toHaveLength(200);
    expect(list.data[0]?.id).toBeGreaterThan(id + 2000);
    expect(seen.requests).toBe(0);
    expect(statements).toHaveLength(2);
    // A policy, its quote, its payment, its nickname and what replaced it.
    expect(await rowsRead()).toBeLessThanOrEqual(5 * 200 + 10);
  });
});

describe('single policy', () => {
  test('returns a policy with its insured details decrypted for its holder @policy-8', async () => {
    const { status, data } = await detail(
      ada,
      ids[2] ?? 0,
      `?policy_type=travel&wallet_address=${ada.address}`,
    );
    expect(status).toBe(200);
    expect(data).toMatchObject({
      policy_type: 'travel',
      email: 'ada@example.com',
      wording_version: 'travel-3',
      details: { ...TRAVEL, departure: TRAVEL.origin },
    });
    expect(JSON.stringify(data)).not.toContain('salt');
  });

  test("answers 404 for another type, another wallet in the query, another wallet's policy and a missing policy @policy-1 @api-8", async () => {
    const eve = await Customer.arrive();
    const home = ids[0] ?? 0;
    const attempts = [
      await detail(ada, home, '?policy_type=car'),
      await detail(ada, home, `?wallet_address=${eve.address}`),
      await detail(eve, home),
      await detail(eve, home, `?policy_type=home&wallet_address=${eve.address}`),
      await detail(ada, 999_999),
      await eve.call(`/insurance/active-policies/${ada.address}`),
    ];
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 404));
    expect(
      (await detail(ada, home, `?policy_type=home&wallet_address=${ada.address.toLowerCase()}`)).status,
    ).toBe(200);
    expect((await ada.call(`/insurance/active-policies/${ada.address.toLowerCase()}`)).status).toBe(200);
  });

  test('reads the same few rows for one policy however many there are', async () => {
    const { DB, statements, rowsRead } = countingDatabase();
    await ada.call(`/insurance/policy/${ids[0]}`, {}, workerWith({}, { DB }));
    expect(statements.length).toBeLessThanOrEqual(11);
    expect(await rowsRead()).toBeLessThan(30);
  });
});

describe('proof of a policy’s details', () => {
  const proofOf = (customer: Customer, id: number) =>
    customer.call<DetailsProof>(`/insurance/policy/${id}/proof`);

  test('proves every detail, price line and the wording by the id that the registry has', async () => {
    const id = ids[2] ?? 0;
    const { status, data } = await proofOf(ada, id);
    expect(status).toBe(200);
    const policy = (await detail(ada, id)).data;
    expect(data).toMatchObject({
      format: 'mooring-details-1',
      quote_id: policy.quote_id,
      chain_id: 1337,
      block: null,
      terms: { holder: ada.address.toLowerCase(), product_code: 3, coverage_usd: 100_000 },
    });
    expect(Object.fromEntries(data.fields.map(({ name, value }) => [name, value]))).toEqual({
      insurance_type: 'travel',
      policy_start_date: policy.policy_start_date,
      premium_usd: 8,
      coverage_usd: 100_000,
      deductible_usd: 0,
      'price.0': { label: '$300 ÷ 365 × 10', cents: 822 },
      'price.1': { label: 'Rounded to the dollar', cents: -22 },
      ...TRAVEL,
      departure: TRAVEL.origin,
      wording: {
        version: 'travel-3',
        digest: '0xd7f0d62eb79f617ee5fe0891fe9c31de407f1f8f1d16927c7bfb74269af3099c',
      },
    });
    const proof = detailsProof.parse(data);
    for (const field of proof.fields) expect(isCommitted(proof, field), field.name).toBe(true);
    const [onChain] = await rows<{ details_hash: string }>(
      'SELECT details_hash FROM chain_events WHERE quote_id = ?',
      policy.quote_id,
    );
    expect(onChain?.details_hash).toBe(policy.details_hash);
  });

  test("answers 404 for the proof of another wallet's policy and of a missing one", async () => {
    const eve = await Customer.arrive();
    expect((await proofOf(eve, ids[0] ?? 0)).status).toBe(404);
    expect((await proofOf(ada, 999_999)).status).toBe(404);
  });

  test('proves nothing and certifies nothing once a stored detail differs from what was signed', async () => {
    const { customer, policy } = await insured();
    await env.DB.prepare("UPDATE quotes SET details = json_set(details, '$.year_built', 1995) WHERE id = ?")
      .bind(policy.quote_id)
      .run();
    expect((await proofOf(customer, policy.id)).status).toBe(409);
    expect((await customer.call(`/insurance/policy/${policy.id}/certificate`)).status).toBe(409);
  });

  test('goes to the new holder with the policy, with the terms of the buyer', async () => {
    const id = ids[1] ?? 0;
    const before = (await proofOf(ada, id)).data;
    const policy = { id, quote_id: before.quote_id };
    const heir = await Customer.arrive();
    const [quote] = await rows<{ sealed: string }>('SELECT sealed FROM quotes WHERE id = ?', policy.quote_id);
    const own = { id: policy.quote_id, wallet: ada.address.toLowerCase(), sealed: quote?.sealed ?? '' };
    const wallet = heir.address.toLowerCase();
    const sealed = await resealDetails(deskCtx().settings.detailsKeys, own, wallet);
    await env.DB.batch([
      env.DB.prepare('UPDATE quotes SET sealed = ? WHERE id = ?').bind(sealed, policy.quote_id),
      env.DB.prepare('UPDATE policies SET wallet = ? WHERE id = ?').bind(wallet, policy.id),
    ]);
    expect((await proofOf(heir, policy.id)).data).toEqual(before);
    expect((await proofOf(ada, policy.id)).status).toBe(404);
  });
});
