/** The desk's list of threads, one thread, changes to one or many, and saved replies. */
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminThreadDetail, AdminThreadEntry } from '#domain/admin/messages-schema.ts';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { Admin } from '../../../test/admin.ts';
import { claimed } from '../../../test/claims.ts';
import { type Answer, Customer, call, countingDatabase, rows, workerWith } from '../../../test/harness.ts';
import { listAll } from '../../../test/listed.ts';

interface List {
  messages: AdminThreadEntry[];
  pagination: { total_messages: number; next_cursor: string | null };
}
interface Saved {
  updated_at: string;
  id: number;
  title: string;
  text: string;
}

let joan: Admin;
let hedy: Admin;
let auditor: Admin;
let ada: Customer;

beforeAll(async () => {
  [joan, hedy, auditor, ada] = await Promise.all([
    Admin.arrive('Joan Clarke', 'support'),
    Admin.arrive('Hedy Lamarr', 'claims'),
    Admin.arrive('Alan Turing', 'auditor'),
    Customer.arrive(),
  ]);
});

const ask = async (body: Record<string, unknown> = {}): Promise<number> => {
  const question = { subject: 'Roof', message: 'Is hail covered?', ...body };
  return (await ada.call<ThreadAnswer>('/messages/create', { body: question })).data.id;
};
const list = (query = '', admin = joan) => admin.call<List>(`/admin/messages?${query}`);
const open = (id: number, admin = joan) => admin.call<AdminThreadDetail>(`/admin/messages/${id}`);
const patch = <Data = AdminThreadEntry>(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  admin = joan,
): Promise<Answer<Data>> => admin.call<Data>(`/admin/messages${path}`, { method: 'PATCH', body, headers });

