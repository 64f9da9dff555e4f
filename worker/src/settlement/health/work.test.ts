import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { HealthAnswer } from '#domain/health/schema.ts';
import type { Edges } from '#worker/platform/context.ts';
import {
  call,
  countingDatabase,
  noChain,
  runSchedule,
  scanFromHere,
  usual,
  workerWith,
} from '../../../test/harness.ts';

const CHAIN = String(usual.chain_id);
const at = (iso: string): Partial<Edges> => ({ clock: () => Date.parse(iso) });
const health = async (edges: Partial<Edges> = {}) =>
  (await call<HealthAnswer>('/health', {}, workerWith(edges))).data;
const chainOf = (answer: HealthAnswer) => answer.chains.find(({ chain_id }) => chain_id === usual.chain_id);
const queueOf = (answer: HealthAnswer, of: string) => answer.queues.find(({ channel }) => channel === of);

let entries = 0;
/** An entry of the outbox as its channel left it. */
async function entry(values: {
  channel: string;
  state?: string;
  attempts?: number;
  created_at: string;
  next_attempt_at?: string;
}) {
  entries += 1;
  const { channel, state = 'queued', attempts = 0, created_at, next_attempt_at = created_at } = values;
  await env.DB.prepare(
    `INSERT INTO outbox (id, channel, target, wallet, kind, body, state, attempts, next_attempt_at, created_at, dedupe_key)
       VALUES (?1, ?2, 'a@b.c', 'w', 'certificate', '{}', ?3, ?4, ?5, ?6, ?1)`,
  )
    .bind(`entry-${entries}`, channel, state, attempts, next_attempt_at, created_at)
    .run();
}

