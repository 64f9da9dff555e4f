import { env } from 'cloudflare:workers';
import { extractText } from 'unpdf';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import type { CertificateEmailAnswer } from '#domain/policy/service-schema.ts';
import { Customer, HOME, ORIGIN, rows } from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let post: Postbox;
let ada: Customer;
let policy: PolicyAnswer;
let email: string;
let tests = 0;

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM outbox').run();
  tests += 1;
  email = `grace.${tests}@example.com`;
  post = new Postbox();
  ada = await Customer.arrive();
  const quote = await ada.quote({ email }, post.reach);
  policy = (await ada.report(await ada.pay(quote.data), {}, post.reach)).data;
});

const file = (who: Customer, id = policy.id) =>
  post.reach(
    new Request(`${ORIGIN}/api/insurance/policy/${id}/certificate`, {
      headers: { authorization: `Bearer ${who.token}` },
    }),
  );
const path = () => `/insurance/policy/${policy.id}/certificate/email`;
const ask = (body: unknown = {}, who = ada, headers = {}) =>
  who.call<CertificateEmailAnswer>(path(), { body, headers }, post.reach);
const state = (who = ada) => who.call<CertificateEmailAnswer>(path(), {}, post.reach);
const certificates = async () =>
  (await post.letters(ada.address)).filter(({ kind }) => kind === 'certificate');
const confirmations = async (to: string) =>
  (await post.letters(ada.address)).filter((each) => each.kind === 'address_entered' && each.target === to);

const setStatus = (status: string) =>
  env.DB.prepare('UPDATE policies SET status = ? WHERE id = ?').bind(status, policy.id).run();

describe('certificate download', () => {
  test('serves the certificate as a PDF named after the policy with no-store @api-12', async () => {
    const answer = await file(ada);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Mooring-${policy.policy_number}.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    const { text } = await extractText(new Uint8Array(await answer.arrayBuffer()), { mergePages: true });
    const bare = text.replace(/\s+/g, '');
    for (const fact of [
      policy.policy_number,
      HOME.property_owner_name,
      HOME.house_address,
      policy.tx_hash,
      policy.quote_id,
    ]) {
      expect(bare).toContain(fact.replace(/\s+/g, ''));
    }
  });

  test("answers 404 for another wallet's certificate and for a missing policy @api-12", async () => {
    const eve = await Customer.arrive();
    expect((await file(eve)).status).toBe(404);
    expect((await file(ada, policy.id + 1_000_000)).status).toBe(404);
  });

  test('refuses a certificate for a pending or rejected policy with a sentence', async () => {
    await setStatus('pending');
    const pending = await file(ada);
    expect(pending.status).toBe(409);
    expect(await pending.json()).toMatchObject({ message: expect.stringMatching(/not active yet/) });
    await setStatus('rejected');
    expect((await file(ada)).status).toBe(409);
    expect((await ask()).status).toBe(409);
    await setStatus('cancelled');
    expect((await file(ada)).status).toBe(200);
  });
});

