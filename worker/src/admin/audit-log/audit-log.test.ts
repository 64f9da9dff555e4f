import { env } from 'cloudflare:workers';
import { createHash, createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { AuditLogEntry, auditLogCheck, auditLogHead } from '#domain/admin/records-schema.ts';
import { commit, guard } from '#worker/platform/db/guard.ts';
import { recordAct } from '#worker/told/record.ts';
import { Admin } from '../../../test/admin.ts';
import { deleteOccurrences, emptyJournal, writeLines } from '../../../test/audit-log.ts';
import { deskCtx, raced } from '../../../test/desk.ts';
import { call, countingDatabase, ORIGIN, rows, runSchedule, workerWith } from '../../../test/harness.ts';
import { checkAuditLog } from './check.ts';
import { sealAuditLog } from './seal.ts';

type Check = z.output<typeof auditLogCheck>;
type Head = z.output<typeof auditLogHead>;
interface List {
  entries: AuditLogEntry[];
  pagination: { total_entries: number; next_cursor: string | null };
}

let hedy: Admin;

const write = (count: number, adminId = hedy.id) => writeLines(count, adminId);

const check = async (query = '') => (await hedy.call<Check>(`/admin/audit-log/check${query}`)).data;
const faults = async (query = '') =>
  (await check(query)).faults.map(({ number, kind }) => `${number} ${kind}`);
const head = async () => (await call<Head>('/audit-log/head')).data;
const list = (query = '') => hedy.call<List>(`/admin/audit-log${query}`);

beforeEach(async () => {
  hedy = await Admin.arrive('Hedy Lamarr');
  await emptyJournal();
});

test('one line is read by its id, for everyone who may read the log', async () => {
  await write(2);
  const { data } = await hedy.call<AuditLogEntry>('/admin/audit-log/2');
  expect(data).toEqual((await list()).data.entries.find(({ id }) => id === 2));
  expect(data).toMatchObject({
    subject: 'claim:2',
    admin_name: 'Hedy Lamarr',
    after: { assigned_to: 4 },
  });
  expect((await hedy.call('/admin/audit-log/3')).status).toBe(404);
  const grace = await Admin.arrive('Grace Hopper', 'support');
  expect((await grace.call('/admin/audit-log/2')).status).toBe(403);
});

describe('sealing the audit log', () => {
  test('seals every occurrence under its id, each seal over the one before and a digest of its data', async () => {
    await write(3);
    await deleteOccurrences('id = 2');
    await runSchedule({}, {}, ['seal audit log']);
    const seals = await rows<{ number: number; digest: string; seal: string }>(
      'SELECT * FROM audit_log_seals',
    );
    const keys = await rows<{ id: number; key: string }>('SELECT id, key FROM occurrences');
    // By hand, as anyone with the secret can.
    const digestOf = (id: number) =>
      createHash('sha256')
        .update(
          `{"actor":${hedy.id},"data":"{\\"before\\":{\\"assigned_to\\":null},\\"after\\":{\\"assigned_to\\":4}}","request_id":"r${id}","wallet":null}`,
        )
        .digest('hex');
    const line = (id: number) =>
      `{"about":"claim:${id}","actor_kind":"admin","at":"2026-11-22T10:00:00.000Z","claim_id":null,"digest":"${digestOf(id)}","id":${id},"key":"${keys.find((row) => row.id === id)?.key}","kind":"claim.assigned","policy_id":null,"v":1}`;
    const hmac = (text: string) =>
      createHmac('sha256', 'an audit secret that only these tests know').update(text).digest('hex');
    const first = hmac(`${'0'.repeat(64)}${line(1)}`);
    expect(seals).toEqual([
      { number: 1, digest: digestOf(1), seal: first, sealed_at: expect.any(String) },
      { number: 3, digest: digestOf(3), seal: hmac(`${first}${line(3)}`), sealed_at: expect.any(String) },
    ]);
    // A line that was deleted before it was sealed has no seal to miss, but its id is gone.
    expect((await check()).faults).toEqual([
      { number: 2, kind: 'missing', detail: 'Line 2 was written and has since been deleted.' },
    ]);
    expect(await faults('?from=2')).toEqual(['2 missing']);
    await rows("UPDATE occurrences SET about = 'claim:99' WHERE id = 3");
    expect((await check()).faults).toEqual([
      {
        number: 2,
        kind: 'missing',
        detail: 'Line 2 was written and has since been deleted. Line 3 can no longer be checked.',
      },
    ]);
  });

  test('also seals what customers do, which the audit log does not list', async () => {
    await write(1);
    await rows(
      `INSERT INTO journal (kind, v, about, key, at, actor_kind, wallet, data, request_id)
        VALUES ('policy.contact_changed', 1, 'policy:7', '1', '2026-11-22T10:00:00.000Z', 'customer', '0xada', '{}', 'r')`,
    );
    await sealAuditLog(deskCtx());
    expect((await head()).number).toBe(2);
    expect((await list()).data.entries.map(({ number }) => number)).toEqual([1]);
    await rows("UPDATE occurrence_data SET wallet = '0xeve' WHERE id = 2");
    expect(await faults()).toEqual(['2 tampered']);
  });

  test('gives ids without gaps, also where a batch that wrote a line was rolled back', async () => {
    await write(1);
    const line = `INSERT INTO journal (kind, v, about, key, at, actor_kind, actor, data, request_id)
      VALUES ('claim.assigned', 1, 'claim:9', '1', '2026', 'admin', 1, '{}', 'r')`;
    const refused = env.DB.batch([
      env.DB.prepare(line),
      env.DB.prepare("SELECT json_extract('{}', 'guard constraint failed')"),
    ]);
    await expect(refused).rejects.toThrow('constraint failed');
    const admin = { id: hedy.id, email: hedy.email, name: '', role: 'administrator', jti: 'test' } as const;
    const ctx = { ...deskCtx(), admin };
    const never = guard(ctx.db, sql`0`);
    await commit(ctx, [recordAct(ctx, { action: 'claim.assigned', subject: 'claim:9' }), never], () => false);
    await write(1);
    expect(await rows('SELECT id FROM audit_log')).toEqual([{ id: 1 }, { id: 2 }]);
    await sealAuditLog(deskCtx());
    expect(await faults()).toEqual([]);
  });

  test('publishes each head to anyone and keeps it in the bucket', async () => {
    expect(await head()).toEqual({ number: 0, seal: '0'.repeat(64), sealed_at: null });
    await write(2);
    await runSchedule({}, {}, ['seal audit log']);
    const { number, seal } = await head();
    expect(number).toBe(2);
    const kept = await env.FILES.get(`audit-log/heads/2-${seal}`);
    expect(await kept?.json()).toMatchObject({ number: 2, seal });
    await runSchedule({}, {}, ['seal audit log']);
    expect((await head()).seal).toBe(seal);
  });

  test('seals a limited number of lines per run and continues in the next run', async () => {
    await write(120);
    await sealAuditLog(deskCtx(), 50);
    expect((await head()).number).toBe(50);
    await sealAuditLog(deskCtx(), 50);
    await sealAuditLog(deskCtx(), 50);
    expect((await head()).number).toBe(120);
    expect(await faults()).toEqual([]);
  });

  test('does nothing in a run that another one overtook', async () => {
    await write(2);
    const other = "INSERT INTO audit_log_seals VALUES (1, 'its', 'theirs', '2026')";
    await sealAuditLog(raced(deskCtx(), other));
    expect(await rows('SELECT number, seal FROM audit_log_seals')).toEqual([{ number: 1, seal: 'theirs' }]);
  });

  test('leaves one chain when runs overlap', async () => {
    await write(30);
    await Promise.all([1, 2, 3].map(() => sealAuditLog(deskCtx())));
    expect((await check()).head.number).toBe(30);
    expect(await faults()).toEqual([]);
  });
});

describe('checking the audit log', () => {
  beforeEach(async () => {
    await write(6);
    await runSchedule({}, {}, ['seal audit log']);
  });

  test('finds nothing wrong with a complete log, whatever range it starts with', async () => {
    expect(await check()).toMatchObject({
      checked_from: 1,
      checked_to: 6,
      next_number: null,
      unsealed: 0,
      faults: [],
    });
    expect(await faults('?from=4')).toEqual([]);
    expect(await check('?from=7')).toMatchObject({ checked_to: 6, next_number: null, faults: [] });
    expect(await faults('?from=100')).toEqual([]);
    await write(1);
    expect((await check()).unsealed).toBe(1);
  });

  test('continues range by range', async () => {
    const first = await checkAuditLog(deskCtx(), { most: 4 });
    expect(first).toMatchObject({ checked_from: 1, checked_to: 4, next_number: 5, faults: [] });
    expect(await checkAuditLog(deskCtx(), { from: 5, most: 4 })).toMatchObject({
      checked_from: 5,
      checked_to: 6,
      next_number: null,
      faults: [],
    });
  });

  test.each([
    ['kind', 'occurrences', "kind = 'claim.revealed'"],
    ['record', 'occurrences', "about = 'claim:99'"],
    ['time', 'occurrences', "at = '2025-01-01T00:00:00.000Z'"],
    ['author', 'occurrence_data', 'actor = 99'],
    ['old and new values', 'occurrence_data', `data = '{"after":{"assigned_to":5}}'`],
    ['request', 'occurrence_data', "request_id = 'other'"],
  ])('shows a line whose %s was changed', async (_, table, change) => {
    await rows(`UPDATE ${table} SET ${change} WHERE id = 3`);
    expect(await faults()).toEqual(['3 tampered']);
  });

  test('shows changed data even if its digest was changed to match', async () => {
    await rows('UPDATE occurrence_data SET actor = 99 WHERE id = 3');
    const [known] = await rows<{ actor: number; data: string; request_id: string }>(
      'SELECT actor, data, request_id FROM occurrence_data WHERE id = 3',
    );
    const digest = createHash('sha256')
      .update(JSON.stringify({ ...known, wallet: null }))
      .digest('hex');
    await rows('UPDATE audit_log_seals SET digest = ? WHERE number = 3', digest);
    expect(await faults()).toEqual(['3 tampered']);
  });

  test('names a line whose data was erased, and still proves what remains of it', async () => {
    await rows('DELETE FROM occurrence_data WHERE id = 3');
    expect((await check()).faults).toEqual([
      { number: 3, kind: 'erased', detail: 'What was known of line 3 has been erased.' },
    ]);
    await rows("UPDATE occurrences SET about = 'claim:99' WHERE id = 3");
    expect(await faults()).toEqual(['3 erased', '3 tampered']);
  });

  test('shows a seal that was forged without the secret', async () => {
    await rows("UPDATE audit_log_seals SET seal = 'f' || substr(seal, 2) || 'x' WHERE number = 3");
    expect(await faults()).toEqual(['3 tampered', '4 tampered']);
  });

  test('shows a line that was deleted from the middle, with its seal or without', async () => {
    await deleteOccurrences('id = 3');
    expect(await faults()).toEqual(['3 missing']);
    await rows('DELETE FROM audit_log_seals WHERE number = 3');
    expect(await faults()).toEqual(['3 missing']);
    expect(await faults('?from=4')).toEqual(['3 missing']);
  });

  test('shows lines that were deleted before they were sealed, already before the next sealing', async () => {
    await write(4);
    await deleteOccurrences('id IN (7, 8)');
    expect((await check()).faults).toEqual([
      { number: 6, kind: 'missing', detail: '2 lines were deleted before the next sealing.' },
    ]);
    await sealAuditLog(deskCtx());
    expect((await check()).faults).toEqual([
      { number: 7, kind: 'missing', detail: 'Lines 7 to 8 were written and have since been deleted.' },
    ]);
  });

  test('shows a line that was slipped in between', async () => {
    await deleteOccurrences('id IN (5, 6)');
    await rows('DELETE FROM audit_log_seals WHERE number IN (5, 6)');
    await rows("UPDATE sqlite_sequence SET seq = 7 WHERE name = 'occurrences'");
    await write(1);
    // Whoever can delete from the bucket, too.
    await env.FILES.delete('audit-log/latest');
    await sealAuditLog(deskCtx());
    await rows(
      "INSERT INTO occurrences (id, kind, v, about, key, at, actor_kind) VALUES (6, 'a', 1, 'b:1', 'k', '2026', 'admin')",
    );
    expect(await faults()).toContain('6 tampered');
  });

  test('shows a log whose tail was cut off, by its ids, by our bucket and by a head kept outside', async () => {
    const { number, seal } = await head();
    await deleteOccurrences('id > 4');
    await rows('DELETE FROM audit_log_seals WHERE number > 4');
    expect(await faults()).toEqual(['4 cut_off', '6 cut_off']);
    await rows("UPDATE sqlite_sequence SET seq = 4 WHERE name = 'occurrences'");
    expect(await faults()).toEqual(['6 cut_off']);
    await env.FILES.delete('audit-log/latest');
    expect(await faults()).toEqual([]);
    expect(await faults(`?head=${number}:${seal}`)).toEqual(['6 cut_off']);
  });

  test('shows that a head kept outside was never ours', async () => {
    const { number, seal } = await head();
    expect(await faults(`?head=${number}:${seal}`)).toEqual([]);
    expect(await faults(`?head=${number}:${'ab'.repeat(32)}`)).toEqual(['6 unknown_head']);
    expect(await faults(`?head=0:${'0'.repeat(64)}`)).toEqual([]);
    expect((await hedy.call('/admin/audit-log/check?head=6')).status).toBe(422);
  });

  test('shows a log that was resealed under another secret', async () => {
    const kept = await head();
    await rows('DELETE FROM audit_log_seals');
    await env.FILES.delete('audit-log/latest');
    await sealAuditLog(deskCtx({}, { AUDIT_LOG_SECRET: 'a secret that somebody else made up for it' }));
    expect((await check()).faults.map(({ kind }) => kind)).toContain('tampered');
    const other = workerWith({}, { AUDIT_LOG_SECRET: 'a secret that somebody else made up for it' });
    const theirs = await hedy.call<Check>(`/admin/audit-log/check?head=6:${kept.seal}`, {}, other);
    expect(theirs.data.faults.map(({ kind }) => kind)).toEqual(['unknown_head']);
  });
});

describe('the audit log', () => {
  test('lists lines with their administrator, link, before and after, newest first', async () => {
    await write(2);
    await rows(
      `INSERT INTO journal (kind, v, about, key, at, actor_kind, actor, data, request_id)
        VALUES ('admin.activated', 1, 'admin:1', '1', '2026-11-22T10:00:00.000Z', 'operator', 0, '{}', 'command line')`,
    );
    await sealAuditLog(deskCtx(), 2);
    const { data } = await list();
    expect(data.pagination.total_entries).toBe(3);
    expect(data.entries.map(({ number, admin_name, link }) => [number, admin_name, link])).toEqual([
      [null, 'Operator (command line)', null],
      [2, 'Hedy Lamarr', '/admin/claims?open=2'],
      [1, 'Hedy Lamarr', '/admin/claims?open=1'],
    ]);
    expect(data.entries[1]).toMatchObject({
      action: 'claim.assigned',
      subject: 'claim:2',
      admin_id: hedy.id,
      request_id: 'r2',
      before: { assigned_to: null },
      after: { assigned_to: 4 },
      at: '2026-11-22T10:00:00.000Z',
    });
  });

  test('is filtered by record or administrator and searched by its words', async () => {
    await write(5);
    await write(1, 0);
    const found = async (query: string) => (await list(query)).data.entries.map(({ id }) => id);
    expect(await found('?subject=claim:1')).toEqual([6, 1]);
    expect(await found('?admin_id=0')).toEqual([6]);
    expect(await found('?search=claim:3')).toEqual([3]);
    expect(await found('?search=assigned&limit=2')).toEqual([6, 5]);
    expect((await list('?subject=claim:1&admin_id=0')).status).toBe(422);
    for (const [filter, total_entries] of [
      ['subject=claim:1', 2],
      ['admin_id=0', 1],
    ]) {
      const { pagination } = (await list(`?${filter}`)).data;
      expect(pagination).toMatchObject({ total_entries, total_pages: 1, total_is_minimum: false });
    }
    expect((await list()).data.pagination.total_entries).toBe(6);
  });

  test('reads a page in two round trips, its lines once, after a deep cursor too', async () => {
    await write(300);
    const { DB, rowsRead, statements } = countingDatabase();
    const first = await list('?limit=20');
    const path = `/admin/audit-log?limit=20&cursor=${first.data.pagination.next_cursor}`;
    const { data } = await hedy.call<List>(path, {}, workerWith({}, { DB }));
    expect(data.entries).toHaveLength(20);
    expect(data.entries[0]?.id).toBe(280);
    // The session is one statement and the page three.
    expect(statements).toHaveLength(4);
    // A line is its row at the desk, an occurrence, its data, its seal and its administrator.
    expect(await rowsRead()).toBeLessThanOrEqual(5 * 20 + 20);
  });

  test('is downloaded whole', async () => {
    await write(2);
    const answered = await workerWith({})(
      new Request(`${ORIGIN}/api/admin/audit-log/export`, {
        headers: { authorization: `Bearer ${hedy.token}` },
      }),
    );
    const lines = (await answered.text()).split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('11/22/2026 10:00,Hedy Lamarr,claim.assigned,claim:2');
  });

  test('is only for administrators and auditors', async () => {
    const [auditor, claims] = [await Admin.arrive('A', 'auditor'), await Admin.arrive('C', 'claims')];
    expect((await auditor.call('/admin/audit-log')).status).toBe(200);
    expect((await claims.call('/admin/audit-log')).status).toBe(403);
  });
});
