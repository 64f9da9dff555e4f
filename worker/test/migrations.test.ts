/** Migrates a database of the first edition with rows in every state, and checks that nothing is lost. */
import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PolicyAnswer } from '../../domain/policy/schema.ts';
import {
  account,
  at,
  CHANGES,
  DELIVERIES,
  EXCEPTED,
  exceptionOf,
  fillFirstHalf,
  hash,
  LETTERS,
  paymentOf,
  policyOf,
  type Row,
  SOLD,
} from './first-half.ts';
import { call, HOME, rows, signIn } from './harness.ts';
import { exported } from './profile.ts';
import { EXCEPTIONS } from './registry.ts';

/** Migrations of the first edition. */
const FIRST_HALF = 7;

async function snapshot(): Promise<Map<string, Row[]>> {
  const tables = await rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '*_search*' AND name <> 'd1_migrations' ORDER BY name",
  );
  const found = new Map<string, Row[]>();
  for (const { name } of tables) found.set(name, await rows(`SELECT * FROM ${name} ORDER BY rowid`));
  return found;
}

let before: Map<string, Row[]>;
let after: Map<string, Row[]>;
let token: string;

beforeAll(async () => {
  await reset();
  await applyD1Migrations(env.DB, env.MIGRATIONS.slice(0, FIRST_HALF));
  await fillFirstHalf();
  await env.DB.prepare("INSERT INTO cancellations VALUES (1, ?, 'full', 365, '600000000000000000', 'first')")
    .bind(at(12))
    .run();
  before = await snapshot();
  await applyD1Migrations(env.DB, env.MIGRATIONS);
  after = await snapshot();
  token = await signIn(account);
}, 60_000);

const read = <Data>(path: string) => call<Data>(path, { token });

describe('migrations of a first-edition database', () => {
  test('leave only the expected tables, with no dangling reference', async () => {
    const replaced = new Set(['payments', 'deliveries']);
    expect([...after.keys()]).toEqual([...before.keys()].filter((name) => !replaced.has(name)));
    expect(await rows('PRAGMA foreign_key_check')).toEqual([]);
    const loose = await rows(
      `SELECT id FROM policies WHERE purchase_event_id NOT IN (SELECT id FROM chain_events)
       UNION ALL SELECT id FROM payment_exceptions WHERE event_id NOT IN (SELECT id FROM chain_events)
       UNION ALL SELECT id FROM claims WHERE paid_event_id NOT IN (SELECT id FROM chain_events)`,
    );
    expect(loose).toEqual([]);
  });

  test('leave every row unchanged in tables they do not rebuild', () => {
    const rebuilt = new Set([
      'payments',
      'deliveries',
      'outbox',
      'policies',
      'payment_exceptions',
      'chain_events',
      'cancellations',
      'exposures',
    ]);
    const kept = [...before].filter(([name]) => !rebuilt.has(name));
    expect(kept.filter(([, list]) => list.length > 0).map(([name]) => name)).toEqual([
      'claims',
      'payment_hints',
      'policy_events',
      'quotes',
      'thread_messages',
      'threads',
      'webhooks',
    ]);
    for (const [name, list] of kept) expect(after.get(name), name).toEqual(list);
  });

  test('sum the cover in force per currency', () => {
    // Six of the seven policies are pending or active.
    expect(after.get('exposures')).toEqual([
      { chain_id: '1337', currency: 'ETH', end_date: '2027-02-28', coverage_usd: 3_000_000, policies: 6 },
    ]);
  });

  test('mark a cancellation without a consent as lapsed', () => {
    expect(after.get('cancellations')).toEqual([
      {
        ...{ policy_id: 1, requested_at: at(12), kind: 'full', unused_days: 365 },
        ...{ amount: '600000000000000000', request_id: 'first', signature: '', valid_until: at(12) },
      },
    ]);
  });

  test('keep every policy and link it to the event of its payment', async () => {
    const policies = after.get('policies') ?? [];
    expect(policies.map(({ purchase_event_id: _event, ...policy }) => policy)).toEqual(
      before.get('policies'),
    );
    const events = await rows(
      'SELECT s.id policy, e.* FROM policies s JOIN chain_events e ON e.id = s.purchase_event_id ORDER BY s.id',
    );
    expect(events).toEqual(
      SOLD.map((sold, index) => {
        const { currency: _currency, ...payment } = paymentOf(sold, index);
        const policy = policyOf(sold, index);
        return expect.objectContaining({
          ...payment,
          ...{ policy: index + 1, kind: 'purchased', product_code: 1, coverage_usd: 500_000 },
          ...{ details_hash: hash(`details ${sold.name}`), cover_from: policy.cover_from },
          ...{ cover_until: '2027-03-01T00:00:00.000Z', identity: hash(sold.name) },
        });
      }),
    );
  });

  test('keep every exception with its payment event and both states', async () => {
    const found = await rows(
      `SELECT e.*, x.*, shown.status state, e.status event_status FROM payment_exceptions x
       JOIN chain_events e ON e.id = x.event_id JOIN ${EXCEPTIONS} shown ON shown.id = x.id ORDER BY x.id`,
    );
    expect(found).toEqual(
      EXCEPTED.map((each) => {
        const { status: _status, ...exception } = exceptionOf(each);
        return expect.objectContaining({ ...exception, state: each.after, event_status: each.event });
      }),
    );
  });

  test('keep every other contract event and add one for each purchase', () => {
    const events = after.get('chain_events') ?? [];
    const ids = new Set(CHANGES.map(({ id }) => id));
    expect(events.filter(({ id }) => ids.has(id as number))).toEqual(
      (before.get('chain_events') ?? []).map((row) => expect.objectContaining(row)),
    );
    const purchases = events.filter(({ kind }) => kind === 'purchased');
    // Policies rest on the payments of two exceptions.
    expect(purchases).toHaveLength(SOLD.length + EXCEPTED.length - 2);
    expect(events).toHaveLength(purchases.length + CHANGES.length);
  });

  test('keep every letter and every delivery in one outbox', () => {
    const outbox = after.get('outbox') ?? [];
    expect(outbox).toHaveLength(LETTERS.length + DELIVERIES.length);
    for (const { recipient, payload, ...letter } of LETTERS) {
      const row = { ...letter, channel: 'email', target: recipient, body: payload, event_id: null };
      expect(outbox).toContainEqual({ ...row, response_status: null });
    }
    const states: Row = { pending: 'queued', delivered: 'sent', failed: 'failed' };
    for (const { target_id, event, state, delivered_at, ...delivery } of DELIVERIES) {
      expect(outbox).toContainEqual({
        ...delivery,
        ...{
          kind: event,
          target: target_id,
          mailbox: '',
          subject: '',
          quote_id: null,
          sent_at: delivered_at,
        },
        ...{ state: states[String(state)], dedupe_key: `${target_id}:${delivery.event_id}` },
      });
    }
  });
});

