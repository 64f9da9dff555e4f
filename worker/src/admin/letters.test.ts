/** What became of the letters about a claim, a policy and a thread. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { LetterEntry } from '#domain/admin/letters-schema.ts';
import { claimTitle } from '#domain/claims/title.ts';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { Admin } from '../../test/admin.ts';
import { claimed, threadOf } from '../../test/claims.ts';
import { rows } from '../../test/harness.ts';
import { Postbox } from '../../test/postbox.ts';

let hedy: Admin;
let post: Postbox;

beforeEach(async () => {
  post = new Postbox();
  hedy = await Admin.arrive('Hedy Lamarr');
});

const lettersOf = async (query: string) => (await hedy.call<LetterEntry[]>(`/admin/letters?${query}`)).data;
const shown = async (query: string) =>
  (await lettersOf(query)).map(({ subject, state, problem }) => [subject, state, problem]);

test('each record shows its letters and what became of them', async () => {
  const { customer, claim, policy } = await claimed();
  const wallet = customer.address.toLowerCase();
  const [{ target: email } = { target: '' }] = await rows<{ target: string }>(
    "SELECT target FROM outbox WHERE kind = 'claim_submitted' AND wallet = ?",
    wallet,
  );
  const number = claim.claim_number;
  const title = claimTitle(claim.description);
  const unconfirmed = await shown(`claim_id=${claim.id}`);
  expect(unconfirmed).toEqual([[`${title}, ${number}: claim received`, 'awaiting_confirmation', null]]);

  await env.DB.prepare('INSERT INTO confirmed_emails VALUES (?, ?, ?, ?)')
    .bind(wallet, email, email, new Date().toISOString())
    .run();
  const decide = { status: 'under_review' };
  await hedy.call(`/admin/claims/${claim.id}/status`, { method: 'PATCH', body: decide }, post.reach);
  expect(await shown(`claim_id=${claim.id}`)).toEqual([
    [`${title}, ${number}: under review`, 'queued', null],
    ...unconfirmed,
  ]);
  await post.deliver();
  await rows(
    "UPDATE outbox SET state = 'failed', last_error = 'E_RECIPIENT_SUPPRESSED' WHERE state <> 'sent' RETURNING id",
  );
  const [sent, bounced] = await lettersOf(`claim_id=${claim.id}`);
  expect(sent).toMatchObject({ state: 'sent', problem: null, to: email, sent_at: expect.any(String) });
  expect(bounced).toMatchObject({ state: 'bounced', problem: 'This address returned an earlier email.' });
  // The same letters hang on the thread's messages.
  const { id: thread } = await threadOf(claim.id);
  const ofThread = await lettersOf(`thread_id=${thread}`);
  expect(ofThread).toEqual([sent, bounced]);
  const [message] = await rows<{ text: string }>(
    'SELECT text FROM thread_messages WHERE id = ?',
    sent?.message_id,
  );
  expect(message?.text).toContain('review');
  // The policy has them and its own.
  const subjects = (await lettersOf(`policy_id=${policy.id}`)).map(({ subject }) => subject);
  expect(subjects).toEqual(
    expect.arrayContaining([`${title}, ${number}: under review`, 'Your Home Insurance policy is active']),
  );
  expect(await lettersOf('policy_id=999999')).toEqual([]);
});

test('a reply to a question shows its letter, and an internal note has none', async () => {
  const { customer } = await claimed();
  const wallet = customer.address.toLowerCase();
  await env.DB.prepare('INSERT INTO confirmed_emails VALUES (?, ?, ?, ?)')
    .bind(wallet, 'ada@example.com', 'ada@example.com', new Date().toISOString())
    .run();
  const body = { subject: 'Roof', message: 'Is hail covered?' };
  const { id } = (await customer.call<ThreadAnswer>('/messages/create', { body })).data;
  await hedy.call(`/admin/messages/${id}/reply`, { body: { message: 'Hm.', internal_note: true } });
  expect(await lettersOf(`thread_id=${id}`)).toEqual([]);
  await hedy.call(`/admin/messages/${id}/reply`, { body: { message: 'Yes.' } });
  expect(await shown(`thread_id=${id}`)).toEqual([['Mooring Support replied: Roof', 'queued', null]]);
});

test('letters are asked for by exactly one record', async () => {
  for (const query of ['', 'claim_id=1&policy_id=1', 'thread_id=0']) {
    expect((await hedy.call(`/admin/letters?${query}`)).status, query).toBe(422);
  }
});
