import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { shortAddress } from '../../../../domain/address.ts';
import type { foundRecords, queueAnswer, savedView } from '../../../../domain/admin/records-schema.ts';
import type { AdminRole } from '../../../../domain/admin/roles.ts';
import { Admin } from '../../../test/admin.ts';
import { claimed, submit } from '../../../test/claims.ts';
import { deskCounts } from '../../../test/counts.ts';
import { cancelPolicy, insured } from '../../../test/desk.ts';
import {
  Customer,
  countingDatabase,
  rows,
  scanFromHere,
  TRAVEL,
  term,
  workerWith,
} from '../../../test/harness.ts';

type Queue = z.output<typeof queueAnswer>;
type Found = z.output<typeof foundRecords>;
type View = z.output<typeof savedView>;
const HOUR = 3_600_000;

let hedy: Admin;
beforeEach(async () => {
  await scanFromHere();
  hedy = await Admin.arrive('Hedy Lamarr');
});

const queue = async (admin = hedy) => (await admin.call<Queue>('/admin/queue')).data;
const decide = (id: number, body: Record<string, unknown>) =>
  hedy.call(`/admin/claims/${id}/status`, { method: 'PATCH', body });
const counts = ({ sections }: Queue) => Object.fromEntries(sections.map(({ key, count }) => [key, count]));

