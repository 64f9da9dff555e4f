import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PolicyDetailAnswer } from '../../../../domain/policy/schema.ts';
import { ADMIN_PASSWORD, Admin } from '../../../test/admin.ts';
import { callTime, claimed, racedAt } from '../../../test/claims.ts';
import { deskCtx } from '../../../test/desk.ts';
import {
  Customer,
  countingDatabase,
  HOME,
  rows,
  runSchedule,
  term,
  workerWith,
} from '../../../test/harness.ts';
import { exported } from '../../../test/profile.ts';
import { sealPhone } from '../../account/profile/phone.ts';
import { resealDetails } from './reseal.ts';

const [OLD, NEW] = [btoa('k'.repeat(32)), btoa('n'.repeat(32))];
const ringOf = (current: string, keys: Record<string, string>) =>
  ({ DETAILS_KEYS: JSON.stringify({ current, keys }) }) as Partial<Env>;
const rotated = ringOf('2', { 1: OLD, 2: NEW });
const dropped = ringOf('2', { 2: NEW });
const oldRing = { current: '1', keys: { 1: new Uint8Array(32).fill(0x6b) } };
const PHONE = '+44 20 7946 0777';
/** The generator of P-256: a valid point, like any browser's key. */
const POINT = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
const SEALED = [
  ...['admins.sealed_totp', 'claim_calls.sealed', 'drafts.sealed', 'policy_contacts.beneficiary'],
  ...['policy_contacts.nickname', 'policy_contacts.telephone', 'policy_shares.sealed', 'profiles.phone'],
  ...['push_subscriptions.sealed', 'quotes.sealed', 'webhooks.sealed_secret'],
];

const reseal = (variables = rotated) => resealDetails(deskCtx({}, variables));
const uses = (where = '') =>
  rows<{ place: string; unused_since: string | null }>(
    `SELECT * FROM encryption_key_usage WHERE kid = '1' ${where}`,
  );
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
const realPhone = (wallet: string) => sealPhone(oldRing, PHONE, wallet);
const left = async () => (await rows("SELECT 1 FROM profiles WHERE phone LIKE '1.%'")).length;

beforeEach(async () => {
  for (const table of ['encryption_key_usage', 'profiles'])
    await env.DB.prepare(`DELETE FROM ${table}`).run();
});

describe('retired encryption key', () => {
  test('replaces a retired key in every column and still decrypts everything without it', async () => {
    const { customer, policy } = await settled();
    const before = (await exported(customer)).data as Record<string, unknown>;
    expect(await sealedUnder('1')).toEqual(SEALED);
    await runSchedule({}, rotated, ['reseal details']);
    expect(await sealedUnder('1')).toEqual([]);
    expect(await sealedUnder('2')).toEqual(SEALED);
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
  });

  test('encrypts a policy for its current holder when replacing a key', async () => {
    const { customer, policy } = await claimed();
    const eve = await Customer.arrive();
    const wallet = eve.address.toLowerCase();
    const { resealDetails: forHolder } = await import('../../quotes/details.ts');
    const [quote] = await rows<{ sealed: string }>('SELECT sealed FROM quotes WHERE id = ?', policy.quote_id);
    const old = { id: policy.quote_id, wallet: customer.address.toLowerCase(), sealed: quote?.sealed ?? '' };
    const sealed = await forHolder(oldRing, old, wallet);
    await env.DB.batch([
      env.DB.prepare('UPDATE quotes SET sealed = ? WHERE id = ?').bind(sealed, policy.quote_id),
      env.DB.prepare('UPDATE policies SET wallet = ? WHERE id = ?').bind(wallet, policy.id),
    ]);
    await reseal();
    const path = `/insurance/policy/${policy.id}`;
    expect(await eve.call(path, {}, workerWith({}, dropped))).toMatchObject({
      status: 200,
      data: { details: HOME },
    });
  });

  test('replaces a retired key in steps and loses nothing when a run fails midway', async () => {
    await addPhones(450, realPhone);
    const broken = deskCtx({}, rotated);
    const failing = new Proxy(broken.db, {
      get: (db, name) =>
        name === 'batch' ? () => Promise.reject(new Error('The worker was stopped')) : Reflect.get(db, name),
    });
    await reseal();
    expect(await left()).toBe(250);
    await expect(resealDetails({ ...broken, db: failing })).rejects.toThrow('The worker was stopped');
    expect(await left()).toBe(250);
    await reseal();
    expect(await left()).toBe(50);
    await reseal();
    expect(await left()).toBe(0);
  });

  test('does not overwrite what an owner writes at the same moment', async () => {
    const ada = await Customer.arrive();
    await ada.call('/profile', { method: 'PATCH', body: { phone: PHONE } });
    const newer = await sealPhone(oldRing, '+44 20 7946 0999', ada.address.toLowerCase());
    const write = 'UPDATE profiles SET phone = ? WHERE wallet = ?';
    // Profiles are the seventh column of a run, each with its own batch.
    await resealDetails(racedAt(deskCtx({}, rotated), 7, write, newer, ada.address.toLowerCase()));
    expect(await phoneOf(ada)).toBe(newer);
    await reseal();
    expect(await phoneOf(ada)).toMatch(/^2\./);
    const { data } = await ada.call<{ phone: string }>('/profile', {}, workerWith({}, dropped));
    expect(data.phone).toBe('+44 20 7946 0999');
  });

  test('reports a retired key as unused once nothing is left, once in the log and with its time for the operator', async () => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => {});
    const unusedLines = () =>
      log.mock.calls.flat().filter((line) => String(line).includes('details_key_unused'));
    await addPhones(3, realPhone);
    while ((await left()) > 0) await reseal();
    expect(unusedLines()).toEqual([]);
    await reseal();
    await reseal();
    const lines = unusedLines().map((line) => JSON.parse(String(line)) as unknown);
    log.mockRestore();
    expect(lines).toEqual([expect.objectContaining({ event: 'details_key_unused', key: '1' })]);
    expect((await uses()).map(({ place }) => place).sort()).toEqual(SEALED);
    expect(await uses('AND unused_since IS NULL')).toEqual([]);
    // A worker with the old secret may still write under the key, so it is in use again.
    await addPhones(1, realPhone);
    await reseal();
    expect((await uses('AND unused_since IS NULL')).map(({ place }) => place)).toEqual(['profiles.phone']);
  });

  test('keeps a key in use for data that cannot be decrypted without blocking the rest', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await addPhones(250, async () => '1.AAAAAAAAAAAAAAAA.AAAA');
    await addPhones(10, realPhone);
    await reseal();
    await reseal();
    expect(await left()).toBe(250);
    await reseal();
    await reseal();
    expect((await uses('AND unused_since IS NULL')).map(({ place }) => place)).toEqual(['profiles.phone']);
    expect(log.mock.calls.flat().join()).toContain('reseal_failed');
    log.mockRestore();
  });

  test('checks an unused key at almost no cost however much is encrypted', async () => {
    const insert = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO profiles (wallet, phone, updated_at) SELECT 'w' || i, '2.AAAAAAAAAAAAAAAA.AAAA', '2026' FROM n`;
    await env.DB.prepare(insert).run();
    await reseal();
    await reseal();
    const { DB, rowsRead, statements } = countingDatabase();
    await reseal({ ...rotated, DB });
    expect(statements).toHaveLength(12);
    expect(await rowsRead()).toBeLessThan(30);
    const alone = countingDatabase();
    await reseal({ ...dropped, DB: alone.DB });
    expect(alone.statements).toHaveLength(0);
  });
});
