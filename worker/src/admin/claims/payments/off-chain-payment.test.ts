/** Claims paid by bank transfer, check or another method outside the chain. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import type { OffChainPayment } from '#domain/registry/schema.ts';
import type { AdminClaim } from '#worker/admin/claims/present.ts';
import { preparePayout } from '#worker/settlement/payouts/payout.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { Admin } from '../../../../test/admin.ts';
import { claimDetail, claimed, eventKinds, messagesOf, submit } from '../../../../test/claims.ts';
import { CLAIMS, deskCtx, insured, raced, sendReady } from '../../../../test/desk.ts';
import { call, later, noChain, readChain, rows, scanFromHere, workerWith } from '../../../../test/harness.ts';
import { END_PAYOUT, REVIVE_PAYOUT } from '../../../../test/transfers.ts';
import { reportPayment } from './report.ts';

let hedy: Admin;
let grace: Admin;

beforeAll(async () => {
  [hedy, grace] = await Promise.all([Admin.arrive('Hedy Lamarr'), Admin.arrive('Grace Hopper')]);
});
beforeEach(scanFromHere);
// Each test reports the same reference for a claim of its own.
beforeEach(() =>
  rows("UPDATE transfers SET reference = 'earlier ' || id WHERE reference IS NOT NULL RETURNING id"),
);

const HOUR = 3_600_000;
const TRANSFER = { payout_amount: 2500, payment_method: 'bank_transfer', reference: 'MT103 4711' };
const report = (admin: Admin, id: number, body: Record<string, unknown> = TRANSFER) =>
  admin.call<AdminClaim>(`/admin/claims/${id}/payment`, { body });
const withdraw = (admin: Admin, id: number) =>
  admin.call<AdminClaim>(`/admin/claims/${id}/payment`, { method: 'DELETE' });
const prepare = (admin: Admin, id: number, reach?: Parameters<Admin['call']>[2]) =>
  admin.call<{ to: string; data: string }>(`/admin/claims/${id}/payout`, { method: 'POST' }, reach);
const detail = async (admin: Admin, id: number) =>
  (await admin.call<AdminClaimDetail>(`/admin/claims/${id}`)).data;
const actions = async (id: number) =>
  (
    await rows<{ action: string }>(
      'SELECT action FROM audit_log WHERE subject = ? ORDER BY id',
      `claim:${id}`,
    )
  ).map(({ action }) => action);

/** A home claim of 5,000 dollars, approved for 2,500. */
async function approved() {
  const all = await claimed();
  await hedy.call(`/admin/claims/${all.claim.id}/status`, { method: 'PATCH', body: { status: 'approved' } });
  return all;
}

