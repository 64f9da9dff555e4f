/** Complaints: the form for anyone, the register at the desk and its answers. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ComplaintDetail, ComplaintEntry } from '../../../../domain/admin/complaints-schema.ts';
import type { ComplaintAnswer } from '../../../../domain/complaints/schema.ts';
import { Admin } from '../../../test/admin.ts';
import { call, ORIGIN, rows, workerWith } from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';

const FORM = {
  name: 'Grace Hopper',
  email: 'Grace@Example.com',
  cause: 'claim_delay',
  reference: 'CLM-007',
  message: 'Nobody has answered me for three weeks.',
};
/** A Friday. */
const NOW = Date.parse('2026-11-20T15:00:00.000Z');
const reach = workerWith({ clock: () => NOW });
const send = (changes: Record<string, unknown> = {}) =>
  call<ComplaintAnswer>('/complaints', { body: { ...FORM, ...changes } }, reach);

let hedy: Admin;
beforeEach(async () => {
  await env.DB.batch(
    ['complaints', 'threads', 'thread_messages', 'idempotency_keys', 'outbox'].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
  hedy = await Admin.arrive('Hedy Lamarr');
});
const register = async (query = '') =>
  (await hedy.call<{ complaints: ComplaintEntry[] }>(`/admin/complaints${query}`)).data.complaints;
const answer = (id: number, body: Record<string, unknown>, by = hedy) =>
  by.call<ComplaintDetail>(`/admin/complaints/${id}/answer`, { body });

describe('a complaint', () => {
  test('gets a number, a date by which we answer, a thread in the inbox and a letter that repeats nothing of it', async () => {
    const { status, data } = await send();
    expect(status).toBe(201);
    expect(data).toEqual({
      complaint_number: expect.stringMatching(/^CMP-\d{3,}$/),
      received_at: '2026-11-20T15:00:00.000Z',
      // Friday and the weekend don't count.
      acknowledge_by: '2026-11-24T15:00:00.000Z',
      answer_by: '2027-01-15T15:00:00.000Z',
    });
    expect(await rows('SELECT wallet, contact_email, subject, priority, status FROM threads')).toEqual([
      {
        wallet: null,
        contact_email: 'Grace@example.com',
        subject: 'Complaint: How long a claim or an answer took, CLM-007',
        priority: 'high',
        status: 'open',
      },
    ]);
    const [letter] = await rows<{ body: string }>("SELECT * FROM outbox WHERE kind = 'complaint_received'");
    expect(letter).toMatchObject({ target: 'Grace@Example.com', state: 'queued', body: '{}' });
  });

  test('is acknowledged by a letter with its number and where else to turn, and without its words', async () => {
    const post = new Postbox();
    const { data } = await call<ComplaintAnswer>('/complaints', { body: FORM }, post.reach);
    await post.schedule();
    await post.deliver();
    const [letter] = post.sent;
    expect(letter).toMatchObject({
      to: 'Grace@Example.com',
      subject: `We received your complaint ${data.complaint_number}`,
    });
    expect(letter?.text).toContain('we answer within 8 weeks');
    expect(letter?.text).toContain('you can turn to an ombudsman or a court');
    for (const words of [FORM.message, FORM.name, FORM.reference]) expect(letter?.text).not.toContain(words);
    expect((await register())[0]?.acknowledged_at).not.toBeNull();
  });

  test('counts once if it is sent twice, and is stored whatever others sent with its address', async () => {
    const [one, two] = await Promise.all([send(), send()]);
    expect(two?.data).toEqual(one?.data);
    expect(await rows('SELECT id FROM complaints')).toHaveLength(1);
    expect(await rows("SELECT id FROM outbox WHERE kind = 'complaint_received'")).toHaveLength(1);
    for (const message of ['Two', 'Three', 'Four', 'Five']) {
      const form = { name: 'Grace', email: FORM.email, subject: 'Boats', message };
      expect((await call('/contact', { body: form }, reach)).status).toBe(201);
    }
    expect((await send({ message: 'Six' })).status).toBe(201);
    expect(await rows('SELECT id FROM complaints')).toHaveLength(2);
  });

  test.each([
    ['cause', { cause: 'weather' }, 'Please choose what it is about.'],
    ['name', { name: ' ' }, 'Please enter your name.'],
    ['email address', { email: 'grace' }, 'Please enter a valid email address'],
    ['message', { message: '' }, 'Please write a message.'],
  ])('is refused without a %s', async (_, change, message) => {
    expect(await send(change)).toMatchObject({ status: 422, message });
    expect(await rows('SELECT id FROM complaints')).toEqual([]);
  });
});

describe('the register of complaints', () => {
  test('lists complaints newest first with cause, clock and outcome, and exports them', async () => {
    await send();
    await send({ cause: 'payment', reference: '', message: 'My refund is missing.' });
    const [newer, older] = await register();
    expect(newer).toMatchObject({
      cause: 'payment',
      reference: '',
      status: 'open',
      acknowledged_at: null,
      outcome: null,
    });
    expect(older).toMatchObject({
      cause: 'claim_delay',
      customer: 'Grace Hopper',
      email: 'Grace@example.com',
    });
    await rows(
      "UPDATE outbox SET sent_at = '2026-11-20T15:01:00.000Z' WHERE kind = 'complaint_received' RETURNING id",
    );
    expect((await register()).map((entry) => entry.acknowledged_at)).toEqual([
      '2026-11-20T15:01:00.000Z',
      '2026-11-20T15:01:00.000Z',
    ]);
    const download = async (query: string) => {
      const headers = { authorization: `Bearer ${hedy.token}` };
      return (await reach(new Request(`${ORIGIN}/api/admin/complaints/export?${query}`, { headers }))).text();
    };
    const file = await download('status=open');
    expect((await download(`ids=${newer?.id}`)).trim().split('\n')).toHaveLength(2);
    for (const words of ['A payment or a refund', 'CLM-007', 'Grace@example.com', '01/15/2027']) {
      expect(file).toContain(words);
    }
    expect(await register('?status=answered')).toEqual([]);
  });

  test('answers a complaint once, by letter and in the conversation, and logs it', async () => {
    await send();
    const [{ id, thread_id: thread } = { id: 0, thread_id: 0 }] = await register();
    const body = { outcome: 'upheld', message: 'You are right. We pay today.', cause: 'claim_decision' };
    expect(await answer(id, { message: 'Hello' })).toMatchObject({
      status: 422,
      message: 'Please choose an outcome.',
    });
    const [one, two] = await Promise.all([answer(id, body), answer(id, body)]);
    expect([one?.status, two?.status]).toEqual([200, 200]);
    expect(one?.data).toMatchObject({
      status: 'answered',
      outcome: 'upheld',
      cause: 'claim_decision',
      answered_by: 'Hedy Lamarr',
      message: FORM.message,
    });
    expect(await rows('SELECT status FROM threads WHERE id = ?', thread)).toEqual([{ status: 'resolved' }]);
    expect(await rows('SELECT text FROM thread_messages WHERE thread_id = ? ORDER BY id', thread)).toEqual([
      { text: FORM.message },
      { text: 'You are right. We pay today.' },
    ]);
    expect(await rows("SELECT target FROM outbox WHERE kind = 'contact_reply'")).toEqual([
      { target: 'Grace@example.com' },
    ]);
    expect(one?.data.audit_log).toMatchObject([
      { action: 'complaint.answered', after: { outcome: 'upheld' } },
    ]);
    expect(await answer(id, { outcome: 'not_upheld', message: 'No.' })).toMatchObject({
      status: 409,
      message: 'This complaint was just changed. Please review it and try again.',
    });
    expect((await answer(id + 1, body)).status).toBe(404);
  });

  test('is read by every role, and answered by those who may answer messages', async () => {
    await send();
    const [{ id } = { id: 0 }] = await register();
    const viewer = await Admin.arrive('Vera Viewer', 'auditor');
    expect((await viewer.call(`/admin/complaints/${id}`)).status).toBe(200);
    expect((await answer(id, { outcome: 'upheld', message: 'Yes.' }, viewer)).status).toBe(403);
  });

  test('shows open complaints in the work queue, due eight weeks after they came', async () => {
    await send();
    const { data } = await hedy.call<{ items: { kind: string; title: string; due_at: string }[] }>(
      '/admin/queue',
    );
    const [item] = data.items.filter(({ kind }) => kind === 'complaints');
    expect(item).toMatchObject({ title: expect.stringMatching(/^CMP-/), due_at: '2027-01-15T15:00:00.000Z' });
    const [{ id } = { id: 0 }] = await register();
    await answer(id, { outcome: 'withdrawn', message: 'As you wish.' });
    const after = await hedy.call<{ items: { kind: string }[] }>('/admin/queue');
    expect(after.data.items.some(({ kind }) => kind === 'complaints')).toBe(false);
  });
});
