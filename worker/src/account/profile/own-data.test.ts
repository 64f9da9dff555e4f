/** What a wallet's owner can take away, and have deleted. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { ProfileAnswer } from '../../../../domain/account/profile-schema.ts';
import { claimed, messagesOf, png, upload } from '../../../test/claims.ts';
import { Customer, call, HOME, rows, signIn, term } from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';
import { exported, getAvatar, putAvatar } from '../../../test/profile.ts';

const KEYS = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
const PHONE = '+44 20 7946 0777';
const OWN_ADDRESS = 'ada.own@example.com';

/** A wallet with something of everything. */
async function settled() {
  const post = new Postbox();
  const { customer, policy, claim } = await claimed();
  await upload(customer, claim.id, [{ name: 'pipe.png', bytes: png(claim.id) }]);
  const at = new Date(Date.now() + 86_400_000).toISOString();
  await customer.call(`/claims/${claim.id}/call`, { body: { preferred_at: at, telephone: PHONE } });
  const beneficiary = { method: 'PATCH', body: { beneficiary: 'Grace Hopper' } };
  await customer.call(`/insurance/policy/${policy.id}/beneficiary`, beneficiary);
  const profile = { name: 'Ada Lovelace', email: OWN_ADDRESS, phone: PHONE };
  await customer.call('/profile', { method: 'PATCH', body: profile }, post.reach);
  await post.schedule();
  await post.confirm(OWN_ADDRESS);
  await post.confirm('ada@example.com').catch(() => undefined);
  await putAvatar(customer, png('me'));
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

describe('the file with everything', () => {
  test('has each part, decrypted, and nothing of anybody else', async () => {
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
      sessions: [{ signed_in_at: expect.any(String), ended_at: null }],
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
      payments: {
        payments: [{ quote_id: policy.quote_id, status: 'confirmed' }],
        exceptions: [],
        reported: [],
      },
      claims: [
        {
          id: claim.id,
          documents: [{ file_name: 'pipe.png' }],
          calls: [{ said: { telephone: PHONE, note: null } }],
        },
      ],
      messages: [{ policy_id: policy.id, claim_id: null }, { claim_id: claim.id }],
      letters: expect.arrayContaining([
        expect.objectContaining({ kind: 'confirm_address', to: OWN_ADDRESS, subject: expect.any(String) }),
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

  test('of a wallet that has nothing is a file as well', async () => {
    const { data } = await exported(await Customer.arrive());
    expect(data).toMatchObject({ profile: null, policies: [], claims: [], letters: [], drafts: [] });
  });

  test('has no internal note of ours, and no form or quote of a wallet that holds the policy no more', async () => {
    const { customer, claim, policy } = await claimed();
    await env.DB.prepare(
      `INSERT INTO thread_messages (thread_id, sender, internal, text, created_at, dedupe_key)
       SELECT id, 'admin', 1, 'looks odd', '2026', 'note' FROM threads WHERE claim_id = ?`,
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

describe('deleting the profile', () => {
  test('takes what is the profile’s alone, ends all sessions, and says what stays', async () => {
    const { customer, policy, claim } = await settled();
    const second = await signIn(customer.account);
    const { status, data } = await customer.call<{ kept: string[] }>('/profile', { method: 'DELETE' });
    expect(status).toBe(200);
    expect(data.kept.length).toBeGreaterThanOrEqual(4);
    for (const sentence of data.kept) expect(sentence).toMatch(/^[A-Z].+\.$/);
    for (const table of ['profiles', 'push_subscriptions', 'webhooks', 'deliveries', 'drafts']) {
      expect(await of(customer, table), table).toEqual([]);
    }
    const left = await env.FILES.list({ prefix: `avatars/${customer.address.toLowerCase()}/` });
    expect(left.objects).toEqual([]);
    for (const token of [customer.token, second])
      expect((await call('/profile', { token })).status).toBe(401);

    // What belongs to the contract is as it was.
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

  test('keeps a confirmed address that a policy names, by its purchase or by its contact since', async () => {
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

  test("touches nothing of anybody else's", async () => {
    const [{ customer: ada }, { customer: eve }] = [await settled(), await settled()];
    await ada.call('/profile', { method: 'DELETE' });
    expect((await eve.call<ProfileAnswer>('/profile')).data).toMatchObject({
      name: 'Ada Lovelace',
      email: OWN_ADDRESS,
      email_confirmed: true,
    });
    expect((await getAvatar(eve)).status).toBe(200);
    for (const table of ['push_subscriptions', 'webhooks', 'drafts']) {
      expect(await of(eve, table), table).toHaveLength(1);
    }
  });

  test('that failed on the way to the bucket can be sent again', async () => {
    const { workerWith } = await import('../../../test/harness.ts');
    const customer = await Customer.arrive();
    await putAvatar(customer, png('stay'));
    const broken = workerWith({
      files: () => ({ list: () => Promise.reject(new Error('The bucket is down')) }) as unknown as R2Bucket,
    });
    expect((await customer.call('/profile', { method: 'DELETE' }, broken)).status).toBe(500);
    expect((await customer.call('/profile', { method: 'DELETE' })).status).toBe(200);
    expect((await customer.call('/profile')).status).toBe(401);
  });
});
