/** Changes that need a second administrator, and changes at the same moment. */
import { beforeAll, describe, expect, test } from 'vitest';
import { confirmApproval } from '#worker/admin/approvals/decide.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { Admin } from '../../../test/admin.ts';
import { deskCtx, raced } from '../../../test/desk.ts';
import { rows } from '../../../test/harness.ts';
import { approvals, change, decide, lines, put, read, stored } from '../../../test/settings.ts';
import { changeSystem } from './change.ts';
import { readForm } from './read.ts';

let hedy: Admin;
let grace: Admin;

beforeAll(async () => {
  [hedy, grace] = [await Admin.arrive('Hedy'), await Admin.arrive('Grace')];
});

describe('a threshold that is loosened', () => {
  test('takes effect only when another administrator confirms it, while tightening takes effect at once @settings-7', async () => {
    const raised = await change(hedy, 'system', { auto_approve_below_usd: 20_000, platform_fee_bps: 260 });
    expect(raised.data.waiting).toEqual(['auto_approve_below_usd']);
    expect([await stored('auto_approve_below_usd'), await stored('platform_fee_bps')]).toEqual([
      '10000',
      '260',
    ]);
    const [mine] = await approvals(hedy);
    expect(mine).toMatchObject({
      kind: 'setting',
      title: 'Auto-approve policies under',
      proposed_by: 'Hedy',
      own: true,
      before: '$10,000',
      after: '$20,000',
      now: '$10,000',
      not_by_you: 'You proposed this. Another administrator must confirm it.',
    });
    expect(mine?.confirmers).toContain('Grace');
    expect(await decide(hedy, mine?.id, 'confirm')).toMatchObject({ status: 409, message: mine?.not_by_you });
    expect(await stored('auto_approve_below_usd')).toBe('10000');

    expect((await decide(grace, mine?.id, 'confirm')).status).toBe(200);
    expect(await stored('auto_approve_below_usd')).toBe('20000');
    expect((await read(hedy)).system.changed.auto_approve_below_usd).toMatchObject({
      by: 'Hedy',
      confirmed_by: 'Grace',
    });
    expect(await approvals(grace)).toEqual([]);
    expect((await decide(grace, mine?.id, 'confirm')).status).toBe(409);
    expect(
      (await lines('setting:auto_approve_below_usd')).map(({ action, admin_id, before, after }) => [
        ...[action, admin_id, before, after],
      ]),
    ).toEqual([
      ['approval.made', hedy.id, '{"value":"10000"}', '{"value":"20000"}'],
      ['approval.confirmed', grace.id, `{"value":"10000","proposed_by":${hedy.id}}`, '{"value":"20000"}'],
    ]);
    const lowered = await change(hedy, 'system', { auto_approve_below_usd: 10_000 });
    expect(lowered.data.waiting).toEqual([]);
    expect(await stored('auto_approve_below_usd')).toBe('10000');
  });

  test.each([
    ['system', 'second_confirmation_usd', 10_001, 9_999],
    ['system', 'four_eyes_usd', 2501, 2499],
    ['system', 'maximum_claim_usd', 100_001, 99_999],
  ])('of the form %s: %s', async (form, key, looser, tighter) => {
    const standard = await stored(key);
    expect((await change(hedy, form, { [key]: looser })).data.waiting).toEqual([key]);
    expect(await stored(key)).toBe(standard);
    expect((await change(hedy, form, { [key]: tighter })).data.waiting).toEqual([]);
    expect(await stored(key)).toBe(String(tighter));
    // What waits was proposed about another value, so it can only be refused now.
    const [waiting] = await approvals(grace);
    expect(waiting?.now).not.toBe(waiting?.before);
    expect(await decide(grace, waiting?.id, 'confirm')).toMatchObject({
      status: 409,
      message:
        'Its subject has changed since it was proposed. Please refuse it and propose the change again.',
    });
    expect(await stored(key)).toBe(String(tighter));
    expect((await decide(grace, waiting?.id, 'refuse')).status).toBe(200);
    await put(key, standard ?? '');
  });

  test('needs a second administrator for a longer session or an optional second factor, but not for stricter values', async () => {
    expect(
      (await change(hedy, 'security', { session_minutes: 120, require_totp: true })).data.waiting,
    ).toEqual([]);
    await put('require_totp', '0');
    expect((await change(hedy, 'security', { session_minutes: 480 })).data.waiting).toEqual([
      'session_minutes',
    ]);
    await put('require_totp', '1');
    const [totp] = await rows<{ id: number }>(
      "UPDATE admins SET totp_confirmed_at = '2026-01-01' WHERE id IN (?, ?) RETURNING id",
      hedy.id,
      grace.id,
    );
    expect(totp).toBeDefined();
    expect((await change(hedy, 'security', { require_totp: false })).data.waiting).toEqual(['require_totp']);
    for (const { id } of await approvals(grace))
      expect((await decide(grace, id, 'confirm')).status).toBe(200);
    expect([await stored('session_minutes'), await stored('require_totp')]).toEqual(['480', '0']);
    await rows('UPDATE admins SET totp_confirmed_at = NULL RETURNING id');
  });

  test('can replace or withdraw one’s own approval, but not a colleague’s', async () => {
    await change(hedy, 'system', { second_confirmation_usd: 20_000 });
    await change(hedy, 'system', { second_confirmation_usd: 30_000 });
    const [only, ...more] = await approvals(hedy);
    expect([only?.after, more]).toEqual(['$30,000', []]);
    expect(await change(grace, 'system', { second_confirmation_usd: 40_000 })).toMatchObject({
      status: 409,
      message: 'There is already an open approval for this. Please confirm or refuse it first.',
    });
    expect((await decide(hedy, only?.id, 'refuse')).status).toBe(200);
    expect((await lines('setting:second_confirmation_usd')).at(-1)?.action).toBe('approval.withdrawn');
    expect(await approvals(hedy)).toEqual([]);
  });

  test('is confirmed once when two confirm at the same moment, and never after its proposer has left', async () => {
    const mary = await Admin.arrive('Mary');
    await change(hedy, 'system', { maximum_claim_usd: 200_000 });
    const [one] = await approvals(grace);
    const both = await Promise.all([decide(grace, one?.id, 'confirm'), decide(mary, one?.id, 'confirm')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await change(mary, 'system', { maximum_claim_usd: 300_000 });
    await mary.deactivate();
    const [left] = await approvals(grace);
    expect(left?.confirmers).toEqual([]);
    expect(await decide(grace, left?.id, 'confirm')).toMatchObject({
      status: 409,
      message: 'The person who proposed this is no longer an administrator. It can only be refused.',
    });
    expect((await decide(grace, left?.id, 'refuse')).status).toBe(200);
    expect(await stored('maximum_claim_usd')).toBe('200000');
    await put('maximum_claim_usd', '100000');
  });
});

describe('simultaneous changes', () => {
  const ctxOf = ({ id, email }: Admin): AdminCtx => ({
    ...deskCtx(),
    admin: { id, email, name: 'Somebody', role: 'administrator', jti: '' },
  });

  test.each([
    ['its proposer is disabled', "UPDATE admins SET status = 'inactive' WHERE id = ?", () => hedy.id],
    ['its proposer gets another role', "UPDATE admins SET role = 'support' WHERE id = ?", () => hedy.id],
    ['who confirms is disabled', "UPDATE admins SET status = 'inactive' WHERE id = ?", () => grace.id],
    ['it is refused', "UPDATE approvals SET status = 'refused' WHERE subject <> ?", () => ''],
  ])('an approval changes nothing when %s', async (_, sql, value) => {
    await change(hedy, 'system', { maximum_claim_usd: 150_000 });
    const id = (await approvals(grace))[0]?.id ?? '';
    await expect(confirmApproval(raced(ctxOf(grace), sql, value()), { id })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await stored('maximum_claim_usd')).toBe('100000');
    await rows(
      "UPDATE admins SET status = 'active', role = 'administrator' WHERE id IN (?, ?) RETURNING id",
      hedy.id,
      grace.id,
    );
    await rows('DELETE FROM approvals RETURNING id');
  });

  test('a form does not overwrite what somebody else saved since the caller saw it', async () => {
    const other = "UPDATE system_settings SET value = '270', version = version + 1 WHERE key = ?";
    const { version } = await readForm(ctxOf(hedy), 'system');
    const change = (ifMatch?: string) =>
      changeSystem(raced(ctxOf(hedy), other, 'platform_fee_bps'), { platform_fee_bps: 300, ifMatch });
    await expect(change(`"${version}"`)).rejects.toMatchObject({ code: 'conflict' });
    expect(await stored('platform_fee_bps')).toBe('270');
    await change();
    expect(await stored('platform_fee_bps')).toBe('300');
    await put('platform_fee_bps', '250');
  });
});
