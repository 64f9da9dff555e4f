/** Complaints: the form for anyone, and the threads at the desk with their clock and answers. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminThreadDetail, AdminThreadEntry } from '#domain/admin/messages-schema.ts';
import type { ComplaintAnswer } from '#domain/complaints/schema.ts';
import { ombudsmanText } from '#domain/operator.ts';
import { Admin } from '../../../test/admin.ts';
import { claimed } from '../../../test/claims.ts';
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
    ['threads', 'desk', 'thread_messages', 'idempotency_keys', 'outbox', 'occurrence_data'].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
  hedy = await Admin.arrive('Hedy Lamarr');
});
const listed = async (query = '') =>
  (await hedy.call<{ messages: AdminThreadEntry[] }>(`/admin/messages?category=complaint${query}`)).data
    .messages;
/** The only complaint. */
const only = async (): Promise<AdminThreadEntry> => {
  const [entry, ...more] = await listed();
  if (!entry || more.length > 0) throw new Error('There is not one complaint');
  return entry;
};
const opened = async (id: number, by = hedy) =>
  (await by.call<AdminThreadDetail>(`/admin/messages/${id}`)).data;
const answer = (id: number, body: Record<string, unknown>, by = hedy) =>
  by.call(`/admin/messages/${id}/reply`, { body });

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
    const fields = 'wallet, type, category, contact_email, subject, priority, status';
    expect(await rows(`SELECT ${fields} FROM threads`)).toEqual([
      {
        wallet: null,
        type: 'support',
        category: 'complaint',
        contact_email: 'Grace@example.com',
        subject: 'Complaint: How long a claim or an answer took, CLM-007',
        priority: 'high',
        status: 'open',
      },
    ]);
    const [letter] = await rows<{ body: string }>("SELECT * FROM outbox WHERE kind = 'complaint_received'");
    expect(letter).toMatchObject({ target: 'Grace@Example.com', state: 'queued' });
    for (const words of [FORM.message, FORM.name, FORM.reference]) expect(letter?.body).not.toContain(words);
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
    expect((await only()).complaint?.acknowledged_at).not.toBeNull();
  });

  test('counts once if it is sent twice, and is stored whatever others sent with its address', async () => {
    const [one, two] = await Promise.all([send(), send()]);
    expect(two?.data).toEqual(one?.data);
    expect(await listed()).toHaveLength(1);
    expect(await rows("SELECT id FROM outbox WHERE kind = 'complaint_received'")).toHaveLength(1);
    for (const message of ['Two', 'Three', 'Four', 'Five']) {
      const form = { name: 'Grace', email: FORM.email, subject: 'Boats', message };
      expect((await call('/contact', { body: form }, reach)).status).toBe(201);
    }
    expect((await send({ message: 'Six' })).status).toBe(201);
    expect(await listed()).toHaveLength(2);
  });

  test.each([
    ['cause', { cause: 'weather' }, 'Please choose what it is about.'],
    ['name', { name: ' ' }, 'Please enter your name.'],
    ['email address', { email: 'grace' }, 'Please enter a valid email address'],
    ['message', { message: '' }, 'Please write a message.'],
  ])('is refused without a %s', async (_, change, message) => {
    expect(await send(change)).toMatchObject({ status: 422, message });
    expect(await listed()).toEqual([]);
  });
});

