/** Putting off what there is to do until a day. */
import { beforeEach, expect, test } from 'vitest';
import type { QueueCounts, QueueItem } from '#domain/admin/records-schema.ts';
import { dayOf, formatDay } from '#domain/days.ts';
import { repairRows } from '#worker/desk/repository.ts';
import { Admin } from '../../../test/admin.ts';
import { claimed, png, upload } from '../../../test/claims.ts';
import { cancelPolicy, deskCtx, insured } from '../../../test/desk.ts';
import { rows, scanFromHere, workerWith } from '../../../test/harness.ts';
import { countOf, type Queue, queueOf } from '../../../test/queue.ts';

let hedy: Admin;
let grace: Admin;
beforeEach(async () => {
  await scanFromHere();
  [hedy, grace] = [await Admin.arrive('Hedy Lamarr'), await Admin.arrive('Grace Hopper')];
});

/** The UTC day so many days from now. */
const inDays = (days: number) => formatDay(dayOf(Date.now()) + days);
const LATER = { reason: 'The surveyor comes on Thursday.', past_due: true };
const pathOf = ({ kind, id }: Pick<QueueItem, 'kind' | 'id'>) => `/admin/queue/${kind}/${id}/snooze`;
const snooze = (item: Pick<QueueItem, 'kind' | 'id'>, body: object, admin = hedy) =>
  admin.call<QueueItem['snooze']>(pathOf(item), { method: 'PUT', body });
const sectionOf = async (title: string, admin = hedy) =>
  (await queueOf(admin)).items.find((item) => item.title === title)?.section ?? null;
const acts = (id: number) =>
  rows<{ action: string }>(
    "SELECT action FROM audit_log WHERE subject = ? AND action LIKE 'queue.%' ORDER BY id",
    `claim:${id}`,
  );
/** Snoozes a new claim for a week. */
async function snoozed() {
  const world = await claimed();
  const place = { kind: 'claims_due', id: String(world.claim.id) } as const;
  expect((await snooze(place, { until: inDays(7), ...LATER })).status).toBe(200);
  return { ...world, place, title: world.claim.claim_number };
}

test('puts a claim off for everyone until a day, with its reason, and counts it apart', async () => {
  const { claim } = await claimed();
  const place = { kind: 'claims_due', id: String(claim.id) } as const;
  const before = (await grace.call<QueueCounts>('/admin/queue/counts')).data;
  const due = countOf(await queueOf(grace), 'claims_due', 'to_do');
  const answer = await snooze(place, { until: inDays(7), ...LATER });
  expect(answer.data).toEqual({ until: inDays(7), reason: LATER.reason, by: 'Hedy Lamarr' });

  const work = await queueOf(grace);
  expect(work.items.find(({ id, kind }) => id === place.id && kind === place.kind)).toMatchObject({
    section: 'snoozed',
    snooze: { until: inDays(7), reason: LATER.reason, by: 'Hedy Lamarr' },
    due_at: expect.any(String),
  });
  expect(countOf(work, 'claims_due', 'to_do')).toBe(due - 1);
  expect(countOf(work, 'claims_due', 'snoozed')).toBe(1);
  const after = (await grace.call<QueueCounts>('/admin/queue/counts')).data;
  expect([after.queue, after.claims]).toEqual([before.queue - 1, before.claims - 1]);
});

test('snoozing the same twice records it once, and another day replaces the first', async () => {
  const { claim, place, title } = await snoozed();
  expect((await snooze(place, { until: inDays(7), ...LATER })).status).toBe(200);
  expect(await acts(claim.id)).toHaveLength(1);
  expect((await snooze(place, { until: inDays(9), ...LATER }, grace)).data?.by).toBe('Grace Hopper');
  expect(await rows('SELECT until FROM snoozes WHERE subject = ?', `claim:${claim.id}`)).toEqual([
    { until: inDays(9) },
  ]);
  for (const _ of [1, 2]) expect((await hedy.call(pathOf(place), { method: 'DELETE' })).status).toBe(200);
  expect(await sectionOf(title)).toBe('to_do');
  expect((await acts(claim.id)).map(({ action }) => action)).toEqual([
    'queue.snoozed',
    'queue.snoozed',
    'queue.unsnoozed',
  ]);
});

