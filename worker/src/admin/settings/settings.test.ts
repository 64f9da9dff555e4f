/** The settings: their defaults, their rules, and how they are changed. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#worker/platform/db/client.ts';
import { readSettings } from '#worker/platform/db/system-settings.ts';
import { settingsInForce } from '#worker/platform/system-settings.ts';
import { Admin } from '../../../test/admin.ts';
import { movements } from '../../../test/figures.ts';
import { Customer, countingDatabase, rows } from '../../../test/harness.ts';
import { change, lines, put, read, stored } from '../../../test/settings.ts';

const MINUTE = 60_000;

let hedy: Admin;
let grace: Admin;

beforeAll(async () => {
  [hedy, grace] = [await Admin.arrive('Hedy'), await Admin.arrive('Grace')];
});

describe('the settings', () => {
  test('have the specification’s values until somebody changes them @settings-1 @settings-4', async () => {
    const { system, security, sender, profile, notifications, sms_unavailable } = await read(hedy);
    expect(system).toEqual({
      version: 5,
      values: {
        auto_approve_below_usd: 10_000,
        second_confirmation_usd: 10_000,
        four_eyes_usd: 2500,
        maximum_claim_usd: 100_000,
        platform_fee_bps: 250,
      },
      changed: {
        auto_approve_below_usd: null,
        second_confirmation_usd: null,
        four_eyes_usd: null,
        maximum_claim_usd: null,
        platform_fee_bps: null,
      },
    });
    expect(security.values).toEqual({ session_minutes: 480, require_totp: false });
    expect(sender.standard).toEqual({
      sender_name: 'Mooring',
      sender_from: 'letters@mooring.example',
      sender_reply_to: 'support@mooring.example',
    });
    expect(sender.values).toEqual({
      sender_name: 'Mooring',
      sender_from: 'letters@mooring.example',
      sender_reply_to: 'support@mooring.example',
    });
    expect(profile.values).toEqual({ name: 'Hedy', email: hedy.email, role_label: 'System Administrator' });
    expect(Object.values(notifications.values)).toEqual([false, false, false, false, false]);
    expect(sms_unavailable).toBe('SMS needs a provider, and none is configured.');
  });

  test('contain no secrets', async () => {
    const text = JSON.stringify(await hedy.call('/admin/settings'));
    for (const secret of [
      'SESSION_SECRET',
      'password',
      'a session secret',
      'an audit secret',
      'totp_secret',
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  test('cost one row when read alone, and two rows each when read with others', async () => {
    const counting = countingDatabase();
    const db = openDatabase(counting.DB);
    expect(await settingsInForce({ db }, 'platform_fee_bps')).toEqual({ platform_fee_bps: 250 });
    expect(await counting.rowsRead()).toBe(1);
    expect(await settingsInForce({ db }, 'auto_approve_below_usd')).toEqual({
      auto_approve_below_usd: 10_000,
    });
    expect(await counting.rowsRead()).toBe(2);
    expect(await readSettings(db, ['sender_name', 'session_minutes'])).toEqual({
      sender_name: 'Mooring',
      session_minutes: 480,
    });
    expect(await counting.rowsRead()).toBe(6);
  });

  test('apply a new platform fee to the next premium, and leave earlier ones unchanged', async () => {
    const fees = async () =>
      (await movements())
        .filter(({ kind }) => kind === 'premium')
        .reverse()
        .slice(0, 4)
        .map(({ fee_cents }) => ({ platform_fee_cents: fee_cents }));
    const buyer = await Customer.arrive();
    for (const bps of ['250', '400', 'nonsense', '400%']) {
      await put('platform_fee_bps', bps);
      const quote = (await buyer.quote()).data;
      expect((await buyer.report(await buyer.pay(quote))).status).toBe(201);
    }
    // 2.5, 4 and twice again 2.5 percent of $1,200: what is no number is the default here too.
    expect((await fees()).map((each) => each.platform_fee_cents)).toEqual([3000, 3000, 4800, 3000]);
    await put('platform_fee_bps', '250');
  });

  test('fall back to their defaults when missing or unreadable', async () => {
    await put('platform_fee_bps', 'nonsense');
    expect(await settingsInForce({ db: openDatabase(env.DB) }, 'platform_fee_bps')).toEqual({
      platform_fee_bps: 250,
    });
    await rows("DELETE FROM system_settings WHERE key = 'platform_fee_bps' RETURNING key");
    expect(await settingsInForce({ db: openDatabase(env.DB) }, 'platform_fee_bps')).toEqual({
      platform_fee_bps: 250,
    });
    await rows("INSERT INTO system_settings (key, value) VALUES ('platform_fee_bps', '250') RETURNING key");
  });

  test('are validated with the same rules as the forms', async () => {
    for (const [form, body, field] of [
      ['system', { platform_fee_bps: 2.5 }, 'platform_fee_bps'],
      ['system', { platform_fee_bps: 5001 }, 'platform_fee_bps'],
      ['system', { auto_approve_below_usd: -1 }, 'auto_approve_below_usd'],
      ['system', { maximum_claim_usd: '100' }, 'maximum_claim_usd'],
      ['security', { session_minutes: 45 }, 'session_minutes'],
      ['sender', { sender_from: 'letters@elsewhere.example' }, 'sender_from'],
      ['sender', { sender_from: 'letters@mooring.example.evil.example' }, 'sender_from'],
      ['sender', { sender_reply_to: 'nobody' }, 'sender_reply_to'],
      ['sender', { sender_name: 'Mooring "all" <x>' }, 'sender_name'],
      ['sender', { sender_name: 'A <b@c.example>' }, 'sender_name'],
      ['notifications', { new_claim: 1 }, 'new_claim'],
      ['profile', { name: ' ' }, 'name'],
    ] as const) {
      const { status, issues } = await change(hedy, form, body);
      expect([status, issues?.[0]?.path], field).toEqual([422, field]);
    }
    expect((await change(hedy, 'system', { session_minutes: 30 })).status).toBe(422);
  });

  test('record who changed each and when, and leave an audit log line with before and after', async () => {
    const before = await read(hedy);
    const answer = await change(hedy, 'system', { platform_fee_bps: 300, maximum_claim_usd: 100_000 });
    expect(answer).toMatchObject({ status: 200, data: { version: before.system.version + 1, waiting: [] } });
    const { system } = await read(grace);
    expect(system.values.platform_fee_bps).toBe(300);
    expect(system.changed.platform_fee_bps).toMatchObject({ by: 'Hedy', confirmed_by: null });
    expect(Date.parse(system.changed.platform_fee_bps?.at ?? '')).toBeGreaterThan(Date.now() - MINUTE);
    expect(system.changed.maximum_claim_usd).toBeNull();
    expect((await lines('setting:system')).at(-1)).toEqual({
      action: 'settings.changed',
      admin_id: hedy.id,
      before: '{"platform_fee_bps":"250"}',
      after: '{"platform_fee_bps":"300"}',
    });
    // The figures read it from SQL.
    expect(await stored('platform_fee_bps')).toBe('300');
    // The same again changes nothing and leaves no line.
    expect((await change(hedy, 'system', { platform_fee_bps: 300 })).data.version).toBe(system.version);
    expect(await lines('setting:system')).toHaveLength(1);
    await change(hedy, 'system', { platform_fee_bps: 250 });
  });

  test('answer 409 to a form that someone else saved in the meantime', async () => {
    const { system } = await read(hedy);
    const seen = { 'if-match': `"${system.version}"` };
    expect((await change(grace, 'system', { platform_fee_bps: 275 }, seen)).status).toBe(200);
    expect(await change(hedy, 'system', { platform_fee_bps: 100 }, seen)).toMatchObject({
      status: 409,
      message: 'This form was just changed. Please review it and try again.',
    });
    expect(await stored('platform_fee_bps')).toBe('275');
    const own = await read(hedy);
    const mine = { 'if-match': `"${own.notifications.version}"` };
    expect((await change(hedy, 'notifications', { veto: true }, mine)).status).toBe(200);
    expect((await change(hedy, 'notifications', { veto: false }, mine)).status).toBe(409);
    expect((await change(hedy, 'notifications', { veto: false })).status).toBe(200);
    const named = { 'if-match': `"${own.profile.version}"` };
    expect((await change(hedy, 'profile', { name: 'Hedy Lamarr' }, named)).status).toBe(200);
    expect((await change(hedy, 'profile', { name: 'H' }, named)).status).toBe(409);
    expect((await read(hedy)).profile.changed.name?.by).toBe('Hedy Lamarr');
    await change(hedy, 'profile', { name: 'Hedy' });
  });
});
