/** Merging two conversations of one customer. */
import { beforeAll, expect, test } from 'vitest';
import type { AdminThreadDetail, AdminThreadEntry } from '#domain/admin/messages-schema.ts';
import type { ThreadAnswer, ThreadDetailAnswer } from '#domain/messages/schema.ts';
import { mergeThreads } from '#worker/inbox/merged/repository.ts';
import { findThreads } from '#worker/inbox/repository.ts';
import { say } from '#worker/inbox/said.ts';
import { Admin } from '../../../test/admin.ts';
import { claimed } from '../../../test/claims.ts';
import { deskCtx } from '../../../test/desk.ts';
import { Customer, rows, scanFromHere } from '../../../test/harness.ts';

let joan: Admin;
let ada: Customer;
beforeAll(async () => {
  await scanFromHere();
  [joan, ada] = [await Admin.arrive('Joan Clarke', 'support'), await Customer.arrive()];
});

const ask = async (subject: string, message: string, who = ada): Promise<number> =>
  (await who.call<ThreadAnswer>('/messages/create', { body: { subject, message } })).data.id;
const open = async (id: number) => (await joan.call<AdminThreadDetail>(`/admin/messages/${id}`)).data;
const answer = (id: number, message: string) =>
  joan.call(`/admin/messages/${id}/reply`, { body: { message } });
const merge = (into: number, from: number, headers: Record<string, string> = {}) =>
  joan.call<AdminThreadEntry>(`/admin/messages/${into}/merge`, { body: { thread_id: from }, headers });
const textsOf = ({ message, replies }: AdminThreadDetail) => [message, ...replies.map((one) => one.message)];
const read = async (id: number) =>
  (await ada.call<ThreadDetailAnswer>(`/messages/full/${id}`, { method: 'GET' })).data;

test('moves the messages with their times and authors, and waits since the question that nobody answered', async () => {
  const first = await ask('Hail', 'Is hail covered?');
  const into = await ask('Roof', 'Is my roof covered?');
  await joan.call(`/admin/messages/${first}/reply`, {
    body: { message: 'Which roof?', internal_note: true },
  });
  await answer(into, 'Yes, your roof is covered.');
  const times = await rows<{ id: number; created_at: string }>(
    'SELECT id, created_at FROM thread_messages WHERE thread_id IN (?, ?) ORDER BY id',
    first,
    into,
  );
  expect((await open(into)).due_at).toBeNull();
  const done = await merge(into, first);
  expect(done).toMatchObject({ status: 200, data: { id: into, subject: 'Roof', reply_count: 2 } });

  const thread = await open(into);
  expect(textsOf(thread)).toEqual([
    'Is hail covered?',
    'Is my roof covered?',
    'Which roof?',
    'Yes, your roof is covered.',
  ]);
  expect(thread.created_at).toBe(times[0]?.created_at);
  expect(thread.due_at).toBe(new Date(Date.parse(times[0]?.created_at ?? '') + 24 * 3_600_000).toISOString());
  expect(
    await rows('SELECT id, created_at FROM thread_messages WHERE thread_id = ? ORDER BY id', into),
  ).toEqual(times);
  await answer(into, 'Hail is covered too.');
  expect((await open(into)).due_at).toBeNull();
  const acts = "SELECT subject FROM audit_log WHERE action = 'message.merged' ORDER BY id";
  expect(await rows(acts)).toEqual([{ subject: `thread:${into}` }, { subject: `thread:${first}` }]);
});

