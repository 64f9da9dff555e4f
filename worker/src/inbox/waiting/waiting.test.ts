/** Which threads wait for an answer, which are closed, and that sorting all of them again changes nothing. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { Admin } from '../../../test/admin.ts';
import { callTime, claimed, png, threadOf, upload } from '../../../test/claims.ts';
import { awaitingReview, cancelPolicy, insured } from '../../../test/desk.ts';
import { Customer, rows, scanFromHere, workerWith } from '../../../test/harness.ts';
import { sortRange } from './repository.ts';

let hedy: Admin;
let start = 0;
let ahead = 0;
/** A worker whose clock moves only with `ahead`. */
const reach = workerWith({ clock: () => start + ahead });
const now = () => new Date(start + ahead).toISOString();

beforeAll(async () => {
  await scanFromHere();
  hedy = await Admin.arrive('Hedy Lamarr');
});

beforeEach(() => {
  start = Date.now();
  ahead = 0;
});

const sorted = async (id: unknown) => {
  const [thread] = await rows<{ status: string; waiting_since: string | null }>(
    'SELECT status, waiting_since FROM threads WHERE id = ?',
    id,
  );
  return thread;
};
const waits = (status: string, waiting_since: string | null) => ({ status, waiting_since });
const ask = async (who: Customer, subject = 'Roof') => {
  const body = { subject, message: 'Is hail covered?' };
  return (await who.call<ThreadAnswer>('/messages/create', { body }, reach)).data.id;
};
const says = (who: Customer, thread: unknown, message: string) =>
  who.call('/messages/reply', { body: { message, parent_message_id: thread } }, reach);
const answers = (thread: unknown, message: string, more: Record<string, unknown> = {}) =>
  hedy.call(`/admin/messages/${thread}/reply`, { body: { message, ...more } }, reach);
const setStatus = (thread: unknown, status: string) =>
  hedy.call(`/admin/messages/${thread}/status`, { method: 'PATCH', body: { status } }, reach);
const decide = (id: number, body: Record<string, unknown>) =>
  hedy.call(`/admin/claims/${id}/status`, { method: 'PATCH', body }, reach);
const reject = (id: number) =>
  decide(id, { status: 'rejected', clause: 'not_covered-2', admin_notes: 'It is not covered.' });

describe('a question', () => {
  test('waits from its first message that nobody has answered', async () => {
    const ada = await Customer.arrive();
    const asked = now();
    const id = await ask(ada);
    expect(await sorted(id)).toEqual(waits('open', asked));
    ahead = 60_000;
    await says(ada, id, 'And snow?');
    expect(await sorted(id)).toEqual(waits('open', asked));
    await answers(id, 'Ask the roofer.', { internal_note: true });
    expect(await sorted(id)).toEqual(waits('open', asked));
    await answers(id, 'Yes, it is.');
    expect(await sorted(id)).toEqual(waits('in_progress', null));
    ahead = 120_000;
    await says(ada, id, 'And ice?');
    expect(await sorted(id)).toEqual(waits('in_progress', now()));
  });

  test('that was resolved without a word waits again once it is open again, and from a later message if one comes', async () => {
    const ada = await Customer.arrive();
    const asked = now();
    const id = await ask(ada);
    await setStatus(id, 'resolved');
    expect(await sorted(id)).toEqual(waits('resolved', null));
    await setStatus(id, 'open');
    expect(await sorted(id)).toEqual(waits('open', asked));
    await setStatus(id, 'closed');
    ahead = 90_000;
    await says(ada, id, 'I still do not know.');
    expect(await sorted(id)).toEqual(waits('open', now()));
  });

  test('is answered and resolved by one reply, and the note of a colleague can resolve it as well', async () => {
    const ada = await Customer.arrive();
    const id = await ask(ada);
    await answers(id, 'Yes, it is.', { resolve: true });
    expect(await sorted(id)).toEqual(waits('resolved', null));
    await says(ada, id, 'Thank you.');
    await answers(id, 'Nothing to answer.', { resolve: true, internal_note: true });
    expect(await sorted(id)).toEqual(waits('resolved', null));
    const lines = await rows(
      'SELECT action, after FROM audit_log WHERE subject = ? ORDER BY id',
      `thread:${id}`,
    );
    expect(lines).toEqual([
      { action: 'message.replied', after: '{"status":"resolved"}' },
      { action: 'message.noted', after: '{"status":"resolved"}' },
    ]);
  });
});

