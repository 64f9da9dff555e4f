/** One claim, one payout: what is under way is a row, and an event pays the claim that it was prepared for. */
import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import type { exceptionDetail, queueAnswer } from '#domain/admin/records-schema.ts';
import { type PreparedPayout, preparePayout } from '#worker/settlement/payouts/payout.ts';
import type { Admin } from '../../../../test/admin.ts';
import { claimDetail, eventKinds } from '../../../../test/claims.ts';
import {
  actions,
  approvedBy,
  approvedTwins,
  decide,
  lastMessage,
  prepare,
  report,
  sendUnmined,
  stateOf,
  twoAtTheDesk,
  UNKNOWN,
} from '../../../../test/decided.ts';
import { CLAIMS, deskCtx, raced, sendReady } from '../../../../test/desk.ts';
import { chain, later, readChain, rows, workerWith } from '../../../../test/harness.ts';
import { outlive, statesOf } from '../../../../test/transfers.ts';
import { discardClaimPayout } from './prepare.ts';

let hedy: Admin;
let grace: Admin;
beforeEach(async () => {
  ({ hedy, grace } = await twoAtTheDesk());
});

const mine = () => chain.mine({ blocks: 1 });
const TRANSFER = { payout_amount: 2500, payment_method: 'bank_transfer', reference: 'MT103 4711' };
const payByBank = (by: Admin, id: number) => by.call(`/admin/claims/${id}/payment`, { body: TRANSFER });
const shown = async (id: number) => (await hedy.call<AdminClaimDetail>(`/admin/claims/${id}`)).data;
const queued = async (id: number) =>
  (await hedy.call<z.output<typeof queueAnswer>>('/admin/queue')).data.items
    .filter((item) => item.id === String(id))
    .map(({ kind, detail }) => `${kind}: ${detail}`);

describe('a prepared payout', () => {
  test('reserves the next number of its policy, and another claim is told which one has it', async () => {
    const { policy, twins } = await approvedTwins(hedy);
    const [first, second] = twins;
    expect((await prepare(hedy, first.id)).status).toBe(200);
    expect(await prepare(grace, second.id)).toMatchObject({
      status: 409,
      code: 'already_prepared',
      message: expect.stringMatching(
        new RegExp(`^Hedy Lamarr prepared a payout of \\$2,500 for ${first.claim_number} on `),
      ),
    });
    await outlive(policy.quote_id, mine);
    expect((await prepare(grace, second.id)).data).toMatchObject({ claim_number: 1 });
  });

  test('is returned again under a repeated key, whatever happened to it', async () => {
    const { policy, claim } = await approvedBy(hedy);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const seen = { ...key, 'if-match': `"${(await stateOf(claim.id)).version}"` };
    const first = await prepare(hedy, claim.id, seen);
    // A minute later another rate and validity would be prepared.
    const again = await hedy.call<PreparedPayout>(
      `/admin/claims/${claim.id}/payout`,
      { method: 'POST', headers: seen },
      workerWith(later(60_000)),
    );
    expect(again.data).toEqual(first.data);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    await outlive(policy.quote_id, mine);
    await hedy.call(`/admin/claims/${claim.id}/notes`, { body: { text: 'The claim has another version.' } });
    expect((await prepare(hedy, claim.id, seen)).data).toMatchObject({
      data: (first.data as { data: string }).data,
    });
    expect((await actions(claim.id)).filter((one) => one === 'claim.payout_prepared')).toHaveLength(1);
  });

  test('keeps its claim from another decision and another method until the chain is past it', async () => {
    const { customer, policy, claim } = await approvedBy(hedy);
    const ready = await prepare(hedy, claim.id);
    expect((await queued(claim.id))[0]).toMatch(
      /^payouts_to_send: \$2,500 prepared, not seen on the network yet, Home Insurance$/,
    );
    await chain.setAutomine(false);
    try {
      const hash = await sendUnmined(ready.data);
      expect((await report(hedy, claim.id, hash)).data).toMatchObject({ status: 'processing_payment' });
      expect((await queued(claim.id))[0]).toMatch(
        /^payouts_under_way: \$2,500 sent, waiting for the network, Home Insurance$/,
      );
      const less = { payout_amount: 900, admin_notes: 'Less.' };
      const refused = { status: 409, code: 'already_prepared' };
      expect(await decide(grace, claim.id, 'approved', less)).toMatchObject(refused);
      expect(
        await decide(grace, claim.id, 'rejected', { clause: 'not_covered-2', admin_notes: 'No.' }),
      ).toMatchObject(refused);
      expect(await payByBank(hedy, claim.id)).toMatchObject(refused);
      expect((await shown(claim.id)).under_way).toMatchObject({ announcement: null, tx_hash: hash });
      await chain.dropTransaction({ hash });
    } finally {
      await chain.setAutomine(true);
    }
    // Hours by our clock end nothing while the chain stands still.
    await readChain(later(3 * 3_600_000));
    expect((await stateOf(claim.id)).status).toBe('processing_payment');
    await outlive(policy.quote_id, mine);
    expect(await claimDetail(customer, claim.id)).toMatchObject({
      status: 'approved',
      next: { actor: 'mooring', due: expect.any(String) },
    });
    expect(await eventKinds(claim.id)).toEqual([
      'submitted',
      'approved',
      'processing_payment',
      'payment_failed',
    ]);
    expect((await lastMessage(claim.id))?.text).toContain('did not arrive');
    expect(await statesOf(claim.id)).toEqual(['dead']);
    expect((await payByBank(hedy, claim.id)).status).toBe(202);
  });

  test('that was only prepared ends without a message to the customer', async () => {
    const { policy, claim } = await approvedBy(hedy);
    await prepare(hedy, claim.id);
    await outlive(policy.quote_id, mine);
    expect(await statesOf(claim.id)).toEqual(['dead']);
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'approved']);
  });

  test('is not discarded if its transaction is reported at the same time', async () => {
    const { claim } = await approvedBy(hedy);
    await prepare(hedy, claim.id);
    const sent = "UPDATE transfers SET state = 'sent', tx_hash = ? WHERE claim_id = ? RETURNING id";
    const admin = { id: hedy.id, email: hedy.email, name: '', role: 'administrator', jti: 'test' } as const;
    const ctx = { ...raced(deskCtx(), sent, UNKNOWN, claim.id), admin };
    await expect(discardClaimPayout(ctx, { id: claim.id, not_signed: 'true' })).rejects.toThrow(
      'This was just changed. Please review it and try again.',
    );
    expect(await statesOf(claim.id)).toEqual(['sent']);
  });

  test('that somebody gave up still pays its claim when it arrives', async () => {
    const { claim } = await approvedBy(hedy);
    const ready = await prepare(hedy, claim.id);
    await hedy.call(`/admin/claims/${claim.id}/payout?not_signed=true`, { method: 'DELETE' });
    expect(await statesOf(claim.id)).toEqual(['discarded']);
    await sendReady(ready.data, CLAIMS);
    await readChain();
    expect((await stateOf(claim.id)).status).toBe('paid');
    expect(await statesOf(claim.id)).toEqual(['confirmed']);
  });
});

