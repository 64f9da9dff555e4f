import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ThreadAnswer, ThreadDetailAnswer, ThreadMessage } from '#domain/messages/schema.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { postMessage } from '#worker/inbox/post.ts';
import { claimed } from '../../../test/claims.ts';
import { asHolder } from '../../../test/desk.ts';
import { type Answer, Customer, countingDatabase, rows, workerWith } from '../../../test/harness.ts';

let ada: Customer;
let eve: Customer;
let start = 0;
let ahead = 0;
/** A worker whose clock moves only with `ahead`. */
const reach = workerWith({ clock: () => start + ahead });

beforeAll(async () => {
  [ada, eve] = [await Customer.arrive(), await Customer.arrive()];
});

beforeEach(async () => {
  start = Date.now();
  ahead = 0;
  await env.DB.batch(
    ['threads', 'thread_messages', 'idempotency_keys'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});

const TICKET = { subject: 'Roof', message: 'Is hail covered?', type: 'support', category: 'policies' };
const create = (changes: Record<string, unknown> = {}, who = ada, headers: Record<string, string> = {}) =>
  who.call<ThreadAnswer>('/messages/create', { body: { ...TICKET, ...changes }, headers }, reach);
const reply = (thread: number, message: string, who = ada, headers: Record<string, string> = {}) =>
  who.call<ThreadMessage>(
    '/messages/reply',
    {
      body: { wallet_address: who.address, sender_type: 'user', message, parent_message_id: thread },
      headers,
    },
    reach,
  );
const full = (id: number, who = ada, query = '') =>
  who.call<ThreadDetailAnswer>(`/messages/full/${id}${query}`, {}, reach);
type Page = Answer<ThreadAnswer[]> & { next_cursor: string | null };
const list = (who = ada, query = '') =>
  who.call<ThreadAnswer[]>(`/messages/list/${who.address}${query}`, {}, reach) as Promise<Page>;
const unread = async (who = ada) =>
  (await who.call<{ count: number }>(`/messages/notifications/count/${who.address}`, {}, reach)).data.count;
const count = async (table: string) =>
  (await rows<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n;

/** Writes a message to a thread as support. */
async function answered(thread: number, text = 'Yes, it is.', internal = false): Promise<void> {
  const ctx = asHolder(ada);
  const message = {
    sender: 'admin',
    kind: 'message',
    adminId: 1,
    text,
    internal,
    dedupeKey: crypto.randomUUID(),
  } as const;
  await ctx.db.batch(postMessage(ctx, thread, message) as never);
}

describe('writing to support', () => {
  test('opens a thread with everything that was given @api-20', async () => {
    const sent = await create({ wallet_address: ada.address, priority: 'high' });
    expect(sent).toMatchObject({
      status: 201,
      message: 'Message sent successfully',
      data: {
        sender_type: 'user',
        subject: 'Roof',
        preview: 'Is hail covered?',
        is_read: true,
        type: 'support',
        category: 'policies',
        priority: 'high',
        status: 'open',
        reply_count: 0,
        claim_id: null,
        policy_id: null,
      },
    });
    expect((await list()).data).toEqual([sent.data]);
  });

  test('opens a general thread of medium priority by default', async () => {
    const { data } = await create({ type: undefined, category: undefined });
    expect(data).toMatchObject({ type: 'general', category: null, priority: 'medium' });
  });

  test("links a thread to the wallet's policy and answers 404 for another wallet's policy", async () => {
    const quote = await ada.quote();
    const policy = (await ada.report(await ada.pay(quote.data))).data as PolicyAnswer;
    expect((await create({ policy_id: String(policy.id) })).data.policy_id).toBe(policy.id);
    expect(await create({ policy_id: policy.id }, eve)).toMatchObject({ status: 404, code: 'not_found' });
    // The thread about the purchase, and this one.
    expect(await count('threads')).toBe(2);
  });

  test('adds a message about a claim to its thread with the subject as first line @api-20', async () => {
    const { customer, claim } = await claimed();
    const [own] = (await list(customer)).data as [ThreadAnswer];
    const about = { claim_id: claim.id, subject: 'One more photo', message: 'Of the roof.' };
    const sent = await create(about, customer);
    expect(sent).toMatchObject({
      status: 201,
      data: { id: own.id, subject: own.subject, claim_id: claim.id },
    });
    await create(about, customer);
    await create({ claim_id: claim.id, subject: own.subject, message: 'And of the wall.' }, customer);
    expect((await full(own.id, customer)).data.replies.slice(-2).map(({ message }) => message)).toEqual([
      'One more photo\n\nOf the roof.',
      'And of the wall.',
    ]);
    // The thread about the purchase, and the claim's.
    expect(await count('threads')).toBe(2);
  });

  test("answers 404 and writes nothing for another wallet's claim or a missing one", async () => {
    const { claim } = await claimed();
    const before = await count('thread_messages');
    for (const claim_id of [claim.id, 999_999]) {
      expect(await create({ claim_id }, eve)).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect(await count('thread_messages')).toBe(before);
    // The thread about the purchase, and the claim's.
    expect(await count('threads')).toBe(2);
  });

  test('answers 404 for a message in the name of another wallet', async () => {
    expect((await create({ wallet_address: ada.address }, eve)).status).toBe(404);
    expect(await count('threads')).toBe(0);
  });

  test('opens one thread for a double click and another for the same text half a minute later', async () => {
    const both = await Promise.all([create(), create(), create()]);
    expect(new Set(both.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1);
    ahead = 29_999;
    expect((await create()).data.id).toBe(both[0]?.data.id);
    ahead = 30_001;
    expect((await create()).data.id).not.toBe(both[0]?.data.id);
    expect([await count('threads'), await count('thread_messages')]).toEqual([2, 2]);
  });

  test('opens a thread each for two customers with the same words', async () => {
    const [one, other] = [await create(), await create({}, eve)];
    expect(one.data.id).not.toBe(other.data.id);
  });

  test('repeats the first answer for the same Idempotency-Key, even much later', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await create({}, ada, headers);
    ahead = 3_600_000;
    const second = await create({}, ada, headers);
    expect(second.data).toEqual(first.data);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await create({ message: 'Something else' }, ada, headers)).code).toBe('idempotency_mismatch');
    expect(await count('threads')).toBe(1);
  });

  test('rejects a text that is too long or blank with a sentence', async () => {
    const { data } = await create();
    for (const answer of [
      await create({ message: 'x'.repeat(10_000) }),
      await reply(data.id, 'x'.repeat(10_000)),
    ]) {
      expect(answer).toMatchObject({ status: 422, message: 'Please keep the message to 5000 characters.' });
    }
    expect(await reply(data.id, ' \n ')).toMatchObject({ status: 422, message: 'Please write a message.' });
    expect(await create({ subject: ' ' })).toMatchObject({ status: 422, message: 'Please enter a subject.' });
    expect(await create({ priority: 'urgent' })).toMatchObject({ status: 422 });
    expect(await count('thread_messages')).toBe(1);
  });

  test('returns HTML and every script as they were written, without what cannot be seen', async () => {
    const odd =
      '<img src=x onerror=alert(1)>\u0007 \u202etxet\u202c\r\n\t"; DROP TABLE threads; -- 😀 Ünïcödé \u0000 end';
    const seen = '<img src=x onerror=alert(1)> txet\n\t"; DROP TABLE threads; -- 😀 Ünïcödé  end';
    const { data } = await create({ subject: '<b>Roof</b>\u0001', message: odd });
    await reply(data.id, `${odd}!`);
    const { data: shown } = await full(data.id);
    expect(shown.thread.subject).toBe('<b>Roof</b>');
    expect(shown.main_message.message).toBe(seen);
    expect(shown.replies[0]?.message).toBe(`${seen}!`);
  });

  test('lets a deactivated account write to support', async () => {
    const bob = await Customer.arrive();
    await env.DB.prepare("UPDATE accounts SET status = 'inactive' WHERE wallet = ?")
      .bind(bob.address.toLowerCase())
      .run();
    const { status, data } = await create({}, bob);
    expect(status).toBe(201);
    expect((await reply(data.id, 'Please?', bob)).status).toBe(201);
  });
});

describe('replies in a thread', () => {
  test('adds a reply below the first message and moves the thread up', async () => {
    const { data: older } = await create();
    ahead = 1000;
    await create({ message: 'Another matter' });
    ahead = 2000;
    expect(await reply(older.id, 'And snow?')).toMatchObject({
      status: 201,
      message: 'Reply sent successfully',
      data: { sender_type: 'user', sender_name: 'You', message: 'And snow?' },
    });
    const [first] = (await list()).data;
    expect(first).toMatchObject({ id: older.id, preview: 'And snow?', reply_count: 1, is_read: true });
  });

  test('reopens a resolved or closed thread on a reply and leaves one in progress @api-21', async () => {
    const { data } = await create();
    for (const [before, after] of [
      ['resolved', 'open'],
      ['closed', 'open'],
      ['in_progress', 'in_progress'],
    ]) {
      await env.DB.prepare('UPDATE threads SET status = ?').bind(before).run();
      await reply(data.id, `It was ${before}`);
      expect((await full(data.id)).data.thread.status).toBe(after);
    }
  });

  test("answers 404 and writes nothing for a reply to another wallet's thread or a missing one", async () => {
    const { data } = await create();
    for (const answer of [await reply(data.id, 'Hello', eve), await reply(999_999, 'Hello')]) {
      expect(answer).toMatchObject({ status: 404, message: 'There is no such message.' });
    }
    expect(await count('thread_messages')).toBe(1);
  });

  test('stores a double-clicked reply once and loses none of many simultaneous ones @api-21', async () => {
    const { data } = await create();
    const twice = await Promise.all([reply(data.id, 'Twice'), reply(data.id, 'Twice')]);
    expect(twice[0]?.data.id).toBe(twice[1]?.data.id);
    const texts = Array.from({ length: 12 }, (_, index) => `Reply ${index}`);
    const answers = await Promise.all(texts.map((text) => reply(data.id, text)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const shown = (await full(data.id)).data;
    expect(shown.replies.map(({ message }) => message).sort()).toEqual(['Twice', ...texts].sort());
    expect(shown.thread.reply_count).toBe(13);
  });

  test('runs a fixed number of statements for a reply', async () => {
    const { data } = await create();
    const { DB, statements } = countingDatabase();
    const counted = workerWith({}, { DB });
    const body = { message: 'Counted', parent_message_id: data.id };
    expect((await ada.call('/messages/reply', { body }, counted)).status).toBe(201);
    // The session, the thread, the batch of guard, key, message, thread and administrators' letters,
    // the message as written, and after the answer the letters that are due.
    expect(statements).toHaveLength(9);
  });
});

describe('reading a thread', () => {
  test('lets only its owner read a thread and marks it read when opened @api-19', async () => {
    const { data } = await create();
    expect(await unread()).toBe(0);
    await answered(data.id);
    await answered(data.id, 'And snow, too.');
    expect(await unread()).toBe(1);
    expect((await list()).data[0]).toMatchObject({ is_read: false, sender_type: 'admin', reply_count: 2 });
    expect(await unread()).toBe(1);

    expect((await full(data.id, eve)).status).toBe(404);
    expect((await full(data.id, ada, `?wallet_address=${eve.address}`)).status).toBe(404);
    expect(await unread()).toBe(1);

    const shown = await full(data.id, ada, `?wallet_address=${ada.address}`);
    expect(shown.data.thread.is_read).toBe(true);
    expect(shown.data.replies.map(({ sender_name, message }) => `${sender_name}: ${message}`)).toEqual([
      'Mooring Support: Yes, it is.',
      'Mooring Support: And snow, too.',
    ]);
    expect(await unread()).toBe(0);
    await answered(data.id, 'Ice as well.');
    expect(await unread()).toBe(1);
  });

  test('counts what needs nothing of the customer as read, and only what comes after it as unread', async () => {
    const { customer } = await claimed();
    const threads = (await list(customer)).data;
    expect(threads.map(({ type }) => type).toSorted()).toContain('claim');
    expect(threads.filter(({ is_read }) => !is_read)).toEqual([]);
    expect(await unread(customer)).toBe(0);
    const thread = threads.find(({ type }) => type === 'claim')?.id ?? 0;
    await answered(thread);
    expect(await unread(customer)).toBe(1);
    const { first_unread_id, replies } = (await full(thread, customer)).data;
    expect(first_unread_id).toBe(replies.at(-1)?.id);
  });

  test('marks the first unread message once', async () => {
    const { data } = await create();
    expect((await full(data.id)).data.first_unread_id).toBeNull();
    await answered(data.id, 'Looks odd', true);
    await answered(data.id);
    await answered(data.id, 'And snow, too.');
    const { replies, first_unread_id } = (await full(data.id)).data;
    expect(first_unread_id).toBe(replies[0]?.id);
    expect((await full(data.id)).data.first_unread_id).toBeNull();
    await reply(data.id, 'Thank you.');
    await answered(data.id, 'You are welcome.');
    const later = (await full(data.id)).data;
    expect(later.replies.at(-1)?.message).toBe('You are welcome.');
    expect(later.first_unread_id).toBe(later.replies.at(-1)?.id);
  });

  test('never shows an internal note or any trace of one @api-19', async () => {
    const { data } = await create();
    await answered(data.id, 'Looks like fraud', true);
    expect(await unread()).toBe(0);
    expect((await full(data.id)).data.replies).toEqual([]);
    expect((await list()).data).toEqual([data]);
  });

  test('shows the first message and the newest 500 replies of a very long thread', async () => {
    const { data } = await create();
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
       INSERT INTO thread_messages (thread_id, sender, internal, kind, text, created_at, dedupe_key)
       SELECT ?, 'admin', 0, 'message', 'Reply ' || i, '2026-01-01T00:00:00.000Z', 'many' || i FROM n`,
    )
      .bind(data.id)
      .run();
    const { main_message, replies } = (await full(data.id)).data;
    expect(main_message.message).toBe(TICKET.message);
    expect([replies.length, replies[0]?.message, replies.at(-1)?.message]).toEqual([
      500,
      'Reply 101',
      'Reply 600',
    ]);
  });
});

describe('thread list and unread badge', () => {
  const OTHERS = 3000;
  /** Adds `total` threads of the wallet, `unreadOnes` of them unread, and as many of other wallets. */
  async function fill(total: number, unreadOnes: number): Promise<void> {
    const insert = (wallet: string, rowsOf: number, key: string, fresh: number) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rowsOf})
         INSERT INTO threads (key, wallet, subject, type, priority, last_sender, last_preview, last_message_at,
           unread_by_customer, unread_by_support, created_at)
         SELECT '${key}' || i, ?, 'Thread ' || i, 'general', 'medium', 'admin', '', strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', (i / 2) || ' minutes'),
           i <= ${fresh}, 0, '2026-01-01T00:00:00.000Z' FROM n`,
      ).bind(wallet);
    await env.DB.batch([
      insert(ada.address.toLowerCase(), total, 'a', unreadOnes),
      insert(eve.address.toLowerCase(), OTHERS, 'e', OTHERS),
    ]);
  }
  const read = async (path: string) => {
    const { DB, rowsRead, statements } = countingDatabase();
    const answer = await ada.call(path, {}, workerWith({}, { DB }));
    // Drop the session's query.
    statements.splice(0, 1);
    return { answer: answer as Page, rows: await rowsRead(), statements: statements.length };
  };

  test('reads only the unread threads for the badge @api-17', async () => {
    await fill(1000, 7);
    const { answer, rows: reads, statements } = await read(`/messages/notifications/count/${ada.address}`);
    expect(answer.data).toEqual({ count: 7 });
    // Plus the index entry that ends the scan.
    expect(reads).toBeLessThanOrEqual(8);
    expect(statements).toBe(1);
  });

  test('returns pages of 200 threads, reads no more, and continues where the last page ended @api-18', async () => {
    await fill(450, 0);
    const seen: ThreadAnswer[] = [];
    let query = '';
    for (const size of [200, 200, 50]) {
      const { answer, rows: reads, statements } = await read(`/messages/list/${ada.address}${query}`);
      expect(answer.data).toHaveLength(size);
      expect(statements).toBe(1);
      expect(reads).toBeLessThanOrEqual(size + 2);
      seen.push(...answer.data);
      query = `?cursor=${answer.next_cursor}`;
      expect(answer.next_cursor === null).toBe(size === 50);
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(450);
    const order = seen.map(({ last_message_at, id }) => `${last_message_at} ${String(id).padStart(9, '0')}`);
    expect(order).toEqual([...order].sort().reverse());
  });

  test('finds words in the subject and in every message visible to the customer @messages-6', async () => {
    const roof = (await create({ message: 'First question.' })).data.id;
    await answered(roof, 'Hail is covered up to 100% of the ÄRGER_budget.');
    await reply(roof, 'Thank you.');
    await answered(roof, 'Looks like fraud', true);
    const car = (await create({ subject: 'Car', message: 'A scratch.', type: 'general' })).data.id;
    await create({ subject: 'Hail', message: 'Somebody else.' }, eve);
    const found = async (query: Record<string, string>) =>
      (await list(ada, `?${new URLSearchParams(query)}`)).data.map(({ id }) => id);
    expect(await found({ search: 'hail' })).toEqual([roof]);
    expect(await found({ search: 'COVERED first' })).toEqual([roof]);
    expect(await found({ search: 'ärger' })).toEqual([roof]);
    expect(await found({ search: 'roof thank' })).toEqual([roof]);
    expect(await found({ search: '100%' })).toEqual([roof]);
    expect(await found({ search: `0x${'ab'.repeat(32)}` })).toEqual([]);
    expect(await found({ search: `hail ${'é'.repeat(90)}` })).toEqual([]);
    expect(await found({ search: 'ha\u0000il' })).toEqual([roof]);
    for (const search of ['fraud', 'hail scratch', '%', '_b__get', 'somebody']) {
      expect(await found({ search }), search).toEqual(search === '%' ? [roof] : []);
    }
    expect(await found({ search: '  ' })).toEqual([car, roof]);
    expect(await found({ type: 'support' })).toEqual([roof]);
    expect(await found({ type: 'support', search: 'scratch' })).toEqual([]);
    expect((await list(ada, `?search=${'x'.repeat(101)}`)).status).toBe(422);
  });

  test.each([
    ['Ana Muñoz came.', 'Munoz'],
    ['Ana Munoz came.', 'MUÑOZ'],
    ['Łukasz Đorđević came.', 'lukasz dordevic'],
    ['Søren Strauß came.', 'SOREN strauss'],
    ['Flann O’Brien came.', "o'brien"],
    ['Nguyễn Văn An came.', 'nguyen van'],
    ['田中 太郎 came.', '太郎'],
    ['ＡＤＡ came.', 'ada'],
    ['ЁЛКА came.', 'ёлка'],
  ])('finds %s in a subject and in a message when somebody types %s, and keeps it as it was written', async (text, search) => {
    const said = (await create({ message: text })).data;
    const named = (await create({ subject: text })).data;
    const { data } = await list(ada, `?${new URLSearchParams({ search })}`);
    expect(data.map(({ id }) => id)).toEqual([named.id, said.id]);
    expect((await full(said.id)).data.main_message.message).toBe(text);
    expect(data[0]?.subject).toBe(text);
  });

  test("reads no other wallet's messages in a search", async () => {
    await fill(50, 0);
    for (let index = 0; index < 20; index += 1) await create({ message: `Hail ${index}` }, eve);
    await create({ message: 'My hail.' });
    const { answer, rows: reads } = await read(`/messages/list/${ada.address}?search=hail`);
    expect(answer.data).toHaveLength(1);
    expect(reads).toBeLessThanOrEqual(51 + 2);
  });

  test('rejects an invalid cursor with a sentence', async () => {
    expect(await list(ada, '?cursor=nonsense')).toMatchObject({
      status: 422,
      message: 'This page does not exist. Please start with the first one.',
    });
  });

  test("answers 404 for another wallet's threads and badge", async () => {
    for (const path of ['list', 'notifications/count']) {
      expect((await eve.call(`/messages/${path}/${ada.address}`)).status).toBe(404);
    }
  });
});
