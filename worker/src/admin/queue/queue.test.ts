import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import type { foundRecords, QueueKind, savedView } from '#domain/admin/records-schema.ts';
import type { AdminRole } from '#domain/admin/roles.ts';
import { Admin } from '../../../test/admin.ts';
import { claimed, png, submit, upload } from '../../../test/claims.ts';
import { deskCounts } from '../../../test/counts.ts';
import { cancelPolicy, insured, paidTwice } from '../../../test/desk.ts';
import {
  Customer,
  call,
  countingDatabase,
  rows,
  scanFromHere,
  TRAVEL,
  term,
  workerWith,
} from '../../../test/harness.ts';
import { listAll } from '../../../test/listed.ts';
import { countOf, type Queue, queueOf } from '../../../test/queue.ts';

type Found = z.output<typeof foundRecords>;
type View = z.output<typeof savedView>;
const HOUR = 3_600_000;

let hedy: Admin;
beforeEach(async () => {
  await scanFromHere();
  hedy = await Admin.arrive('Hedy Lamarr');
});

const queue = (admin = hedy) => queueOf(admin);
const decide = (id: number, body: Record<string, unknown>) =>
  hedy.call(`/admin/claims/${id}/status`, { method: 'PATCH', body });
/** What there is to do, by kind. */
const counts = ({ sections }: Queue) =>
  Object.fromEntries(
    sections.find(({ key }) => key === 'to_do')?.kinds.map(({ key, count }) => [key, count]) ?? [],
  );