test('the customer has one conversation, to which the old address leads and old replies go', async () => {
  const from = await ask('Second question', 'One more thing.');
  const into = await ask('First question', 'Good morning.');
  const before = (await ada.call<ThreadAnswer[]>(`/messages/list/${ada.address}`)).data.length;
  expect((await merge(into, from)).status).toBe(200);
  expect((await ada.call<ThreadAnswer[]>(`/messages/list/${ada.address}`)).data).toHaveLength(before - 1);
  expect((await read(from)).thread).toMatchObject({ id: into, subject: 'First question' });
  const late = { parent_message_id: from, message: 'Did you get this?' };
  expect((await ada.call('/messages/reply', { body: late })).status).toBe(201);
  // One that was on its way when the threads were merged.
  const [first, ...rest] = say(deskCtx(), { thread: from, text: 'Hello?', dedupeKey: 'on its way' });
  if (first) await deskCtx().db.batch([first, ...rest]);
  expect(textsOf(await open(from))).toEqual([
    'One more thing.',
    'Good morning.',
    'Did you get this?',
    'Hello?',
  ]);
  expect((await open(from)).id).toBe(into);
  expect(await rows('SELECT status, waiting_since, merged_into FROM threads WHERE id = ?', from)).toEqual([
    { status: 'closed', waiting_since: null, merged_into: into },
  ]);
});

test('merging twice changes nothing, and what was merged before leads to the one that is left', async () => {
  const [a, b, c] = [await ask('A', 'First.'), await ask('B', 'Second.'), await ask('C', 'Third.')];
  expect((await merge(b, a)).status).toBe(200);
  expect((await merge(b, a)).status).toBe(200);
  expect((await merge(c, b)).status).toBe(200);
  expect(textsOf(await open(a))).toEqual(['First.', 'Second.', 'Third.']);
  expect((await read(a)).thread.id).toBe(c);
  expect(await merge(c, a)).toMatchObject({ status: 200 });
  expect((await merge(a, await ask('D', 'Fourth.'))).status).toBe(409);
  const again = await joan.call('/admin/messages', { method: 'PATCH', body: { ids: [a], status: 'open' } });
  expect(again.status).toBe(200);
  expect(await rows('SELECT status FROM threads WHERE id = ?', a)).toEqual([{ status: 'closed' }]);
});

test('refuses conversations of two customers, complaints, and what belongs to a claim', async () => {
  const own = await ask('Mine', 'Good morning.');
  const other = await ask('Theirs', 'Good evening.', await Customer.arrive());
  expect(await merge(own, other)).toMatchObject({
    status: 422,
    message: 'These conversations are with two customers.',
  });
  expect((await merge(own, own)).message).toBe('Please choose another conversation.');
  expect((await merge(own, 987_654)).status).toBe(404);

  const { customer, claim } = await claimed();
  const question = await ask('When?', 'When will you decide?', customer);
  const [thread] = await rows<{ id: number }>('SELECT id FROM threads WHERE claim_id = ?', claim.id);
  expect((await merge(question, thread?.id ?? 0)).message).toMatch(/^That conversation belongs to a claim/);
  expect((await merge(thread?.id ?? 0, question)).status).toBe(200);
  const complaint = "UPDATE threads SET category = 'complaint' WHERE id = ? RETURNING id";
  await rows(complaint, own);
  const plain = await ask('Plain', 'Hello.');
  expect((await merge(plain, own)).message).toMatch(/^CMP-\d+ is a complaint with dates of its own/);
  expect((await merge(own, plain)).status).toBe(200);
});

test('refuses a thread that changed since it was seen, and a message in between is not lost', async () => {
  const [into, from] = [await ask('Seen', 'Hello.'), await ask('Also seen', 'Hello again.')];
  const { version } = await open(into);
  await joan.call(`/admin/messages/${into}`, { method: 'PATCH', body: { priority: 'high' } });
  expect((await merge(into, from, { 'if-match': `"${version}"` })).status).toBe(409);

  const { db } = deskCtx();
  const found = await findThreads(db, [into, from]);
  const [one, two] = [into, from].map((id) => found.find((thread) => thread.id === id));
  if (!one || !two) throw new Error('Both are there');
  await ada.call('/messages/reply', { body: { parent_message_id: from, message: 'And this.' } });
  const [first, ...rest] = mergeThreads(db, { into: one, from: two }, {});
  if (!first) throw new Error('There are statements');
  await expect(db.batch([first, ...rest])).rejects.toThrow();
  expect((await merge(into, from)).status).toBe(200);
  expect(textsOf(await open(into))).toEqual(['Hello.', 'Hello again.', 'And this.']);
});
