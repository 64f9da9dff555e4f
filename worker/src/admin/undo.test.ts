/** Undoing a change of many claims or threads. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ThreadAnswer } from '../../../domain/messages/schema.ts';
import { Admin } from '../../test/admin.ts';
import { claimed } from '../../test/claims.ts';
import { deskCtx, raced } from '../../test/desk.ts';
import { Customer, rows, scanFromHere } from '../../test/harness.ts';
import { undoAssignment } from './claims/assign.ts';

let hedy: Admin;
let grace: Admin;
let support: Admin;

beforeAll(async () => {
  [hedy, grace, support] = await Promise.all([
    Admin.arrive('Hedy Lamarr', 'claims'),
    Admin.arrive('Grace Hopper', 'claims'),
    Admin.arrive('Joan Clarke', 'support'),
  ]);
});
beforeEach(scanFromHere);

const patch = (admin: Admin, path: string, body: object) =>
  admin.call<{ changed: number }>(`/admin/${path}`, { method: 'PATCH', body });
const assigneesOf = async (ids: readonly number[]) =>
  (
    await rows<{ assigned_to: number | null }>(
      'SELECT assigned_to FROM claims WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
      JSON.stringify(ids),
    )
  ).map((row) => row.assigned_to);

/** Two claims, one of them Grace's, that Hedy took. */
async function taken() {
  const ids = [(await claimed()).claim.id, (await claimed()).claim.id];
  await patch(grace, 'claims/assignee', { ids: ids.slice(0, 1), admin_id: grace.id });
  await patch(hedy, 'claims/assignee', { ids, admin_id: hedy.id });
  const from = [grace.id, null];
  return { ids, from, body: { ids, assigned_to: { from, to: [hedy.id, hedy.id] } } };
}

describe('undoing an assignment of claims', () => {
  test('gives each back to whom it was assigned, once, and is audited', async () => {
    const { ids, from, body } = await taken();
    expect((await patch(hedy, 'claims/assignee/undo', body)).data).toEqual({ changed: 2 });
    expect(await assigneesOf(ids)).toEqual(from);
    expect((await patch(hedy, 'claims/assignee/undo', body)).data).toEqual({ changed: 0 });
    const lines = await rows<{ after: string }>(
      "SELECT after FROM audit_log WHERE subject = ? AND action = 'claim.assigned' ORDER BY id",
      `claim:${ids[0]}`,
    );
    expect(lines.map(({ after }) => JSON.parse(after).assigned_to)).toEqual([grace.id, hedy.id, grace.id]);
  });

  test('leaves out a claim that somebody has assigned again', async () => {
    const { ids, body } = await taken();
    await patch(grace, 'claims/assignee', { ids: ids.slice(1), admin_id: grace.id });
    expect((await patch(hedy, 'claims/assignee/undo', body)).data).toEqual({ changed: 1 });
    expect(await assigneesOf(ids)).toEqual([grace.id, grace.id]);
  });

  test('leaves out a claim that is assigned again while it is being undone', async () => {
    const { ids, body } = await taken();
    const admin = { id: hedy.id, name: 'Hedy Lamarr', role: 'claims' };
    const ctx = raced(
      { ...deskCtx(), admin } as never as Parameters<typeof undoAssignment>[0],
      'UPDATE claims SET assigned_to = ?, version = version + 1 WHERE id = ?',
      grace.id,
      ids[1],
    );
    expect(await undoAssignment(ctx, body)).toEqual({ changed: 1 });
    expect(await assigneesOf(ids)).toEqual([grace.id, grace.id]);
  });

  test('happens once if two do it at the same time', async () => {
    const { ids, from, body } = await taken();
    const answers = await Promise.all([
      patch(hedy, 'claims/assignee/undo', body),
      patch(grace, 'claims/assignee/undo', body),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.reduce((sum, { data }) => sum + data.changed, 0)).toBe(2);
    expect(await assigneesOf(ids)).toEqual(from);
  });

  test('is refused to roles that may not decide claims, for unknown claims and for incomplete lists', async () => {
    const { ids, body } = await taken();
    expect((await patch(support, 'claims/assignee/undo', body)).status).toBe(403);
    expect((await patch(hedy, 'claims/assignee/undo', { ...body, ids: [ids[0], 999_999] })).status).toBe(404);
    const short = { ids, assigned_to: { from: [null], to: [hedy.id] } };
    expect((await patch(hedy, 'claims/assignee/undo', short)).status).toBe(422);
    const stranger = { ids, assigned_to: { from: [999_999, null], to: [hedy.id, hedy.id] } };
    expect((await patch(hedy, 'claims/assignee/undo', stranger)).status).toBe(422);
  });
});

describe('undoing a status of threads', () => {
  test('restores status, assignee and since when they wait, unless somebody has written since', async () => {
    const ada = await Customer.arrive();
    const ids: number[] = [];
    for (const subject of ['Roof', 'Fence']) {
      const body = { subject, message: 'Is hail covered?' };
      ids.push((await ada.call<ThreadAnswer>('/messages/create', { body })).data.id);
    }
    const state = () =>
      rows(
        'SELECT status, assigned_to, waiting_since FROM threads WHERE id IN (?, ?) ORDER BY id',
        ids[0],
        ids[1],
      );
    const before = await state();
    await patch(support, 'messages', { ids, status: 'resolved' });
    const body = {
      ids,
      status: { from: ['open', 'open'], to: ['resolved', 'resolved'] },
      assigned_to: { from: [null, null], to: [support.id, support.id] },
    };
    expect((await patch(support, 'messages/undo', body)).data).toEqual({ changed: 2 });
    expect(await state()).toEqual(before);
    await patch(support, 'messages', { ids, status: 'resolved' });
    await ada.call('/messages/reply', { body: { message: 'And snow?', parent_message_id: ids[1] } });
    expect((await patch(support, 'messages/undo', body)).data).toEqual({ changed: 1 });
  });
});