describe('the thread of a claim', () => {
  test('waits for nobody because of the claim, its documents or our decisions, and closes with it', async () => {
    const { customer, claim } = await claimed();
    const { id } = await threadOf(claim.id);
    expect(await sorted(id)).toEqual(waits('open', null));
    await upload(customer, claim.id, [{ name: 'floor.png', bytes: png() }]);
    await decide(claim.id, { status: 'under_review', requested_documents: 'The invoice.' });
    expect(await sorted(id)).toEqual(waits('open', null));
    await reject(claim.id);
    expect(await sorted(id)).toEqual(waits('closed', null));
    await says(customer, id, 'Why is that?');
    expect(await sorted(id)).toEqual(waits('open', now()));
  });

  test('stays open while a question is unanswered, and closes with the answer', async () => {
    const { customer, claim } = await claimed();
    const { id } = await threadOf(claim.id);
    const asked = now();
    await says(customer, id, 'When will you pay?');
    ahead = 60_000;
    await reject(claim.id);
    expect(await sorted(id)).toEqual(waits('open', asked));
    await answers(id, 'We cannot pay.');
    expect(await sorted(id)).toEqual(waits('closed', null));
    const [line] = await rows<{ after: string }>(
      'SELECT after FROM audit_log WHERE subject = ? ORDER BY id DESC',
      `thread:${id}`,
    );
    expect(line?.after).toBe('{"status":"closed"}');
  });

  test('waits for the call that a customer asked for', async () => {
    const { customer, claim } = await claimed();
    const body = { preferred_at: callTime(), telephone: '+1 202 555 0143' };
    expect((await customer.call(`/claims/${claim.id}/call`, { body }, reach)).status).toBe(201);
    expect(await sorted((await threadOf(claim.id)).id)).toEqual(waits('open', now()));
  });
});

describe('a notice about a policy', () => {
  const noticed = async (policy: Pick<PolicyAnswer, 'id'>) => {
    const [thread] = await rows<{
      id: number;
      subject: string;
      status: string;
      waiting_since: string | null;
    }>(
      "SELECT id, subject, status, waiting_since FROM threads WHERE policy_id = ? AND key LIKE 'policy:%'",
      policy.id,
    );
    return thread;
  };

  test('opens a thread that is closed, named after the policy', async () => {
    const { policy } = await insured();
    expect(await noticed(policy)).toMatchObject({
      subject: `Home Insurance, ${policy.policy_number}`,
      ...waits('closed', null),
    });
  });

  test('opens no closed thread, and leaves one open while a review is under way, but waiting for nobody', async () => {
    const { customer, policy } = await insured();
    await cancelPolicy(customer, policy.id);
    // Only a reply opens a closed thread.
    expect(await noticed(policy)).toMatchObject(waits('closed', null));
    const review = await awaitingReview();
    expect(await noticed(review.policy)).toMatchObject(waits('open', null));
    await hedy.call(`/admin/policies/${review.policy.id}/status`, {
      method: 'PATCH',
      body: { status: 'approved' },
    });
    expect(await noticed(review.policy)).toMatchObject(waits('closed', null));
  });
});

test('sorting all threads again restores what the rule says, and a second time changes nothing', async () => {
  const ada = await Customer.arrive();
  const [waiting, answered] = [await ask(ada, 'Wall'), await ask(ada, 'Floor')];
  await answers(answered, 'Yes, it is.');
  const { claim } = await claimed();
  await reject(claim.id);
  const shown = () => rows('SELECT id, status, waiting_since FROM threads ORDER BY id');
  const before = await shown();
  expect(before).toEqual(
    expect.arrayContaining([
      { id: waiting, ...waits('open', expect.any(String)) },
      { id: answered, ...waits('in_progress', null) },
    ]),
  );
  // As if every thread had stayed open, and the last writer alone decided who waits.
  await rows(
    "UPDATE threads SET waiting_since = '2020-01-01T00:00:00.000Z' WHERE id <> ? RETURNING id",
    waiting,
  );
  await rows(
    "UPDATE threads SET status = 'open' WHERE status = 'closed' AND key LIKE 'claim:%' RETURNING id",
  );
  await rows('UPDATE threads SET waiting_since = NULL WHERE id = ? RETURNING id', waiting);
  const sort = () => rows(`${sortRange(1, 1_000_000)} RETURNING id`);
  expect((await sort()).length).toBeGreaterThan(0);
  expect(await shown()).toEqual(before);
  expect(await sort()).toEqual([]);
});