describe('a payment outside the chain', () => {
  test('is proposed by one administrator and paid once a second one reports the same @desk-12', async () => {
    const { customer, policy, claim } = await approved();
    const { id } = claim;
    expect(await report(hedy, id)).toMatchObject({
      status: 202,
      data: { status: 'approved' },
      message: 'A second administrator must confirm the payment.',
    });
    expect((await detail(hedy, id)).off_chain_payment).toMatchObject({
      usd: 2500,
      method: 'bank_transfer',
      reference: 'MT103 4711',
      status: 'proposed',
      proposed_by: 'Hedy Lamarr',
      proposed_by_me: true,
      confirmed_by: null,
    });
    expect((await report(hedy, id)).status).toBe(202);
    expect((await claimDetail(customer, id)).status).toBe('approved');
    const unseen = await detail(grace, id);
    expect(unseen.off_chain_payment).toMatchObject({ reference: null, proposed_by_me: false });
    expect(JSON.stringify(unseen)).not.toContain('4711');
    expect(JSON.stringify(await grace.call(`/admin/audit-log?subject=claim:${id}`))).not.toContain('4711');

    expect(await report(grace, id)).toMatchObject({ status: 200, data: { status: 'paid', progress: 100 } });
    expect((await report(grace, id)).status).toBe(200);
    expect((await detail(grace, id)).off_chain_payment).toMatchObject({
      status: 'paid',
      proposed_by_me: false,
      confirmed_by: 'Grace Hopper',
    });
    const shown = await claimDetail(customer, id);
    expect(shown.payout).toMatchObject({
      usd: 2500,
      amount: null,
      tx_hash: null,
      method: 'bank_transfer',
      paid_at: expect.any(String),
    });
    expect(shown.timeline.at(-1)).toMatchObject({ kind: 'paid', message: 'Paid: $2,500 by bank transfer.' });
    expect(shown.remaining_cover).toBe(497_500);
    expect((await messagesOf(id)).at(-1)?.text).toContain('with the reference MT103 4711');
    expect(await eventKinds(id)).toEqual(['submitted', 'approved', 'paid']);
    expect(await actions(id)).toEqual(['claim.approved', 'claim.payment_proposed', 'claim.paid_outside']);
    expect(await rows('SELECT paid_out_usd, status FROM policies WHERE id = ?', policy.id)).toEqual([
      { paid_out_usd: 2500, status: 'active' },
    ]);
  });

  test('counts against the remaining cover everywhere, also for payouts on chain and refunds', async () => {
    const { customer, policy } = await insured();
    const claims = [
      (await submit(customer, policy, { claim_amount: 12_500 })).data,
      (await submit(customer, policy, { claim_amount: 495_000 })).data,
    ];
    const [first] = claims;
    const id = first?.id ?? 0;
    await hedy.call(`/admin/claims/${id}/status`, { method: 'PATCH', body: { status: 'approved' } });
    const payment = { ...TRANSFER, payout_amount: 10_000 };
    await report(hedy, id, payment);
    await report(grace, id, payment);
    const terms = { policyId: policy.id, incidentAt: policy.cover_from ?? '' };
    await expect(preparePayout(deskCtx(), { ...terms, usd: 490_001 })).rejects.toMatchObject({
      extra: { issues: [{ message: 'Only $490,000 of coverage remains.' }] },
    });
    expect((await submit(customer, policy, { claim_amount: 490_001 })).status).toBe(422);
    expect((await detail(hedy, claims[1]?.id ?? 0)).suggested_payout).toBe(490_000);
    await hedy.call(`/admin/claims/${claims[1]?.id}/status`, {
      method: 'PATCH',
      body: { status: 'rejected', clause: 'limits-1', admin_notes: 'Already claimed.' },
    });
    await expect(
      prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' }),
    ).rejects.toMatchObject({
      message: 'A claim was paid on this policy, so its premium cannot be refunded.',
    });
  });

  test('excludes a payout of the claim on chain until it is withdrawn', async () => {
    const { claim } = await approved();
    const { id } = claim;
    await report(hedy, id);
    expect(await prepare(grace, id)).toMatchObject({
      status: 409,
      message:
        'This claim is set to be paid by bank transfer. Withdraw that payment first to pay it on chain.',
    });
    const ben = await Admin.arrive('Ben Franklin', 'claims');
    expect(await withdraw(ben, id)).toMatchObject({
      status: 409,
      message: 'Only Hedy Lamarr can withdraw this payment.',
    });
    expect((await withdraw(hedy, id)).status).toBe(200);
    expect((await withdraw(hedy, id)).status).toBe(409);
    expect((await detail(hedy, id)).off_chain_payment).toBeNull();
    expect((await prepare(grace, id)).status).toBe(200);
    expect(await actions(id)).toContain('claim.payment_withdrawn');
  });

  test('is refused while a payout on chain may still be sent, is proposed, or went unrecorded', async () => {
    const { claim, policy } = await approved();
    const { id } = claim;
    const ready = await prepare(hedy, id);
    expect(ready.status).toBe(200);
    const refused = {
      status: 409,
      code: 'already_prepared',
      message: expect.stringContaining('You prepared a payout of $2,500 for CLM-'),
    };
    expect(await report(hedy, id)).toMatchObject(refused);
    const payment = `/admin/claims/${id}/payment`;
    expect(await hedy.call(payment, { body: TRANSFER }, workerWith(later(HOUR)))).toMatchObject(refused);
    await sendReady(ready.data, CLAIMS);
    await rows(END_PAYOUT, id);
    const unrecorded = await hedy.call(payment, { body: TRANSFER });
    expect(unrecorded).toMatchObject({
      status: 409,
      message: 'The registry shows a payout on this policy that is not confirmed here yet.',
    });
    await readChain();
    expect(await report(hedy, id)).toMatchObject({ status: 409 });
    expect((await detail(hedy, id)).status).toBe('paid');
    expect(policy.id).toBeGreaterThan(0);
    const other = await approved();
    const cut = workerWith(noChain);
    expect((await hedy.call(`/admin/claims/${other.claim.id}/payment`, { body: TRANSFER }, cut)).status).toBe(
      503,
    );
  });

  test('a payout on chain after it is counted but pays no claim a second time', async () => {
    const { claim, policy } = await approved();
    const { id } = claim;
    const stored = await rows<{ incident_at: string }>('SELECT incident_at FROM claims WHERE id = ?', id);
    const input = { policyId: policy.id, usd: 2500, incidentAt: stored[0]?.incident_at ?? '' };
    const ready = await preparePayout(deskCtx(), input);
    await report(hedy, id);
    await report(grace, id);
    await sendReady(ready, CLAIMS);
    await readChain();
    expect(await eventKinds(id)).toEqual(['submitted', 'approved', 'paid']);
    expect(await rows('SELECT paid_event_id FROM claims WHERE id = ?', id)).toEqual([
      { paid_event_id: null },
    ]);
    expect(await rows('SELECT paid_out_usd FROM policies WHERE id = ?', policy.id)).toEqual([
      { paid_out_usd: 5000 },
    ]);
    // Somebody has to ask for the money.
    expect(await rows('SELECT reason, detail, status FROM payment_exceptions')).toEqual([
      {
        reason: 'claim_paid_twice',
        status: 'open',
        detail: `${claim.claim_number} was already paid $2,500 by bank transfer.`,
      },
    ]);
  });

  test('is neither reported nor confirmed once a payout has been prepared', async () => {
    const { claim } = await approved();
    const { id } = claim;
    await prepare(hedy, id);
    await rows(END_PAYOUT, id);
    const race = (by: Admin) => {
      const ctx = raced(deskCtx(), REVIVE_PAYOUT, id);
      const admin = { id: by.id, email: by.email, name: '', role: 'administrator', jti: 'test' } as const;
      const body = { ...TRANSFER, payment_method: 'bank_transfer' as const };
      return reportPayment({ ...ctx, admin }, { id, ...body });
    };
    // It is decided again on what the other left.
    await expect(race(hedy)).rejects.toThrow(/^You prepared a payout of \$2,500 for CLM-/);
    await rows(END_PAYOUT, id);
    expect((await report(hedy, id)).status).toBe(202);
    await expect(race(grace)).rejects.toThrow(/^Hedy Lamarr prepared a payout of \$2,500 for CLM-/);
    expect(await report(grace, id)).toMatchObject({
      status: 409,
      code: 'already_prepared',
      message: expect.stringContaining('Hedy Lamarr prepared a payout of $2,500 for CLM-'),
    });
    expect((await detail(grace, id)).status).toBe('approved');
  });

  test('needs the approved amount, a reference, and an identical report from the second administrator', async () => {
    const { claim } = await approved();
    const { id } = claim;
    const wrong = async (body: Record<string, unknown>, admin = hedy) => {
      const { status, issues } = await report(admin, id, { ...TRANSFER, ...body });
      return `${status} ${issues?.[0]?.path}`;
    };
    expect(await wrong({ reference: ' ' })).toBe('422 reference');
    expect(await wrong({ payout_amount: 2499 })).toBe('422 payout_amount');
    expect(await wrong({ payment_method: 'barter' })).toBe('422 transaction_hash');
    await report(hedy, id);
    expect(await wrong({ reference: 'MT103 4712' }, grace)).toBe('422 reference');
    expect(await wrong({ payment_method: 'check' }, grace)).toBe('422 payment_method');
    expect(await report(hedy, id, { ...TRANSFER, reference: 'another' })).toMatchObject({
      status: 409,
      message: 'You have reported another payment of this claim. Withdraw it first.',
    });
    const { claim: pending } = await claimed();
    expect((await report(hedy, pending.id)).status).toBe(409);
  });

  test('is listed publicly without reference or person, page by page', async () => {
    const { policy, claim } = await approved();
    await report(hedy, claim.id, { ...TRANSFER, payment_method: 'check' });
    const before = await call<OffChainPayment[]>('/registry/off-chain-payments');
    expect(before.data.map(({ claim_number }) => claim_number)).not.toContain(claim.claim_number);
    await report(grace, claim.id, { ...TRANSFER, payment_method: 'check' });
    const first = (await call<OffChainPayment[]>('/registry/off-chain-payments?limit=1')) as unknown as {
      data: OffChainPayment[];
      next_cursor: string;
    };
    expect(first.data).toEqual([
      {
        claim_number: claim.claim_number,
        quote_id: policy.quote_id,
        usd: 2500,
        method: 'check',
        paid_at: expect.any(String),
      },
    ]);
    const next = await call<OffChainPayment[]>(
      `/registry/off-chain-payments?limit=1&cursor=${first.next_cursor}`,
    );
    expect(next.data).toHaveLength(1);
    expect(next.data[0]?.claim_number).not.toBe(claim.claim_number);
  });
});

