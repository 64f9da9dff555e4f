import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { sealPhone } from '#worker/account/profile/phone.ts';
import { keyRing } from '#worker/platform/settings.ts';
import { fingerprintOfPlace, resealDetails } from '#worker/quotes/details.ts';
import { ADMIN_PASSWORD, Admin } from '../../../test/admin.ts';
import { callTime, claimed } from '../../../test/claims.ts';
import { Customer, HOME, rows, term, workerWith } from '../../../test/harness.ts';
import { exported } from '../../../test/profile.ts';
import { type Operated, rotateDetailsKeys } from './rotate.ts';

const [OLD, NEW] = [btoa('k'.repeat(32)), btoa('n'.repeat(32))];
const before = { current: '1', keys: { 1: OLD } };
const after = { current: '2', keys: { 1: OLD, 2: NEW } };
const dropped = { DETAILS_KEYS: JSON.stringify({ current: '2', keys: { 2: NEW } }) } as Partial<Env>;
const ringOf = (ring: object) => keyRing.parse(ring);
const PHONE = '+44 20 7946 0777';
/** The generator of P-256: a valid point, like any browser's key. */
const POINT = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
const SEALED = [
  ...['admins.sealed_totp', 'claim_calls.sealed', 'drafts.sealed', 'policy_contacts.beneficiary'],
  ...['policy_contacts.nickname', 'policy_contacts.telephone', 'policy_shares.sealed', 'profiles.phone'],
  ...['push_subscriptions.sealed', 'quotes.sealed', 'webhooks.sealed_secret'],
];

/** The database as an operator's command reaches it. */
const operated: Operated = {
  query: async (sql) => (await env.DB.prepare(sql).all()).results as never,
  execute: (sql) => env.DB.batch(sql.split(';\n').map((each) => env.DB.prepare(each))),
};
const rotate = (database = operated) => rotateDetailsKeys(ringOf(after), database);
const phoneOf = async (customer: Customer) =>
  (
    await rows<{ phone: string }>(
      'SELECT phone FROM profiles WHERE wallet = ?',
      customer.address.toLowerCase(),
    )
  )[0]?.phone ?? '';

/** Every column in the database with something encrypted by this key. */
async function sealedUnder(kid: string): Promise<string[]> {
  const columns = await rows<{ name: string; table_name: string }>(
    `SELECT p.name, m.name AS table_name FROM sqlite_master m JOIN pragma_table_info(m.name) p
      WHERE m.type = 'table' AND m.name NOT LIKE '\\_cf%' ESCAPE '\\' AND lower(p.type) = 'text'`,
  );
  const found: string[] = [];
  for (const { name, table_name } of columns) {
    const sealed = `SELECT 1 FROM "${table_name}" WHERE "${name}" GLOB '${kid}.????????????????.*' LIMIT 1`;
    if ((await rows(sealed)).length > 0) found.push(`${table_name}.${name}`);
  }
  return found.sort();
}

/** A wallet with data in each encrypted column. */
async function settled() {
  const { customer, policy, claim } = await claimed();
  await customer.call(`/claims/${claim.id}/call`, { body: { preferred_at: callTime(), telephone: PHONE } });
  const contact = { email: 'ada@example.com', telephone: PHONE };
  await customer.call(`/insurance/policy/${policy.id}/contact`, { method: 'PATCH', body: contact });
  const beneficiary = { beneficiary: 'Grace Hopper' };
  await customer.call(`/insurance/policy/${policy.id}/beneficiary`, { method: 'PATCH', body: beneficiary });
  const nickname = { nickname: 'Quay Street' };
  await customer.call(`/insurance/policy/${policy.id}/nickname`, { method: 'PATCH', body: nickname });
  const share = { fields: ['coverage_usd'], days: 7 };
  await customer.call(`/insurance/policy/${policy.id}/shares`, { body: share });
  await customer.call('/profile', { method: 'PATCH', body: { phone: PHONE } });
  const keys = { p256dh: POINT, auth: 'A'.repeat(22) };
  await customer.call('/profile/push', { body: { endpoint: `https://push.example.com/${claim.id}`, keys } });
  const hook = { url: 'https://hooks.example.com/in', events: ['claim.submitted'] };
  await customer.call('/webhooks', { body: hook, headers: { 'idempotency-key': 'hook' } });
  const draft = { insurance_type: 'home', details: HOME, ...term() };
  await customer.call('/insurance/drafts', { body: draft });
  await (await Admin.arrive()).call('/admin/auth/totp', { body: { password: ADMIN_PASSWORD } });
  return { customer, policy };
}

/** Adds this many profiles with a phone number under the old key. */
async function addPhones(count: number, phone: (wallet: string) => Promise<string | null>) {
  for (let n = 0; n < count; n += 1) {
    const wallet = `0x${crypto.randomUUID().replaceAll('-', '').padEnd(40, '0')}`;
    await env.DB.prepare("INSERT INTO profiles (wallet, phone, updated_at) VALUES (?, ?, '2026')")
      .bind(wallet, await phone(wallet))
      .run();
  }
}
const realPhone = (wallet: string) => sealPhone(ringOf(before), PHONE, wallet);
const left = async () => (await rows("SELECT 1 FROM profiles WHERE phone LIKE '1.%'")).length;

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM profiles').run();
});

