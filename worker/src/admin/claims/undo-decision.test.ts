/** A decision can be undone for ten seconds and moved back to review until its payout is prepared. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Admin } from '../../../test/admin.ts';
import { claimDetail, claimed, eventKinds, messagesOf, threadOf } from '../../../test/claims.ts';
import { actions, decide, prepare, stateOf, twoAtTheDesk } from '../../../test/decided.ts';
import { later, rows, workerWith } from '../../../test/harness.ts';
import { OutboundFake } from '../../../test/outside.ts';
import { Postbox } from '../../../test/postbox.ts';
import type { AdminClaim } from './present.ts';

let hedy: Admin;
let grace: Admin;
beforeEach(async () => {
  ({ hedy, grace } = await twoAtTheDesk());
});

const NO = { clause: 'not_covered-2', admin_notes: 'The frames had rotted.' };
const undo = (admin: Admin, id: number, etag: string | null = null, ms = 0) =>
  admin.call<AdminClaim>(
    `/admin/claims/${id}/status/undo`,
    { method: 'PATCH', headers: etag === null ? {} : { 'if-match': etag } },
    workerWith(later(ms)),
  );
/** What is sent out about a claim, besides its receipt. */
const told = async (id: number) => {
  const { key } = await stateOf(id);
  return rows<{ kind: string; state: string }>(
    `SELECT kind, state FROM outbox
      WHERE (instr(dedupe_key, ? || ':') > 0 OR instr(dedupe_key, ? || '_') > 0) AND dedupe_key NOT LIKE '%submitted%' ORDER BY kind`,
    String(key),
    String(key),
  );
};
const listening = (wallet: string) =>
  rows(
    'INSERT INTO webhooks VALUES (?, ?, ?, ?, ?, ?)',
    crypto.randomUUID(),
    wallet.toLowerCase(),
    'https://hook.example/',
    '["claim.approved","claim.rejected"]',
    'sealed',
    '2026-01-01T00:00:00Z',
  );
/** Letters to the customer's address need no confirmation anymore. */
const confirmed = (wallet: string) =>
  rows(
    `INSERT INTO confirmed_emails (wallet, mailbox, email, confirmed_at)
      SELECT ?1, mailbox, target, '2026-01-01T00:00:00.000Z' FROM outbox WHERE wallet = ?1 AND channel = 'email' LIMIT 1`,
    wallet.toLowerCase(),
  );
/** Everything that a decision changes but version and time. */
const kept = async (id: number) => {
  const { version: _version, updated_at: _at, ...state } = await stateOf(id);
  const { last_sender, last_preview, last_message_at, reply_count, unread_by_customer } = await threadOf(id);
  const thread = { last_sender, last_preview, last_message_at, reply_count, unread_by_customer };
  return { state, thread, events: await eventKinds(id), messages: await messagesOf(id) };
};

