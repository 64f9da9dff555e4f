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

const WALLET = account.address.toLowerCase();
/** Tables of the desk. */
const ADDED = [
  ...['admin_preferences', 'admin_proposals', 'system_settings'],
  ...['admin_invitations', 'audit_seals', 'desk_counts', 'desk_notes', 'other_payments', 'recovery_codes'],
  'audit_totals',
  ...['saved_answers', 'saved_views'],
  ...['eth_rates', 'exposure_months', 'failed_payments', 'figure_checks', 'figures', 'loss_cells'],
  ...['money_events', 'reserve_events', 'transaction_fees'],
  ...['payout_halts', 'payout_proposals', 'prepared_transfers'],
  ...['activated_policies', 'site_counts', 'site_days', 'visit_reports', 'visits'],
];

/** What the desk's lists show of a policy of the first edition, and of its claims and threads. */
const LISTED = {
  customer_name: 'Ada Lovelace',
  customer_email: 'ada@example.com',
  item_description: 'single-family, 1998',
  currency: 'ETH',
  version: 1,
  declined_at: null,
  decline_reason: null,
  refund_until: null,
  queue: null,
  left_usd: 500_000,
  platform_fee_bps: 250,
};

/** A row of the first edition, which called an event's position its log index. */
const placed = ({ log_index: event_index, ...row }: Row): Row => ({ ...row, event_index });

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
  await env.DB.batch([
    env.DB.prepare("INSERT INTO accounts VALUES (?, 'evm', 'active', ?, ?)").bind(WALLET, at(1), at(2)),
    env.DB.prepare("INSERT INTO accounts VALUES ('0xidle', 'evm', 'inactive', ?, ?)").bind(at(3), at(3)),
    env.DB.prepare("INSERT INTO accounts VALUES ('0xnamed', 'evm', 'active', ?, ?)").bind(at(4), at(4)),
    env.DB.prepare(
      "INSERT INTO profiles (wallet, name, email, updated_at) VALUES ('0xnamed', 'Mary Jackson', 'mary@example.com', ?)",
    ).bind(at(4)),
    env.DB.prepare(
      "INSERT INTO audit_log VALUES (1, 1, 'claim.approved', 'claim:1', NULL, NULL, ?, 'r')",
    ).bind(at(12)),
  ]);
  before = await snapshot();
  await applyD1Migrations(env.DB, env.MIGRATIONS);
  after = await snapshot();
  token = await signIn(account);
}, 60_000);

const read = <Data>(path: string) => call<Data>(path, { token });

