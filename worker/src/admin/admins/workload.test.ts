import { beforeEach, expect, test } from 'vitest';
import type { WorkloadEntry } from '#domain/admin/auth-schema.ts';
import { Admin } from '../../../test/admin.ts';
import { claimed } from '../../../test/claims.ts';
import { countingDatabase, rows, scanFromHere, workerWith } from '../../../test/harness.ts';
import { listAll } from '../../../test/listed.ts';

const HOUR = 3_600_000;
let hedy: Admin;
let grace: Admin;
beforeEach(async () => {
  await scanFromHere();
  await rows("UPDATE admins SET status = 'inactive'");
  hedy = await Admin.arrive('Hedy');
  grace = await Admin.arrive('Grace', 'claims');
});

const workload = async () => (await hedy.call<WorkloadEntry[]>('/admin/workload')).data;
const of = async (name: string) => (await workload()).find((one) => one.name === name);

test('lists the work that nobody has and that of each active administrator who can be assigned some', async () => {
  await Admin.arrive('Ann', 'auditor');
  await Admin.arrive('Joan', 'support');
  expect((await workload()).map(({ name, role }) => [name, role])).toEqual([
    ['Nobody', null],
    ['Grace', 'claims'],
    ['Hedy', 'administrator'],
    ['Joan', 'support'],
  ]);
  expect((await grace.call('/admin/workload')).status).toBe(403);
});

test('counts open claims and messages to answer, what is overdue, and the oldest due date of each', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
  const made = [await claimed(), await claimed(), await claimed()];
  const ids = made.map(({ claim }) => claim.id);
  for (const id of ids) {
    await hedy.call(`/admin/claims/${id}/assignee`, { method: 'PATCH', body: { admin_id: grace.id } });
  }
  const before = await of('Nobody');
  const [late, customers] = [ago(2), ago(50)];
  await rows('UPDATE claims SET due_at = ? WHERE id = ?', late, ids[0]);
  // Past its date, but it is the customer's turn.
  await rows("UPDATE claims SET due_at = ?, requested_documents = 'x' WHERE id = ?", customers, ids[1]);
  await rows("UPDATE claims SET due_at = NULL, status = 'rejected' WHERE id = ?", ids[2]);
  const waits = (count: number, hours: number, to: number | null) =>
    rows(
      `UPDATE threads SET waiting_since = ?, assigned_to = ? WHERE id IN (SELECT id FROM threads WHERE waiting_since IS NULL LIMIT ${count})`,
      ago(hours),
      to,
    );
  await rows('UPDATE threads SET waiting_since = NULL, assigned_to = NULL');
  await waits(1, 30, grace.id);
  await waits(1, 3, grace.id);
  expect(await of('Grace')).toMatchObject({
    id: grace.id,
    claims: { open: 2, overdue: 1, oldest_due_at: customers },
    messages: { open: 2, overdue: 1, oldest_due_at: expect.stringMatching(/^20/) },
  });
  const due = (await of('Grace'))?.messages.oldest_due_at ?? '';
  expect((Date.now() - Date.parse(due)) / HOUR).toBeCloseTo(6, 1);
  expect((await of('Nobody'))?.claims).toEqual(before?.claims);
  expect((await of('Hedy'))?.claims).toEqual({ open: 0, overdue: 0, oldest_due_at: null });
});

test('the workload shows 100+ for a person with more than a hundred items, and reads no further', async () => {
  const { claim } = await claimed();
  const [columns] = await rows<{ list: string }>(
    `SELECT group_concat('"' || name || '"') list FROM pragma_table_info('claims') WHERE name NOT IN ('id', 'key', 'assigned_to', 'due_at')`,
  );
  await rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
     INSERT INTO claims (key, assigned_to, due_at, ${columns?.list}) SELECT 'many' || i, ?, '2026-01-01T00:00:00.000Z', ${columns?.list} FROM claims, n WHERE claims.id = ?`,
    grace.id,
    claim.id,
  );
  await listAll('claims');
  expect((await of('Grace'))?.claims).toMatchObject({ open: 101, overdue: 101 });
  const { DB, rowsRead } = countingDatabase();
  await hedy.call('/admin/workload', {}, workerWith({}, { DB }));
  // Grace's 101 of 400, and the few of everyone else.
  expect(await rowsRead()).toBeLessThan(300);
});