describe('the API of a migrated database', () => {
  test('lists every policy with its transaction', async () => {
    const { data } = await read<PolicyAnswer[]>(`/insurance/active-policies/${account.address}`);
    expect(data.map(({ id, tx_hash, cover_from }) => ({ id, tx_hash, cover_from }))).toEqual(
      SOLD.map((sold, index) => ({
        id: index + 1,
        tx_hash: hash(`tx ${sold.name}`),
        cover_from: policyOf(sold, index).cover_from,
      })).reverse(),
    );
    const detail = await read(`/insurance/policy/1`);
    expect(detail.data).toMatchObject({
      details: HOME,
      timeline: expect.arrayContaining([{ at: at(1), kind: 'purchased', tx_hash: hash('tx confirmed') }]),
    });
  });

  test('lists payments we owe back and payments we refunded', async () => {
    const { data } = await read(`/insurance/payment-exceptions/${account.address}`);
    expect(data).toMatchObject([
      {
        ...{ id: 3, status: 'refunded', tx_hash: hash('tx stranger 3'), paid_at: at(13) },
        ...{ refund_tx_hash: hash('tx premium_refunded stranger'), refunded_at: at(17) },
      },
      { id: 2, status: 'owed', tx_hash: hash('tx twice 2'), paid_at: at(12), refund_tx_hash: null },
    ]);
  });

  test('lists the deliveries of a webhook in their states', async () => {
    const { data } = await read('/webhooks/wh_1/deliveries');
    expect(data).toMatchObject(
      ['delivery_2 failed', 'delivery_1 delivered', 'delivery_0 pending'].map((line) => {
        const [id, state] = line.split(' ');
        return { id, state };
      }),
    );
  });

  test('exports payments, exceptions, claims, messages and letters', async () => {
    const { response, data } = await exported({ token });
    expect(response.status).toBe(200);
    expect(data).toMatchObject({
      payments: {
        payments: SOLD.map(({ name, payment }, index) => ({
          ...{ quote_id: hash(name), tx_hash: hash(`tx ${name}`), currency: 'ETH', status: payment },
          paid_at: at(index + 1),
        })),
        exceptions: EXCEPTED.map(({ id, after: status, place: where }) => ({
          ...{ status, tx_hash: where.tx_hash, paid_at: where.block_time },
          detail: `It is ${EXCEPTED.find((each) => each.id === id)?.reason}.`,
        })),
        reported: [{ tx_hash: hash('hint') }],
      },
      claims: [{ id: 1, status: 'paid' }],
      letters: expect.arrayContaining(
        LETTERS.map(({ state, subject }) => expect.objectContaining({ state, subject })),
      ),
    });
    expect(JSON.stringify(data.messages)).toContain('Hello 1');
    expect(JSON.stringify(data.messages)).toContain('Hello 2');
  });
});