describe('the work queue', () => {
  test('has one item for everything that waits, counted truly, by the promise that breaks first', async () => {
    const { customer, policy, claim } = await claimed({ claim_amount: 5000 });
    const large = (await submit(customer, policy, { claim_amount: 60_000 })).data;
    const approved = (await submit(customer, policy, { claim_amount: 700 + 2500 })).data;
    await decide(large.id, { status: 'approved' });
    await decide(approved.id, { status: 'approved' });
    const body = { subject: 'Roof', message: 'Is hail covered?' };
    const { data: thread } = await customer.call<{ id: number }>('/messages/create', { body });

    const other = await insured();
    await cancelPolicy(other.customer, other.policy.id);

    const form = { insurance_type: 'travel', details: TRAVEL, ...term(30) };
    const payer = await Customer.arrive();
    const { draft_id } = (await payer.call<{ draft_id: string }>('/insurance/drafts', { body: form })).data;
    const twice = { ...form, details: undefined, draft_id };
    const [first, second] = [(await payer.quote(twice)).data, (await payer.quote(twice)).data];
    for (const quote of [first, second]) await payer.report(await payer.pay(quote));

    const inactive = await Customer.arrive();
    const quote = (await inactive.quote()).data;
    await rows(
      "UPDATE accounts SET status = 'inactive' WHERE wallet = ? RETURNING id",
      inactive.address.toLowerCase(),
    );
    await inactive.report(await inactive.pay(quote));

    // The approval of the large claim waits for somebody else than who approved it.
    expect(counts(await queue())).toMatchObject({ payouts_to_confirm: 0, payouts_to_send: 1 });
    const grace = await Admin.arrive('Grace Hopper');
    const work = await queue(grace);
    expect(counts(work)).toEqual({
      ...{ claims_due: 1, payouts_to_confirm: 1, payouts_to_send: 1, refunds_owed: 1 },
      ...{ policies_to_review: 1, messages_unanswered: 1, exceptions: 1 },
    });
    expect(work.items.map(({ section }) => section).sort()).toEqual([
      ...['claims_due', 'exceptions', 'messages_unanswered', 'payouts_to_confirm', 'payouts_to_send'],
      ...['policies_to_review', 'refunds_owed'],
    ]);
    const due = work.items.map(({ due_at }) => due_at);
    expect(due).toEqual([...due].sort());
    const item = (section: string) => work.items.find((each) => each.section === section);
    expect(item('claims_due')).toMatchObject({
      ...{ id: String(claim.id), title: claim.claim_number, customer: 'Ada Lovelace' },
      ...{ wallet_address: customer.address, assigned_to: null },
    });
    expect(item('payouts_to_send')?.detail).toMatch(/\$700 approved$/);
    expect(item('refunds_owed')).toMatchObject({
      id: String(other.policy.id),
      title: other.policy.policy_number,
    });
    const asked = item('messages_unanswered');
    expect(asked).toMatchObject({ id: String(thread.id), title: 'Roof', detail: 'Is hail covered?' });
    expect((Date.parse(asked?.due_at ?? '') - Date.now()) / HOUR).toBeCloseTo(24, 1);

    await decide(claim.id, { status: 'rejected', admin_notes: 'Not covered.' });
    expect(counts(await queue()).claims_due).toBe(0);
  });

  test('has a payment outside the chain for whoever may confirm it, and then for nobody', async () => {
    const { claim } = await claimed();
    await decide(claim.id, { status: 'approved' });
    const grace = await Admin.arrive('Grace Hopper');
    const sections = async (admin: Admin) => {
      const { items } = await queue(admin);
      return items.filter(({ id, title }) => id === String(claim.id) && title === claim.claim_number);
    };
    const before = { hedy: counts(await queue()), grace: counts(await queue(grace)) };
    expect((await sections(hedy)).map(({ section }) => section)).toEqual(['payouts_to_send']);
    const path = `/admin/claims/${claim.id}/payment`;
    const body = { payout_amount: 2500, payment_method: 'check', reference: '17' };
    await hedy.call(path, { body });
    expect(await sections(hedy)).toEqual([]);
    expect((await sections(grace)).map(({ section }) => section)).toEqual(['payouts_to_confirm']);
    const change = (was: Record<string, number>, now: Record<string, number>) =>
      ['payouts_to_confirm', 'payouts_to_send'].map((key) => (now[key] ?? 0) - (was[key] ?? 0));
    expect(change(before.hedy, counts(await queue()))).toEqual([0, -1]);
    expect(change(before.grace, counts(await queue(grace)))).toEqual([1, -1]);

    await hedy.call(path, { method: 'DELETE' });
    expect((await sections(grace)).map(({ section }) => section)).toEqual(['payouts_to_send']);
    await hedy.call(path, { body });
    await grace.call(path, { body });
    expect(await sections(grace)).toEqual([]);
    const { counted, actual } = await deskCounts();
    expect(counted).toEqual(actual);
  });

  test('has items of every section, however many older ones another has', async () => {
    const { claim } = await claimed();
    await rows(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
       INSERT INTO threads (key, wallet, subject, type, priority, status, reply_count, last_sender, last_preview,
         last_message_at, unread_by_customer, unread_by_support, created_at, waiting_since)
       SELECT 'old' || i, '0xold', 'Old ' || i, 'general', 'medium', 'open', 0, 'user', '', '2020-01-01T00:00:00.000Z', 0, 1,
         '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z' FROM n`,
    );
    const { items } = await queue();
    expect(items.filter(({ section }) => section === 'messages_unanswered')).toHaveLength(50);
    expect(items.filter(({ section }) => section === 'claims_due').map(({ id }) => id)).toContain(
      String(claim.id),
    );
  });

  test.each<[AdminRole, string[]]>([
    ['underwriter', ['refunds_owed', 'policies_to_review', 'messages_unanswered', 'exceptions']],
    ['claims', ['claims_due', 'payouts_to_confirm', 'payouts_to_send', 'messages_unanswered']],
    ['support', ['messages_unanswered']],
  ])('shows %s their own work alone', async (role, keys) => {
    const { sections, items } = await queue(await Admin.arrive(role, role));
    expect(sections.map(({ key }) => key)).toEqual(keys);
    expect(sections.every(({ mine }) => mine)).toBe(true);
    expect(items.every(({ section }) => keys.includes(section))).toBe(true);
  });

  test('shows an auditor all work as others’', async () => {
    const { sections } = await queue(await Admin.arrive('Audrey', 'auditor'));
    expect(sections).toHaveLength(7);
    expect(sections.some(({ mine }) => mine)).toBe(false);
  });

  test('takes one round trip besides the session', async () => {
    const { DB, statements } = countingDatabase();
    await hedy.call('/admin/queue', {}, workerWith({}, { DB }));
    expect(statements).toHaveLength(11);
  });
});

describe('the command palette', () => {
  const find = async (q: string) => (await hedy.call<Found>(`/admin/find?q=${encodeURIComponent(q)}`)).data;

  test('finds records by number, name, address and wallet', async () => {
    const { customer, policy, claim } = await claimed();
    expect(await find(policy.policy_number)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'policy', id: String(policy.id), title: policy.policy_number }),
      ]),
    );
    expect(await find(claim.claim_number)).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'claim', id: String(claim.id) })]),
    );
    const byWallet = await find(customer.address);
    expect(byWallet.filter(({ kind }) => kind === 'user')).toEqual([
      {
        ...{ kind: 'user', id: customer.address, title: 'Ada Lovelace' },
        detail: `ada@example.com · ${shortAddress(customer.address)}`,
      },
    ]);
    expect(new Set((await find('ada@example')).map(({ kind }) => kind)).has('user')).toBe(true);
    expect((await hedy.call('/admin/find?q=')).status).toBe(422);
  });

  test('answers at most ten of each kind', async () => {
    const found = await find('0x');
    for (const kind of ['user', 'policy', 'claim', 'thread']) {
      expect(found.filter((each) => each.kind === kind).length).toBeLessThanOrEqual(10);
    }
  });
});

describe('saved views', () => {
  const save = (admin: Admin, name: string, query: string) =>
    admin.call<View>('/admin/views', { body: { list: 'claims', name, query } });
  const views = async (admin: Admin) => (await admin.call<View[]>('/admin/views')).data;

  test('belong to their administrator, and the same name replaces one', async () => {
    const first = await save(hedy, 'Mine', 'assigned=me');
    expect(first.status).toBe(201);
    const again = await save(hedy, 'Mine', 'assigned=me&status=pending');
    expect(again.data.id).toBe(first.data.id);
    expect(await views(hedy)).toEqual([
      { id: first.data.id, list: 'claims', name: 'Mine', query: 'assigned=me&status=pending' },
    ]);
    const grace = await Admin.arrive('Grace', 'auditor');
    expect(await views(grace)).toEqual([]);
    expect((await grace.call(`/admin/views/${first.data.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await hedy.call(`/admin/views/${first.data.id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await views(hedy)).toEqual([]);
  });

  test('are refused for a list that does not exist or without a name', async () => {
    const wrong = await hedy.call('/admin/views', { body: { list: 'admins', name: 'x', query: '' } });
    expect(wrong.status).toBe(422);
    expect((await save(hedy, ' ', '')).message).toBe('Please name the view.');
  });
});
