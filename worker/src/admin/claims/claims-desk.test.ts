import { env } from 'cloudflare:workers';
import type { Hex } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { Admin } from '../../../test/admin.ts';
import {
  claimDetail,
  claimed,
  eventKinds,
  messagesOf,
  pdf,
  submit,
  threadOf,
  upload,
} from '../../../test/claims.ts';
import { CLAIMS, deskCtx, insured, raced, sendReady } from '../../../test/desk.ts';
import {
  type Answer,
  CAR,
  Customer,
  chain,
  noChain,
  rows,
  runSchedule,
  scanFromHere,
  shakyChain,
  TRAVEL,
  term,
  workerWith,
} from '../../../test/harness.ts';
import { revertTo } from '../../../test/registry.ts';
import type { PreparedPayout } from '../../settlement/payouts/prepare.ts';
import { preparePayout } from '../../settlement/payouts/prepare.ts';
import { type ClaimDecision, decideClaim } from './decide.ts';
import type { AdminClaim } from './present.ts';

const UNKNOWN = `0x${'7f'.repeat(32)}`;

const decide = (
  admin: Admin,
  id: number,
  status: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer<AdminClaim>> =>
  admin.call<AdminClaim>(`/admin/claims/${id}/status`, {
    method: 'PATCH',
    body: { status, ...more },
    headers,
  });
const prepare = (admin: Admin, id: number) =>
  admin.call<PreparedPayout>(`/admin/claims/${id}/payout`, { method: 'POST' });
const report = (admin: Admin, id: number, transaction_hash: string, more: Record<string, unknown> = {}) =>
  admin.call<AdminClaim>(`/admin/claims/${id}/payment`, { body: { transaction_hash, ...more } });
const stateOf = async (id: number) =>
  (await rows<Record<string, unknown>>('SELECT * FROM claims WHERE id = ?', id))[0] ?? {};
const audited = (id: number) =>
  rows<{ admin_id: number; action: string }>(
    'SELECT admin_id, action FROM audit_log WHERE subject = ? ORDER BY id',
    `claim:${id}`,
  );
const actions = async (id: number) => (await audited(id)).map(({ action }) => action);
const lastMessage = async (id: number) => (await messagesOf(id)).at(-1);

let hedy: Admin;
let grace: Admin;

/** Runs while the default chain mines nothing; pending transactions are mined afterwards. */
async function unmined<Result>(run: () => Promise<Result>): Promise<Result> {
  await chain.setAutomine(false);
  try {
    return await run();
  } finally {
    await chain.mine({ blocks: 1 });
    await chain.setAutomine(true);
  }
}

const sendUnmined = ({ to, data }: { to: string; data: string }) =>
  chain.sendTransaction({
    account: CLAIMS,
    chain: chain.chain,
    to: to as Hex,
    data: data as Hex,
    gas: 400_000n,
  });

beforeEach(async () => {
  await scanFromHere();
  [hedy, grace] = await Promise.all([Admin.arrive('Hedy Lamarr'), Admin.arrive('Grace Hopper')]);
});

/** An approved claim whose payout needs only one administrator. */
async function approved(...parameters: Parameters<typeof claimed>) {
  const all = await claimed(...parameters);
  const { status } = await decide(hedy, all.claim.id, 'approved');
  if (status !== 200) throw new Error(`The approval answers ${status}`);
  return all;
}

test('takes a claim from its submission to the money in the wallet @desk-12', async () => {
  const { customer, policy, claim } = await claimed({ claim_amount: 6000.99 });
  const { id } = claim;
  const reviewed = await decide(hedy, id, 'under_review');
  expect(reviewed).toMatchObject({
    status: 200,
    data: {
      id,
      status: 'under_review',
      wallet_address: customer.address,
      suggested_payout: 3500,
      needs_confirmation: false,
    },
  });
  const asked = await decide(hedy, id, 'under_review', {
    requested_documents: 'The invoice of the plumber.',
  });
  expect(asked.status).toBe(200);
  expect(await claimDetail(customer, id)).toMatchObject({
    requested_documents: 'The invoice of the plumber.',
    next: { actor: 'customer', due: null },
  });
  expect((await lastMessage(id))?.text).toContain('The invoice of the plumber.');
  await upload(customer, id, [{ name: 'invoice.pdf', bytes: pdf() }]);
  const yes = await decide(grace, id, 'approved', { admin_notes: 'A burst pipe is covered.' });
  expect(yes).toMatchObject({ status: 200, data: { status: 'approved', payout_amount: 3500, progress: 75 } });
  const detail = await claimDetail(customer, id);
  expect(detail).toMatchObject({
    decision_reason: 'A burst pipe is covered.',
    payout: { usd: 3500, amount: null, currency: 'ETH', tx_hash: null, paid_at: null },
    next: { actor: 'mooring', due: expect.any(String) },
  });
  expect((await lastMessage(id))?.text).toContain(
    'That is your claim of $6,000.99 less the deductible of $2,500.',
  );

  const ready = await prepare(hedy, id);
  expect(ready).toMatchObject({
    status: 200,
    data: { usd: 3500, amount: '1750000000000000000', currency: 'ETH', rate: '2000', claim_number: 1 },
  });
  const before = await chain.getBalance({ address: customer.address });
  const txHash = await unmined(async () => {
    const sent = await sendUnmined(ready.data);
    const waits = await report(hedy, id, sent);
    expect(waits).toMatchObject({ status: 202, data: { status: 'processing_payment', progress: 90 } });
    return sent;
  });
  expect((await chain.getBalance({ address: customer.address })) - before).toBe(1_750_000_000_000_000_000n);
  const paid = await report(hedy, id, txHash, { payout_amount: 3500, payment_method: 'crypto' });
  expect(paid).toMatchObject({ status: 200, data: { status: 'paid', payout_amount: 3500, progress: 100 } });
  const end = await claimDetail(customer, id);
  expect(end).toMatchObject({
    status: 'paid',
    documents_left: 0,
    remaining_cover: 496_500,
    next: { actor: 'nobody', due: null },
    payout: {
      usd: 3500,
      amount: '1750000000000000000',
      currency: 'ETH',
      decimals: 18,
      rate: '2000',
      chain_id: 1337,
      tx_hash: txHash,
    },
  });
  expect(end.timeline.map(({ kind, status, created_by }) => `${kind} ${status} ${created_by}`)).toEqual([
    'submitted pending You',
    'under_review under_review Mooring',
    'documents_requested under_review Mooring',
    'documents_added under_review You',
    'approved approved Mooring',
    'processing_payment processing_payment Mooring',
    'paid paid Mooring',
  ]);
  expect(end.timeline.at(-1)?.tx_hash).toBe(txHash);
  expect(await audited(id)).toEqual([
    { admin_id: hedy.id, action: 'claim.under_review' },
    { admin_id: hedy.id, action: 'claim.documents_requested' },
    { admin_id: grace.id, action: 'claim.approved' },
    { admin_id: hedy.id, action: 'claim.payout_prepared' },
    { admin_id: hedy.id, action: 'claim.payment_reported' },
    { admin_id: hedy.id, action: 'claim.payment_confirmed' },
  ]);
  expect((await lastMessage(id))?.text).toContain('is paid: 1.7500 ETH ($3,500)');
  expect(await threadOf(id)).toMatchObject({ unread_by_customer: 1, last_sender: 'admin' });

  // Reporting again, by anyone, changes nothing; neither does the scheduled run.
  expect((await report(grace, id, txHash.toUpperCase().replace('0X', '0x'))).status).toBe(200);
  await runSchedule();
  expect((await eventKinds(id)).filter((kind) => kind === 'paid')).toHaveLength(1);
  expect(await report(hedy, id, UNKNOWN)).toMatchObject({ status: 409 });
  expect(await prepare(hedy, id)).toMatchObject({ status: 409 });
  expect((await submit(customer, policy, { claim_amount: 496_500.01 })).status).toBe(422);
});

describe('claim decisions', () => {
  test('answers 200 for a repeated decision and refuses it with other words @desk-11', async () => {
    const { claim } = await claimed();
    const { id } = claim;
    for (const [status, more] of [
      ['under_review', { admin_notes: 'Hedy looks at it.' }],
      ['under_review', { requested_documents: 'A photograph.' }],
      ['rejected', { admin_notes: 'Wear is not covered.' }],
    ] as const) {
      const first = await decide(hedy, id, status, more);
      const before = [await stateOf(id), await eventKinds(id), await messagesOf(id), await actions(id)];
      const again = await decide(grace, id, status, more);
      expect(again).toMatchObject({ status: 200, data: first.data });
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
      expect([await stateOf(id), await eventKinds(id), await messagesOf(id), await actions(id)]).toEqual(
        before,
      );
    }
    expect(await decide(hedy, id, 'rejected', { admin_notes: 'Another reason.' })).toMatchObject({
      status: 409,
    });
    expect((await decide(hedy, id, 'under_review')).status).toBe(200);
    expect(await decide(hedy, id, 'under_review', { admin_notes: 'Something else.' })).toMatchObject({
      status: 409,
      message: expect.stringContaining('already under review'),
    });
    expect((await decide(hedy, id, 'approved')).status).toBe(200);
    expect((await decide(hedy, id, 'approved', { payout_amount: 2500 })).status).toBe(200);
    expect((await decide(hedy, id, 'approved', { payout_amount: 2499, admin_notes: 'x' })).status).toBe(409);
    expect(await actions(id)).toEqual([
      ...['claim.under_review', 'claim.documents_requested', 'claim.rejected'],
      ...['claim.under_review', 'claim.approved'],
    ]);
  });

  test('does not mistake a decision with a new note for an earlier one with the same ending', async () => {
    const { claim } = await claimed();
    const { id } = claim;
    await decide(hedy, id, 'under_review', { admin_notes: 'We have asked the fire brigade to report' });
    const before = await eventKinds(id);
    for (const admin_notes of ['report', 'the fire brigade to report', 'WE have asked']) {
      expect(await decide(grace, id, 'under_review', { admin_notes })).toMatchObject({
        status: 409,
        message: expect.stringContaining('already under review'),
      });
    }
    await decide(hedy, id, 'under_review', {
      requested_documents: 'An invoice',
      admin_notes: 'and photographs',
    });
    const asked = { requested_documents: 'An invoice', admin_notes: 'photographs' };
    expect(await decide(hedy, id, 'under_review', asked)).toMatchObject({ status: 200 });
    expect((await lastMessage(id))?.text).toMatch(/An invoice\n[\s\S]*review\. photographs$/);
    expect(await eventKinds(id)).toEqual([...before, 'documents_requested', 'documents_requested']);
  });

  test('recognizes a repeated payout confirmation by its own note', async () => {
    const { claim } = await claimed({ claim_amount: 20_000 });
    const { id } = claim;
    await decide(hedy, id, 'approved', { admin_notes: 'A burst pipe.' });
    const note = { admin_notes: 'I have seen the report.' };
    const first = await decide(grace, id, 'approved', note);
    expect(first.status).toBe(200);
    expect(await decide(grace, id, 'approved', note)).toMatchObject({ status: 200, data: first.data });
    expect((await eventKinds(id)).filter((kind) => kind === 'confirmed')).toHaveLength(1);
    expect((await decide(grace, id, 'approved', { admin_notes: 'the report.' })).status).toBe(409);
  });

  test('refuses a decision that the claim status does not allow and names the statuses @desk-11', async () => {
    const { claim } = await approved();
    const { id } = claim;
    for (const status of ['under_review', 'rejected']) {
      const more = status === 'rejected' ? { admin_notes: 'No.' } : {};
      expect(await decide(hedy, id, status, more)).toMatchObject({
        status: 409,
        message: expect.stringMatching(/CLM-\d+ is Approved: it cannot become (Under Review|Rejected)\./),
      });
    }
    const { claim: refused } = await claimed();
    await decide(hedy, refused.id, 'rejected', { admin_notes: 'No.' });
    expect((await decide(hedy, refused.id, 'approved')).status).toBe(409);
    expect((await decide(hedy, 999_999, 'approved')).status).toBe(404);
    expect((await decide(hedy, id, 'paid')).status).toBe(422);
  });

  test('refuses the second of two simultaneous decisions', async () => {
    const { claim } = await claimed();
    const answers = await Promise.all([
      decide(hedy, claim.id, 'approved'),
      decide(grace, claim.id, 'rejected', { admin_notes: 'No.' }),
      decide(grace, claim.id, 'under_review'),
    ]);
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeGreaterThanOrEqual(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const kinds = await eventKinds(claim.id);
    expect(await actions(claim.id)).toEqual(kinds.slice(1).map((kind) => `claim.${kind}`));
    const ctx = {
      ...deskCtx(),
      admin: { id: hedy.id, email: '', name: '', role: 'administrator' as const, jti: '' },
    };
    const other = await claimed();
    const bump = 'UPDATE claims SET version = version + 1 WHERE id = ?';
    const input = { id: other.claim.id, status: 'approved' } as ClaimDecision;
    await expect(decideClaim(raced(ctx, bump, other.claim.id), input)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This claim has just changed. Please look at it again.',
    });
    expect(await eventKinds(other.claim.id)).toEqual(['submitted']);
    expect(await actions(other.claim.id)).toEqual([]);
    expect((await messagesOf(other.claim.id)).length).toBe(2);
  });

  test('binds a decision to the version the administrator saw', async () => {
    const { claim } = await claimed();
    const first = await decide(hedy, claim.id, 'under_review', {}, { 'if-match': '"1"' });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).toBe('"2"');
    expect((await decide(grace, claim.id, 'approved', {}, { 'if-match': '"1"' })).status).toBe(409);
    expect((await decide(grace, claim.id, 'approved', {}, { 'if-match': '"2"' })).status).toBe(200);
  });

  test('requires a reason for a rejection, which the customer reads and can answer @desk-11', async () => {
    const { customer, claim } = await claimed();
    expect(await decide(hedy, claim.id, 'rejected', { admin_notes: '  ' })).toMatchObject({
      status: 422,
      issues: [{ path: 'admin_notes', message: 'Please give a reason. The customer will read it.' }],
    });
    await decide(hedy, claim.id, 'rejected', { admin_notes: 'Wear is not covered.' });
    const detail = await claimDetail(customer, claim.id);
    expect(detail).toMatchObject({
      status: 'rejected',
      decision_reason: 'Wear is not covered.',
      payout: null,
      next: { actor: 'nobody', step: expect.stringContaining('reply in its messages') },
    });
    expect(await lastMessage(claim.id)).toMatchObject({
      sender: 'admin',
      admin_id: hedy.id,
      text: expect.stringMatching(/Wear is not covered\.[\s\S]*reply to this message/),
    });
    await decide(grace, claim.id, 'under_review');
    expect(await claimDetail(customer, claim.id)).toMatchObject({
      status: 'under_review',
      decision_reason: null,
      next: { actor: 'mooring', due: expect.any(String) },
    });
  });

  test('allows a document request only while the claim is under review', async () => {
    const { claim } = await claimed();
    expect(await decide(hedy, claim.id, 'approved', { requested_documents: 'More.' })).toMatchObject({
      status: 422,
      issues: [{ path: 'requested_documents' }],
    });
    await decide(hedy, claim.id, 'under_review', { requested_documents: 'More.' });
    await decide(hedy, claim.id, 'approved');
    expect(await stateOf(claim.id)).toMatchObject({ status: 'approved', requested_documents: null });
  });

  test('sends webhooks for an approval and a rejection', async () => {
    const { customer, claim } = await claimed();
    const wallet = customer.address.toLowerCase();
    await env.DB.prepare('INSERT INTO webhooks VALUES (?, ?, ?, ?, ?, ?)')
      .bind(
        `hook_${wallet}`,
        wallet,
        'https://example.com',
        '["claim.approved","claim.rejected","claim.paid"]',
        'x',
        '2026',
      )
      .run();
    await decide(hedy, claim.id, 'rejected', { admin_notes: 'No.' });
    await decide(hedy, claim.id, 'under_review');
    await decide(hedy, claim.id, 'approved');
    await sendReady((await prepare(hedy, claim.id)).data, CLAIMS);
    await runSchedule();
    const events = await rows<{ event: string; body: string }>(
      "SELECT kind AS event, body FROM outbox WHERE channel <> 'email' AND wallet = ? ORDER BY rowid",
      wallet,
    );
    expect(events.map(({ event }) => event)).toEqual(['claim.rejected', 'claim.approved', 'claim.paid']);
    expect(JSON.parse(events[2]?.body ?? '').data).toMatchObject({ claim_id: claim.id, payout_usd: 2500 });
  });
});

