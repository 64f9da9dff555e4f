/** The report of outcomes: every number with its cases, and the decisions as a file. */
import { exports } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import type { Outcomes } from '#domain/admin/outcomes-schema.ts';
import type { Admin } from '../../../../test/admin.ts';
import { claimed } from '../../../../test/claims.ts';
import { countingDatabase } from '../../../../test/counting.ts';
import { decide, prepare, twoAtTheDesk } from '../../../../test/decided.ts';
import { CLAIMS, deskCtx, sendReady } from '../../../../test/desk.ts';
import { call, ORIGIN, readChain, rows } from '../../../../test/harness.ts';
import { readDecisions } from './repository.ts';

let hedy: Admin;
let grace: Admin;
const ids: number[] = [];
const today = new Date().toISOString().slice(0, 10);
const period = `from=${today}&to=${today}`;

const CLAUSE = { clause: 'not_covered-2', admin_notes: 'The frames had rotted.' };
const read = (query = period) => hedy.call<Outcomes>(`/admin/reports/outcomes?${query}`);
const hoursAgo = (id: number, hours: number) =>
  rows(
    "UPDATE claims SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?) WHERE id = ? RETURNING id",
    `-${hours} hours`,
    id,
  );

beforeAll(async () => {
  ({ hedy, grace } = await twoAtTheDesk());
  const claims = await Promise.all([0, 1, 2, 3].map(() => claimed({ cause: 'fire' })));
  ids.push(...claims.map(({ claim }) => claim.id));
  const [full = 0, less = 0, looked = 0, silent = 0] = ids;
  for (const [index, id] of ids.entries()) await hoursAgo(id, 10 * (index + 1));
  // Paid as suggested, by the person who approved it; its customer is deactivated since.
  await decide(hedy, full, 'approved');
  await sendReady((await prepare(hedy, full)).data, CLAIMS);
  await readChain();
  const wallet = claims[0]?.customer.address.toLowerCase();
  await rows("UPDATE accounts SET status = 'inactive' WHERE wallet = ? RETURNING wallet", wallet);
  await decide(grace, less, 'approved', { payout_amount: 1000, admin_notes: 'One of two windows.' });
  await decide(hedy, looked, 'under_review', { requested_documents: 'A photo.' });
  await decide(hedy, looked, 'rejected', CLAUSE);
  await claims[2]?.customer.call(`/claims/${looked}/second-look`, { body: { reason: 'They were new.' } });
  await decide(grace, looked, 'approved');
  // The documents that were asked for never came.
  await decide(hedy, silent, 'under_review', { requested_documents: 'An invoice.' });
  await rows(
    `INSERT INTO journal (kind, v, about, claim_id, key, at, actor_kind, data, request_id)
     SELECT 'claim.documents_overdue', 1, 'claim:' || ?1, ?1, '99', ?2, 'server', '{"status":"under_review"}', 'r' RETURNING 1`,
    silent,
    new Date().toISOString(),
  );
  await decide(hedy, silent, 'rejected', CLAUSE);
});

test('each claim counts once by its first decision, with the claims behind every number', async () => {
  const [full = 0, less = 0, looked = 0, silent = 0] = ids;
  const { data } = await read();
  expect(data.causes).toEqual([
    {
      product: 'home',
      label: 'Fire or smoke',
      approved: [full, less],
      rejected: [looked, silent],
      // Of 10, 20, 30 and 40 hours.
      median: 20,
      p90: 40,
    },
  ]);
  expect(data.handlers.map(({ label, approved, rejected }) => [label, approved, rejected])).toEqual([
    ['Hedy Lamarr', [full], [looked, silent]],
    ['Grace Hopper', [less], []],
  ]);
  expect(data.clauses).toMatchObject([{ product: 'home', approved: [], rejected: [looked, silent] }]);
  expect(data.clauses[0]?.label).toMatch(/^Not covered 2, wording home-\d: /);
  expect(data.second_looks).toMatchObject([
    { label: 'Grace Hopper', approved: [looked], rejected: [], median: 0 },
  ]);
});

test('decisions that deserve a look are named by what they are', async () => {
  const [full, less, , silent] = ids;
  expect((await read()).data.checks).toEqual({
    differs: [less],
    one_person: [full],
    deactivated: [full],
    no_documents: [silent],
  });
});

