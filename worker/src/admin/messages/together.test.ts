/** Two administrators on one thread: a reply knows what came in between. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { AdminThreadDetail } from '#domain/admin/messages-schema.ts';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { Admin } from '../../../test/admin.ts';
import { raced } from '../../../test/desk.ts';
import { Customer, rows } from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';
import { replyAsSupport } from './reply.ts';

let joan: Admin;
let hedy: Admin;
let ada: Customer;

beforeAll(async () => {
  [joan, hedy, ada] = await Promise.all([
    Admin.arrive('Joan Clarke', 'support'),
    Admin.arrive('Hedy Lamarr'),
    Customer.arrive(),
  ]);
});

const ask = async () => {
  const body = { subject: crypto.randomUUID(), message: 'Is hail covered?' };
  return (await ada.call<ThreadAnswer>('/messages/create', { body })).data.id;
};
const seenBy = async (admin: Admin, id: number) => {
  const { data } = await admin.call<AdminThreadDetail>(`/admin/messages/${id}`);
  return { version: data.version, last_message_id: data.last_message_id };
};
const reply = (admin: Admin, id: number, message: string, more: Record<string, unknown> = {}) =>
  admin.call(`/admin/messages/${id}/reply`, { body: { message, ...more } });
const count = async (id: number) =>
  (await rows<{ n: number }>('SELECT count(*) n FROM thread_messages WHERE thread_id = ?', id))[0]?.n;

describe('a reply to a thread that has changed', () => {
  test('is refused with what others wrote and changed, and accepted once that was seen', async () => {
    const id = await ask();
    const seen = await seenBy(joan, id);
    await reply(hedy, id, 'Ask the roofer.', { internal_note: true });
    await reply(hedy, id, 'Yes, it is.', { resolve: true });
    await ada.call('/messages/reply', { body: { message: 'And snow?', parent_message_id: id } });
    const before = await count(id);
    expect(await reply(joan, id, 'No.', { seen })).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'This conversation changed while you were writing. Nothing was sent.',
      issues: [
        { message: 'Hedy Lamarr (internal note): Ask the roofer.' },
        { message: 'Hedy Lamarr: Yes, it is.' },
        { message: 'Customer: And snow?' },
        { path: 'thread', message: 'It is now open, assigned to Hedy Lamarr, priority medium.' },
      ],
    });
    expect(await count(id)).toBe(before);
    expect((await reply(joan, id, 'No.', { seen: await seenBy(joan, id) })).status).toBe(201);
  });

  test('is accepted after one’s own messages, and without saying what was seen', async () => {
    const id = await ask();
    const { last_message_id } = await seenBy(joan, id);
    await reply(joan, id, 'One moment.');
    const { version } = await seenBy(joan, id);
    expect((await reply(joan, id, 'Yes.', { seen: { version, last_message_id } })).status).toBe(201);
    await reply(hedy, id, 'Hello.');
    expect((await reply(joan, id, 'And snow.')).status).toBe(201);
  });

  test('is one reply when it is sent twice', async () => {
    const id = await ask();
    const seen = await seenBy(joan, id);
    const [first, second] = [
      await reply(joan, id, 'Yes.', { seen }),
      await reply(joan, id, 'Yes.', { seen }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.data).toEqual(first.data);
    expect(await count(id)).toBe(2);
  });

  test('is refused as well if the thread changes at the moment of writing', async () => {
    const id = await ask();
    const seen = await seenBy(joan, id);
    const admin = {
      id: joan.id,
      email: joan.email,
      name: 'Joan Clarke',
      role: 'support',
      jti: 'test',
    } as const;
    const ctx = raced(
      { ...new Postbox().ctx, admin },
      `INSERT INTO thread_messages (thread_id, sender, kind, text, created_at, dedupe_key)
       VALUES (?, 'user', 'message', 'Wait!', '2026-11-21T00:00:00.000Z', 'raced')`,
      id,
    );
    await expect(replyAsSupport(ctx, { id, message: 'Yes.', seen })).rejects.toMatchObject({
      code: 'conflict',
      extra: { issues: [{ message: 'Customer: Wait!' }] },
    });
    expect(await count(id)).toBe(2);
  });
});