describe('migrations of a first-edition database', () => {
  test('leave only the expected tables, with no dangling reference', async () => {
    const replaced = new Set(['payments', 'deliveries']);
    const kept = [...before.keys()].filter((name) => !replaced.has(name));
    expect([...after.keys()]).toEqual([...kept, ...ADDED].sort());
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
      'accounts',
      'claims',
      'threads',
    ]);
    const kept = [...before].filter(([name]) => !rebuilt.has(name));
    expect(kept.filter(([, list]) => list.length > 0).map(([name]) => name)).toEqual([
      'audit_log',
      'payment_hints',
      'policy_events',
      'profiles',
      'quotes',
      'thread_messages',
      'webhooks',
    ]);
    const gained: Record<string, object> = { payment_hints: { block_number: null } };
    for (const [name, list] of kept) {
      expect(after.get(name), name).toEqual(list.map((row) => ({ ...row, ...gained[name] })));
    }
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
      before.get('policies')?.map((policy) => ({
        ...policy,
        ...LISTED,
        // Its cancellation still waits for the refund.
        ...(policy.id === 1 ? { refund_until: at(12), queue: 'refunds_owed' } : {}),
      })),
    );
    const events = await rows(
      'SELECT s.id policy, e.* FROM policies s JOIN chain_events e ON e.id = s.purchase_event_id ORDER BY s.id',
    );
    expect(events).toEqual(
      SOLD.map((sold, index) => {
        const { currency: _currency, ...payment } = paymentOf(sold, index);
        const policy = policyOf(sold, index);
        return expect.objectContaining({
          ...placed(payment),
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
        return expect.objectContaining({ ...placed(exception), state: each.after, event_status: each.event });
      }),
    );
  });

  test('keep every other contract event and add one for each purchase', () => {
    const events = after.get('chain_events') ?? [];
    const ids = new Set(CHANGES.map(({ id }) => id));
    expect(events.filter(({ id }) => ids.has(id as number))).toEqual(
      (before.get('chain_events') ?? []).map((row) => expect.objectContaining(placed(row))),
    );
    const purchases = events.filter(({ kind }) => kind === 'purchased');
    // Policies rest on the payments of two exceptions.
    expect(purchases).toHaveLength(SOLD.length + EXCEPTED.length - 2);
    expect(events).toHaveLength(purchases.length + CHANGES.length);
  });

  test('number the accounts by age and fill in their names and sums', () => {
    const sums = { policies: 0, premium_usd: 0, claims: 0, version: 1, status_note: null };
    expect(after.get('accounts')).toEqual([
      {
        ...{
          id: 1,
          wallet: WALLET,
          kind: 'evm',
          status: 'active',
          created_at: at(1),
          last_sign_in_at: at(2),
        },
        ...{ ...sums, name: 'Ada Lovelace', email: 'ada@example.com' },
        ...{ policies: 7, premium_usd: 8400, claims: 1 },
      },
      {
        ...{
          id: 2,
          wallet: '0xidle',
          kind: 'evm',
          status: 'inactive',
          created_at: at(3),
          last_sign_in_at: at(3),
        },
        ...{ ...sums, name: null, email: null },
      },
      {
        ...{
          id: 3,
          wallet: '0xnamed',
          kind: 'evm',
          status: 'active',
          created_at: at(4),
          last_sign_in_at: at(4),
        },
        ...{ ...sums, name: 'Mary Jackson', email: 'mary@example.com' },
      },
    ]);
  });

  test('name claims and threads and say since when a customer waits', () => {
    const added = {
      rejection_reason: null,
      other_by: null,
      first_by: null,
      queue: null,
      reserve_cents: 0,
      assigned_to: null,
      assigned_name: null,
    };
    expect(after.get('claims')).toEqual(
      before.get('claims')?.map((claim) => ({
        ...{ ...claim, ...added, decided_at: null, customer_name: 'Ada Lovelace', due_sort: '9' },
      })),
    );
    expect(after.get('threads')).toEqual(
      before.get('threads')?.map((thread) => ({
        ...{ ...thread, customer_name: 'Ada Lovelace', assigned_name: null, version: 1, waiting_since: null },
      })),
    );
  });

  test('count every list by status and kind, and what waits in the queue', () => {
    const counts = (after.get('desk_counts') ?? []).map(
      ({ list, status, kind, count }) => `${list} ${status || '*'} ${kind || '*'} ${count}`,
    );
    expect(counts.sort()).toEqual(
      [
        ...['policies * * 7', 'policies * home 7', 'policies pending * 3', 'policies pending home 3'],
        ...['policies active * 3', 'policies active home 3', 'policies cancelled * 1'],
        ...['policies cancelled home 1', 'claims * * 1', 'claims paid * 1', 'claims * home 1'],
        ...['claims paid home 1', 'messages * * 2', 'messages open * 2', 'messages * normal 2'],
        ...['messages open normal 2', 'users * * 3', 'users active * 2', 'users inactive * 1'],
        ...['exceptions * * 5', 'exceptions open * 2', 'exceptions resolved * 1'],
        ...['exceptions became_policy * 2', 'audit * * 1', 'queue claims_due * 0'],
        ...['queue payouts_to_confirm * 0', 'queue payouts_to_send * 0', 'queue policies_to_review * 0'],
        ...['queue messages_unanswered * 0', 'queue messages_unread * 0', 'queue refunds_owed * 1'],
      ].sort(),
    );
  });

  test.each([
    ['user_search', 'lovelace', [1]],
    ['user_search', 'mary@example', [3]],
    ['policy_search', '"POL-007"', [7]],
    ['policy_search', 'lovelace', [1, 2, 3, 4, 5, 6, 7]],
    ['claim_search', 'burst', [1]],
    ['thread_search', '"Thread 2"', [2]],
    ['audit_search', '"claim:1"', [1]],
  ])('find rows from before in %s by %s', async (index, term, ids) => {
    const quoted = term.startsWith('"') ? term : `"${term}"`;
    const found = await rows<{ rowid: number }>(
      `SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid`,
      quoted,
    );
    expect(found.map(({ rowid }) => rowid)).toEqual(ids);
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
