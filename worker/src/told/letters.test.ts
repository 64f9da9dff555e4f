import { env } from 'cloudflare:workers';
import type { Hex } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { expireLetters } from '#worker/delivery/mail/channel.ts';
import { dispatch, purgeOutbox } from '#worker/delivery/outbox/dispatch.ts';
import { channels } from '#worker/jobs/channels.ts';
import { type Database, openDatabase } from '#worker/platform/db/client.ts';
import { remindOfRenewal } from '#worker/policies/remind.ts';
import { confirmRefund } from '#worker/settlement/refunds/confirm.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { Admin } from '../../test/admin.ts';
import { cancelPolicy, consentTo, evmCall } from '../../test/desk.ts';
import { Customer, chain, countingDatabase, rows, term } from '../../test/harness.ts';
import { Postbox } from '../../test/postbox.ts';

const DAY = 86_400_000;
/** The underwriter of contracts/script/chains/1337.json. */
const UNDERWRITER: Hex = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

let post: Postbox;
let ada: Customer;
let email: string;
let tests = 0;

beforeEach(async () => {
  await env.DB.batch(
    ['outbox', 'job_cursors', 'threads', 'thread_messages'].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
  // Ends the policies of earlier tests, so they get no reminders here.
  await env.DB.prepare("UPDATE policies SET end_date = '2020-01-01'").run();
  tests += 1;
  email = `hopper.${tests}@example.com`;
  post = new Postbox();
  ada = await Customer.arrive();
});

async function buy(days = 365): Promise<PolicyAnswer> {
  const quote = await ada.quote({ email, ...term(days) }, post.reach);
  return (await ada.report(await ada.pay(quote.data), {}, post.reach)).data;
}

const reminders = async () =>
  (await post.letters(ada.address)).filter(({ kind }) => kind === 'policy_ending');

/** The wallet's messages about the end of its policy. */
const messages = () =>
  rows<Record<string, unknown>>(
    `SELECT t.id, t.subject, t.type, t.policy_id, t.reply_count, t.unread_by_customer, m.text, m.sender, m.admin_id
      FROM thread_messages m JOIN threads t ON t.id = m.thread_id
      WHERE t.wallet = ? AND t.key LIKE 'renewal:%' ORDER BY m.id`,
    ada.address.toLowerCase(),
  );

/** Runs the schedule as if it were `days` before the policy's end, an hour into that day. */
async function daysBefore(policy: PolicyAnswer, days: number): Promise<void> {
  const end = Date.parse(`${policy.policy_end_date}T01:00:00Z`);
  post.ahead = end - days * DAY - Date.now();
  await post.schedule();
}

describe('renewal reminders', () => {
  test('reminds a holder 30 and 7 days before the end, once each, however often the schedule runs @policy-16 @letters-3', async () => {
    const policy = await buy();
    await post.confirm(email);
    await daysBefore(policy, 31);
    expect(await reminders()).toHaveLength(0);
    await daysBefore(policy, 30);
    await Promise.all([post.schedule(), post.schedule()]);
    await daysBefore(policy, 29);
    expect(await reminders()).toHaveLength(1);
    await daysBefore(policy, 7);
    await daysBefore(policy, 6);
    expect(await reminders()).toHaveLength(2);
    await post.deliver();
    const letters = post.to(email).filter(({ subject }) => subject.includes('ends on'));
    expect(letters).toHaveLength(2);
    expect(letters[0]?.text).toMatch(/You can renew it/);
    expect(letters[0]?.text).toContain(`/policy/${policy.id}?type=home`);
    expect(letters[0]?.text).toContain('/profile#notifications');
    const found = await messages();
    expect(found).toHaveLength(2);
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    for (const message of found) {
      expect(message).toMatchObject({
        type: 'general',
        policy_id: policy.id,
        reply_count: 1,
        unread_by_customer: 1,
        sender: 'admin',
        admin_id: null,
        subject: letters[0]?.subject,
        text: expect.stringContaining('After that, it no longer covers you. You can renew it'),
      });
    }
    expect(letters[0]?.subject).toContain(`Your policy ${policy.policy_number} ends on`);
  });

  test('still reminds a holder when the schedule missed the day', async () => {
    const policy = await buy();
    await post.confirm(email);
    await daysBefore(policy, 26);
    expect(await reminders()).toHaveLength(1);
    await daysBefore(policy, 3);
    expect(await reminders()).toHaveLength(2);
  });

  test('reminds by message only when no address is confirmed @letters-3', async () => {
    const policy = await buy();
    await daysBefore(policy, 30);
    await post.confirm(email);
    await daysBefore(policy, 29);
    expect([(await reminders()).length, (await messages()).length]).toEqual([0, 1]);
    await daysBefore(policy, 7);
    expect([(await reminders()).length, (await messages()).length]).toEqual([1, 2]);
  });

  test('reminds by message only when email is switched off, before or after the letter is written', async () => {
    const policy = await buy();
    await post.confirm(email);
    await post.deliver();
    await daysBefore(policy, 30);
    const letters = (on: 0 | 1) =>
      env.DB.prepare(
        'INSERT OR REPLACE INTO profiles (wallet, email_notifications, updated_at) VALUES (?, ?, ?)',
      )
        .bind(ada.address.toLowerCase(), on, '2026')
        .run();
    await letters(0);
    post.sent.splice(0);
    await post.deliver();
    expect(await reminders()).toMatchObject([{ state: 'failed', last_error: 'unwanted' }]);
    await daysBefore(policy, 7);
    expect([(await reminders()).length, (await messages()).length, post.sent.length]).toEqual([1, 2, 0]);
  });

  test('reminds at the profile’s address once it is confirmed', async () => {
    const policy = await buy();
    await post.confirm(email);
    const own = `own.${email}`;
    await env.DB.batch([
      env.DB.prepare("INSERT INTO profiles (wallet, email, updated_at) VALUES (?, ?, '2026')").bind(
        ada.address.toLowerCase(),
        own.replace('example', 'EXAMPLE'),
      ),
      env.DB.prepare("INSERT INTO confirmed_emails VALUES (?, ?, ?, '2026')").bind(
        ada.address.toLowerCase(),
        own,
        own,
      ),
    ]);
    await daysBefore(policy, 30);
    expect((await reminders()).map(({ target, state }) => `${target} ${state}`)).toEqual([
      `${own.replace('example', 'EXAMPLE')} queued`,
    ]);
  });

  test('does not remind the holder of a short term', async () => {
    const short = await buy(30);
    await post.confirm(email);
    await daysBefore(short, 29);
    expect([(await reminders()).length, (await messages()).length]).toEqual([0, 0]);
    await daysBefore(short, 7);
    expect([(await reminders()).length, (await messages()).length]).toEqual([1, 1]);
  });

  test('reminds every holder in bounded batches when many policies end on one day', async () => {
    const policy = await buy();
    const total = 150;
    await env.DB.batch([
      env.DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${total})
        INSERT INTO policies (quote_id, group_id, wallet, kind, chain_id, product, status, needs_review, premium_usd,
          coverage_usd, start_date, end_date, cover_from, cover_until, created_at, purchase_event_id, cover_start_date)
        SELECT 'lot' || i, 'lot' || i, 'w' || i, kind, chain_id, product, status, needs_review, premium_usd,
          coverage_usd, start_date, end_date, cover_from, cover_until, created_at, -i, cover_start_date FROM policies, n WHERE id = ${policy.id}`),
      ...(await copiesOfQuote(policy.quote_id, total)),
    ]);
    post.ahead = Date.parse(`${policy.policy_end_date}T01:00:00Z`) - 30 * DAY - Date.now();
    const counts: number[] = [];
    for (let run = 0; run < 4; run += 1) {
      const { DB, statements } = countingDatabase();
      await remindOfRenewal({ ...post.ctx, db: openDatabase(DB) });
      counts.push(statements.length);
    }
    expect(Math.max(...counts)).toBeLessThan(500);
    const [found] = await rows<{ n: number; w: number }>(
      "SELECT count(*) AS n, count(DISTINCT wallet) AS w FROM threads WHERE key LIKE 'renewal:%'",
    );
    expect(found).toEqual({ n: total + 1, w: total + 1 });
  });

  test('sends no reminder for a policy canceled before the letter goes out', async () => {
    const policy = await buy();
    await post.confirm(email);
    await daysBefore(policy, 30);
    await env.DB.prepare("UPDATE policies SET status = 'cancelled' WHERE id = ?").bind(policy.id).run();
    await post.deliver();
    expect((await reminders())[0]).toMatchObject({ state: 'failed', last_error: 'no_longer_due' });
    await daysBefore(policy, 7);
    expect(await reminders()).toHaveLength(1);
  });

  test('sends no reminder of a policy whose holder asks to cancel it, before or after the letter is written', async () => {
    const policy = await buy();
    await post.confirm(email);
    await daysBefore(policy, 30);
    await cancelPolicy(ada, policy.id, post.edges);
    await post.deliver();
    expect((await reminders())[0]).toMatchObject({ state: 'failed', last_error: 'no_longer_due' });
    await daysBefore(policy, 7);
    expect(await messages()).toHaveLength(1);
  });

  test('reads only what is due among thousands of letters and policies', async () => {
    const policy = await buy();
    await post.confirm(email);
    await env.DB.batch([
      env.DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO outbox SELECT 'letter_' || i, 'email', 'w' || i, 'certificate', 'a@b.c', 'a@b.c', '', NULL, NULL, '{}', 'sent', 1,
        '2020-01-01', NULL, NULL, '2020-01-01', '2020-01-01', 'old' || i FROM n`),
      env.DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO policies (quote_id, group_id, wallet, kind, chain_id, product, status, needs_review, premium_usd,
          coverage_usd, start_date, end_date, cover_from, cover_until, created_at, purchase_event_id, cover_start_date)
        SELECT 'q' || i, 'q' || i, 'w', 'evm', '1337', 'home', 'active', 0, 1, 1, '2020-01-01', date('2031-01-01', i || ' days'),
          NULL, '2020', '2020', -1000 - i, '2020-01-01' FROM n`),
    ]);
    const end = Date.parse(`${policy.policy_end_date}T01:00:00Z`);
    post.ahead = end - 30 * DAY - Date.now();
    const { DB, statements, rowsRead } = countingDatabase();
    const ctx = { ...post.ctx, db: openDatabase(DB) };
    await remindOfRenewal(ctx);
    await dispatch(ctx, channels);
    expect(await reminders()).toHaveLength(1);
    statements.splice(0);
    await remindOfRenewal(ctx);
    await expireLetters(ctx);
    await dispatch(ctx, channels);
    expect(statements).toHaveLength(4);
    expect(await rowsRead()).toBeLessThan(10);
  });
});

/** Statements that copy a quote under the ids `lot1`, `lot2`, … */
async function copiesOfQuote(id: string, total: number): Promise<D1PreparedStatement[]> {
  const columns = (await rows<{ name: string }>("SELECT name FROM pragma_table_info('quotes')"))
    .map(({ name }) => name)
    .filter((name) => name !== 'id');
  const list = columns.join(', ');
  return [
    env.DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${total})
      INSERT INTO quotes (id, ${list}) SELECT 'lot' || i, ${list} FROM quotes, n WHERE quotes.id = ?`).bind(
      id,
    ),
  ];
}

/** Deletes what the schedule deletes of the outbox. */
async function purge(db: Database): Promise<void> {
  const [first, ...rest] = purgeOutbox({ ...post.ctx, db }, channels);
  if (first) await db.batch([first, ...rest]);
}

describe('outdated letters', () => {
  const old = (days: number) => new Date(Date.now() - days * DAY).toISOString();
  const insert = (id: string, state: string, days: number) =>
    env.DB.prepare(
      `INSERT INTO outbox VALUES (?, 'email', 'w', 'certificate', 'a@b.c', 'a@b.c', '', NULL, NULL, '{}', ?, 1, ?, NULL, NULL, ?, NULL, ?)`,
    ).bind(id, state, old(days), old(days), id);

  test('keeps finished letters for 400 days, then deletes them, and keeps waiting ones', async () => {
    await env.DB.batch([
      insert('sent now', 'sent', 399),
      insert('sent long ago', 'sent', 401),
      insert('failed long ago', 'failed', 401),
      insert('waiting', 'queued', 401),
    ]);
    await purge(post.ctx.db);
    expect((await rows<{ id: string }>('SELECT id FROM outbox ORDER BY id')).map(({ id }) => id)).toEqual([
      'sent now',
      'waiting',
    ]);
  });

  test('deletes old letters in batches and costs nothing when there are none', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
       INSERT INTO outbox SELECT 'l' || i, 'email', 'w', 'certificate', 'a@b.c', 'a@b.c', '', NULL, NULL, '{}', 'sent', 1, ?, NULL, NULL, ?, NULL, 'l' || i FROM n`,
    )
      .bind(old(500), old(500))
      .run();
    await purge(post.ctx.db);
    expect(await rows('SELECT id FROM outbox')).toHaveLength(200);
    await env.DB.prepare('UPDATE outbox SET next_attempt_at = ?').bind(old(1)).run();
    const { DB, statements, rowsRead } = countingDatabase();
    await purge(openDatabase(DB));
    // One per channel.
    expect(statements).toHaveLength(3);
    expect(await rowsRead()).toBeLessThan(3 * 5);
  });

  test('sends a certificate again after its first letter was deleted', async () => {
    const policy = await buy();
    await post.confirm(email);
    await post.deliver();
    const asked = async () => {
      await ada.call(`/insurance/policy/${policy.id}/certificate/email`, { body: {} }, post.reach);
      await post.deliver();
    };
    const attached = () => post.to(email).filter(({ subject }) => subject.includes('certificate')).length;
    await asked();
    await env.DB.prepare("UPDATE outbox SET created_at = ? WHERE kind = 'certificate'").bind(old(1)).run();
    await asked();
    expect(attached()).toBe(2);
    await env.DB.prepare("DELETE FROM outbox WHERE kind = 'certificate' AND created_at < ?")
      .bind(old(0.5))
      .run();
    await env.DB.prepare("UPDATE outbox SET created_at = ? WHERE kind = 'certificate'").bind(old(1)).run();
    await asked();
    expect(attached()).toBe(3);
  });
});

test('confirms a cancellation with its refund, and then the refund, by letter to the changed address', async () => {
  const policy = await buy();
  const changed = `changed.${tests}@example.com`;
  await ada.call(
    `/insurance/policy/${policy.id}/contact`,
    { method: 'PATCH', body: { email: changed, telephone: '+44 20 7946 0018' } },
    post.reach,
  );
  expect((await post.letters(ada.address)).map((each) => `${each.kind} ${each.target}`)).toContain(
    `address_entered ${changed}`,
  );
  const body = await consentTo(ada, policy.id);
  const cancel = () => ada.call(`/insurance/policy/${policy.id}/cancel`, { body }, post.reach);
  expect((await cancel()).status).toBeLessThan(300);
  await cancel();
  await post.confirm(changed);
  await post.deliver();
  expect(post.to(changed).map(({ subject }) => subject)).toEqual([
    'Please confirm your email address',
    `We received your cancellation of ${policy.policy_number}`,
  ]);
  expect(post.to(changed)[1]?.text).toContain('Refund: 0.598356164383561643 ETH');

  const refund = await prepareRefund(post.ctx, { policyId: policy.id, outcome: 'cancelled' });
  await chain.impersonateAccount({ address: UNDERWRITER });
  const hash = await chain.sendTransaction({
    account: UNDERWRITER,
    chain: chain.chain,
    ...evmCall(refund),
    gas: 400_000n,
  });
  await chain.waitForTransactionReceipt({ hash });
  await confirmRefund(post.ctx, { policyId: policy.id, txHash: hash });
  await post.schedule();
  await post.deliver();
  const last = post.to(changed).at(-1);
  expect(last?.subject).toBe(`Your refund for ${policy.policy_number} was sent`);
  expect(last?.text).toContain('is canceled');
  expect(last?.text).toContain(hash);
  expect(last?.attachments).toEqual([]);
});

describe('the letter about a policy that we cannot accept', () => {
  async function rejected() {
    const policy = await buy();
    await rows(
      "UPDATE policies SET status = 'pending', needs_review = 1 WHERE id = ? RETURNING id",
      policy.id,
    );
    const hedy = await Admin.arrive();
    const body = { status: 'rejected', admin_notes: 'The roof is <b>thatched</b>.' };
    const answer = await hedy.call(
      `/admin/policies/${policy.id}/status`,
      { method: 'PATCH', body },
      post.reach,
    );
    expect(answer).toMatchObject({ status: 200 });
    return policy;
  }

  test('has the reason, the refund and how to answer, once the address is confirmed', async () => {
    const policy = await rejected();
    await post.deliver();
    expect(post.to(email).map(({ subject }) => subject)).toEqual(['Please confirm your email address']);
    await post.confirm(email);
    await post.deliver();
    const letter = post.to(email).find(({ subject }) => subject.startsWith('We cannot accept'));
    expect(letter?.subject).toBe(`We cannot accept policy ${policy.policy_number}`);
    const [thread] = await rows<{ id: number }>(
      "SELECT thread_id AS id FROM thread_messages WHERE dedupe_key LIKE 'policy:%:declined:%'",
    );
    for (const part of [
      'The reason: The roof is <b>thatched</b>.',
      'within 5 business days',
      `Policy: ${policy.policy_number}`,
      'Insurance: Home Insurance',
      'Refund: 0.6 ETH',
      `Answer us:\nhttp://localhost:8787/messages?thread=${thread?.id}`,
      'If something here is not right, reply to this email.',
    ]) {
      expect(letter?.text).toContain(part);
    }
    expect(letter?.html).toContain('&lt;b&gt;thatched&lt;/b&gt;');
    expect(letter?.attachments).toEqual([]);
  });

  test('is followed by one that withdraws the rejection, with the certificate', async () => {
    const policy = await rejected();
    const hedy = await Admin.arrive();
    const body = { status: 'approved', take_back: true };
    await hedy.call(`/admin/policies/${policy.id}/status`, { method: 'PATCH', body }, post.reach);
    await post.deliver();
    await post.confirm(email);
    await post.deliver();
    const letter = post.to(email).find(({ subject }) => subject.includes('after all'));
    expect(letter?.subject).toBe(`We accept policy ${policy.policy_number} after all`);
    expect(letter?.text).toContain(
      `We have withdrawn our rejection of policy ${policy.policy_number}, and it is active. We keep your premium, so there is no refund.`,
    );
    expect(letter?.text).not.toContain('Your payment is confirmed');
    expect(letter?.attachments).toHaveLength(1);
  });

  test('the letter of a rejection is stored with the words that its holder was told', async () => {
    await rejected();
    const [written] = await rows<{ body: string; text: string }>(
      `SELECT o.body, m.text FROM outbox o JOIN thread_messages m ON o.dedupe_key = 'letter:' || m.dedupe_key
        WHERE o.kind = 'policy_rejected' AND o.wallet = ?`,
      ada.address.toLowerCase(),
    );
    const { letter } = JSON.parse(written?.body ?? '{}');
    expect(letter.parts[0]).toEqual({ kind: 'text', text: written?.text.split('\n\n')[0] });
    expect(letter.parts[0].text).toContain('The reason: The roof is <b>thatched</b>.');
  });
});
