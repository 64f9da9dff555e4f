import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ThreadAnswer, ThreadDetailAnswer, ThreadMessage } from '#domain/messages/schema.ts';
import { Admin } from '../../../test/admin.ts';
import { emptyJournal } from '../../../test/audit-log.ts';
import { raced } from '../../../test/desk.ts';
import { type Answer, Customer, call, rows } from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';
import { updateThreadStatus } from './change.ts';

let hedy: Admin;
let ada: Customer;
let eve: Customer;
let post: Postbox;
let tests = 0;
/** New for each test, because an address gets only a few confirmation letters a day. */
let email: string;

beforeAll(async () => {
  [hedy, eve] = [await Admin.arrive('Hedy Lamarr'), await Customer.arrive()];
});

beforeEach(async () => {
  await env.DB.batch(
    ['threads', 'thread_messages', 'outbox', 'idempotency_keys'].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
  await emptyJournal();
  post = new Postbox();
  ada = await Customer.arrive();
  tests += 1;
  email = `support.${tests}@example.com`;
});

const reply = (thread: number, message: string, more: Record<string, unknown> = {}, headers = {}) =>
  hedy.call<ThreadMessage>(
    `/admin/messages/${thread}/reply`,
    { body: { message, ...more }, headers },
    post.reach,
  );
const setStatus = (thread: number, status: string) =>
  hedy.call<{ id: number; status: string }>(
    `/admin/messages/${thread}/status`,
    { method: 'PATCH', body: { status } },
    post.reach,
  );
const ask = async (who = ada, body: Record<string, unknown> = {}): Promise<number> => {
  const question = { subject: 'Roof', message: 'Is hail covered?', ...body };
  return (await who.call<ThreadAnswer>('/messages/create', { body: question }, post.reach)).data.id;
};
const seen = async (thread: number, who = ada) =>
  (await who.call<ThreadDetailAnswer>(`/messages/full/${thread}`, {}, post.reach)).data;
const thread = async (id: number) => (await rows('SELECT * FROM threads WHERE id = ?', id))[0];
const logged = () =>
  rows<{ action: string }>('SELECT admin_id, action, subject, before, after FROM audit_log ORDER BY id');
const preferences = (changes: { email?: string | null; letters?: number | null }) =>
  env.DB.prepare(
    'INSERT OR REPLACE INTO profiles (wallet, email, email_notifications, updated_at) VALUES (?, ?, ?, ?)',
  )
    .bind(ada.address.toLowerCase(), changes.email ?? null, changes.letters ?? null, '2026')
    .run();
const confirmed = (address = email) =>
  env.DB.prepare('INSERT OR REPLACE INTO confirmed_emails VALUES (?, ?, ?, ?)')
    .bind(ada.address.toLowerCase(), address, address, new Date().toISOString())
    .run();
const letters = () =>
  rows<{ kind: string; state: string; target: string; last_error: string }>('SELECT * FROM outbox');

describe('support replies', () => {
  test('sends a reply to the customer, assigns the thread and writes the audit log @desk-9', async () => {
    const id = await ask();
    expect(await reply(id, '  Yes, it is. ')).toMatchObject({
      status: 201,
      data: { sender_type: 'admin', sender_name: 'Hedy Lamarr', message: 'Yes, it is.' },
    });
    expect(await thread(id)).toMatchObject({
      status: 'in_progress',
      assigned_to: hedy.id,
      unread_by_customer: 1,
      last_sender: 'admin',
      last_preview: 'Yes, it is.',
      reply_count: 1,
    });
    const { replies } = await seen(id);
    expect(replies).toMatchObject([{ sender_name: 'Mooring Support', message: 'Yes, it is.' }]);
    expect(await logged()).toEqual([
      {
        admin_id: hedy.id,
        action: 'message.replied',
        subject: `thread:${id}`,
        before: '{"status":"open"}',
        after: '{"status":"in_progress"}',
      },
    ]);
  });

  test('leaves the status and assignee of a thread that is not open', async () => {
    const id = await ask();
    const other = await Admin.arrive('Mary Somerville');
    await setStatus(id, 'resolved');
    await reply(id, 'One more thing.');
    await other.call(`/admin/messages/${id}/reply`, { body: { message: 'And another.' } });
    expect(await thread(id)).toMatchObject({ status: 'resolved', assigned_to: hedy.id, reply_count: 2 });
  });

  test('writes a double-clicked reply once, and one per Idempotency-Key', async () => {
    const id = await ask();
    const twice = await Promise.all([reply(id, 'Yes.'), reply(id, 'Yes.')]);
    expect(twice[0]?.data.id).toBe(twice[1]?.data.id);
    const headers = { 'idempotency-key': 'the same' };
    const first = await reply(id, 'And snow.', {}, headers);
    post.ahead = 3_600_000;
    expect((await reply(id, 'And snow.', {}, headers)).data).toEqual(first.data);
    expect(await rows('SELECT id FROM thread_messages')).toHaveLength(3);
    expect(await logged()).toHaveLength(2);
  });

  test('keeps a reply and a simultaneous message of the customer', async () => {
    const id = await ask();
    await Promise.all([
      ...Array.from({ length: 5 }, (_, index) => reply(id, `Answer ${index}`)),
      ...Array.from({ length: 5 }, (_, index) =>
        ada.call(
          '/messages/reply',
          { body: { message: `Question ${index}`, parent_message_id: id } },
          post.reach,
        ),
      ),
    ]);
    expect(await thread(id)).toMatchObject({ reply_count: 10, unread_by_customer: 1, unread_by_support: 1 });
    expect((await seen(id)).replies).toHaveLength(10);
  });

  test('notifies the wallet’s browsers of a reply if it wants that', async () => {
    const id = await ask();
    const wallet = ada.address.toLowerCase();
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO push_subscriptions VALUES ('p1', ?, 'https://push.example/1', '{}', '2026')",
      ).bind(wallet),
      env.DB.prepare(
        "INSERT INTO profiles (wallet, push_notifications, updated_at) VALUES (?, 1, '2026')",
      ).bind(wallet),
    ]);
    await reply(id, 'Yes, it is.');
    const [push] = await rows<{ body: string }>("SELECT body FROM outbox WHERE channel = 'push'");
    expect(JSON.parse(push?.body ?? '')).toMatchObject({
      title: 'Mooring Support replied: Roof',
      body: 'Yes, it is.',
      path: `/messages?thread=${id}`,
    });
  });

  test('rejects an empty or too long reply with a sentence and a missing thread with 404', async () => {
    const id = await ask();
    expect(await reply(id, '  ')).toMatchObject({ status: 422, message: 'Please write a message.' });
    expect(await reply(id, 'x'.repeat(10_000))).toMatchObject({
      status: 422,
      message: 'Please keep the message to 5000 characters.',
    });
    for (const answer of [await reply(999_999, 'Hello'), await setStatus(999_999, 'closed')]) {
      expect(answer).toMatchObject({ status: 404, message: 'There is no such message.' });
    }
    expect(await logged()).toEqual([]);
  });
});

