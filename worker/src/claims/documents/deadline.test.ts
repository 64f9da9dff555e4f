/** Documents that we asked for, and their date. */
import { beforeEach, describe, expect, test } from 'vitest';
import { Admin } from '../../../test/admin.ts';
import { claimDetail, claimed, eventKinds, messagesOf, png, upload } from '../../../test/claims.ts';
import { later, rows, runSchedule, scanFromHere } from '../../../test/harness.ts';
import { countOf, queueOf } from '../../../test/queue.ts';

const DAY = 86_400_000;
let hedy: Admin;
// A run at a later time purges the sessions of today.
beforeEach(async () => {
  hedy = await Admin.arrive('Hedy Lamarr');
  await scanFromHere();
  await rows("UPDATE claims SET status = 'rejected', requested_documents = NULL, due_at = NULL RETURNING id");
});

const ask = (id: number) =>
  hedy.call(`/admin/claims/${id}/status`, {
    method: 'PATCH',
    body: { status: 'under_review', requested_documents: 'The invoice of the plumber.' },
  });
const inQueue = async (id: number) => {
  const work = await queueOf(await Admin.arrive());
  const item = work.items.find((each) => each.id === String(id));
  return { section: item?.section, due: item?.due_at, awaited: countOf(work, 'documents_awaited') };
};
const daysTo = (iso: string | null | undefined) => (Date.parse(iso ?? '') - Date.now()) / DAY;
const texts = async (id: number) => (await messagesOf(id)).map(({ text }) => text);

describe('documents that we asked for', () => {
  test('have a date that customer, letter and work queue show', async () => {
    const { customer, claim } = await claimed();
    expect((await ask(claim.id)).status).toBe(200);
    const { next } = await claimDetail(customer, claim.id);
    expect(next.actor).toBe('customer');
    expect(daysTo(next.due)).toBeCloseTo(14, 1);
    expect(await inQueue(claim.id)).toEqual({ section: 'customer', due: next.due, awaited: 1 });
    const list = await hedy.call<{ claims: { id: number }[] }>('/admin/claims?queue=documents_awaited');
    expect(list.data.claims.map(({ id }) => id)).toEqual([claim.id]);
    expect((await texts(claim.id)).at(-1)).toMatch(/Please add them on the claim's page by \w+ \d+, \d{4}/);
  });

  test('are asked for again four days before the date, once', async () => {
    const { claim } = await claimed();
    await ask(claim.id);
    const before = (await texts(claim.id)).length;
    await runSchedule(later(10 * DAY - 60_000), {}, ['follow document requests']);
    expect(await texts(claim.id)).toHaveLength(before);
    await runSchedule(later(10 * DAY + 60_000), {}, ['follow document requests']);
    await runSchedule(later(11 * DAY), {}, ['follow document requests']);
    const sent = await texts(claim.id);
    expect(sent).toHaveLength(before + 1);
    expect(sent.at(-1)).toMatch(/we still need the following from you by .*: The invoice of the plumber\./);
    expect((await inQueue(claim.id)).section).toBe('customer');
  });

  test('end the reminders when they arrive, and the claim returns to our queue', async () => {
    const { customer, claim } = await claimed();
    await ask(claim.id);
    expect((await upload(customer, claim.id, [{ name: 'a.png', bytes: png('asked') }])).status).toBe(201);
    expect(await inQueue(claim.id)).toMatchObject({ section: 'to_do', awaited: 0 });
    const before = (await texts(claim.id)).length;
    await runSchedule(later(15 * DAY), {}, ['follow document requests']);
    expect(await texts(claim.id)).toHaveLength(before);
  });

  test('return the claim to its handler when their date passes', async () => {
    const { customer, claim } = await claimed();
    await ask(claim.id);
    await runSchedule(later(14 * DAY - 60_000), {}, ['follow document requests']);
    await customer.signInAgain();
    expect((await claimDetail(customer, claim.id)).requested_documents).not.toBeNull();
    await runSchedule(later(14 * DAY + 60_000), {}, ['follow document requests']);
    await customer.signInAgain();
    const { next, requested_documents: missing } = await claimDetail(customer, claim.id);
    expect([next.actor, missing]).toEqual(['mooring', null]);
    expect(daysTo(next.due)).toBeCloseTo(16, 1);
    expect((await inQueue(claim.id)).section).toBe('to_do');
    expect((await eventKinds(claim.id)).at(-1)).toBe('under_review');
    expect((await texts(claim.id)).at(-1)).toMatch(/did not arrive by .*, so we continue the review/);
    const kinds = await eventKinds(claim.id);
    await runSchedule(later(14 * DAY + 120_000), {}, ['follow document requests']);
    expect(await eventKinds(claim.id)).toEqual(kinds);
  });
});