describe('money that leaves without a claim', () => {
  test('is an exception with a notice, ends the reservation of its number, and is settled with a reason', async () => {
    await rows('UPDATE admins SET payment_exception = 1 WHERE id = ?', grace.id);
    const { policy, claim } = await approvedBy(hedy);
    await prepare(hedy, claim.id);
    const incidentAt = String((await stateOf(claim.id)).incident_at);
    const foreign = await preparePayout(deskCtx(), { policyId: policy.id, usd: 40_000, incidentAt });
    const hash = await sendReady(foreign, CLAIMS);
    await readChain();
    await readChain();
    expect((await stateOf(claim.id)).status).toBe('approved');
    expect(await statesOf(claim.id)).toEqual(['dead']);
    const found = await rows<{ id: number; reason: string; status: string }>(
      'SELECT x.id, x.reason, x.status FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id WHERE e.tx_hash = ?',
      hash,
    );
    expect(found).toMatchObject([{ reason: 'payout_without_claim', status: 'open' }]);
    const notice =
      "SELECT target FROM outbox WHERE kind = 'payout_without_claim' AND instr(dedupe_key, ?) > 0";
    expect(await rows(notice, hash)).toEqual([{ target: grace.email }]);
    const path = `/admin/exceptions/${found[0]?.id}`;
    const { data } = await hedy.call<z.output<typeof exceptionDetail>>(path);
    expect(data).toMatchObject({
      status: 'open',
      tx_hash: hash,
      policy_id: policy.id,
      detail: 'No payout of $40,000 under number 1 was prepared here, so it pays no claim.',
      refund: { possible: false, problem: expect.stringContaining('This payout pays no claim') },
    });
    const settle = await hedy.call(`${path}/settle`, { body: { text: 'The key is replaced.' } });
    expect(settle).toMatchObject({ status: 200, data: { status: 'resolved' } });
    expect((await prepare(hedy, claim.id)).data).toMatchObject({ claim_number: 2, usd: 2500 });
  });

  test('is an exception too when only its number differs from the payout that was prepared', async () => {
    const { policy, claim } = await approvedBy(hedy);
    await prepare(hedy, claim.id);
    const incidentAt = String((await stateOf(claim.id)).incident_at);
    for (const usd of [900, 2500]) {
      await sendReady(await preparePayout(deskCtx(), { policyId: policy.id, usd, incidentAt }), CLAIMS);
      await readChain();
    }
    expect((await stateOf(claim.id)).status).toBe('approved');
    const found = await rows(
      `SELECT e.claim_number, e.usd, x.reason FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id
       WHERE e.quote_id = ? ORDER BY e.claim_number`,
      policy.quote_id,
    );
    expect(found).toEqual([
      { claim_number: 1, usd: 900, reason: 'payout_without_claim' },
      { claim_number: 2, usd: 2500, reason: 'payout_without_claim' },
    ]);
  });
});
