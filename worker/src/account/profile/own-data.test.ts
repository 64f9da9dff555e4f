/** What a wallet's owner can export and delete. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { ProfileAnswer } from '#domain/account/profile-schema.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { open, seal } from '#worker/platform/crypto/sealed.ts';
import { callTime, claimed, messagesOf, png, upload } from '../../../test/claims.ts';
import { insured } from '../../../test/desk.ts';
import {
  Customer,
  call,
  countingDatabase,
  HOME,
  rows,
  runSchedule,
  signIn,
  term,
  workerWith,
} from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';
import { exported, getAvatar, putAvatar } from '../../../test/profile.ts';

/** The generator of P-256: a valid point, like any browser's key. */
const POINT = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
const KEYS = { p256dh: POINT, auth: 'A'.repeat(22) };
const PHONE = '+44 20 7946 0777';
const OWN_ADDRESS = 'ada.own@example.com';

/** A wallet with data of every kind. */
async function settled() {
  const post = new Postbox();
  const { customer, policy, claim } = await claimed();
  await upload(customer, claim.id, [{ name: 'pipe.png', bytes: png(claim.id) }]);
  await customer.call(`/claims/${claim.id}/call`, { body: { preferred_at: callTime(), telephone: PHONE } });
  const beneficiary = { method: 'PATCH', body: { beneficiary: 'Grace Hopper' } };
  await customer.call(`/insurance/policy/${policy.id}/beneficiary`, beneficiary);
  const profile = { name: 'Ada Lovelace', email: OWN_ADDRESS, phone: PHONE };
  await customer.call('/profile', { method: 'PATCH', body: profile }, post.reach);
  await post.schedule();
  await post.confirm(OWN_ADDRESS);
  await post.confirm('ada@example.com').catch(() => undefined);
  await putAvatar(customer, png('me'));
  const share = { fields: ['coverage_usd'], days: 7 };
  await customer.call(`/insurance/policy/${policy.id}/shares`, { body: share });
  await customer.call('/profile/push', {
    body: { endpoint: `https://push.example.com/${claim.id}`, keys: KEYS },
  });
  const hook = { url: 'https://hooks.example.com/in', events: ['claim.submitted'] };
  await customer.call('/webhooks', { body: hook });
  await customer.call('/insurance/drafts', { body: { insurance_type: 'home', details: HOME, ...term() } });
  return { customer, policy, claim, post };
}

const of = (customer: Customer, table: string) =>
  rows(`SELECT * FROM ${table} WHERE wallet = ?`, customer.address.toLowerCase());

describe('data export', () => {
  test('exports every part, decrypted, and no one else’s data @profile-8', async () => {
    const { customer, policy, claim } = await settled();
    const other = await claimed();
    const { response, data } = await exported(customer);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="mooring-export-\d{4}-\d{2}-\d{2}\.json"$/,
    );
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(data).toMatchObject({
      wallet_address: customer.address,
      account: { status: 'active' },
      profile: { name: 'Ada Lovelace', email: OWN_ADDRESS, phone: PHONE },
      notifications: { marketing_emails: false },
      confirmed_addresses: expect.arrayContaining([expect.objectContaining({ email: OWN_ADDRESS })]),
      sessions: [{ device: 'Unknown device', signed_in_at: expect.any(String), ended_at: null }],
      drafts: [{ insurance_type: 'home', details: HOME }],
      quotes: [{ quote_id: policy.quote_id, details: HOME, email: 'ada@example.com' }],
      policies: [
        {
          id: policy.id,
          details: HOME,
          beneficiary: 'Grace Hopper',
          contact: { email: 'ada@example.com' },
        },
      ],
      shared_proofs: [{ policy_id: policy.id, fields: ['coverage_usd'], expires_at: expect.any(String) }],
      payments: {
        payments: [{ quote_id: policy.quote_id, status: 'confirmed' }],
        exceptions: [],
        reported: [],
      },
      claims: [
        {
          id: claim.id,
          documents: [{ file_name: 'pipe.png' }],
          calls: [{ contact: { telephone: PHONE, note: null } }],
        },
      ],
      messages: [{ policy_id: policy.id, claim_id: null }, { claim_id: claim.id }],
      letters: expect.arrayContaining([
        expect.objectContaining({ kind: 'address_entered', to: OWN_ADDRESS, subject: expect.any(String) }),
      ]),
      webhooks: [{ url: 'https://hooks.example.com/in' }],
      push_subscriptions: [{ host: 'push.example.com' }],
      helpful_answers: [],
    });
    const { claims, messages } = data as Record<string, { timeline?: unknown[]; messages?: unknown[] }[]>;
    expect(claims?.[0]?.timeline?.length).toBeGreaterThanOrEqual(3);
    expect(messages?.[1]?.messages).toHaveLength((await messagesOf(claim.id)).length);
    const text = JSON.stringify(data);
    expect(text.toLowerCase()).not.toContain(other.customer.address.toLowerCase());
    expect(text).not.toContain(KEYS.auth);
    expect(text).not.toMatch(/whsec_|"sealed"/);
  });

  test('exports a file for a wallet without data', async () => {
    const { data } = await exported(await Customer.arrive());
    expect(data).toMatchObject({ profile: null, policies: [], claims: [], letters: [], drafts: [] });
  });

  test('leaves internal notes, and forms and quotes of transferred policies, out of the export', async () => {
    const { customer, claim, policy } = await claimed();
    await env.DB.prepare(
      `INSERT INTO thread_messages (thread_id, sender, internal, kind, text, created_at, dedupe_key)
       SELECT id, 'admin', 1, 'message', 'looks odd', '2026', 'note' FROM threads WHERE claim_id = ?`,
    )
      .bind(claim.id)
      .run();
    await env.DB.prepare('UPDATE policies SET wallet = ? WHERE id = ?').bind('0xelse', policy.id).run();
    const { response, data } = await exported(customer);
    expect(response.status).toBe(200);
    expect(JSON.stringify(data)).not.toContain('looks odd');
    expect(data).toMatchObject({ policies: [], quotes: [] });
  });
});

