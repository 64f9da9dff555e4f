/** What each setting does to the rest of the worker. */
import { beforeAll, describe, expect, test } from 'vitest';
import { Admin, adminLogin } from '../../../test/admin.ts';
import { submit } from '../../../test/claims.ts';
import { Customer, call, later, rows, workerWith } from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';
import { change, policy, put, read, stored } from '../../../test/settings.ts';

const MINUTE = 60_000;

let hedy: Admin;
let grace: Admin;
let ada: Customer;

beforeAll(async () => {
  [hedy, grace] = [await Admin.arrive('Hedy'), await Admin.arrive('Grace')];
  ada = await Customer.arrive();
});

describe('settings are obeyed', () => {
  test('a policy at the approval threshold needs review, and below it is active at once', async () => {
    // A month at home costs 99 dollars.
    await change(hedy, 'system', { auto_approve_below_usd: 99 });
    expect((await policy(ada)).status).toBe('pending');
    expect((await change(hedy, 'system', { auto_approve_below_usd: 100 })).data.waiting).toEqual([
      'auto_approve_below_usd',
    ]);
    expect((await policy(ada, 1)).status).toBe('pending');
    expect(await grace.confirmAll()).toBe(1);
    expect((await policy(ada, 2)).status).toBe('active');
    await put('auto_approve_below_usd', '10000');
  });

  test('a payout above the second confirmation and a claim above the maximum need a second administrator', async () => {
    const approve = async (amount: number, payout: number) => {
      const { id } = await policy(ada, 0);
      const claim = await submit(ada, { id, policy_type: 'home' }, { claim_amount: amount });
      const answer = await hedy.call<{ needs_confirmation: boolean }>(
        `/admin/claims/${claim.data.id}/status`,
        {
          method: 'PATCH',
          body: { status: 'approved', payout_amount: payout, admin_notes: 'Because the receipts say so' },
        },
      );
      expect(answer.status, answer.message).toBe(200);
      return answer.data.needs_confirmation;
    };
    await change(hedy, 'system', { second_confirmation_usd: 500, maximum_claim_usd: 5000 });
    expect(await approve(5000, 500)).toBe(false);
    expect(await approve(5000, 501)).toBe(true);
    expect(await approve(5001, 500)).toBe(true);
    await put('second_confirmation_usd', '10000');
    await put('maximum_claim_usd', '100000');
  });

  test('a session ends after the set time without activity, and automatic requests of a screen do not count @settings-3', async () => {
    await change(hedy, 'security', { session_minutes: 30 });
    const admin = await Admin.arrive('Idle');
    const at = (minutes: number, headers: Record<string, string> = {}) =>
      admin.call('/admin/colleagues', { headers }, workerWith(later(minutes * MINUTE)));
    expect((await at(29.9)).status).toBe(200);
    expect((await at(59.8)).status).toBe(200);
    // Only what a person does counts.
    expect((await at(80, { 'x-unattended': '1' })).status).toBe(200);
    expect((await at(89.9, { 'x-unattended': '1' })).status).toBe(401);
    expect((await at(0)).status).toBe(401);

    const { token } = (await adminLogin(admin.email)).data;
    const again = (minutes: number) =>
      call('/admin/colleagues', { token }, workerWith(later(minutes * MINUTE)));
    expect((await again(30)).status).toBe(401);
    await put('session_minutes', '480');
    const longer = (await adminLogin(admin.email)).data.token;
    const long = (minutes: number) =>
      call('/admin/colleagues', { token: longer }, workerWith(later(minutes * MINUTE)));
    expect((await long(479)).status).toBe(200);
    // However busy, a session ends eight hours after its sign-in.
    expect((await long(481)).status).toBe(401);
  });

  test('reading writes at most once a minute', async () => {
    const admin = await Admin.arrive('Busy');
    const seen = async () =>
      (
        await rows<{ last_seen_at: string | null }>(
          'SELECT last_seen_at FROM admin_sessions WHERE admin_id = ?',
          admin.id,
        )
      )[0]?.last_seen_at;
    await admin.call('/admin/colleagues');
    expect(await seen()).toBeNull();
    await admin.call('/admin/colleagues', {}, workerWith(later(2 * MINUTE)));
    const first = await seen();
    await admin.call('/admin/colleagues', {}, workerWith(later(2.5 * MINUTE)));
    expect(await seen()).toBe(first);
  });

  test('a required second factor applies to every role at once', async () => {
    const support = await Admin.arrive('Sam', 'support');
    expect((await support.call('/admin/colleagues')).status).toBe(200);
    await put('require_totp', '1');
    expect(await support.call('/admin/colleagues')).toMatchObject({
      status: 403,
      message: 'Your role needs a second factor. Please enroll an authenticator app first.',
    });
    expect((await support.call('/admin/auth/profile')).data).toMatchObject({
      must_enroll_totp: true,
      require_totp: true,
    });
    expect((await adminLogin(support.email)).data).toMatchObject({ must_enroll_totp: true });
    await put('require_totp', '0');
    expect((await support.call('/admin/colleagues')).status).toBe(200);
  });

  test('letters come from the configured sender, starting with the test letter @settings-5', async () => {
    const postbox = new Postbox();
    const saved = await change(hedy, 'sender', {
      sender_name: 'Mooring Letters',
      sender_from: 'hello@mooring.example',
      sender_reply_to: 'help@elsewhere.example',
    });
    expect(saved).toMatchObject({ status: 200, data: { waiting: [] } });
    const tested = await hedy.call('/admin/settings/sender/test', { method: 'POST' }, postbox.reach);
    expect(tested).toMatchObject({ status: 200, data: { sent_to: hedy.email } });
    await postbox.deliver();
    expect(postbox.to(hedy.email)).toHaveLength(1);
    expect(postbox.to(hedy.email)[0]).toMatchObject({
      subject: 'A test letter from Mooring',
      sender: { name: 'Mooring Letters', from: 'hello@mooring.example', replyTo: 'help@elsewhere.example' },
    });
    // The deployment's own address is stored as none.
    await change(hedy, 'sender', { sender_from: 'letters@mooring.example' });
    expect(await stored('sender_from')).toBe('');
    expect((await read(hedy)).sender.values.sender_from).toBe('letters@mooring.example');
  });
});