describe('rotation of the details keys', () => {
  test('replaces a former key in every column, and everything is still read without it', async () => {
    const { customer, policy } = await settled();
    const before = (await exported(customer)).data as Record<string, unknown>;
    expect(await sealedUnder('1')).toEqual(SEALED);
    expect(await rotate()).toMatchObject({ unreadable: [] });
    expect(await sealedUnder('1')).toEqual([]);
    expect(await sealedUnder('2')).toEqual(SEALED);
    const [quote] = await rows('SELECT place_mark FROM quotes WHERE id = ?', policy.quote_id);
    expect(quote).toEqual({
      place_mark: await fingerprintOfPlace(ringOf({ current: '2', keys: { 2: NEW } }), HOME),
    });
    const after = (await exported(customer, workerWith({}, dropped))).data as Record<string, unknown>;
    // Letters are sent meanwhile.
    const { exported_at, letters } = before;
    expect({ ...after, exported_at, letters }).toEqual(before);
    const path = `/insurance/policy/${policy.id}`;
    const { data } = await customer.call<PolicyDetailAnswer>(path, {}, workerWith({}, dropped));
    expect(data).toMatchObject({
      details: HOME,
      beneficiary: 'Grace Hopper',
      contact: { telephone: PHONE },
      nickname: 'Quay Street',
    });
    expect((await customer.call(`${path}/shares`, {}, workerWith({}, dropped))).data).toHaveLength(1);
    expect((await customer.call(path)).status).toBe(500);
    expect(await rotate()).toEqual({ found: 0, unreadable: [] });
  });

  test('encrypts a policy for its current holder when replacing a key', async () => {
    const { customer, policy } = await claimed();
    const eve = await Customer.arrive();
    const wallet = eve.address.toLowerCase();
    const [quote] = await rows<{ sealed: string }>('SELECT sealed FROM quotes WHERE id = ?', policy.quote_id);
    const old = { id: policy.quote_id, wallet: customer.address.toLowerCase(), sealed: quote?.sealed ?? '' };
    const sealed = await resealDetails(ringOf(before), old, wallet);
    await env.DB.batch([
      env.DB.prepare('UPDATE quotes SET sealed = ? WHERE id = ?').bind(sealed, policy.quote_id),
      env.DB.prepare('UPDATE policies SET wallet = ? WHERE id = ?').bind(wallet, policy.id),
    ]);
    await rotate();
    const path = `/insurance/policy/${policy.id}`;
    expect(await eve.call(path, {}, workerWith({}, dropped))).toMatchObject({
      status: 200,
      data: { details: HOME },
    });
  });

  test('works in pages, and a rerun after an interruption finishes the rest', async () => {
    await rotate();
    await addPhones(250, realPhone);
    let writes = 0;
    const dying = {
      ...operated,
      execute: async (sql: string) => {
        if (writes === 2) throw new Error('The connection was lost');
        writes += 1;
        await operated.execute(sql);
      },
    };
    await expect(rotate(dying)).rejects.toThrow('The connection was lost');
    expect(await left()).toBe(50);
    expect(await rotate()).toEqual({ found: 50, unreadable: [] });
    expect(await left()).toBe(0);
  });

  test('does not replace what an owner writes at the same moment', async () => {
    const ada = await Customer.arrive();
    const wallet = ada.address.toLowerCase();
    await ada.call('/profile', { method: 'PATCH', body: { phone: PHONE } });
    const newer = await sealPhone(ringOf(before), '+44 20 7946 0999', wallet);
    const racing = {
      ...operated,
      execute: async (sql: string) => {
        await env.DB.prepare('UPDATE profiles SET phone = ? WHERE wallet = ?').bind(newer, wallet).run();
        await operated.execute(sql);
      },
    };
    await rotate(racing);
    expect(await phoneOf(ada)).toBe(newer);
    expect(await rotate()).toEqual({ found: 1, unreadable: [] });
    expect(await phoneOf(ada)).toMatch(/^2\./);
    const { data } = await ada.call<{ phone: string }>('/profile', {}, workerWith({}, dropped));
    expect(data.phone).toBe('+44 20 7946 0999');
  });

  test('names the rows that no key decrypts, and they do not block the rest', async () => {
    await addPhones(120, async () => '1.AAAAAAAAAAAAAAAA.AAAA');
    await addPhones(10, realPhone);
    const { found, unreadable } = await rotate();
    expect(found).toBe(130);
    expect(unreadable).toHaveLength(120);
    expect(unreadable[0]).toMatch(/^profiles\.phone, row \d+$/);
    expect(await left()).toBe(120);
  });
});