describe('wallet with hundreds of policies', () => {
  const ring = { current: '1', keys: { 1: new Uint8Array(32).fill(0x6b) } };

  /** Copies a policy with its related rows; each copy encrypts its own fields. */
  async function copyPolicy(customer: Customer, policy: { id: number; quote_id: string }, copies: number) {
    const owner = customer.address.toLowerCase();
    const row = async (table: string, column: string, value: unknown) => {
      const [found] = await rows(`SELECT * FROM ${table} WHERE ${column} = ? LIMIT 1`, value);
      return found ?? {};
    };
    const quote = await row('quotes', 'id', policy.quote_id);
    // Generated columns follow from the rest.
    const { queue: _queue, left_usd: _left, ...sold } = await row('policies', 'id', policy.id);
    const { identity: _identity, ...paid } = await row('chain_events', 'quote_id', policy.quote_id);
    const { id: _id, ...event } = await row('journal', 'policy_id', policy.id);
    const secret = await open(ring, String(quote.sealed), { row: `quote:${policy.quote_id}`, owner });
    const insert = (table: string, values: Record<string, unknown>) =>
      env.DB.prepare(
        `INSERT INTO ${table} (${Object.keys(values)}) VALUES (${Object.keys(values).map(() => '?')})`,
      ).bind(...Object.values(values));
    for (let n = 1; n <= copies; n += 1) {
      const [id, policyId] = [`0x${n.toString(16).padStart(64, '0')}`, 10_000 + n];
      const binding = (name: string) => ({ row: name, owner });
      await env.DB.batch([
        insert('quotes', {
          ...quote,
          id,
          group_id: id,
          sealed: await seal(ring, secret, binding(`quote:${id}`)),
        }),
        insert('chain_events', { ...paid, id: policyId, quote_id: id }),
        insert('policies', {
          ...sold,
          id: policyId,
          quote_id: id,
          group_id: id,
          purchase_event_id: policyId,
        }),
        insert('journal', { ...event, policy_id: policyId, key: `copy ${n}` }),
        insert('policy_contacts', {
          policy_id: policyId,
          beneficiary: await seal(ring, `Heir ${n}`, binding(`policy:${policyId}:beneficiary`)),
          updated_at: '2026-01-01T00:00:00.000Z',
        }),
      ]);
    }
  }

  test('exports hundreds of policies with as many statements as one', async () => {
    const { customer, policy } = await insured();
    const exportWith = async () => {
      const { DB, statements } = countingDatabase();
      const { data } = await exported(customer, workerWith({}, { DB }));
      return { policies: data.policies as unknown as PolicyDetailAnswer[], statements: statements.length };
    };
    const one = await exportWith();
    await copyPolicy(customer, policy, 250);
    const many = await exportWith();
    expect(many.statements).toBe(one.statements);
    expect(many.statements).toBeLessThan(60);
    expect(many.policies).toHaveLength(251);
    expect(many.policies[0]).toMatchObject({ id: 10_250, beneficiary: 'Heir 250', details: HOME });
    expect(many.policies[249]).toMatchObject({ id: 10_001, beneficiary: 'Heir 1' });
    expect(many.policies[250]).toEqual(one.policies[0]);
    expect(many.policies.every(({ timeline }) => timeline.some(({ kind }) => kind === 'purchased'))).toBe(
      true,
    );
  });
});