describe('the reference of a payment outside the chain', () => {
  test('pays one claim, however it is typed, until its report is withdrawn', async () => {
    const [one, two] = [await approved(), await approved()];
    expect((await report(hedy, one.claim.id)).status).toBe(202);
    for (const reference of ['MT103 4711', 'mt1034711', ' MT103  4711 ']) {
      const refused = await report(grace, two.claim.id, { ...TRANSFER, reference });
      expect(refused).toMatchObject({ status: 422, issues: [{ path: 'reference' }] });
      expect(refused.message).toBe(
        'A payment of another claim has this reference. Please check the bank statement.',
      );
    }
    expect((await withdraw(hedy, one.claim.id)).status).toBe(200);
    expect((await report(grace, two.claim.id)).status).toBe(202);
    expect(await report(hedy, two.claim.id, { ...TRANSFER, reference: 'mt103 47 11' })).toMatchObject({
      status: 200,
      data: { status: 'paid' },
    });
    expect((await report(hedy, one.claim.id)).status).toBe(422);
  });

  test('pays one claim when two are reported at once', async () => {
    const [one, two] = [await approved(), await approved()];
    const answers = await Promise.all([report(hedy, one.claim.id), report(grace, two.claim.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 422]);
    expect(await rows("SELECT id FROM transfers WHERE reference = 'MT103 4711'")).toHaveLength(1);
  });
});
