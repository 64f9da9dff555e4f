import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { cloudflareMail } from '#worker/platform/edges/mail.ts';
import { settingsOf } from '#worker/platform/settings.ts';
import { insured } from '../../../test/desk.ts';
import { type Customer, call, ORIGIN, type Reach, rows, workerWith } from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';
import { unsubscribeToken, walletOfToken } from './unsubscribe.ts';

const DAY_MS = 86_400_000;
const OFFERED = 'Cover that you do not have yet';

let post: Postbox;
beforeEach(async () => {
  post = new Postbox();
  await env.DB.batch([
    env.DB.prepare('DELETE FROM profiles'),
    env.DB.prepare('DELETE FROM offers_sent'),
    env.DB.prepare("DELETE FROM job_cursors WHERE name = 'offers'"),
  ]);
});

/** A holder of a home policy with a confirmed address, opted in by default. */
async function holder({ optIn = true, confirm = true } = {}): Promise<Customer> {
  const { customer } = await insured();
  // A new address each time, because daily confirmation letters per address are limited.
  const email = `${customer.address.slice(2, 14)}@example.com`;
  const body = { name: 'Ada Lovelace', email, notifications: { marketing_emails: optIn } };
  await customer.call('/profile', { method: 'PATCH', body }, post.reach);
  await post.schedule();
  if (confirm) await post.confirm(email);
  return customer;
}

async function runAfter(days: number): Promise<void> {
  post.ahead = days * DAY_MS;
  await post.schedule();
  await post.deliver();
}

const offers = () => post.sent.filter(({ subject }) => subject === OFFERED);
const wantsOffers = async ({ address }: Customer) => {
  const found = await rows<{ on: number }>(
    'SELECT marketing_emails AS "on" FROM profiles WHERE wallet = ?',
    address.toLowerCase(),
  );
  return found[0]?.on === 1;
};