test('a snoozed claim is back on its day, and stays away until then when the desk’s rows are made again', async () => {
  const { claim, title } = await snoozed();
  await repairRows(deskCtx().db, 'claims', [claim.id]);
  const at = async (days: number) => {
    const clock = () => Date.now() + days * 86_400_000;
    const own = await hedy.call<Queue>('/admin/queue', {}, workerWith({ clock }));
    return own.data.items.find((item) => item.title === title)?.section;
  };
  await rows("UPDATE admin_sessions SET expires_at = '2099-01-01T00:00:00.000Z' RETURNING 1");
  expect(await at(0)).toBe('snoozed');
  await rows('UPDATE snoozes SET until = ? RETURNING 1', inDays(0));
  expect(await at(0)).toBe('to_do');
});

test('a message or a document of the customer brings a snoozed claim back at once', async () => {
  const first = await snoozed();
  const body = { subject: 'My roof', message: 'Here is more.', claim_id: first.claim.id };
  expect((await first.customer.call('/messages/create', { body })).status).toBe(201);
  expect(await sectionOf(first.title)).toBe('to_do');

  const second = await snoozed();
  await upload(second.customer, second.claim.id, [{ name: 'invoice.png', bytes: png('snoozed') }]);
  expect(await sectionOf(second.title)).toBe('to_do');
});

test('a new question about the policy brings a snoozed refund back', async () => {
  const { customer, policy } = await insured();
  await cancelPolicy(customer, policy.id);
  const place = { kind: 'refunds_owed', id: String(policy.id) } as const;
  expect((await snooze(place, { until: inDays(2), reason: 'The treasurer is away.' })).status).toBe(200);
  expect(await sectionOf(policy.policy_number)).toBe('snoozed');
  const body = { subject: 'My refund', message: 'When will it come?', policy_id: policy.id };
  expect((await customer.call('/messages/create', { body })).status).toBe(201);
  expect(await sectionOf(policy.policy_number)).toBe('to_do');
});

test('a snoozed message is back with the customer’s next one, and not with a note of a colleague', async () => {
  const { customer } = await claimed();
  const ask = { subject: 'Snoozed question', message: 'Is hail covered?' };
  const { id } = (await customer.call<{ id: number }>('/messages/create', { body: ask })).data;
  await snooze({ kind: 'messages_unanswered', id: String(id) }, { until: inDays(3), ...LATER });
  const note = { message: 'I have asked the surveyor.', internal_note: true };
  await grace.call(`/admin/messages/${id}/reply`, { body: note });
  expect(await sectionOf(ask.subject)).toBe('snoozed');
  await customer.call('/messages/reply', { body: { parent_message_id: id, message: 'Any news?' } });
  expect(await sectionOf(ask.subject)).toBe('to_do');
});

test('a claim that a colleague approves is no longer snoozed: its payout is new work', async () => {
  const { claim, title } = await snoozed();
  await grace.call(`/admin/claims/${claim.id}/status`, { method: 'PATCH', body: { status: 'approved' } });
  expect(await sectionOf(title, grace)).toBe('to_do');
});

test('asks to confirm a day after the promise, and refuses days that are over or too far', async () => {
  const { claim } = await claimed();
  const place = { kind: 'claims_due', id: String(claim.id) } as const;
  const [reason, past_due] = ['The surveyor comes.', true];
  const refused = await snooze(place, { until: inDays(7), reason });
  expect(refused).toMatchObject({
    status: 422,
    message: expect.stringMatching(/^This is due on .* be late\.$/),
  });
  expect(await snooze(place, { until: inDays(0), reason, past_due })).toMatchObject({
    status: 422,
    message: 'Please choose a day from tomorrow on.',
  });
  expect((await snooze(place, { until: inDays(91), reason, past_due })).status).toBe(422);
  expect(await snooze(place, { until: inDays(1), reason: ' ' })).toMatchObject({
    status: 422,
    message: 'Please give a reason.',
  });
  expect((await snooze(place, { until: inDays(1), reason })).status).toBe(200);
});

test('only a role whose work it is snoozes it, and only what waits for us', async () => {
  const { claim } = await claimed();
  const place = { kind: 'claims_due', id: String(claim.id) } as const;
  const body = { until: inDays(1), ...LATER };
  expect((await snooze(place, body, await Admin.arrive('Sam', 'support'))).status).toBe(403);
  expect((await snooze({ ...place, id: '987654' }, body)).status).toBe(404);
  const documents = { status: 'under_review', requested_documents: 'The invoice.' };
  await hedy.call(`/admin/claims/${claim.id}/status`, { method: 'PATCH', body: documents });
  expect((await snooze(place, body)).status).toBe(404);
  expect((await snooze({ ...place, kind: 'documents_awaited' }, body)).status).toBe(409);
});