describe('payout amount', () => {
  test('pays the claim minus the deductible in whole dollars unless a reason is given', async () => {
    const { claim } = await claimed(
      { claim_amount: 1999.99 },
      { policy: { insurance_type: 'car', details: CAR, ...term(60) } },
    );
    expect(await decide(hedy, claim.id, 'approved', { payout_amount: 1500 })).toMatchObject({
      status: 422,
      issues: [{ path: 'admin_notes', message: expect.stringContaining('$1,499') }],
    });
    const yes = await decide(hedy, claim.id, 'approved', {
      payout_amount: 1500,
      admin_notes: 'In good will.',
    });
    expect(yes.data).toMatchObject({ payout_amount: 1500, suggested_payout: 1499 });
  });

  test('refuses to approve a payout of zero', async () => {
    const { claim } = await claimed({ claim_amount: 2500 });
    expect(await decide(hedy, claim.id, 'approved', { admin_notes: 'Yes.' })).toMatchObject({
      status: 422,
      issues: [
        {
          path: 'payout_amount',
          message:
            'The claim of $2,500 is not above the deductible of $2,500, so there is nothing to pay: this claim cannot be approved.',
        },
      ],
    });
    expect((await stateOf(claim.id)).status).toBe('pending');
  });

  test('limits a payout to the remaining cover minus other approved claims', async () => {
    const { customer, policy } = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(20) });
    const [one, two] = [
      (await submit(customer, policy, { claim_amount: 95_000 })).data,
      (await submit(customer, policy, { claim_amount: 9000 })).data,
    ];
    expect(
      await decide(hedy, one.id, 'approved', { payout_amount: 100_001, admin_notes: 'x' }),
    ).toMatchObject({
      status: 422,
      issues: [{ path: 'payout_amount', message: 'Only $100,000 of coverage remains for this claim.' }],
    });
    expect((await decide(hedy, one.id, 'approved')).status).toBe(200);
    expect(await decide(hedy, two.id, 'approved', { payout_amount: 9000 })).toMatchObject({
      status: 422,
      issues: [{ path: 'payout_amount', message: 'Only $5,000 of coverage remains for this claim.' }],
    });
    expect((await decide(hedy, two.id, 'approved')).data.payout_amount).toBe(5000);
    const three = (await submit(customer, policy, { claim_amount: 10 })).data;
    expect(await decide(hedy, three.id, 'approved')).toMatchObject({
      issues: [{ message: expect.stringContaining('No coverage remains') }],
    });
  });

  test('stays within the cover when two claims are approved at once', async () => {
    const { customer, policy } = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(20) });
    const one = (await submit(customer, policy, { claim_amount: 60_000 })).data;
    const two = (await submit(customer, policy, { claim_amount: 70_000 })).data;
    const ctx = {
      ...deskCtx(),
      admin: { id: hedy.id, email: '', name: '', role: 'administrator' as const, jti: '' },
    };
    const other = "UPDATE claims SET status = 'approved', payout_usd = 60000 WHERE id = ?";
    const input = { id: two.id, status: 'approved' } as ClaimDecision;
    await expect(decideClaim(raced(ctx, other, one.id), input)).rejects.toMatchObject({ code: 'conflict' });
    expect((await stateOf(two.id)).status).toBe('pending');
  });

  test('requires a second administrator above the limit @desk-13', async () => {
    const { claim } = await claimed({ claim_amount: 12_501 });
    const { id } = claim;
    const first = await decide(hedy, id, 'approved');
    expect(first.data).toMatchObject({ status: 'approved', payout_amount: 10_001, needs_confirmation: true });
    expect((await lastMessage(id))?.text).toContain('a second member of our team must confirm it first');
    expect(await prepare(hedy, id)).toMatchObject({
      status: 409,
      message: 'A second administrator has to confirm this payout first.',
    });
    expect((await report(hedy, id, UNKNOWN)).status).toBe(409);
    expect(await decide(hedy, id, 'approved')).toMatchObject({
      status: 409,
      message: 'You have already approved this payout. A second administrator must confirm it.',
    });
    expect((await decide(grace, id, 'approved', { payout_amount: 10_000, admin_notes: 'x' })).status).toBe(
      409,
    );
    const second = await decide(grace, id, 'approved');
    expect(second).toMatchObject({ status: 200, data: { needs_confirmation: false, payout_amount: 10_001 } });
    expect((await decide(grace, id, 'approved')).status).toBe(200);
    expect(await eventKinds(id)).toEqual(['submitted', 'approved', 'confirmed']);
    expect(await stateOf(id)).toMatchObject({ decided_by: hedy.id, confirmed_by: grace.id });
    expect((await prepare(hedy, id)).status).toBe(200);
  });

  test('requires one administrator for exactly the limit', async () => {
    const { claim } = await claimed({ claim_amount: 12_500.99 });
    expect((await decide(hedy, claim.id, 'approved')).data).toMatchObject({
      payout_amount: 10_000,
      needs_confirmation: false,
    });
  });
});