describe('the list of threads', () => {
  const SEEDED = 300;
  beforeAll(async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${SEEDED})
       INSERT INTO threads (key, wallet, subject, type, priority, status, last_sender, last_preview, last_message_at,
         unread_by_customer, unread_by_support, created_at, assigned_to)
       SELECT 'seed' || i, '0x' || printf('%040x', i), 'Seeded question ' || i, 'general',
         CASE i % 3 WHEN 0 THEN 'low' WHEN 1 THEN 'high' ELSE 'urgent' END,
         CASE i % 4 WHEN 0 THEN 'open' WHEN 1 THEN 'in_progress' WHEN 2 THEN 'resolved' ELSE 'closed' END,
         'admin', 'Preview', strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || i || ' minutes'), 0, 0,
         '2026-01-01T00:00:00.000Z', CASE WHEN i % 5 = 0 THEN ${joan.id} END FROM n`,
    ).run();
    await listAll('messages');
  });
  afterAll(() => env.DB.prepare("DELETE FROM threads WHERE key LIKE 'seed%'").run());

  test('shows the fields of the specification, the one that waits first @cases-7', async () => {
    const id = await ask({ priority: 'high' });
    const { data } = await list();
    expect(data.messages).toHaveLength(10);
    expect(data.messages[0]).toEqual({
      id,
      subject: 'Roof',
      customer: 'Customer',
      formatted_wallet: `${ada.address.slice(0, 6)}…${ada.address.slice(-4)}`,
      wallet_address: ada.address,
      status: 'open',
      priority: 'high',
      type: 'general',
      complaint: null,
      is_read: false,
      reply_count: 0,
      time_ago: 'just now',
      last_message_at: expect.any(String),
      message_preview: 'Is hail covered?',
      assigned_to: null,
      assigned_admin_name: null,
      due_at: expect.any(String),
      matter: null,
      merged_into: null,
    });
    // One that has waited since yesterday comes before it, one that waits for nobody after it.
    await rows(
      "UPDATE threads SET waiting_since = '2026-01-01T00:00:00.000Z' WHERE key = 'seed7' RETURNING id",
    );
    const order = async (query: string) =>
      (await list(query)).data.messages.map(({ subject, due_at }) => [subject, due_at?.slice(0, 10) ?? null]);
    const today = data.messages[0]?.due_at?.slice(0, 10);
    expect(await order('limit=4')).toEqual([
      ['Seeded question 7', '2026-01-02'],
      ['Roof', today],
      ['Seeded question 300', null],
      ['Seeded question 299', null],
    ]);
    const waiting = await list('queue=messages_unanswered');
    expect(waiting.data.messages.map(({ subject }) => subject)).toEqual(['Seeded question 7', 'Roof']);
    expect(waiting.data.pagination.total_messages).toBe(2);
    expect((await order('assigned=me&limit=2')).map(([subject]) => subject)).toEqual([
      'Seeded question 300',
      'Seeded question 295',
    ]);
    const roof = await list('queue=messages_unanswered&status=open&assigned=nobody&search=roof');
    expect(roof.data.messages.map(({ subject }) => subject)).toEqual(['Roof']);
    expect((await list('queue=messages_unanswered&assigned=me')).data).toMatchObject({
      messages: [],
      pagination: { total_messages: 0, total_is_minimum: false },
    });
    await rows("UPDATE threads SET waiting_since = NULL WHERE key = 'seed7' RETURNING id");
    expect((await list('priority=urgent&status=closed')).data.pagination.total_messages).toBe(25);
    expect((await list('search=seeded%20question%20299')).data.messages).toHaveLength(1);
  });

  test('reads little more than a page for every filter, on page one and behind a deep cursor', async () => {
    for (const filter of [
      ...['', 'status=open', 'priority=low', 'status=closed&priority=high'],
      'queue=messages_unanswered',
    ]) {
      let cursor: string | null = '';
      for (let page = 0; page < 3 && cursor !== null; page += 1) {
        const counted = countingDatabase();
        const answer: Answer<List> = await joan.call<List>(
          `/admin/messages?${filter}&limit=5${cursor && `&cursor=${cursor}`}`,
          {},
          workerWith({}, { DB: counted.DB }),
        );
        expect(answer.status, filter).toBe(200);
        expect(await counted.rowsRead(), filter).toBeLessThanOrEqual(2 * 5 + 20);
        cursor = answer.data.pagination.next_cursor;
      }
    }
  });

  test('is downloaded whole as CSV and has figures @cases-4', async () => {
    const response = await workerWith({})(
      new Request('http://localhost:8787/api/admin/messages/export?status=closed&priority=urgent', {
        headers: { authorization: `Bearer ${auditor.token}` },
      }),
    );
    expect((await response.text()).trim().split('\r\n')).toHaveLength(26);
    const before = (await joan.call<{ unread: number }>('/admin/messages/statistics')).data;
    await ask();
    const { data } = await joan.call<Record<string, unknown>>('/admin/messages/statistics');
    expect(data).toMatchObject({
      unread: before.unread + 1,
      by_status: expect.arrayContaining([{ status: 'closed', count: 75 }]),
      by_priority: expect.arrayContaining([{ priority: 'urgent', count: 100 }]),
    });
  });
});

test('a thread is taken only while nobody has it, stays unread, and taking it twice changes nothing', async () => {
  const id = await ask();
  const take = (admin: Admin) =>
    patch('', { ids: [id], was_assigned_to: [null], assigned_to: admin.id }, {}, admin);
  expect(await take(joan)).toMatchObject({ status: 200, data: { changed: 1 } });
  expect((await take(joan)).status).toBe(200);
  expect(await take(hedy)).toMatchObject({ status: 409, message: 'Somebody else just assigned “Roof”.' });
  expect(await rows('SELECT assigned_to, unread_by_support FROM threads WHERE id = ?', id)).toEqual([
    { assigned_to: joan.id, unread_by_support: 1 },
  ]);
});

describe('one thread', () => {
  test('shows both sides and internal notes with names, and counts as read once support opens it @cases-8', async () => {
    const id = await ask();
    expect((await open(id, auditor)).data.is_read).toBe(false);
    await joan.call(`/admin/messages/${id}/reply`, { body: { message: 'Yes, it is.' } });
    await joan.call(`/admin/messages/${id}/reply`, { body: { message: 'Nice roof.', internal_note: true } });
    await ada.call('/messages/reply', { body: { message: 'Thank you.', parent_message_id: id } });
    const listed = async () => (await list('limit=50')).data.messages.find((each) => each.id === id);
    expect((await listed())?.is_read).toBe(false);
    const { data } = await open(id);
    expect(data).toMatchObject({
      message: 'Is hail covered?',
      sender_type: 'customer',
      sender_display_name: 'Customer',
      is_read: true,
      status: 'in_progress',
      earlier_replies: false,
      assigned_to: joan.id,
      assigned_admin_name: 'Joan Clarke',
      due_at: expect.any(String),
    });
    expect(
      data.replies.map(({ sender_type, sender_display_name, message, internal_note }) => [
        ...[sender_type, sender_display_name],
        ...[message, internal_note],
      ]),
    ).toEqual([
      ['admin', 'Joan Clarke', 'Yes, it is.', false],
      ['admin', 'Joan Clarke', 'Nice roof.', true],
      ['customer', 'Customer', 'Thank you.', false],
    ]);
    expect(data.replies[0]?.time_ago).toBe('just now');
    expect((await listed())?.is_read).toBe(true);
    expect((await joan.call('/admin/messages/999999')).status).toBe(404);
  });

  test("names a claim's customer and its numbers", async () => {
    const { claim } = await claimed();
    const [thread] = await rows<{ id: number }>('SELECT id FROM threads WHERE claim_id = ?', claim.id);
    expect((await open(thread?.id ?? 0)).data).toMatchObject({
      customer: 'Ada Lovelace',
      claim_number: claim.claim_number,
      policy_number: claim.policy_number,
    });
  });

  test('changes priority, assignee and status unless somebody else changed them first @cases-9', async () => {
    const id = await ask({ subject: 'Windows' });
    const etag = { 'if-match': (await open(id)).headers.get('etag') ?? '' };
    expect(await patch(`/${id}`, { priority: 'urgent', assigned_to: hedy.id }, etag)).toMatchObject({
      status: 200,
      data: { priority: 'urgent', assigned_to: hedy.id, assigned_admin_name: 'Hedy Lamarr' },
    });
    expect(await patch(`/${id}`, { priority: 'low' }, etag)).toMatchObject({
      status: 409,
      message: 'This message was just changed. Please review it and try again.',
    });
    expect((await patch(`/${id}/status`, { status: 'closed' }, etag)).status).toBe(409);
    expect((await patch(`/${id}/status`, { status: 'closed' })).status).toBe(200);
    expect((await patch(`/${id}`, { assigned_to: auditor.id })).status).toBe(422);
    expect((await patch(`/${id}`, { priority: 'low' }, {}, auditor)).status).toBe(403);
    const lines = await rows(
      'SELECT action, after FROM audit_log WHERE subject = ? ORDER BY id',
      `thread:${id}`,
    );
    expect(lines).toEqual([
      { action: 'message.changed', after: `{"priority":"urgent","assigned_to":${hedy.id}}` },
      { action: 'message.status', after: '{"status":"closed"}' },
    ]);
    const shown = async (admin: Admin) => (await open(id, admin)).data.audit_log.map(({ action }) => action);
    expect(await shown(auditor)).toEqual(['message.status', 'message.changed']);
    expect(await shown(joan)).toEqual([]);
  });

  test('that nobody has is assigned to whoever resolves it, and not to whoever opens it or sets its priority', async () => {
    const id = await ask({ subject: 'Gutters' });
    const assignee = async () => (await open(id)).data.assigned_to;
    await patch(`/${id}`, { priority: 'high' });
    await patch(`/${id}/status`, { status: 'in_progress' }, {}, joan);
    expect(await assignee()).toBe(joan.id);
    await patch(`/${id}/status`, { status: 'resolved' }, {}, hedy);
    expect(await assignee()).toBe(joan.id);
    await patch('', { ids: [id], assigned_to: null, status: 'closed' });
    expect(await assignee()).toBeNull();
    await patch(`/${id}/status`, { status: 'open' });
    expect(await assignee()).toBeNull();
    await patch('', { ids: [id], assigned_to: joan.id });
  });

  test('changes with others, all or none', async () => {
    const ids = [await ask({ subject: 'One' }), await ask({ subject: 'Two' })];
    expect(
      await patch<{ changed: number }>('', { ids, status: 'resolved', assigned_to: joan.id }),
    ).toMatchObject({
      status: 200,
      data: { changed: 2 },
    });
    expect((await list('assigned=me&status=resolved')).data.messages.map(({ id }) => id)).toEqual(
      [...ids].reverse(),
    );
    // Nobody closes a message that came after they loaded the list; giving the thread to someone hides nothing.
    const last_message_at = ids.map(() => '2020-01-01T00:00:00.000Z');
    expect(await patch('', { ids, last_message_at, status: 'closed' })).toMatchObject({
      status: 409,
      message: 'A new message arrived after you loaded the list. Please review it and try again.',
    });
    expect((await patch('', { ids, last_message_at, assigned_to: null })).status).toBe(200);
    expect((await patch('', { ids: [...ids, 999_999], status: 'closed' })).status).toBe(404);
    expect((await open(ids[0] ?? 0)).data.status).toBe('resolved');
    expect((await patch('', { ids: [], status: 'closed' })).status).toBe(422);
  });
});

describe('saved replies', () => {
  test('are saved, changed and deleted, with titles of their own', async () => {
    const save = (title: string, headers: Record<string, string> = {}) =>
      joan.call<Saved>('/admin/saved-replies', { body: { title, text: 'Dear {name}, yes.' }, headers });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await save('Hail', key);
    expect(first).toMatchObject({ status: 201, data: { title: 'Hail', text: 'Dear {name}, yes.' } });
    expect((await save('Hail', key)).data.id).toBe(first.data.id);
    expect(await save('Hail')).toMatchObject({
      status: 409,
      message: 'A saved reply with this title already exists.',
    });
    const second = await save('Fire');
    const change = (body: unknown, headers: Record<string, string> = {}) =>
      joan.call<Saved>(`/admin/saved-replies/${second.data.id}`, { method: 'PATCH', body, headers });
    expect((await change({ title: 'Hail' })).status).toBe(409);
    expect((await change({ text: 'Yes.' })).data).toMatchObject({ title: 'Fire', text: 'Yes.' });
    const seen = { 'if-match': `"${second.data.updated_at}"` };
    const stale = { status: 409, message: 'This reply was just changed. Please review it and try again.' };
    expect(await change({ text: 'No.' }, seen)).toMatchObject(stale);
    const titles = async () =>
      (await auditor.call<Saved[]>('/admin/saved-replies')).data.map(({ title }) => title);
    expect(await titles()).toEqual(['Fire', 'Hail']);
    const drop = (admin: Admin, headers: Record<string, string> = {}) =>
      admin.call(`/admin/saved-replies/${second.data.id}`, { method: 'DELETE', headers });
    expect((await drop(auditor)).status).toBe(403);
    expect(await drop(joan, seen)).toMatchObject(stale);
    expect((await drop(joan)).status).toBe(200);
    expect((await drop(joan)).status).toBe(404);
    expect(await titles()).toEqual(['Hail']);
    const lines = await rows<{ action: string }>(
      "SELECT action FROM audit_log WHERE subject LIKE 'reply:%' ORDER BY id",
    );
    expect(lines.map(({ action }) => action)).toEqual([
      'reply.saved',
      'reply.saved',
      'reply.changed',
      'reply.deleted',
    ]);
  });
});

test('answers only administrators', async () => {
  for (const path of ['/admin/messages', '/admin/messages/statistics', '/admin/saved-replies']) {
    expect((await call(path)).status).toBe(401);
    expect((await ada.call(path)).status).toBe(401);
    expect((await auditor.call(path)).status).toBe(200);
  }
});

describe('what comes from one mailbox', () => {
  const NAME = `grace-${Date.now()}`;
  const SPELLINGS = [`${NAME}@example.com`, `${NAME.toUpperCase()}@Example.com`, `${NAME}+a.b+c@example.com`];

  test('is counted on each of its threads and found in the list by the mailbox, however it was spelled', async () => {
    for (const email of [...SPELLINGS, `x${NAME}@example.org`]) {
      const form = { name: 'Grace', email, subject: `Boats ${email.length}`, message: `From ${email}` };
      expect((await call('/contact', { body: form })).status).toBe(201);
    }
    const found = (await list(`search=${encodeURIComponent(`${NAME}@example.com`)}`)).data.messages;
    expect(found.map(({ message_preview }) => message_preview).sort()).toEqual(
      SPELLINGS.map((email) => `From ${email}`).sort(),
    );
    for (const { id } of found) {
      expect((await open(id)).data).toMatchObject({ mailbox: `${NAME}@example.com`, mailbox_threads: 3 });
    }
    const [other] = (await list(`search=x${NAME}`)).data.messages;
    expect((await open(other?.id ?? 0)).data).toMatchObject({ mailbox_threads: 1 });
    expect((await open(await ask())).data).toMatchObject({ mailbox: null, mailbox_threads: 0 });
  });
});