describe('complaints at the desk', () => {
  test('are listed with cause, clock and outcome, found by their number, and exported as a register', async () => {
    await send();
    await send({ cause: 'payment', reference: '', message: 'My refund is missing.' });
    await call('/contact', {
      body: { name: 'Ada', email: 'ada@example.com', subject: 'Boats', message: 'Boats?' },
    });
    const found = await listed();
    expect(found.map(({ complaint }) => complaint)).toEqual([
      expect.objectContaining({ cause: 'claim_delay', reference: 'CLM-007', outcome: null }),
      expect.objectContaining({ cause: 'payment', reference: '', outcome: null, acknowledged_at: null }),
    ]);
    const number = found[1]?.complaint?.complaint_number ?? '';
    expect((await listed(`&search=${number}`)).map(({ id }) => id)).toEqual([found[1]?.id]);
    const download = async (query: string) => {
      const headers = { authorization: `Bearer ${hedy.token}` };
      const path = `${ORIGIN}/api/admin/messages/export?category=complaint${query}`;
      return (await reach(new Request(path, { headers }))).text();
    };
    const file = await download('');
    expect(file.trim().split('\n')).toHaveLength(3);
    for (const words of [number, 'A payment or a refund', 'CLM-007', 'Grace@example.com', '01/15/2027']) {
      expect(file).toContain(words);
    }
    expect((await download(`&ids=${found[0]?.id}`)).trim().split('\n')).toHaveLength(2);
  });

  test('wait once: until they are acknowledged within two business days, and then answered within eight weeks', async () => {
    const post = new Postbox();
    await call('/complaints', { body: FORM }, post.reach);
    const waiting = async () => {
      const { data } = await hedy.call<{ items: { kind: string; id: string; due_at: string }[] }>(
        '/admin/queue',
      );
      const [item, ...more] = data.items.filter(({ kind }) => kind === 'messages_unanswered');
      const [entry] = await listed('&queue=messages_unanswered');
      expect([more, entry?.due_at]).toEqual([[], item?.due_at]);
      return item?.due_at;
    };
    const { id, complaint } = await only();
    expect(await waiting()).toBe(complaint?.acknowledge_by);
    await post.deliver();
    expect(await waiting()).toBe(complaint?.answer_by);
    // Somebody writes back, which is not the answer yet.
    expect((await answer(id, { message: 'We are looking into it.' })).status).toBe(201);
    expect(await waiting()).toBe(complaint?.answer_by);
    expect((await answer(id, { message: 'As you wish.', outcome: 'withdrawn' })).status).toBe(201);
    expect(await waiting()).toBeUndefined();
  });

  test('are acknowledged by a person’s words if no letter was sent, and stand among messages by their promise', async () => {
    await send();
    const { id } = await only();
    const ask = { name: 'Ada', email: 'ada@example.com', subject: 'Boats', message: 'Boats?' };
    await call('/contact', { body: ask }, reach);
    const order = async () =>
      (
        await hedy.call<{ messages: AdminThreadEntry[] }>('/admin/messages?queue=messages_unanswered')
      ).data.messages.map(({ complaint }) => complaint !== null);
    expect(await order()).toEqual([false, true]);
    await rows(
      "UPDATE threads SET created_at = '2026-11-16T15:00:00.000Z', acknowledge_by = '2026-11-18T15:00:00.000Z' WHERE id = ?",
      id,
    );
    expect(await order()).toEqual([true, false]);
    expect((await answer(id, { message: 'We are on it.' })).status).toBe(201);
    expect((await only()).complaint?.acknowledged_at).not.toBeNull();
    expect(await order()).toEqual([false, true]);
  });

  test('are answered once, by letter and in the conversation, with a line in the audit log', async () => {
    await send();
    const { id, complaint } = await only();
    const body = { outcome: 'upheld', message: 'You are right. We pay today.', cause: 'claim_decision' };
    const [one, two] = await Promise.all([answer(id, body), answer(id, body)]);
    expect([one?.status, two?.status]).toEqual([201, 201]);
    const thread = await opened(id);
    expect(thread.status).toBe('resolved');
    expect(thread.complaint).toEqual({
      ...complaint,
      cause: 'claim_decision',
      outcome: 'upheld',
      answered_by: 'Hedy Lamarr',
      answered_at: expect.any(String),
      acknowledged_at: expect.any(String),
    });
    expect([thread.message, ...thread.replies.map(({ message }) => message)]).toEqual([
      FORM.message,
      `You are right. We pay today.\n\n${ombudsmanText(null)}`,
    ]);
    expect(await rows("SELECT target FROM outbox WHERE kind = 'contact_answered'")).toEqual([
      { target: 'Grace@example.com' },
    ]);
    expect(thread.audit_log).toMatchObject([
      {
        action: 'complaint.answered',
        before: { status: 'open', cause: 'claim_delay', outcome: null },
        after: { status: 'resolved', cause: 'claim_decision', outcome: 'upheld' },
      },
    ]);
    expect(await answer(id, { outcome: 'not_upheld', message: 'No.' })).toMatchObject({
      status: 409,
      message: 'This complaint was just changed. Please review it and try again.',
    });
  });

  test('are answered with the ombudsman of the configuration, and one that was withdrawn without', async () => {
    const ombudsman = { name: 'The Insurance Ombudsman', url: 'https://ombudsman.example' };
    const operator = { name: 'Mooring DAC', address: '1 Harbor Road', authorization: 'C0', ombudsman };
    const licensed = workerWith({}, { OPERATOR: JSON.stringify(operator) } as Partial<Env>);
    await send();
    await send({ email: 'ada@example.com' });
    const [one, two] = await listed();
    const ended = async (id: number | undefined, outcome: string) => {
      const body = { outcome, message: 'Goodbye.' };
      expect((await hedy.call(`/admin/messages/${id}/reply`, { body }, licensed)).status).toBe(201);
      return (await opened(Number(id))).replies.at(-1)?.message;
    };
    expect(await ended(one?.id, 'not_upheld')).toBe(`Goodbye.\n\n${ombudsmanText(operator)}`);
    expect(await ended(two?.id, 'withdrawn')).toBe('Goodbye.');
  });

  test('end only with an outcome, whichever way somebody tries', async () => {
    await send();
    const { id, last_message_at: at } = await only();
    const missing = await answer(id, { message: 'Bye.', resolve: true });
    expect(missing).toMatchObject({ status: 422, message: 'Please choose an outcome.' });
    expect(await answer(id, { message: 'Bye.', internal_note: true, resolve: true })).toMatchObject({
      status: 422,
    });
    expect(await answer(id, { message: 'Bye.', internal_note: true, outcome: 'upheld' })).toMatchObject({
      status: 422,
      message: 'An outcome goes with the answer, not with a note.',
    });
    const tries: [string, object][] = [
      [`/${id}/status`, { status: 'resolved' }],
      [`/${id}/status`, { status: 'closed' }],
      ['', { ids: [id], status: 'resolved', last_message_at: [at] }],
    ];
    for (const [path, body] of tries) {
      expect(await hedy.call(`/admin/messages${path}`, { method: 'PATCH', body }), path).toMatchObject({
        status: 422,
        message: `CMP-${String(id).padStart(3, '0')} is a complaint. It ends with an answer and an outcome.`,
      });
    }
    expect((await opened(id)).status).toBe('open');
    const ask = { name: 'Ada', email: 'ada@example.com', subject: 'Boats', message: 'Boats?' };
    await call('/contact', { body: ask }, reach);
    const [other] = (await hedy.call<{ messages: AdminThreadEntry[] }>('/admin/messages?search=Boats')).data
      .messages;
    expect(await answer(other?.id ?? 0, { message: 'No.', outcome: 'upheld' })).toMatchObject({
      status: 422,
      message: 'Only a complaint has an outcome.',
    });
  });

  test('are read by every role, and answered by those who may answer messages', async () => {
    await send();
    const { id } = await only();
    const viewer = await Admin.arrive('Vera Viewer', 'auditor');
    expect((await opened(id, viewer)).complaint?.cause).toBe('claim_delay');
    expect((await answer(id, { outcome: 'upheld', message: 'Yes.' }, viewer)).status).toBe(403);
  });
});