describe('claim payment', () => {
  test('accepts a payment for approved claims only', async () => {
    const { claim } = await claimed();
    expect(await prepare(hedy, claim.id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('only an approved claim can be paid'),
    });
    expect((await report(hedy, claim.id, UNKNOWN)).status).toBe(409);
    expect((await prepare(hedy, 999_999)).status).toBe(404);
    expect((await report(hedy, 999_999, UNKNOWN)).status).toBe(404);
  });

  test('answers 422 for a payment by another event, another amount or a failed transaction @desk-12', async () => {
    const { policy, claim } = await approved();
    const wrong = {
      policyId: policy.id,
      usd: 2499,
      incidentAt: String((await stateOf(claim.id)).incident_at),
    };
    const other = await sendReady(await preparePayout(deskCtx(), wrong), CLAIMS);
    expect(await report(hedy, claim.id, other)).toMatchObject({ status: 422, code: 'payment_mismatch' });
    expect(await report(hedy, claim.id, UNKNOWN, { payout_amount: 2499 })).toMatchObject({
      status: 422,
      issues: [{ path: 'payout_amount', message: 'This claim is approved for $2,500.' }],
    });
    expect((await report(hedy, claim.id, 'no hash')).status).toBe(422);
    expect((await stateOf(claim.id)).status).toBe('approved');
  });

  test('answers 202 and changes nothing while the chain is unreachable', async () => {
    const { claim } = await approved();
    const reach = workerWith(noChain);
    const say = (transaction_hash: string) =>
      hedy.call(`/admin/claims/${claim.id}/payment`, { body: { transaction_hash } }, reach);
    expect((await say(UNKNOWN)).status).toBe(202);
    expect((await say(UNKNOWN)).status).toBe(202);
    expect((await say(`0x${'6e'.repeat(32)}`)).status).toBe(202);
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'approved']);
    expect(await hedy.call(`/admin/claims/${claim.id}/payout`, { method: 'POST' }, reach)).toMatchObject({
      status: 503,
    });
  });

  test('ignores a made-up payment hash and tells the customer nothing', async () => {
    const { customer, claim } = await approved();
    const text = (await lastMessage(claim.id))?.text;
    expect(await report(hedy, claim.id, UNKNOWN)).toMatchObject({
      status: 202,
      data: { status: 'approved' },
      message: expect.stringContaining('Nothing was changed'),
    });
    expect((await lastMessage(claim.id))?.text).toBe(text);
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'approved']);
    // Neither does a pending transaction with another call, or one that pays another claim of the same
    // policy.
    const other = await approved();
    await unmined(async () => {
      const gift = await sendUnmined({ to: customer.address, data: '0x' });
      const foreign = await sendUnmined((await prepare(hedy, other.claim.id)).data);
      for (const hash of [gift, foreign]) {
        expect(await report(hedy, claim.id, hash)).toMatchObject({
          status: 202,
          data: { status: 'approved' },
        });
      }
    });
  });

  test("recognizes a pending payment inside a wallet contract's call", async () => {
    const { claim } = await approved();
    const ready = (await prepare(hedy, claim.id)).data;
    const wallet = `0x${'77'.repeat(20)}` as const;
    const inner = `${ready.to.slice(2).toLowerCase()}${'00'.repeat(12)}${ready.data.slice(2)}`;
    await unmined(async () => {
      const hash = await sendUnmined({ to: wallet, data: `0x6a761202${inner}` });
      expect(await report(hedy, claim.id, hash)).toMatchObject({
        status: 202,
        data: { status: 'processing_payment' },
      });
      expect((await report(hedy, claim.id, hash)).status).toBe(202);
    });
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'approved', 'processing_payment']);
  });

  test('does not prepare a payout twice while the registry shows an unrecorded one', async () => {
    const { claim } = await approved();
    const ready = await prepare(hedy, claim.id);
    const hash = await sendReady(ready.data, CLAIMS);
    expect(await prepare(grace, claim.id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('not confirmed here yet'),
    });
    expect((await report(hedy, claim.id, hash)).status).toBe(200);
  });

  test('finds an unreported payment in the scheduled run and pays the oldest claim @desk-14', async () => {
    const { customer, policy } = await insured();
    const pair = [
      (await submit(customer, policy, { description: 'The first of two alike.' })).data,
      (await submit(customer, policy, { description: 'The second of two alike.' })).data,
    ] as const;
    for (const { id } of pair) await decide(hedy, id, 'approved');
    const first = await sendReady((await prepare(hedy, pair[1].id)).data, CLAIMS);
    await Promise.all([runSchedule(), runSchedule()]);
    const statuses = async () => Promise.all(pair.map(async ({ id }) => (await stateOf(id)).status));
    expect(await statuses()).toEqual(['paid', 'approved']);
    expect(await report(hedy, pair[1].id, first)).toMatchObject({ status: 422, code: 'payment_mismatch' });
    await sendReady((await prepare(hedy, pair[1].id)).data, CLAIMS);
    await runSchedule();
    expect(await statuses()).toEqual(['paid', 'paid']);
    const ids = await rows('SELECT DISTINCT paid_event_id FROM claims WHERE policy_id = ?', policy.id);
    expect(ids).toHaveLength(2);
  });

  test('pays no claim for a payout event without a matching one', async () => {
    const { customer, policy, claim } = await claimed();
    const incidentAt = String((await stateOf(claim.id)).incident_at);
    await sendReady(await preparePayout(deskCtx(), { policyId: policy.id, usd: 2500, incidentAt }), CLAIMS);
    await runSchedule();
    expect((await stateOf(claim.id)).status).toBe('pending');
    expect((await claimDetail(customer, claim.id)).remaining_cover).toBe(497_500);
  });

  test('applies a payment to the claim as it is now, or on the next run', async () => {
    const { claim } = await approved();
    const ready = await prepare(hedy, claim.id);
    await sendReady(ready.data, CLAIMS);
    const { scanChain } = await import('../../settlement/scan/scan.ts');
    const bump = 'UPDATE claims SET version = version + 1 WHERE id = ?';
    const ctx = deskCtx();
    const [ours] = ctx.chains;
    if (!ours) throw new Error('No chain is configured');
    await scanChain(raced(ctx, bump, claim.id), ours);
    expect((await stateOf(claim.id)).status).toBe('approved');
    await runSchedule();
    expect((await stateOf(claim.id)).status).toBe('paid');
    expect((await eventKinds(claim.id)).filter((kind) => kind === 'paid')).toHaveLength(1);
  });

  test('waits again after a reorganization removes a payment, and pays again @desk-14', async () => {
    await scanFromHere();
    const { customer, policy, claim } = await approved({}, { on: shakyChain });
    const incidentAt = String((await stateOf(claim.id)).incident_at);
    const ahead = deskCtx({ clock: () => Date.now() + 600_000 });
    const send = async () =>
      sendReady(
        await preparePayout(ahead, { policyId: policy.id, usd: 2500, incidentAt }),
        CLAIMS,
        shakyChain,
      );
    const snapshot = await shakyChain.snapshot();
    const hash = await send();
    expect(await report(hedy, claim.id, hash)).toMatchObject({ status: 202 });
    await shakyChain.mine({ blocks: 2 });
    expect((await report(hedy, claim.id, hash)).status).toBe(200);
    await revertTo(snapshot, 6);
    // Two runs in sequence: the second takes back what the first doubted.
    await runSchedule();
    await runSchedule();
    expect(await claimDetail(customer, claim.id)).toMatchObject({
      status: 'processing_payment',
      remaining_cover: 500_000,
      payout: { usd: 2500, amount: null, tx_hash: null },
      next: { actor: 'mooring', due: expect.any(String) },
    });
    expect((await lastMessage(claim.id))?.text).toContain('The network has changed its last blocks');
    await send();
    await shakyChain.mine({ blocks: 2 });
    await runSchedule();
    expect(await claimDetail(customer, claim.id)).toMatchObject({ status: 'paid', remaining_cover: 497_500 });
    expect(await eventKinds(claim.id)).toEqual([
      ...['submitted', 'approved', 'processing_payment', 'paid', 'payment_undone', 'paid'],
    ]);
  });
});

test('lets only administrators decide and pay', async () => {
  const { customer, claim } = await claimed();
  const eve = await Customer.arrive();
  for (const { token } of [customer, eve]) {
    const answers = await Promise.all([
      hedy.call(`/admin/claims/${claim.id}/status`, { method: 'PATCH', body: { status: 'approved' }, token }),
      hedy.call(`/admin/claims/${claim.id}/payout`, { method: 'POST', token }),
      hedy.call(`/admin/claims/${claim.id}/payment`, { body: { transaction_hash: UNKNOWN }, token }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  }
  expect((await stateOf(claim.id)).status).toBe('pending');
});