describe('internal notes', () => {
  test('stores and logs an internal note that no customer ever sees @desk-9', async () => {
    const id = await ask();
    await confirmed();
    const before = [await thread(id), await seen(id)];
    expect(await reply(id, 'Looks odd, check the deed.', { internal_note: true })).toMatchObject({
      status: 201,
      data: { message: 'Looks odd, check the deed.', sender_name: 'Hedy Lamarr' },
    });
    expect([await thread(id), await seen(id)]).toEqual(before);
    expect(await rows('SELECT internal FROM thread_messages ORDER BY id')).toEqual([
      { internal: 0 },
      { internal: 1 },
    ]);
    expect([await letters(), await rows("SELECT id FROM outbox WHERE channel <> 'email'")]).toEqual([[], []]);
    expect(await logged()).toMatchObject([{ action: 'message.noted', after: '{"status":"open"}' }]);
  });
});

describe('thread status', () => {
  const ALL = [
    'in_progress',
    'resolved',
    'closed',
    'open',
    'closed',
    'in_progress',
    'open',
    'resolved',
    'open',
  ];
  test('lets an administrator set any status and logs each change once @desk-10', async () => {
    const id = await ask();
    for (const status of ALL) {
      expect(await setStatus(id, status)).toMatchObject({ status: 200, data: { id, status } });
      await setStatus(id, status);
      expect((await seen(id)).thread.status).toBe(status);
    }
    expect(await logged()).toHaveLength(ALL.length);
    expect((await logged())[0]).toMatchObject({
      action: 'message.status',
      subject: `thread:${id}`,
      before: '{"status":"open"}',
      after: '{"status":"in_progress"}',
    });
  });

  test('applies simultaneous status changes one after the other or only one of them', async () => {
    const id = await ask();
    const answers = await Promise.all(
      ['resolved', 'closed', 'in_progress'].map((status) => setStatus(id, status)),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await logged()).toHaveLength(done.length);
  });

  test('does not overwrite a status that changed since it was read @desk-10', async () => {
    const id = await ask();
    const admin = {
      id: hedy.id,
      email: hedy.email,
      name: 'Hedy Lamarr',
      role: 'administrator' as const,
      jti: 'test',
    };
    const closed = "UPDATE threads SET status = 'closed', version = version + 1 WHERE id = ?";
    const ctx = raced({ ...post.ctx, admin }, closed, id);
    const { version } = (await thread(id)) as { version: number };
    await expect(
      updateThreadStatus(ctx, { id, status: 'resolved', ifMatch: `"${version}"` }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await thread(id)).toMatchObject({ status: 'closed' });
    expect(await logged()).toEqual([]);
  });

  test('does not overwrite what a customer reopened since the status was read', async () => {
    const id = await ask();
    await setStatus(id, 'resolved');
    const { version } = (await thread(id)) as { version: number };
    await ada.call('/messages/reply', { body: { message: 'And snow?', parent_message_id: id } });
    expect(await thread(id)).toMatchObject({ status: 'open', version: version + 1 });
    const closing = await hedy.call(`/admin/messages/${id}/status`, {
      method: 'PATCH',
      body: { status: 'closed' },
      headers: { 'if-match': `"${version}"` },
    });
    expect(closing).toMatchObject({
      status: 409,
      message: 'This message was just changed. Please review it and try again.',
    });
    expect(await thread(id)).toMatchObject({ status: 'open' });
  });

  test('rejects an unknown status with a sentence', async () => {
    const id = await ask();
    expect(await setStatus(id, 'done')).toMatchObject({
      status: 422,
      message: 'Please choose open, in progress, resolved or closed.',
    });
  });
});

test('refuses support replies by a customer', async () => {
  const id = await ask();
  for (const token of [ada.token, null]) {
    const options = { token, body: { message: 'Paid out.' } };
    expect((await call(`/admin/messages/${id}/reply`, options)).status).toBe(401);
    expect((await call(`/admin/messages/${id}/status`, { ...options, method: 'PATCH' })).status).toBe(401);
  }
});

describe('letter about a reply', () => {
  const answered = async (text = 'Yes, it is.', body: Record<string, unknown> = {}) => {
    const id = await ask(ada, body);
    await reply(id, text);
    return id;
  };

  test('goes to the confirmed address of the wallet and contains the reply', async () => {
    await confirmed();
    const text = [
      'Yes, hail is covered.',
      '',
      '<b>Up to</b> 500 000 dollars.',
      ...Array(20).fill('More'),
    ].join('\n');
    const id = await answered(text, { subject: 'Roof <i>' });
    await post.deliver();
    const [letter] = post.to(email);
    expect(letter?.subject).toBe('Mooring Support replied: Roof <i>');
    for (const part of ['Subject: Roof <i>', 'Yes, hail is covered.', '<b>Up to</b> 500 000 dollars.', '…']) {
      expect(letter?.text).toContain(part);
    }
    expect(letter?.text.match(/More/g)).toHaveLength(6);
    expect(letter?.html).toContain('&lt;b&gt;Up to&lt;/b&gt;');
    expect(letter?.text).toContain(`http://localhost:8787/messages?thread=${id}`);
    expect(letter?.text).toContain(
      'Choose which letters you get: http://localhost:8787/profile#notifications',
    );
    expect(letter?.html).toContain('href="http://localhost:8787/profile#notifications"');
  });

  test('prefers the confirmed address of the profile', async () => {
    await confirmed();
    const own = `own.${email}`;
    await preferences({ email: own });
    await answered();
    expect((await letters()).map(({ kind, state, target }) => `${kind} ${state} ${target}`)).toEqual([
      `support_replied awaiting_confirmation ${own}`,
      `address_entered queued ${own}`,
    ]);
    await post.confirm(own);
    await post.deliver();
    expect(post.to(own)).toHaveLength(2);
    expect(post.to(email)).toEqual([]);
  });

  test('is not written without an address or if the preference is off', async () => {
    await answered();
    await confirmed();
    await preferences({ letters: 0 });
    await answered('No.', { subject: 'Wall' });
    expect(await letters()).toEqual([]);
  });

  test('is not sent once email is switched off', async () => {
    await confirmed();
    await answered();
    await preferences({ letters: 0 });
    await post.deliver();
    expect(post.sent).toEqual([]);
    expect(await letters()).toMatchObject([{ state: 'failed', last_error: 'unwanted' }]);
  });

  test('reveals nothing of another wallet’s thread', async () => {
    await confirmed();
    const id = await answered();
    await env.DB.prepare('UPDATE threads SET wallet = ? WHERE id = ?')
      .bind(eve.address.toLowerCase(), id)
      .run();
    await post.deliver();
    expect(post.sent).toEqual([]);
    expect(await letters()).toMatchObject([{ state: 'failed', last_error: 'message_gone' }]);
  });

  test('keeps what a letter said, which goes when its customer deletes the profile', async () => {
    await confirmed();
    await answered('Your passport X1234567 is on its way', { subject: 'Passport' });
    await post.deliver();
    expect(JSON.stringify(await letters())).toContain('Your passport X1234567 is on its way');
    await ada.call('/profile', { method: 'DELETE' }, post.reach);
    expect(JSON.stringify(await letters())).not.toContain('X1234567');
  });
});

describe('replies to contact forms', () => {
  const FORM = {
    name: 'Grace Hopper\r\nBcc: all@example.com',
    subject: 'Boats',
    message: 'Do you insure boats?\n<script>alert(1)</script>',
  };
  const write = async (): Promise<number> => {
    const sent: Answer<unknown> = await call('/contact', { body: { ...FORM, email } }, post.reach);
    expect(sent.status).toBe(201);
    return (await rows<{ id: number }>('SELECT id FROM threads'))[0]?.id ?? 0;
  };

  test('sends the reply to the address in the form without confirmation @letters-2', async () => {
    const id = await write();
    expect((await reply(id, 'Not yet.\nSoon, we hope.')).status).toBe(201);
    expect(await thread(id)).toMatchObject({ status: 'in_progress' });
    await post.deliver();
    expect(post.sent).toHaveLength(1);
    const [letter] = post.to(email);
    expect(letter?.subject).toBe('Mooring replied: Boats');
    expect(letter?.text).toBe(
      [
        'Dear Grace Hopper Bcc: all@example.com,',
        'Not yet.',
        'Soon, we hope.',
        'You asked us:',
        'Subject: Boats',
        '> Do you insure boats?\n> <script>alert(1)</script>',
        'Mooring',
        '--\nYou are receiving this email because someone wrote to Mooring from this address. If that was not you, you can ignore it.\n',
      ].join('\n\n'),
    );
    expect(letter?.html).not.toContain('<script>');
    expect(letter?.html).toContain('Do you insure boats?<br>&lt;script&gt;');
  });

  test('sends each reply once and never an internal note', async () => {
    const id = await write();
    await Promise.all([reply(id, 'Not yet.'), reply(id, 'Not yet.')]);
    await reply(id, 'Sounds like a competitor', { internal_note: true });
    await reply(id, 'But soon.');
    await post.schedule();
    await post.deliver();
    expect(post.to(email).map(({ text }) => /\n\n(.*)\n/.exec(text)?.[1])).toEqual(['Not yet.', 'But soon.']);
  });
});

test('refuses a reply with an open placeholder, but not an internal note', async () => {
  const ada = await Customer.arrive();
  const { data } = await ada.call<{ id: number }>('/messages/create', {
    body: { subject: 'Roof', message: 'Is {claim} paid?' },
  });
  for (const text of ['About {claim}.', 'Dear {name},', 'It is in {Policy}.']) {
    expect(await reply(data.id, text), text).toMatchObject({
      status: 422,
      issues: [
        {
          path: 'message',
          message: expect.stringMatching(/^Please replace \{\w+\} before you send this\.$/),
        },
      ],
    });
  }
  expect((await reply(data.id, 'About {claim}.', { internal_note: true })).status).toBe(201);
  expect((await reply(data.id, 'About {braces} and CLM-007.')).status).toBe(201);
});