test('complaints count by when they came, their cause and their outcome', async () => {
  const complaint = { name: 'Ada', email: 'ada@example.com', reference: '', message: 'Nobody answers me.' };
  for (const cause of ['claim_delay', 'payment'])
    expect((await call('/complaints', { body: { ...complaint, cause } })).status).toBe(201);
  const [late, paid] = await rows<{ id: number }>(
    "SELECT id FROM threads WHERE category = 'complaint' ORDER BY id",
  );
  await rows(
    "UPDATE threads SET created_at = ? || 'T00:00:00.000Z' WHERE id = ? RETURNING id",
    today,
    paid?.id,
  );
  const body = { outcome: 'partly_upheld', message: 'Half of it.' };
  expect((await grace.call(`/admin/messages/${paid?.id}/reply`, { body })).status).toBe(201);
  const { complaints } = (await read()).data;
  const of = (cause: string) => complaints.find((each) => each.cause === cause);
  expect(of('claim_delay')).toMatchObject({ open: [late?.id], median: null });
  expect(of('payment')).toMatchObject({ open: [], outcomes: { partly_upheld: [paid?.id], upheld: [] } });
  expect(of('payment')?.p90).toBeLessThan(1.1);
  expect((await read(`${period}&product=home`)).data.complaints.every(({ open }) => open.length === 0)).toBe(
    true,
  );
});

test('other products and other days have none of it, and days out of order are refused', async () => {
  expect((await read(`${period}&product=car`)).data).toMatchObject({ causes: [], checks: { differs: [] } });
  expect((await read('from=2020-01-01&to=2020-12-31')).data).toMatchObject({ causes: [], second_looks: [] });
  expect(await read('from=2020-02-01&to=2020-01-31')).toMatchObject({
    status: 422,
    issues: [{ path: 'to', message: 'Please choose a last day that is not before the first.' }],
  });
});

test('the file has each decision with its clause, reason and who decided, confirmed and prepared', async () => {
  const response = await exports.default.fetch(
    new Request(`${ORIGIN}/api/admin/reports/outcomes/export?${period}`, {
      headers: { authorization: `Bearer ${hedy.token}` },
    }),
  );
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head = '', ...lines] = (await response.text()).trim().split('\r\n');
  expect(head).toContain('Clause,Reason,Claimed (USD),Suggested (USD),Payout (USD),Decided by,Confirmed by');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(
    /^CLM-\d+,Home,Fire or smoke,.*,10,Approved,First,yes,,,5000,2500,2500,Hedy Lamarr,,Hedy Lamarr,yes,no$/,
  );
  expect(lines[2]).toMatch(
    /,Rejected,First,no,"Not covered 2, .*,The frames had rotted\.,5000,,,Hedy Lamarr,,,no,no$/,
  );
  expect(lines[4]).toMatch(/,Rejected,First,yes,.*,Hedy Lamarr,,,no,yes$/);
  expect(await rows("SELECT after FROM audit_log WHERE subject = 'export:outcomes'")).toEqual([
    { after: JSON.stringify({ from: today, to: today, rows: 5 }) },
  ]);
});

test('decisions of other days are not read, and a period with too many is refused', async () => {
  const { DB, rowsRead } = countingDatabase();
  const { db } = deskCtx({}, { DB });
  expect(await readDecisions(db, { from: today, to: today }, 3)).toHaveLength(3);
  expect(await rowsRead()).toBeLessThan(120);
  await rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2001)
     INSERT INTO occurrences (kind, v, about, claim_id, key, at, actor_kind)
     SELECT 'claim.rejected', 1, 'claim:' || ?1, ?1, 'many ' || i, '2025-06-01T00:00:00.000Z', 'admin' FROM n RETURNING 1`,
    ids[0],
  );
  await rows(
    "INSERT INTO occurrence_data (id, data, request_id) SELECT id, '{}', '' FROM occurrences WHERE key LIKE 'many %' RETURNING 1",
  );
  const before = countingDatabase();
  await readDecisions(deskCtx({}, { DB: before.DB }).db, { from: '2024-01-01', to: '2024-12-31' }, 3);
  expect(await before.rowsRead()).toBeLessThan(5);
  expect(await read('from=2025-06-01&to=2025-06-30')).toMatchObject({
    status: 422,
    issues: [
      {
        path: 'to',
        message: 'There are more than 2,000 decisions in this period. Please choose a shorter one.',
      },
    ],
  });
});