describe('marketing letter', () => {
  test('goes out once, a week after the first policy, with the missing products and their prices @profile-11', async () => {
    await holder();
    await runAfter(6);
    expect(offers()).toHaveLength(0);
    await runAfter(7.1);
    expect(offers()).toHaveLength(1);
    await runAfter(8);
    await runAfter(60);
    expect(offers()).toHaveLength(1);
    const [letter] = offers();
    expect(letter?.text).toContain('Dear Ada Lovelace,');
    expect(letter?.text).toContain('Car Insurance: $100,000 of cover: $960/year');
    expect(letter?.text).toContain('Travel Insurance: $100,000 of cover: $25 for 30 days');
    expect(letter?.text).not.toContain('Home Insurance');
    const token = /\/unsubscribe#token=([\w.-]+)/.exec(letter?.text ?? '')?.[1];
    expect(letter?.headers).toEqual({
      'List-Unsubscribe': `<${ORIGIN}/api/profile/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  test('never goes to a wallet that did not opt in or has no confirmed address', async () => {
    await holder({ optIn: false });
    await holder({ confirm: false });
    await runAfter(8);
    await runAfter(9);
    expect(offers()).toHaveLength(0);
    expect(await rows('SELECT * FROM offers_sent')).toHaveLength(0);
  });

  test('is not sent to a wallet that opted out or was deactivated after it was written', async () => {
    for (const [change, code] of [
      ['UPDATE profiles SET marketing_emails = 0 WHERE wallet = ?', 'unwanted'],
      ["UPDATE accounts SET status = 'inactive' WHERE wallet = ?", 'no_longer_due'],
    ] as const) {
      post.ahead = 0;
      const customer = await holder();
      post.ahead = 8 * DAY_MS;
      await post.schedule();
      const wallet = customer.address.toLowerCase();
      await env.DB.prepare(change).bind(wallet).run();
      await post.deliver();
      const [written] = await rows(
        "SELECT * FROM outbox WHERE kind = 'other_products' AND wallet = ?",
        wallet,
      );
      expect(written).toMatchObject({ state: 'failed', last_error: code });
      await env.DB.prepare("DELETE FROM job_cursors WHERE name = 'offers'").run();
    }
    expect(offers()).toHaveLength(0);
  });

  test('is not written to a holder of every product', async () => {
    const customer = await holder();
    const wallet = customer.address.toLowerCase();
    for (const product of ['car', 'travel']) {
      await env.DB.prepare(
        `INSERT INTO policies (quote_id, group_id, wallet, kind, chain_id, product, status, needs_review, premium_usd,
           coverage_usd, start_date, end_date, cover_until, created_at, purchase_event_id, cover_start_date)
         SELECT ?1, ?1, ?2, 'evm', '1337', ?3, 'active', 0, 1, 1, '2026-01-01', '2999-12-31', '2999', '2026',
           max(purchase_event_id) + 1000, '2026-01-01' FROM policies`,
      )
        .bind(`${wallet}:${product}`, wallet, product)
        .run();
    }
    await runAfter(8);
    expect(
      await rows("SELECT * FROM outbox WHERE kind = 'other_products' AND wallet = ?", wallet),
    ).toHaveLength(0);
  });

  test('checks at most two hundred profiles per run and every profile each day', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
       INSERT INTO profiles (wallet, updated_at) SELECT printf('0x%040d', i), '2026' FROM n`,
    ).run();
    const marks: unknown[] = [];
    for (let run = 0; run < 5; run += 1) {
      await post.schedule();
      const [mark] = await rows<{ mark: string }>("SELECT mark FROM job_cursors WHERE name = 'offers'");
      marks.push(mark?.mark.split('|')[1]);
    }
    const wallet = (i: number) => `0x${String(i).padStart(40, '0')}`;
    expect(marks).toEqual([wallet(200), wallet(400), wallet(450), '~', '~']);
  });
});

test('passes the one-click header fields through the email binding', async () => {
  const mail = cloudflareMail(env);
  const headers = {
    'List-Unsubscribe': `<${ORIGIN}/api/profile/unsubscribe?token=1.a.b>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  const to = 'ada@example.com';
  const parts = { subject: OFFERED, text: 'Hello', html: '<p>Hello</p>', attachments: [] };
  const sender = { name: 'Mooring', from: 'letters@mooring.example', replyTo: 'support@mooring.example' };
  await expect(mail.send({ to, sender, ...parts, headers })).resolves.toBeUndefined();
});

describe('one-click unsubscribe', () => {
  const oneClick = async (token: string, reach: Reach): Promise<number> => {
    const response = await reach(
      new Request(`${ORIGIN}/api/profile/unsubscribe?token=${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      }),
    );
    return response.status;
  };

  test('unsubscribes without a wallet from a mail program or the linked page @profile-11', async () => {
    const customer = await holder();
    await runAfter(8);
    const token = /#token=([\w.-]+)/.exec(offers()[0]?.text ?? '')?.[1] ?? '';
    for (const _ of [1, 2]) {
      expect(await oneClick(token, post.reach)).toBe(200);
      expect(await wantsOffers(customer)).toBe(false);
    }
    await env.DB.prepare('UPDATE profiles SET marketing_emails = 1').run();
    const answer = await call('/profile/unsubscribe', { body: { token } });
    expect(answer).toMatchObject({ status: 200, data: { marketing_emails: false } });
    expect(await wantsOffers(customer)).toBe(false);
  });

  test('accepts an unsubscribe token years later, after the session secret and current key changed', async () => {
    const customer = await holder();
    const ring = settingsOf(env).detailsKeys;
    const token = await unsubscribeToken(ring, customer.address.toLowerCase());
    const keys = JSON.parse(env.DETAILS_KEYS) as { keys: Record<string, string> };
    const DETAILS_KEYS = JSON.stringify({ current: '2', keys: { ...keys.keys, 2: btoa('z'.repeat(32)) } });
    const years = { clock: () => Date.now() + 5 * 365 * DAY_MS };
    const later = workerWith(years, {
      DETAILS_KEYS,
      SESSION_SECRET: 'another secret of thirty-two characters',
    });
    expect(await oneClick(token, later)).toBe(200);
    expect(await wantsOffers(customer)).toBe(false);
  });

  test.each([
    [
      'another wallet',
      (token: string) => token.replace(/\.[\w-]+\./, `.${btoa('0xeve').replaceAll('=', '')}.`),
    ],
    ['a changed signature', (token: string) => `${token.slice(0, -2)}AA`],
    ['an unknown key', (token: string) => token.replace(/^1\./, '9.')],
    ['an object property as its key', (token: string) => token.replace(/^1\./, 'constructor.')],
    ['an unknown format', () => 'a-token-that-is-long-enough'],
  ])('changes nothing and says so for a token with %s', async (_, change) => {
    const customer = await holder();
    const token = await unsubscribeToken(settingsOf(env).detailsKeys, customer.address.toLowerCase());
    expect(await call('/profile/unsubscribe', { body: { token: change(token) } })).toMatchObject({
      status: 404,
      message: 'This link is incomplete. Please open it from the email again.',
    });
    expect(await wantsOffers(customer)).toBe(true);
  });

  test('rejects an unsubscribe request without a token or with a session token', async () => {
    expect((await call('/profile/unsubscribe', { method: 'POST' })).status).toBe(422);
    const customer = await holder();
    expect(
      (await call('/profile/unsubscribe', { body: { token: customer.token.slice(0, 200) } })).status,
    ).toBe(404);
    const ring = settingsOf(env).detailsKeys;
    expect(await walletOfToken(ring, await unsubscribeToken(ring, '0xabc'))).toBe('0xabc');
  });
});