describe('the work queue', () => {
  test('has one item for everything pending, counted correctly, the most urgent promise first', async () => {
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
    expect(counts(await queue())).not.toHaveProperty('payouts_to_confirm');
    expect(countOf(await queue(), 'payouts_to_confirm', 'second_person')).toBe(1);
    const grace = await Admin.arrive('Grace Hopper');
    const work = await queue(grace);
    expect(counts(work)).toEqual({
      claims_due: 1,
      payouts_to_confirm: 1,
      payouts_to_send: 1,
      refunds_owed: 1,
      policies_to_review: 1,
      messages_unanswered: 1,
      exceptions: 1,
    });
    expect(work.items.every(({ section }) => section === 'to_do')).toBe(true);
    expect(work.items.map(({ kind }) => kind).sort()).toEqual([
      ...['claims_due', 'exceptions', 'messages_unanswered', 'payouts_to_confirm', 'payouts_to_send'],
      ...['policies_to_review', 'refunds_owed'],
    ]);
    const due = work.items.map(({ due_at }) => due_at);
    expect(due).toEqual([...due].sort());
    const item = (kind: string) => work.items.find((each) => each.kind === kind);
    expect(item('claims_due')).toMatchObject({
      id: String(claim.id),
      title: claim.claim_number,
      customer: 'Ada Lovelace',
      wallet_address: customer.address,
      assigned_to: null,
    });
    expect(item('payouts_to_send')?.detail).toBe('$700 approved, Home Insurance');
    expect(item('refunds_owed')).toMatchObject({
      id: String(other.policy.id),
      title: other.policy.policy_number,
    });
    const asked = item('messages_unanswered');
    expect(asked).toMatchObject({ id: String(thread.id), title: 'Roof', detail: 'Is hail covered?' });
    expect((Date.parse(asked?.due_at ?? '') - Date.now()) / HOUR).toBeCloseTo(24, 1);

    await decide(claim.id, { status: 'rejected', clause: 'not_covered-2', admin_notes: 'Not covered.' });
    expect(counts(await queue())).not.toHaveProperty('claims_due');
  });

  test('offers a payment outside the chain to a second person, and shows its reporter that it waits for one', async () => {
    const { claim } = await claimed();
    await decide(claim.id, { status: 'approved' });
    const grace = await Admin.arrive('Grace Hopper');
    const places = async (admin: Admin) =>
      (await queue(admin)).items
        .filter(({ title }) => title === claim.claim_number)
        .map(({ section, kind }) => `${section}: ${kind}`);
    expect(await places(hedy)).toEqual(['to_do: payouts_to_send']);
    const path = `/admin/claims/${claim.id}/payment`;
    const body = { payout_amount: 2500, payment_method: 'check', reference: '17' };
    await hedy.call(path, { body });
    expect(await places(hedy)).toEqual(['second_person: payouts_to_confirm']);
    expect(await places(grace)).toEqual(['to_do: payouts_to_confirm']);

    await hedy.call(path, { method: 'DELETE' });
    expect(await places(grace)).toEqual(['to_do: payouts_to_send']);
    await hedy.call(path, { body });
    await grace.call(path, { body });
    expect(await places(grace)).toEqual([]);
    const { counted, actual } = await deskCounts();
    expect(counted).toEqual(actual);
  });

  test('has items of every kind, however many older ones another has', async () => {
    const { claim } = await claimed();
    await rows(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
       INSERT INTO threads (key, wallet, subject, type, priority, status, reply_count, last_sender, last_preview,
         last_message_at, unread_by_customer, unread_by_support, created_at, waiting_since)
       SELECT 'old' || i, '0xold', 'Old ' || i, 'general', 'medium', 'open', 0, 'user', '', '2020-01-01T00:00:00.000Z', 0, 1,
         '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z' FROM n`,
    );
    await listAll('messages');
    const { items } = await queue();
    expect(items.filter(({ kind }) => kind === 'messages_unanswered')).toHaveLength(50);
    expect(items.filter(({ kind }) => kind === 'claims_due').map(({ id }) => id)).toContain(String(claim.id));
  });

  test.each<[AdminRole, QueueKind[]]>([
    [
      'underwriter',
      [
        ...(['refunds_owed', 'policies_to_review', 'holder_changes', 'messages_unanswered'] as const),
        'exceptions',
      ],
    ],
    [
      'claims',
      [
        ...(['claims_due', 'documents_awaited', 'payouts_to_confirm', 'payouts_to_send'] as const),
        ...(['payouts_under_way', 'messages_unanswered'] as const),
      ],
    ],
    ['support', ['messages_unanswered']],
  ])('shows %s only their own work', async (role, kinds) => {
    const { mine, items, sections } = await queue(await Admin.arrive(role, role));
    expect(mine).toBe(true);
    const seen = [
      ...items.map(({ kind }) => kind),
      ...sections.flatMap((one) => one.kinds.map(({ key }) => key)),
    ];
    expect(seen).toContain('messages_unanswered');
    expect(seen.filter((kind) => !kinds.includes(kind))).toEqual([]);
  });

  test('shows an auditor all work as other people’s', async () => {
    const all = await queue();
    const { mine, sections } = await queue(await Admin.arrive('Audrey', 'auditor'));
    expect([all.mine, mine]).toEqual([true, false]);
    expect(sections.map(({ kinds }) => kinds.map(({ key }) => key))).toEqual(
      all.sections.map(({ kinds }) => kinds.map(({ key }) => key)),
    );
  });

  test('takes two round trips in addition to the session', async () => {
    const { DB, statements } = countingDatabase();
    await hedy.call('/admin/queue', {}, workerWith({}, { DB }));
    expect(statements).toHaveLength(24);
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
        kind: 'user',
        document: null,
        id: customer.address,
        title: 'Ada Lovelace',
        detail: `ada@example.com · ${shortAddress(customer.address)}`,
      },
    ]);
    expect(new Set((await find('ada@example')).map(({ kind }) => kind)).has('user')).toBe(true);
    expect((await hedy.call('/admin/find?q=')).status).toBe(422);
  });

  test('finds what a transaction is about, an exception and a document by its name', async () => {
    const { customer, policy, claim } = await claimed();
    const [bought] = await rows<{ tx_hash: string }>(
      'SELECT e.tx_hash FROM chain_events e JOIN policies p ON p.purchase_event_id = e.id WHERE p.id = ?',
      policy.id,
    );
    expect(await find(bought?.tx_hash.toUpperCase().replace('0X', '0x') ?? '')).toEqual([
      expect.objectContaining({ kind: 'policy', id: String(policy.id), title: policy.policy_number }),
    ]);
    expect(await find(`0x${'9'.repeat(64)}`)).toEqual([]);
    await upload(customer, claim.id, [{ name: 'Plumber invoice.png', bytes: png('palette') }]);
    const [document] = (await find('plumber inv')).filter(({ kind }) => kind === 'document');
    expect(document).toMatchObject({
      id: String(claim.id),
      title: 'Plumber invoice.png',
      detail: claim.claim_number,
    });
    const { customer: payer } = await paidTwice();
    expect((await find(payer.address)).map(({ kind }) => kind)).toContain('exception');
  });

  test('finds a complaint by its number, apart from other messages', async () => {
    const body = {
      name: 'Grace Hopper',
      email: 'grace@hopper.example',
      cause: 'claim_delay',
      message: 'Nobody answers.',
    };
    const { data } = await call<{ complaint_number: string }>('/complaints', { body });
    const [found] = await find(data.complaint_number);
    expect(found).toMatchObject({
      kind: 'complaint',
      detail: `${data.complaint_number} · Grace Hopper`,
    });
    expect((await find('grace@hopper.example')).map(({ kind }) => kind)).toEqual(['complaint']);
  });

  test('answers for whatever is typed, also for what no index can be asked', async () => {
    for (const q of ['a\0b', '"', "'", '’', '😀', 'W'.repeat(100), '%', 'O’'])
      expect((await hedy.call(`/admin/find?q=${encodeURIComponent(q)}`)).status, JSON.stringify(q)).toBe(200);
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
