/** The desk's list of claims. */
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminClaimEntry } from '#domain/admin/claims-schema.ts';
import { Admin } from '../../../test/admin.ts';
import { claimed } from '../../../test/claims.ts';
import { type Answer, countingDatabase, scanFromHere, workerWith } from '../../../test/harness.ts';
import { listAll } from '../../../test/listed.ts';

interface List {
  claims: AdminClaimEntry[];
  pagination: { total_claims: number; next_cursor: string | null; total_pages: number };
}

let hedy: Admin;
let auditor: Admin;

beforeAll(async () => {
  [hedy, auditor] = await Promise.all([
    Admin.arrive('Hedy Lamarr', 'claims'),
    Admin.arrive('Alan Turing', 'auditor'),
  ]);
});
beforeEach(scanFromHere);

const list = (query = '', admin = hedy) => admin.call<List>(`/admin/claims?${query}`);

describe('the list of claims', () => {
  /** A month of claims without their policies, as a list reads them. */
  const SEEDED = 300;
  beforeAll(async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${SEEDED})
       INSERT INTO claims (key, wallet, policy_id, quote_id, product, status, amount_cents, deductible_usd, description,
         incident_date, incident_at, due_at, created_at, updated_at, assigned_to)
       SELECT 'seed' || i, '0x' || printf('%040x', i), 900000 + i, 'quote' || i,
         CASE i % 3 WHEN 0 THEN 'home' WHEN 1 THEN 'car' ELSE 'travel' END,
         CASE i % 4 WHEN 0 THEN 'pending' WHEN 1 THEN 'under_review' WHEN 2 THEN 'paid' ELSE 'rejected' END,
         i * 100, 0, 'Seeded claim number ' || i, '2026-01-01', '2026-01-01T00:00:00.000Z',
         CASE WHEN i % 4 < 2 THEN '2026-02-01T00:00:00.000Z' END,
         '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', CASE WHEN i % 5 = 0 THEN ${hedy.id} END FROM n`,
    ).run();
    await listAll('claims');
  });
  afterAll(() => env.DB.prepare("DELETE FROM claims WHERE key LIKE 'seed%'").run());

  test('shows the fields of the specification, ten at a time @cases-5', async () => {
    const { customer, claim, policy } = await claimed();
    const { data } = await list('sortBy=created_at');
    expect(data.claims).toHaveLength(10);
    expect(data.claims[0]).toEqual({
      id: claim.id,
      claim_id: claim.claim_number,
      status: 'pending',
      policy_type: 'home',
      customer_name: 'Ada Lovelace',
      customer: customer.address,
      policy_id: policy.policy_number,
      formatted_amount: '$5,000',
      formatted_payout: 'Pending',
      created_at: claim.created_at,
      submitted_date: claim.created_at,
      documents_count: 0,
      description: claim.description,
      due_at: expect.any(String),
      assigned_to: null,
      assigned_admin_name: null,
      needs_confirmation: false,
    });
    expect(data.pagination.total_claims).toBeGreaterThan(SEEDED);
  });

  test('reads little more than a page for every filter in its own order and every sort, on page one and behind a deep cursor', async () => {
    const all = 'status=all&policy_type=all';
    const filters = ['all', 'pending', 'paid'].flatMap((status) =>
      ['all', 'car'].map((type) => `status=${status}&policy_type=${type}`),
    );
    const sorts = { '': filters, '&sortBy=created_at': [all], '&sortBy=claim_amount': [all] };
    for (const [sort, sorted] of Object.entries(sorts)) {
      for (const filter of sorted) {
        for (const order of ['ASC', 'DESC']) {
          const query = `${filter}${sort}&sortOrder=${order}&limit=5`;
          let cursor: string | null = '';
          for (let page = 0; page < 3 && cursor !== null; page += 1) {
            const counted = countingDatabase();
            const answer: Answer<List> = await hedy.call<List>(
              `/admin/claims?${query}${cursor && `&cursor=${cursor}`}`,
              {},
              workerWith({}, { DB: counted.DB }),
            );
            expect(answer.status, query).toBe(200);
            expect(await counted.rowsRead(), query).toBeLessThanOrEqual(2 * 5 + 20);
            cursor = answer.data.pagination.next_cursor;
          }
        }
      }
    }
  });

  test('counts what each filter finds and searches by number, name and the start of a wallet', async () => {
    const car = await list('policy_type=car&status=pending');
    expect(car.data.pagination.total_claims).toBe(25);
    expect(
      car.data.claims.every(({ policy_type, status }) => policy_type === 'car' && status === 'pending'),
    ).toBe(true);
    const { customer, claim } = await claimed();
    const found = async (search: string) =>
      (await list(`search=${encodeURIComponent(search)}`)).data.claims.map(({ id }) => id);
    expect(await found(claim.claim_number)).toEqual([claim.id]);
    expect(await found(`lovelace ${customer.address.toLowerCase()}`)).toEqual([claim.id]);
    // What somebody wrote in a claim is not searched.
    expect(await found(`burst ${customer.address.toLowerCase()}`)).toEqual([]);
    expect(await found('nobody wrote this')).toEqual([]);
    expect((await list('assigned=me&status=pending')).data.claims[0]?.assigned_to).toBe(hedy.id);
  });

  test('filters by product, status, days and a colleague together', async () => {
    // Every fifth is Hedy's, every third from 1 is a car, every fourth is pending: 40, 100, 160, 220 and 280.
    const query = `assigned=${hedy.id}&policy_type=car&status=pending&sortBy=claim_amount&sortOrder=ASC`;
    const dated = await list(`${query}&recorded_from=2025-12-31&recorded_to=2026-01-01`, auditor);
    expect(dated.data.claims.map(({ formatted_amount }) => formatted_amount)).toEqual([
      '$40',
      '$100',
      '$160',
      '$220',
      '$280',
    ]);
    expect(dated.data.pagination).toMatchObject({ total_claims: 5, total_is_minimum: false });
    expect((await list(`${query}&recorded_from=2026-01-02`, auditor)).data.claims).toEqual([]);
    expect((await list(`${query}&recorded_to=2025-12-31`, auditor)).data.claims).toEqual([]);
    expect((await list(`${query}`, auditor)).data.claims).toHaveLength(5);
  });

  test('refuses days in reverse and unknown filters', async () => {
    expect(await list('recorded_from=2026-01-02&recorded_to=2026-01-01')).toMatchObject({
      status: 422,
      issues: [{ path: 'recorded_to', message: 'Please choose a last day that is not before the first.' }],
    });
    expect((await list('recorded_from=2026-02-30')).status).toBe(422);
    expect((await list('assigned=Hedy')).status).toBe(422);
    expect((await list('queue=claims_due&recorded_from=2026-01-01')).status).toBe(422);
    expect((await list('status=lost')).status).toBe(422);
    expect((await list('sortBy=name')).status).toBe(422);
    expect((await list('page=101')).status).toBe(422);
  });

  test('is downloaded whole as CSV with the filters of the list', async () => {
    const response = await workerWith({})(
      new Request('http://localhost:8787/api/admin/claims/export?policy_type=travel&status=paid', {
        headers: { authorization: `Bearer ${auditor.token}` },
      }),
    );
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="claims-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const text = await response.text();
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(26);
    expect(lines[1]).toContain(',Paid,Travel,');
    expect(lines.at(-1)).toContain('Seeded claim number 2');
  });

  test('has figures by status and product, including overdue claims @cases-4', async () => {
    const { data } = await hedy.call<Record<string, unknown>>('/admin/claims/statistics');
    expect(data).toMatchObject({
      by_status: expect.arrayContaining([
        { status: 'paid', count: 75 },
        { status: 'approved', count: 0 },
      ]),
      by_type: expect.arrayContaining([{ policy_type: 'car', count: 100 }]),
      overdue: 150,
      needs_confirmation: 0,
      paid_usd: expect.any(Number),
    });
  });

  test('begins with what waits for us by its due time, then what waits for customers, then the newest', async () => {
    const at = '2026-03-01T00:00:00.000Z';
    const insert = env.DB.prepare(
      `INSERT INTO claims (key, wallet, policy_id, quote_id, product, status, amount_cents, deductible_usd, description,
         incident_date, incident_at, due_at, requested_documents, created_at, updated_at)
       VALUES ('seed-' || ?1, '0x50', 1, 'sorted ' || ?1, 'home', ?2, 100, 0, ?1, '2026-01-01', ?5, ?3, ?4, ?5, ?5)`,
    );
    await env.DB.batch(
      [
        ['old', 'paid', null, null],
        ['asked', 'under_review', '2026-03-02T00:00:00.000Z', 'A photo'],
        ['late', 'pending', '2026-03-09T00:00:00.000Z', null],
        ['asked-first', 'under_review', '2026-03-01T00:00:00.000Z', 'A receipt'],
        ['payout', 'approved', '2026-03-05T00:00:00.000Z', null],
        ['new', 'rejected', null, null],
      ].map((row) => insert.bind(...row, at)),
    );
    await listAll('claims');
    const sorted = ['payout', 'late', 'asked-first', 'asked', 'new', 'old'];
    const shown = async (query: string) => {
      const { data } = await list(`search=Sorted&limit=3&${query}`);
      return { next: data.pagination.next_cursor, said: data.claims.map(({ description }) => description) };
    };
    const first = await shown('');
    const second = await shown(`cursor=${first.next}`);
    expect([...first.said, ...second.said]).toEqual(sorted);
  });
});
