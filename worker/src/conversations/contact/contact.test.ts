import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { Customer, call, rows, workerWith } from '../../../test/harness.ts';

const FORM = {
  name: 'Grace Hopper',
  email: 'Grace@Example.com',
  subject: 'Boats',
  message: 'Do you insure boats?',
};
const SENT = "Message sent successfully! We'll get back to you soon.";
const MINUTE = 60_000;
let start = 0;
let ahead = 0;
/** A worker whose clock moves only with `ahead`. */
const reach = workerWith({ clock: () => start + ahead });
const send = (changes: Record<string, unknown> = {}) =>
  call<{ received_at: string }>('/contact', { body: { ...FORM, ...changes } }, reach);
const threads = () => rows('SELECT * FROM threads ORDER BY id');

beforeEach(async () => {
  start = Date.now();
  ahead = 0;
  await env.DB.batch(
    ['threads', 'thread_messages', 'idempotency_keys'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});

describe('contact form', () => {
  test("adds the form to support's inbox as a thread without a wallet @api-23", async () => {
    expect(await send()).toMatchObject({
      status: 201,
      message: SENT,
      data: { received_at: expect.any(String) },
    });
    expect(await threads()).toMatchObject([
      {
        wallet: null,
        contact_name: 'Grace Hopper',
        contact_email: 'Grace@example.com',
        subject: 'Boats',
        type: 'support',
        category: 'general',
        priority: 'medium',
        status: 'open',
        reply_count: 0,
        last_sender: 'user',
        unread_by_support: 1,
        unread_by_customer: 0,
      },
    ]);
    expect(await rows('SELECT text, sender, internal FROM thread_messages')).toEqual([
      { text: FORM.message, sender: 'user', internal: 0 },
    ]);
  });

  test('treats a form sent twice within 30 seconds as one thread, and later as another', async () => {
    const [one, two] = await Promise.all([send(), send()]);
    // The clock runs on while the forms are sent.
    ahead = 29_900;
    const three = await send();
    expect([two?.data, three.data]).toEqual([one?.data, one?.data]);
    expect(three).toMatchObject({ status: 201, message: SENT });
    ahead = 30_001;
    await send();
    await send({ message: 'Do you insure ships?' });
    expect(await threads()).toHaveLength(3);
  });

  test('counts forms by client, 20 a day, and never by the address in them, which anyone can enter @api-23', async () => {
    const from = (client: string, message: string, email = FORM.email) =>
      call('/contact', { body: { ...FORM, email, message }, headers: { 'cf-connecting-ip': client } }, reach);
    const flood = Array.from({ length: 23 }, (_, index) =>
      from('192.0.2.30', `Question ${index}`, index % 2 === 0 ? FORM.email : `person-${index}@example.com`),
    );
    const statuses = (await Promise.all(flood)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(20).fill(201), 429, 429, 429]);
    const refused = await from('192.0.2.30', 'One more');
    expect(refused).toMatchObject({
      status: 429,
      code: 'rate_limited',
      message:
        'We have already received 20 messages from you today and will answer them. Please write again tomorrow.',
    });
    expect(refused.headers.get('retry-after')).toBe('86400');
    expect((await from('192.0.2.31', 'One more')).status).toBe(201);
    ahead = 24 * 60 * MINUTE + 1000;
    expect((await from('192.0.2.30', 'One more')).status).toBe(201);
  });

  test('accepts a repeated form when the daily limit is reached', async () => {
    const client = { 'cf-connecting-ip': '192.0.2.32' };
    const sent = (index: number) =>
      call('/contact', { body: { ...FORM, message: `Question ${index}` }, headers: client }, reach);
    for (let index = 0; index < 20; index += 1) await sent(index);
    expect((await sent(19)).status).toBe(201);
    expect((await sent(20)).status).toBe(429);
    expect(await threads()).toHaveLength(20);
  });

  test.each([
    ['name', { name: ' ' }, 'Please enter your name.'],
    ['email address', { email: 'grace' }, 'Please enter a valid email address'],
    ['subject', { subject: '' }, 'Please enter a subject.'],
    ['message', { message: '  ' }, 'Please write a message.'],
    [
      'message of at most 5000 characters',
      { message: 'x'.repeat(10_000) },
      'Please keep the message to 5000 characters.',
    ],
  ])('rejects a contact form without a %s', async (_, change, message) => {
    expect(await send(change)).toMatchObject({ status: 422, message });
    expect(await threads()).toHaveLength(0);
  });

  test('keeps HTML in a contact form as text', async () => {
    const name = '<b>Grace</b>';
    await send({ name, message: '<script>alert(1)</script>' });
    expect(await threads()).toMatchObject([
      { contact_name: name, last_preview: '<script>alert(1)</script>' },
    ]);
  });

  test('limits contact forms per client address', async () => {
    const from = (client: string) =>
      call('/contact', { body: {}, headers: { 'cf-connecting-ip': client } }, reach);
    const statuses = new Set<number>();
    for (let index = 0; index < 140; index += 1) statuses.add((await from('192.0.2.7')).status);
    expect([...statuses].sort()).toEqual([422, 429]);
    expect((await from('192.0.2.8')).status).toBe(422);
  });

  test('lists a contact thread for no wallet', async () => {
    const ada = await Customer.arrive();
    await send();
    expect((await ada.call<unknown[]>(`/messages/list/${ada.address}`)).data).toEqual([]);
    const [thread] = await rows<{ id: number }>('SELECT id FROM threads');
    expect((await ada.call(`/messages/full/${thread?.id}`)).status).toBe(404);
    const body = { message: 'Hello', parent_message_id: thread?.id };
    expect((await ada.call('/messages/reply', { body })).status).toBe(404);
  });
});
