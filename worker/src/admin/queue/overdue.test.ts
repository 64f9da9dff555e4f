/** What is later than we promised: the figure of each list and the rows that it links to. */
import { beforeEach, expect, test } from 'vitest';
import { Admin } from '../../../test/admin.ts';
import { claimed, submit } from '../../../test/claims.ts';
import { cancelPolicy, insured } from '../../../test/desk.ts';
import { rows, scanFromHere } from '../../../test/harness.ts';

let hedy: Admin;
beforeEach(async () => {
  await scanFromHere();
  hedy = await Admin.arrive('Hedy Lamarr');
});

const decide = (id: number, body: Record<string, unknown>) =>
  hedy.call(`/admin/claims/${id}/status`, { method: 'PATCH', body });
const moved = (id: number, due: string | null) =>
  rows('UPDATE claims SET due_at = ? WHERE id = ? RETURNING id', due, id);

/** Every id behind a link, page by page. */
async function linked(list: 'claims' | 'policies', queue: string): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = new URLSearchParams({ queue, limit: '2', ...(cursor ? { cursor } : {}) });
    const { data } = await hedy.call<{
      claims?: { id: number }[];
      policies?: { id: number }[];
      pagination: { next_cursor: string | null };
    }>(`/admin/${list}?${query}`);
    ids.push(...(data[list] ?? []).map(({ id }) => id));
    cursor = data.pagination.next_cursor;
  }
  return ids;
}

test('overdue claims are late reviews and payouts, and the figure is the number of rows it links to', async () => {
  const { customer, policy, claim: review } = await claimed();
  const more = async (amount: number) => (await submit(customer, policy, { claim_amount: amount })).data.id;
  const ids = {
    confirm: await more(60_000),
    pay: await more(4000),
    documents: await more(4100),
    closed: await more(4200),
    fresh: await more(4300),
  };
  await decide(ids.confirm, { status: 'approved' });
  await decide(ids.pay, { status: 'approved' });
  await decide(ids.documents, { status: 'under_review', requested_documents: 'The invoice.' });
  await decide(ids.closed, { status: 'rejected', clause: 'not_covered-2', admin_notes: 'Not covered.' });
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  for (const id of [review.id, ids.confirm, ids.pay, ids.documents]) await moved(id, yesterday);

  const figures = await hedy.call<{ overdue: number }>('/admin/claims/statistics');
  const found = await linked('claims', 'overdue');
  expect(found.sort((a, b) => a - b)).toEqual([review.id, ids.confirm, ids.pay].sort((a, b) => a - b));
  expect(figures.data.overdue).toBe(found.length);
});

test('overdue refunds are those past five business days, and the figure is the number of rows it links to', async () => {
  const { customer, policy } = await insured();
  await cancelPolicy(customer, policy.id);
  const seen = new Set<boolean>();
  for (let daysAgo = 0; daysAgo < 10; daysAgo += 1) {
    const since = new Date(Date.now() - daysAgo * 86_400_000 - 60_000);
    await rows('UPDATE endings SET due_from = ? RETURNING policy_id', since.toISOString());
    // Five business days from Saturday and Sunday end on Friday, from any other day a week later.
    const promised = { 6: 6, 0: 5 }[since.getUTCDay()] ?? 7;
    const late = daysAgo >= promised;
    seen.add(late);
    const figures = await hedy.call<{ refunds_overdue: number }>('/admin/policies/statistics');
    expect(figures.data.refunds_overdue, since.toISOString()).toBe(late ? 1 : 0);
    expect(await linked('policies', 'refunds_overdue'), since.toISOString()).toEqual(late ? [policy.id] : []);
  }
  expect(seen.size).toBe(2);
});