describe('profile deletion', () => {
  test('deletes what only the profile needs, ends all sessions and says what stays @profile-9', async () => {
    const { customer, policy, claim } = await settled();
    const second = await signIn(customer.account);
    const { status, data } = await customer.call<{ kept: string[] }>('/profile', { method: 'DELETE' });
    expect(status).toBe(200);
    expect(data.kept.length).toBeGreaterThanOrEqual(4);
    for (const sentence of data.kept) expect(sentence).toMatch(/^[A-Z].+\.$/);
    for (const table of ['profiles', 'push_subscriptions', 'webhooks', 'drafts', 'policy_shares']) {
      expect(await of(customer, table), table).toEqual([]);
    }
    const changes = `SELECT d.data FROM occurrences o LEFT JOIN occurrence_data d ON d.id = o.id
      WHERE o.about = ? AND o.kind = 'profile.changed'`;
    const recorded = await rows(changes, `user:${customer.address.toLowerCase()}`);
    expect(recorded.length).toBeGreaterThan(0);
    expect(recorded.filter(({ data }) => data !== null)).toEqual([]);
    const calls = "SELECT 1 FROM outbox WHERE channel <> 'email' AND wallet = ?";
    expect(await rows(calls, customer.address.toLowerCase())).toEqual([]);
    const left = await env.FILES.list({ prefix: `avatars/${customer.address.toLowerCase()}/` });
    expect(left.objects).toEqual([]);
    for (const token of [customer.token, second])
      expect((await call('/profile', { token })).status).toBe(401);

    // The contract's records are unchanged.
    const token = await signIn(customer.account);
    expect(await call(`/insurance/policy/${policy.id}`, { token })).toMatchObject({
      status: 200,
      data: { details: HOME, beneficiary: 'Grace Hopper' },
    });
    expect(await call(`/claims/detail/${claim.id}`, { token })).toMatchObject({
      status: 200,
      data: { documents: [{ file_name: 'pipe.png' }] },
    });
    const mailboxes = (await of(customer, 'confirmed_emails')).map((row) => row.mailbox);
    expect(mailboxes).not.toContain(OWN_ADDRESS);
    const profile = await call<ProfileAnswer>('/profile', { token });
    expect(profile.data).toMatchObject({
      name: '',
      email: '',
      phone: '',
      avatar_url: null,
      total_policies: 1,
    });
    expect((await getAvatar({ token })).status).toBe(404);
    expect((await call('/profile', { method: 'DELETE', token })).status).toBe(200);
  });

  test('keeps a confirmed address that a policy uses, from its purchase or a later contact change', async () => {
    const { customer, policy } = await claimed();
    const wallet = customer.address.toLowerCase();
    const confirmed = ['ada@example.com', 'since@example.com', 'only.profile@example.com'];
    for (const mailbox of confirmed) {
      await env.DB.prepare('INSERT OR IGNORE INTO confirmed_emails VALUES (?, ?, ?, ?)')
        .bind(wallet, mailbox, mailbox, '2026')
        .run();
    }
    const contact = { email: 'since@EXAMPLE.com', telephone: PHONE };
    await customer.call(`/insurance/policy/${policy.id}/contact`, { method: 'PATCH', body: contact });
    await customer.call('/profile', { method: 'DELETE' });
    const mailboxes = (await of(customer, 'confirmed_emails')).map((row) => row.mailbox).sort();
    expect(mailboxes).toEqual(['ada@example.com', 'since@example.com']);
  });

  test("leaves everyone else's data alone when a profile is deleted", async () => {
    const [{ customer: ada }, { customer: eve }] = [await settled(), await settled()];
    await ada.call('/profile', { method: 'DELETE' });
    expect((await eve.call<ProfileAnswer>('/profile')).data).toMatchObject({
      name: 'Ada Lovelace',
      email: OWN_ADDRESS,
      email_confirmed: true,
    });
    expect((await getAvatar(eve)).status).toBe(200);
    for (const table of ['push_subscriptions', 'webhooks', 'drafts', 'policy_shares']) {
      expect(await of(eve, table), table).toHaveLength(1);
    }
  });

  test('leaves the avatar to the next scheduled run when the bucket fails during profile deletion', async () => {
    const customer = await Customer.arrive();
    await putAvatar(customer, png('stay'));
    const broken = workerWith({
      files: () => ({ delete: () => Promise.reject(new Error('The bucket is down')) }) as unknown as R2Bucket,
    });
    expect((await customer.call('/profile', { method: 'DELETE' }, broken)).status).toBe(200);
    expect((await customer.call('/profile')).status).toBe(401);
    const prefix = `avatars/${customer.address.toLowerCase()}/`;
    expect((await env.FILES.list({ prefix })).objects).toHaveLength(1);
    await runSchedule({}, {}, ['delete unreferenced avatars']);
    expect((await env.FILES.list({ prefix })).objects).toEqual([]);
  });
});
