/** Changes of cover by somebody who wants to gain. */
import { encodeFunctionData } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { claimRequest } from '#domain/claims/schema.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { submitClaim } from '#worker/claims/submit.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { Admin } from '../../test/admin.ts';
import {
  askFor,
  begunBefore,
  buy,
  changed,
  HIGHER,
  inDays,
  LOWER,
  previewOf,
  quoteFor,
} from '../../test/change.ts';
import { claimBody, claimDetail, submit } from '../../test/claims.ts';
import { decide } from '../../test/decided.ts';
import { asHolder, deskCtx, insured, raced, sendReady } from '../../test/desk.ts';
import { type Customer, readChains, rows, scanFromHere, term, usual } from '../../test/harness.ts';

beforeEach(scanFromHere);

const DAY = 86_400_000;
const dayAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;
const refund = (policyId: number) => prepareRefund(deskCtx(), { policyId, outcome: 'cancelled' });
const revoke = ({ account }: Customer, quoteId: string, until: bigint) =>
  sendReady(
    {
      to: usual.contract,
      data: encodeFunctionData({
        abi,
        functionName: 'revokeConsent',
        args: [quoteId as `0x${string}`, until],
      }),
    },
    account,
  );

describe('somebody who wants to gain', () => {
  test('raises the cover as the storm arrives: for seven days the cover and deductible of before count', async () => {
    const { customer, policy, successor } = await changed(HIGHER, LOWER);
    const tooMuch = await submit(customer, successor, { claim_amount: 200_001 });
    expect([tooMuch.status, tooMuch.message]).toEqual([
      422,
      'At most $200,000 can be claimed, because that is the remaining coverage. In the first 7 days after a change of cover, the lower cover and the higher deductible count.',
    ]);
    const { data: claim } = await submit(customer, successor, { claim_amount: 200_000 });
    const admin = await Admin.arrive();
    const desk = (
      await admin.call<{
        suggested_payout: number;
        policy_facts: { deductible: number; remaining_cover: number };
        flags: { kind: string; reason: string; links: { label: string }[] }[];
      }>(`/admin/claims/${claim.id}`)
    ).data;
    expect(desk.policy_facts).toMatchObject({ deductible: 5000, remaining_cover: 200_000 });
    expect(desk.suggested_payout).toBe(195_000);
    const flag = desk.flags.find(({ kind }) => kind === 'cover_changed');
    expect(flag?.reason).toContain('a cover of $200,000 and a deductible of $5,000 count');
    expect(flag?.links[0]?.label).toBe(policy.policy_number);
    const above = { payout_amount: 200_001, admin_notes: 'All of it.' };
    expect((await decide(admin, claim.id, 'approved', above)).status).toBe(422);
    expect((await claimDetail(customer, claim.id)).remaining_cover).toBe(200_000);
  });

  test('lowers the cover after the storm, and has paid for the days of the higher one', async () => {
    const { customer, successor } = await changed(HIGHER, LOWER);
    await begunBefore(successor.id, 5);
    // Six days of 365 have begun; canceling and the free look would give nothing back beyond them.
    expect((await previewOf(customer, successor.id, LOWER)).data.refund).toMatchObject({
      unused_days: 359,
      days: 365,
    });
  });

  test('gets the higher cover from the eighth day on', async () => {
    const { customer, successor } = await changed(HIGHER, LOWER);
    await begunBefore(successor.id, 8);
    const early = await submit(customer, successor, { claim_amount: 200_001, incident_date: dayAgo(7) });
    expect(early.status).toBe(422);
    const late = await submit(customer, successor, { claim_amount: 200_001 });
    expect(late.status).toBe(201);
    expect((await claimDetail(customer, late.data.id)).deductible).toBe(1000);
  });

  test('changes a day before the end: the new policy runs for a year, and one day comes back', async () => {
    const { customer, policy } = await insured(term(30));
    await begunBefore(policy.id, 29);
    await rows('UPDATE policies SET end_date = ? WHERE id = ? RETURNING id', inDays(1), policy.id);
    const { data } = await previewOf(customer, policy.id, HIGHER);
    expect(data).toMatchObject({
      policy_end_date: term(365).policy_end_date,
      price: { premium_usd: 1345 },
      refund: { unused_days: 0, amount: '0' },
    });
    const short = await previewOf(customer, policy.id, { ...HIGHER, policy_end_date: inDays(1) });
    expect(short.status).toBe(422);
  });

  test('changes twice a day: what counted before the first change still counts after the second', async () => {
    const { customer, policy, successor } = await changed(HIGHER, LOWER);
    expect((await askFor(customer, policy.id, HIGHER)).message).toBe(
      `${successor.policy_number} replaced this policy. Please change that one.`,
    );
    const moved = { details: { house_address: '7 Rope Walk, Bristol' } };
    const third = await buy(customer, await quoteFor(customer, successor.id, moved));
    expect(third).toMatchObject({ amount: 500_000, deductible: 1000 });
    expect((await submit(customer, third, { claim_amount: 200_001 })).status).toBe(422);
    const { data: claim } = await submit(customer, third, { claim_amount: 200_000 });
    expect((await claimDetail(customer, claim.id)).deductible).toBe(5000);
    // A day that all three cover is claimed once.
    for (const other of [policy, successor]) expect((await submit(customer, other)).status).toBe(422);
  });

  test('claims the same incident on both: each covers its own time, and the day of the change once', async () => {
    const { customer, policy } = await insured();
    await begunBefore(policy.id, 20);
    const successor = await buy(customer, await quoteFor(customer, policy.id, LOWER));
    const before = await submit(customer, successor, { incident_date: dayAgo(2) });
    expect([before.status, before.message]).toEqual([
      422,
      `This happened before your cover began. Please make the claim on ${policy.policy_number}, which it replaced.`,
    ]);
    const { data: claim } = await submit(customer, successor);
    const twice = await submit(customer, policy);
    expect([twice.status, twice.issues?.[0]?.path]).toEqual([422, 'incident_date']);
    expect(twice.message).toContain(`${claim.claim_number} on ${successor.policy_number}`);
    // A claim that was rejected there, because it happened before the change, can be made here.
    await decide(await Admin.arrive(), claim.id, 'rejected', {
      clause: 'not_covered-2',
      admin_notes: 'Before.',
    });
    expect((await submit(customer, policy)).status).toBe(201);
  });

  test('claims the day of the change on both at the same moment: only one claim is made', async () => {
    const { customer, policy } = await insured();
    await begunBefore(policy.id, 20);
    const successor = await buy(customer, await quoteFor(customer, policy.id, LOWER));
    const { data: claim } = await submit(customer, successor);
    await rows("UPDATE claims SET status = 'rejected' WHERE id = ?", claim.id);
    const other = "UPDATE claims SET status = 'pending' WHERE id = ?";
    const late = submitClaim(
      raced(asHolder(customer), other, claim.id),
      claimRequest.parse(claimBody(policy)),
    );
    await expect(late).rejects.toMatchObject({ code: 'invalid' });
    expect(await rows('SELECT id FROM claims WHERE policy_id = ?', policy.id)).toEqual([]);
  });

  test('claims on the old policy what happened after the change: the new one is named', async () => {
    const { customer, policy, successor } = await changed(LOWER);
    await begunBefore(policy.id, 20);
    await begunBefore(successor.id, 5);
    const { status, message } = await submit(customer, policy, { incident_date: dayAgo(2) });
    expect([status, message]).toEqual([
      422,
      `${successor.policy_number} replaced this policy before that day. Please make the claim on ${successor.policy_number}.`,
    ]);
    expect((await submit(customer, policy, { incident_date: dayAgo(9) })).status).toBe(201);
  });

  test('revokes the consent once the new policy is active: nothing is refunded, and the old policy covers nothing more', async () => {
    const { customer, policy, successor } = await changed(LOWER);
    await begunBefore(policy.id, 20);
    await begunBefore(successor.id, 5);
    const until = BigInt(Math.floor(Date.now() / 1000) + 15 * 86_400);
    await revoke(customer, policy.quote_id, until);
    await readChains();
    expect((await detail(customer, policy.id)).replaced_by?.refund).toMatchObject({
      state: 'closed',
      reason: 'revoked',
    });
    expect((await detail(customer, successor.id)).replaces?.refund).toMatchObject({
      state: 'closed',
      reason: 'revoked',
    });
    await expect(refund(policy.id)).rejects.toThrow('The holder has not asked to cancel this policy.');
    expect((await submit(customer, policy, { incident_date: dayAgo(2) })).status).toBe(422);
    // Signing again gives what was agreed with the change, neither less for waiting nor the whole premium.
    const preview = await customer.call(`/insurance/policy/${policy.id}/cancel?preview=true`, { body: {} });
    expect(preview.data).toMatchObject({ possible: true, kind: 'pro_rata', unused_days: 364 });
  });

  test('revokes the consent before paying: the new policy comes without a refund', async () => {
    const { customer, policy } = await insured();
    const quote = await quoteFor(customer, policy.id, LOWER);
    await revoke(customer, policy.quote_id, BigInt(Math.floor(Date.now() / 1000) + 15 * 86_400));
    await readChains();
    const successor = await buy(customer, quote);
    expect((await detail(customer, successor.id)).replaces?.refund).toMatchObject({
      state: 'closed',
      reason: 'revoked',
    });
    expect((await detail(customer, policy.id)).cancellation).toBeNull();
  });
});
