import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_ATTEMPTS } from '#worker/delivery/outbox/consume.ts';
import type { Statements } from '#worker/platform/db/client.ts';
import { tellHolder } from '#worker/policies/tell.ts';
import { Customer, call, fillQueue, HOME, rows } from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';

const MINUTE = 60_000;

let post: Postbox;
let ada: Customer;
/** New for each test, because an address gets only a few confirmation letters a day. */
let email: string;
let tests = 0;

async function buy(details: Record<string, unknown> = {}, changes: Record<string, unknown> = {}) {
  const quote = await ada.quote({ email, details: { ...HOME, ...details }, ...changes }, post.reach);
  const answer = await ada.report(await ada.pay(quote.data), {}, post.reach);
  expect(answer.status).toBe(201);
  return answer.data;
}

const confirm = (token: string, reach = post.reach) =>
  call<{ email: string; confirmed_at: string }>('/account/email/confirm', { body: { token } }, reach);

const states = async () => (await post.letters(ada.address)).map(({ kind, state }) => `${kind} ${state}`);
const provider = (code: string) => Object.assign(new Error('ada@example.com was refused'), { code });

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM outbox').run();
  post = new Postbox();
  ada = await Customer.arrive();
  tests += 1;
  email = `Ada.${tests}@Example.com`;
});