describe('certificate email', () => {
  test('holds the certificate letter until the address is confirmed, then sends it and shows it as sent @confirmation-11', async () => {
    expect(await state()).toMatchObject({ status: 200, data: null });
    expect(await ask()).toMatchObject({ status: 202, data: { email, state: 'awaiting_confirmation' } });
    expect(await state()).toMatchObject({ status: 200, data: { email, state: 'awaiting_confirmation' } });
    await post.deliver();
    expect(post.to(email)).toHaveLength(1);
    await post.confirm(email);
    expect(await state()).toMatchObject({ data: { state: 'queued' } });
    await post.deliver();
    expect(await state()).toMatchObject({ data: { state: 'sent', at: expect.any(String) } });
    const letter = post.to(email).find(({ subject }) => subject.includes('certificate'));
    expect(letter?.subject).toBe(`Your insurance certificate ${policy.policy_number}`);
    expect(letter?.attachments.map(({ filename }) => filename)).toEqual([
      `Mooring-${policy.policy_number}.pdf`,
    ]);
  });

  test('sends one certificate letter for requests within a minute, even simultaneous ones, and another one later', async () => {
    await post.confirm(email);
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await certificates()).toHaveLength(1);
    await post.deliver();
    expect(await ask()).toMatchObject({ data: { state: 'sent' } });
    post.ahead = MINUTE + 1000;
    expect(await ask()).toMatchObject({ data: { state: 'queued' } });
    expect(await certificates()).toHaveLength(2);
  });

  test('reports a failed certificate letter and accepts a new request at once', async () => {
    await post.confirm(email);
    await post.deliver();
    await ask();
    post.refusals = [Object.assign(new Error('no'), { code: 'E_RECIPIENT_SUPPRESSED' })];
    await post.deliver();
    expect(await state()).toMatchObject({ data: { state: 'failed' } });
    expect(await ask()).toMatchObject({ data: { state: 'queued' } });
    await post.deliver();
    expect(await state()).toMatchObject({ data: { state: 'sent' } });
  });

  test('sends the certificate to another address only after it is confirmed and reveals nothing before', async () => {
    await post.confirm(email);
    const other = `other.${tests}@example.com`;
    expect(await ask({ email: other })).toMatchObject({
      data: { email: other, state: 'awaiting_confirmation' },
    });
    await post.deliver();
    expect(post.to(other).map(({ subject }) => subject)).toEqual(['Please confirm your email address']);
    expect(post.to(other)[0]?.text).not.toContain('Ada');
  });

  test('asks for confirmation again, once a minute, when a waiting certificate is requested again', async () => {
    const other = `other.${tests}@example.com`;
    await ask({ email: other });
    await ask({ email: other });
    expect(await confirmations(other)).toHaveLength(1);
    post.ahead = MINUTE + 1000;
    await ask({ email: other });
    expect(await confirmations(other)).toHaveLength(2);
    expect(await certificates()).toHaveLength(1);
  });

  test('limits a wallet to certificate letters to ten addresses a day', async () => {
    const asked: number[] = [];
    for (let each = 0; each < 11; each += 1) {
      asked.push((await ask({ email: `victim.${tests}.${each}@example.com` })).status);
    }
    // The policy's own address counted as the first one.
    expect(asked).toEqual([...Array(9).fill(202), 429, 429]);
    post.ahead = DAY + MINUTE;
    const fresh = await env.DB.prepare(
      "SELECT count(*) AS n FROM outbox WHERE kind = 'address_entered'",
    ).first('n');
    expect(fresh).toBe(10);
  });

  test('limits certificate letters to a confirmed address to twenty a day', async () => {
    await post.confirm(email);
    const asked: number[] = [];
    for (let each = 0; each < 21; each += 1) {
      asked.push((await ask()).status);
      // As if it had been delivered, which draws the certificate each time.
      await rows("UPDATE outbox SET state = 'sent' WHERE kind = 'certificate'");
      post.ahead += MINUTE + 1000;
    }
    expect(asked.filter((status) => status === 202)).toHaveLength(20);
    expect(asked.at(-1)).toBe(429);
  });

  test("answers 404 for another wallet's policy and rejects an invalid email address", async () => {
    const eve = await Customer.arrive();
    expect((await ask({}, eve)).status).toBe(404);
    expect((await state(eve)).status).toBe(404);
    expect(await ask({ email: 'nobody' })).toMatchObject({ status: 422, issues: [{ path: 'email' }] });
    expect((await ask({ to: email })).status).toBe(422);
  });
});

test('lists the certificate routes in the OpenAPI document', async () => {
  const answer = await post.reach(new Request(`${ORIGIN}/api/openapi.json`));
  const { paths } = (await answer.json()) as { paths: Record<string, object> };
  expect(Object.keys(paths['/api/insurance/policy/{id}/certificate'] ?? {})).toEqual(['get']);
  expect(Object.keys(paths['/api/insurance/policy/{id}/certificate/email'] ?? {}).sort()).toEqual([
    'get',
    'post',
  ]);
  expect(Object.keys(paths['/api/account/email/confirm'] ?? {})).toEqual(['post']);
});