beforeEach(async () => {
  await scanFromHere();
  await env.DB.batch(
    ['outbox', 'job_cursors', 'relayed_purchases'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});

describe('health of chains', () => {
  test('a chain that was not read for a while shows by how many blocks it lags, since when, and when it was read last', async () => {
    await env.DB.prepare(
      `UPDATE scan_cursors SET block_number = block_number - 2, block_time = '2026-11-26T08:00:00.000Z',
         updated_at = '2026-11-26T08:00:05.000Z' WHERE chain_id = ?`,
    )
      .bind(CHAIN)
      .run();
    expect(chainOf(await health())).toMatchObject({
      lag: 2,
      read_until: '2026-11-26T08:00:00.000Z',
      scanned_at: '2026-11-26T08:00:05.000Z',
    });
  });

  test('health says since when the oldest purchase that we sent waits for its block', async () => {
    expect(chainOf(await health())?.relay_waiting_since).toBeNull();
    const insert = (nonce: number, state: string, createdAt: string) =>
      env.DB.prepare(
        `INSERT INTO relayed_purchases (chain_id, sender, nonce, quote_id, wallet, data, gas, valid_until, state, tx_hash,
           raw, is_empty, signed, max_fee, tip, fee_cap, created_at, signed_at)
         VALUES (?, '0x', ?, ?, 'w', '0x', 1, '', ?, '0x', '0x', 0, '[]', '1', '1', '1', ?, '')`,
      ).bind(CHAIN, nonce, `quote ${nonce}`, state, createdAt);
    await env.DB.batch([
      insert(1, 'bought', '2026-11-26T07:00:00.000Z'),
      insert(2, 'open', '2026-11-26T08:00:00.000Z'),
      insert(3, 'open', '2026-11-26T09:00:00.000Z'),
    ]);
    expect(chainOf(await health())?.relay_waiting_since).toBe('2026-11-26T08:00:00.000Z');
  });
});

describe('health of scheduled jobs', () => {
  test('a job that fails is named with the time since when it fails, until a run in which it succeeds', async () => {
    expect((await health()).jobs).toEqual({ finished_at: null, daily_done: null, failing: [] });
    const jobs = ['scan', 'note run'];
    await runSchedule({ ...at('2026-11-26T08:00:00.000Z'), ...noChain }, {}, jobs);
    await runSchedule({ ...at('2026-11-26T08:01:00.000Z'), ...noChain }, {}, jobs);
    const { jobs: failed } = await health();
    expect(failed.finished_at).toBe('2026-11-26T08:01:00.000Z');
    expect(failed.failing).toContainEqual({ job: `scan ${CHAIN}`, since: '2026-11-26T08:00:00.000Z' });
    await runSchedule(at('2026-11-26T08:02:00.000Z'), {}, jobs);
    expect((await health()).jobs).toEqual({
      finished_at: '2026-11-26T08:02:00.000Z',
      daily_done: null,
      failing: [],
    });
  });

  test('the day whose daily jobs are done is shown', async () => {
    const jobs = ['look for daily jobs', 'finish daily jobs', 'note run'];
    await runSchedule(at('2026-11-26T08:00:00.000Z'), {}, jobs);
    expect((await health()).jobs.daily_done).toBe('2026-11-26');
  });
});

describe('the health of the queues', () => {
  test('each channel shows its oldest entry without an attempt, its oldest that is tried again, and its last failure', async () => {
    await entry({ channel: 'email', created_at: '2026-11-26T08:00:00.000Z' });
    await entry({ channel: 'email', created_at: '2026-11-26T07:00:00.000Z' });
    await entry({ channel: 'email', state: 'sent', created_at: '2026-11-26T06:00:00.000Z' });
    await entry({ channel: 'webhook', attempts: 3, created_at: '2026-11-26T05:00:00.000Z' });
    for (const hour of ['03', '04']) {
      const moment = `2026-11-26T${hour}:00:00.000Z`;
      await entry({ channel: 'webhook', state: 'failed', attempts: 8, created_at: moment });
    }
    const answer = await health();
    expect(queueOf(answer, 'email')).toEqual({
      channel: 'email',
      waiting_since: '2026-11-26T07:00:00.000Z',
      retrying_since: null,
      failed_at: null,
    });
    expect(queueOf(answer, 'webhook')).toEqual({
      channel: 'webhook',
      waiting_since: null,
      retrying_since: '2026-11-26T05:00:00.000Z',
      failed_at: '2026-11-26T04:00:00.000Z',
    });
    expect(queueOf(answer, 'push')).toMatchObject({
      waiting_since: null,
      retrying_since: null,
      failed_at: null,
    });
  });

  test('health reads a few rows, however many entries wait', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
       INSERT INTO outbox (id, channel, target, wallet, kind, body, state, attempts, next_attempt_at, created_at, dedupe_key)
         SELECT 'many-' || i, 'email', 'a@b.c', 'w', 'certificate', '{}',
           iif(i % 3 = 0, 'failed', 'queued'), i % 2, '2026-11-26', '2026-11-26', 'many-' || i FROM n`,
    ).run();
    const { DB, rowsRead } = countingDatabase();
    await call('/health', {}, workerWith({}, { DB }));
    expect(await rowsRead()).toBeLessThan(60);
  });
});

test('health shows since when a line of the audit log waits for its seal', async () => {
  await runSchedule({}, {}, ['seal audit log']);
  expect((await health()).audit_log.unsealed_since).toBeNull();
  const line = (moment: string) =>
    env.DB.prepare(
      `INSERT INTO journal (kind, v, about, key, at, actor_kind, actor, data, request_id)
        VALUES ('admin.activated', 1, 'admin:1', ?1, ?1, 'operator', 0, '{}', 'r')`,
    ).bind(moment);
  await env.DB.batch([line('2026-11-26T08:00:00.000Z'), line('2026-11-26T09:00:00.000Z')]);
  expect((await health()).audit_log.unsealed_since).toBe('2026-11-26T08:00:00.000Z');
  await runSchedule({}, {}, ['seal audit log']);
  expect((await health()).audit_log.unsealed_since).toBeNull();
});