describe('a complaint about a decision', () => {
  const WHY = 'You decided what this complaint is about, so somebody else has to answer it.';

  test.each([
    ['the claim that it names', (claim: number) => ({ reference: `CLM-${claim}` })],
    [
      'the claim that its words name',
      (claim: number) => ({ reference: '', message: `About clm ${claim}: no!` }),
    ],
    ['the policy of the claim', (_: number, policy: number) => ({ reference: `POL-${policy}` })],
  ])('is not answered by whoever decided %s, but by a colleague', async (_, naming) => {
    const { policy, claim } = await claimed();
    const decision = { status: 'rejected', clause: 'not_covered-2', admin_notes: 'Wear is not covered.' };
    const path = `/admin/claims/${claim.id}/status`;
    expect((await hedy.call(path, { method: 'PATCH', body: decision })).status).toBe(200);
    await send({ cause: 'claim_decision', ...naming(claim.id, policy.id) });
    const { id } = await only();
    for (const body of [{ message: 'No.', outcome: 'not_upheld' }, { message: 'Please wait.' }]) {
      expect(await answer(id, body)).toMatchObject({ status: 403, message: WHY });
    }
    expect((await answer(id, { message: 'I was right.', internal_note: true })).status).toBe(201);
    const grace = await Admin.arrive('Grace Hopper');
    expect([(await opened(id)).not_by_you, (await opened(id, grace)).not_by_you]).toEqual([WHY, null]);
    expect((await answer(id, { message: 'We pay.', outcome: 'upheld' }, grace)).status).toBe(201);
    expect((await opened(id)).complaint?.answered_by).toBe('Grace Hopper');
  });

  test('names nobody’s claim without harm, and is answered by anyone', async () => {
    await send({ reference: 'CLM-999999' });
    const { id } = await only();
    expect(await opened(id)).toMatchObject({ claim_id: null, not_by_you: null });
  });
});