describe('address confirmation before personal mail', () => {
  test('holds the purchase letter and asks for confirmation without revealing anything personal', async () => {
    const policy = await buy();
    expect(await states()).toEqual(['policy_active awaiting_confirmation', 'address_entered queued']);
    expect(post.queued).toHaveLength(1);
    await post.deliver();
    expect(post.sent).toHaveLength(1);
    const [letter] = post.sent;
    expect(letter).toMatchObject({ to: email, attachments: [] });
    const content = `${letter?.subject}${letter?.text}${letter?.html}`;
    for (const secret of [
      HOME.property_owner_name,
      HOME.house_address,
      policy.policy_number,
      policy.quote_id,
      ada.address.slice(0, 6),
      'Home',
    ]) {
      expect(content.toLowerCase()).not.toContain(secret.toLowerCase());
    }
    expect(letter?.text).toContain('http://localhost:8787/confirm-email#token=');
  });

  test('sends the waiting letter with its certificate once the address is confirmed, and later letters at once', async () => {
    const policy = await buy();
    await post.deliver();
    expect(await confirm(post.token(email))).toMatchObject({ status: 200, data: { email } });
    await post.deliver();
    const [, letter] = post.sent;
    expect(letter?.subject).toBe('Your Home Insurance policy is active');
    expect(letter?.text).toContain('Dear Ada Lovelace,');
    expect(letter?.text).toContain(policy.policy_number);
    expect(letter?.attachments[0]).toMatchObject({
      filename: `Mooring-${policy.policy_number}.pdf`,
      type: 'application/pdf',
    });
    expect(new TextDecoder('latin1').decode(letter?.attachments[0]?.content.slice(0, 5))).toBe('%PDF-');
    expect(await states()).toEqual(['policy_active sent', 'address_entered sent']);

    await buy({ year_built: 1999 });
    expect((await states()).slice(2)).toEqual(['policy_active queued']);
  });

  test('accepts a confirmation token once within 48 hours and stores only its hash', async () => {
    await buy();
    await post.deliver();
    const token = post.token(email);
    expect(JSON.stringify(await rows('SELECT * FROM email_verifications'))).not.toContain(token);
    expect(JSON.stringify(await rows('SELECT * FROM outbox'))).not.toContain(token);
    post.ahead = 48 * 60 * MINUTE;
    expect(await confirm(token)).toMatchObject({ status: 404, code: 'not_found' });
    post.ahead = 0;
    expect((await confirm(token)).status).toBe(200);
    expect(await confirm(token)).toMatchObject({
      status: 409,
      message: expect.stringMatching(/already been used/),
    });
    expect((await confirm('x'.repeat(43))).status).toBe(404);
  });

  test('confirms once when a token is used twice at the same moment', async () => {
    await buy();
    await post.deliver();
    const token = post.token(email);
    const both = await Promise.all([confirm(token), confirm(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('confirms an address only for the wallet that asked', async () => {
    await buy();
    await post.deliver();
    const token = post.token(email);
    const eve = await Customer.arrive();
    const purchase = async (year: number) => {
      const details = { ...HOME, year_built: year };
      const quote = await eve.quote({ email, details }, post.reach);
      await eve.report(await eve.pay(quote.data), {}, post.reach);
    };
    await purchase(1999);
    expect((await confirm(token)).status).toBe(200);
    await purchase(2000);
    const kinds = (await post.letters(eve.address)).map(({ kind, state }) => `${kind} ${state}`);
    expect(kinds).toEqual([
      'policy_active awaiting_confirmation',
      'address_entered queued',
      'policy_active awaiting_confirmation',
    ]);
  });

  test('compares the domain without case and the local part exactly', async () => {
    await buy();
    await post.deliver();
    await confirm(post.token(email));
    await buy({ year_built: 1999 }, { email: `Ada.${tests}@EXAMPLE.com` });
    await buy({ year_built: 2000 }, { email: `ada.${tests}@example.com` });
    expect((await states()).slice(2)).toEqual([
      'policy_active queued',
      'policy_active awaiting_confirmation',
      'address_entered queued',
    ]);
  });

  test('sends one confirmation letter for all policies and at most five a day per mailbox, however it is spelled', async () => {
    await buy();
    await buy({ year_built: 1999 });
    expect((await states()).filter((each) => each.startsWith('address_entered'))).toHaveLength(1);
    for (const spelling of ['Ada', 'ada', 'ADA', 'ada', 'Ada']) {
      ada = await Customer.arrive();
      email = `${spelling}.${tests}+${ada.address.slice(2, 8)}@example.com`;
      await buy();
    }
    const [{ asked } = { asked: 0 }] = await rows<{ asked: number }>(
      "SELECT count(*) AS asked FROM outbox WHERE kind = 'address_entered' AND mailbox LIKE ?",
      `ada.${tests}%`,
    );
    expect(asked).toBe(5);
  });

  test('gives up a letter that stays unconfirmed for 30 days', async () => {
    await buy();
    post.ahead = 30 * 24 * 60 * MINUTE + MINUTE;
    await post.schedule();
    expect((await post.letters(ada.address))[0]).toMatchObject({
      state: 'failed',
      last_error: 'not_confirmed',
    });
  });

  test('stops a queued letter when its address is no longer confirmed', async () => {
    await buy();
    await post.deliver();
    await confirm(post.token(email));
    await env.DB.prepare('DELETE FROM confirmed_emails WHERE wallet = ?')
      .bind(ada.address.toLowerCase())
      .run();
    await post.deliver();
    expect(post.sent).toHaveLength(1);
    expect((await post.letters(ada.address))[0]).toMatchObject({ last_error: 'not_confirmed' });
  });
});

describe('sending letters once', () => {
  test('sends a letter once however often the queue delivers it and however many consumers receive it', async () => {
    await buy();
    const handed = post.queued.splice(0);
    await Promise.all([post.deliver(handed), post.deliver(handed), post.deliver([...handed, ...handed])]);
    expect(post.sent).toHaveLength(1);
    await post.deliver(handed);
    expect(post.sent).toHaveLength(1);
  });

  test('sends a letter once however many runs queue it', async () => {
    post.queueFails = true;
    await buy();
    post.queueFails = false;
    const before = (await rows("SELECT 1 FROM outbox WHERE state = 'queued'")).length;
    await Promise.all([post.schedule(), post.schedule(), post.schedule()]);
    expect(post.queued.length).toBe(new Set(post.queued.map((each) => each.id)).size);
    expect(post.queued.length).toBeLessThanOrEqual(before);
    expect(post.queued.length).toBeGreaterThan(0);
  });

  test('does not announce a policy again after a reorganization', async () => {
    const policy = await buy();
    const key = `letter:policy:${policy.quote_id}:active`;
    expect(await rows('SELECT 1 FROM outbox WHERE dedupe_key = ?', key)).toHaveLength(1);
    const wallet = ada.address.toLowerCase();
    const to = {
      id: policy.id,
      quote_id: policy.quote_id,
      wallet,
      product: 'home',
      customer_name: 'Ada',
    } as const;
    await post.ctx.db.batch(tellHolder(post.ctx, 'policy_active', to, 'active', {}) as Statements);
    expect(await rows('SELECT 1 FROM outbox WHERE dedupe_key = ?', key)).toHaveLength(1);
  });
});

describe('undeliverable letters', () => {
  test('retries a letter with growing delays and sends it when the provider recovers', async () => {
    await buy();
    post.refusals = [provider('E_RATE_LIMIT_EXCEEDED'), new Error('connection lost')];
    await post.deliver();
    const [, first] = await post.letters(ada.address);
    expect(first).toMatchObject({ state: 'queued', attempts: 1, last_error: 'E_RATE_LIMIT_EXCEEDED' });
    await post.schedule();
    expect(post.queued).toEqual([]);

    post.ahead = MINUTE;
    await post.schedule();
    await post.deliver();
    const [, second] = await post.letters(ada.address);
    expect(second).toMatchObject({ state: 'queued', attempts: 2, last_error: 'E_UNKNOWN' });
    const wait = Date.parse(second?.next_attempt_at ?? '') - Date.now() - post.ahead;
    expect(wait).toBeGreaterThan(MINUTE);

    post.ahead = 5 * MINUTE;
    await post.schedule();
    await post.deliver();
    expect((await post.letters(ada.address))[1]).toMatchObject({
      state: 'sent',
      attempts: 3,
      last_error: null,
    });
    expect(post.sent).toHaveLength(1);
  });

  test('marks a letter failed with its reason after the last attempt, within a day', async () => {
    await buy();
    post.refusals = Array.from({ length: MAX_ATTEMPTS + 1 }, () => provider('E_DELIVERY_FAILED'));
    for (let attempt = 0; attempt < MAX_ATTEMPTS + 2; attempt += 1) {
      await post.deliver();
      post.ahead += 6 * 60 * MINUTE;
      await post.schedule();
    }
    const [, letter] = await post.letters(ada.address);
    expect(letter).toMatchObject({
      state: 'failed',
      attempts: MAX_ATTEMPTS,
      last_error: 'E_DELIVERY_FAILED',
    });
  });

  test('does not retry a letter that the provider rejects for good', async () => {
    await buy();
    post.refusals = [provider('E_RECIPIENT_SUPPRESSED')];
    await post.deliver();
    const [, letter] = await post.letters(ada.address);
    expect(letter).toMatchObject({ state: 'failed', attempts: 1, last_error: 'E_RECIPIENT_SUPPRESSED' });
  });

  test('queues a letter again after a worker died while sending it', async () => {
    await buy();
    const { claimEntry } = await import('#worker/delivery/outbox/repository.ts');
    const [handed] = post.queued.splice(0);
    const until = new Date(Date.now() + 5 * MINUTE).toISOString();
    await claimEntry(post.ctx.db, { id: handed?.id ?? '', attempts: 0 }, until);
    await post.schedule();
    expect(post.queued).toEqual([]);
    post.ahead = 6 * MINUTE;
    await post.schedule();
    await post.deliver();
    expect(post.sent).toHaveLength(1);
  });

  test('retries a letter whose certificate could not be made', async () => {
    await buy();
    await post.confirm(email);
    post.fontsFail = true;
    await post.deliver();
    expect((await post.letters(ada.address))[0]).toMatchObject({ state: 'queued', last_error: 'E_UNKNOWN' });
    post.fontsFail = false;
    post.ahead = MINUTE;
    await post.schedule();
    await post.deliver();
    expect(post.to(email).at(-1)?.attachments).toHaveLength(1);
  });

  test('holds a letter while its policy is pending again', async () => {
    const { id } = await buy();
    await post.confirm(email);
    const set = (status: string) =>
      env.DB.prepare('UPDATE policies SET status = ? WHERE id = ?').bind(status, id).run();
    await set('pending');
    await post.deliver();
    expect((await post.letters(ada.address))[0]).toMatchObject({
      state: 'queued',
      last_error: 'policy_pending',
    });
    await set('active');
    post.ahead = MINUTE;
    await post.schedule();
    await post.deliver();
    expect(post.to(email)).toHaveLength(2);
  });

  test('never sends a letter about a policy that has a new holder', async () => {
    const { id } = await buy();
    await post.confirm(email);
    await env.DB.prepare('UPDATE policies SET wallet = ? WHERE id = ?')
      .bind(`0x${'e'.repeat(40)}`, id)
      .run();
    await post.deliver();
    expect((await post.letters(ada.address))[0]).toMatchObject({
      state: 'failed',
      last_error: 'policy_gone',
    });
    expect(post.to(email)).toHaveLength(1);
  });

  test('does not try a queued letter while its address is unconfirmed', async () => {
    await buy();
    const [waiting] = await post.letters(ada.address);
    await post.deliver([{ id: waiting?.id ?? '', attempts: 0 }]);
    expect((await post.letters(ada.address))[0]).toEqual(waiting);
  });

  test('loses no letter while the queue is down and still confirms the purchase', async () => {
    post.queueFails = true;
    await buy();
    expect(post.queued).toEqual([]);
    post.queueFails = false;
    await post.schedule();
    expect(post.queued.length).toBeGreaterThan(0);
  });

  test('sets aside a queue message that is not a letter', async () => {
    expect(await post.deliver([{ id: 7 } as never, { id: 'letter_none', attempts: 0 }])).toBe(0);
    expect(post.sent).toEqual([]);
  });
});

test('carries a letter through the real queue and the real email binding', async () => {
  const quote = await ada.quote({ email });
  await ada.report(await ada.pay(quote.data));
  const sent = async () => {
    await fillQueue(env.MAIL_QUEUE);
    expect(await states()).toContain('address_entered sent');
  };
  await vi.waitFor(sent, { timeout: 15_000, interval: 200 });
});

test('escapes HTML and strips line breaks in a name', async () => {
  await buy({ property_owner_name: '<img src=x onerror=alert(1)> & "Ada"\r\nPay here' });
  await post.deliver();
  await confirm(post.token(email));
  await post.deliver();
  const [, letter] = post.sent;
  expect(letter?.html).toContain('Dear &lt;img src=x onerror=alert(1)&gt; &amp; &quot;Ada&quot; Pay here,');
  expect(letter?.html).not.toContain('<img');
  expect(letter?.text).toContain('Dear <img src=x onerror=alert(1)> & "Ada" Pay here,\n');
});