describe('a decision at the desk', () => {
  test.each([
    ['an approval', 'approved', {}],
    ['a rejection', 'rejected', NO],
  ])('%s counts at once, and what is told of it leaves after ten seconds, without a scheduled run', async (_, status, more) => {
    const [post, outbound] = [new Postbox(), new OutboundFake()];
    const over = workerWith({ ...post.edges, ...outbound.edges, clock: () => Date.now() });
    const { customer, claim } = await claimed();
    await listening(customer.address);
    await confirmed(customer.address);
    await post.schedule();
    post.queued.length = 0;
    const body = { status, ...more };
    const path = `/admin/claims/${claim.id}/status`;
    expect((await hedy.call(path, { method: 'PATCH', body }, over)).status).toBe(200);
    expect((await claimDetail(customer, claim.id)).status).toBe(status);
    expect((await told(claim.id)).map(({ kind }) => kind)).toEqual([`claim.${status}`, `claim_${status}`]);
    for (const { queued } of [post, outbound])
      expect(queued).toMatchObject([{ attempts: 0, delaySeconds: 10 }]);
    post.ahead = 10_000;
    await post.deliver();
    expect(post.sent).toHaveLength(1);
    expect((await told(claim.id)).find(({ kind }) => kind === `claim_${status}`)).toMatchObject({
      state: 'sent',
    });
  });

  test.each([
    ['an approval', 'approved', {}],
    ['a rejection', 'rejected', NO],
  ])('%s that is undone leaves the claim as it was, and nobody is told', async (_, status, more) => {
    const { customer, claim } = await claimed();
    await listening(customer.address);
    await confirmed(customer.address);
    await decide(hedy, claim.id, 'under_review', { requested_documents: 'An invoice.' });
    const before = await kept(claim.id);
    // What was asked for before may leave meanwhile.
    const kindsTold = async () => (await told(claim.id)).map(({ kind }) => kind);
    const toldBefore = await kindsTold();
    const etag = (await decide(hedy, claim.id, status, more)).headers.get('etag');
    expect((await undo(grace, claim.id, etag)).status).toBe(409);
    expect((await undo(hedy, claim.id, '"1"')).status).toBe(409);
    expect(await undo(hedy, claim.id, etag)).toMatchObject({ status: 200, data: { status: 'under_review' } });
    expect(await kept(claim.id)).toEqual(before);
    expect(await kindsTold()).toEqual(toldBefore);
    expect(await actions(claim.id)).toEqual([
      ...['claim.under_review', `claim.${status}`, 'claim.decision_undone'].map((action) =>
        action === 'claim.under_review' ? 'claim.documents_requested' : action,
      ),
    ]);
    // A repeated request changes nothing, and the same decision can be made again.
    expect((await undo(hedy, claim.id, etag)).status).toBe(200);
    expect((await actions(claim.id)).length).toBe(3);
    expect((await decide(hedy, claim.id, status, more)).status).toBe(200);
    expect(await told(claim.id)).toContainEqual({ kind: `claim.${status}`, state: 'queued' });
  });

  test('can no longer be undone after ten seconds, once something else happened to the claim, or by a colleague', async () => {
    const message = expect.stringContaining('can no longer be undone');
    const { claim } = await claimed();
    await decide(hedy, claim.id, 'approved');
    expect(await undo(hedy, claim.id, null, 10_500)).toMatchObject({ status: 409, message });
    expect(await undo(grace, claim.id)).toMatchObject({ status: 409, message });
    await prepare(grace, claim.id);
    expect((await undo(hedy, claim.id)).status).toBe(409);
    expect((await stateOf(claim.id)).status).toBe('approved');

    const other = await claimed({ claim_amount: 12_501 });
    await decide(hedy, other.claim.id, 'approved');
    await decide(grace, other.claim.id, 'approved');
    expect(await undo(hedy, other.claim.id)).toMatchObject({ status: 409, message });

    const sent = await claimed();
    await decide(hedy, sent.claim.id, 'approved');
    await rows("UPDATE outbox SET attempts = 1 WHERE dedupe_key LIKE '%:2' AND kind = 'claim_approved'");
    expect(await undo(hedy, sent.claim.id)).toMatchObject({ status: 409, message });
  });

  test('an approval moves back to review with a reason until its payout is prepared, also by whoever approved it', async () => {
    const back = (admin: Admin, id: number, reason = 'The invoice is a forgery.') =>
      admin.call<AdminClaim>(`/admin/claims/${id}/send-back`, { body: { reason } });
    const { customer, claim } = await claimed();
    await decide(hedy, claim.id, 'approved');
    expect((await back(hedy, claim.id, ' ')).status).toBe(422);
    expect(await back(hedy, claim.id)).toMatchObject({
      status: 200,
      data: { status: 'under_review', payout_amount: null },
    });
    expect((await messagesOf(claim.id)).at(-1)?.text).toContain(
      'The approval of $2,500 is on hold until then.',
    );
    expect(JSON.stringify(await claimDetail(customer, claim.id))).not.toContain('forgery');
    expect(await actions(claim.id)).toEqual(['claim.approved', 'claim.sent_back']);
    expect((await prepare(grace, claim.id)).status).toBe(409);

    const other = await claimed();
    await decide(hedy, other.claim.id, 'approved');
    expect((await prepare(grace, other.claim.id)).status).toBe(200);
    expect(await back(hedy, other.claim.id)).toMatchObject({ status: 409, code: 'already_prepared' });
    expect((await stateOf(other.claim.id)).status).toBe('approved');
  });
});
