/** A claim and a cancellation of the same policy. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { CancellationPreview } from '#domain/policy/service-schema.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { requestCancellation } from '#worker/policies/cancel.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { claimBody, claimed, messagesOf, setClaimStatus, submit } from '../../test/claims.ts';
import { asHolder, cancelPolicy, consentTo, deskCtx, insured, raced } from '../../test/desk.ts';
import { type Customer, rows } from '../../test/harness.ts';
import { submitClaim } from './submit.ts';

const claimsOn = (policyId: number) => rows('SELECT * FROM claims WHERE policy_id = ?', policyId);
const post = { method: 'POST' };

/** A claim as it leaves the request's schema. */
const parsed = (policy: { id: number; policy_type: ProductKey }) => ({
  ...claimBody(policy),
  claim_amount: 500_000,
});

describe('claims and cancellation', () => {
  const preview = (customer: Customer, id: number) =>
    customer.call<CancellationPreview>(`/insurance/policy/${id}/cancel?preview=true`, post);
  const unsigned = { signature: '0x00', valid_until: '2030-01-01T00:00:00.000Z' };
  const close = (id: number) =>
    env.DB.prepare("UPDATE claims SET status = 'rejected' WHERE id = ?").bind(id).run();

  test('blocks a cancellation while a claim is open @api-32', async () => {
    const { customer, policy, claim } = await claimed();
    const message = 'A claim on this policy is still open. You can cancel once it is decided.';
    expect((await preview(customer, policy.id)).data).toMatchObject({
      possible: false,
      problem: message,
    });
    const path = `/insurance/policy/${policy.id}/cancel`;
    expect(await customer.call(path, { body: unsigned })).toMatchObject({ status: 409, message });
    await close(claim.id);
    expect((await preview(customer, policy.id)).data).toMatchObject({
      possible: true,
      kind: 'pro_rata',
    });
  });

  test('stops a cancellation when a claim arrives at the same moment', async () => {
    const { customer, policy, claim } = await claimed();
    await close(claim.id);
    const consent = await consentTo(customer, policy.id);
    const ctx = raced(asHolder(customer), () => setClaimStatus(claim.id, 'under_review'));
    await expect(requestCancellation(ctx, policy.id, consent)).rejects.toMatchObject({ code: 'conflict' });
    expect(await rows('SELECT * FROM endings WHERE policy_id = ?', policy.id)).toEqual([]);
  });

  test('refuses a claim when the policy ends during the request and no longer covers it', async () => {
    const { customer, policy } = await insured();
    const end =
      "UPDATE policies SET status = 'cancelled', cover_until = cover_from, version = version + 1 WHERE id = ?";
    const ctx = raced(asHolder(customer), end, policy.id);
    await expect(submitClaim(ctx, parsed(policy))).rejects.toMatchObject({ code: 'invalid' });
    expect(await claimsOn(policy.id)).toEqual([]);
  });

  test('mentions in the claim a cancellation requested at the same moment', async () => {
    const { customer, policy } = await insured();
    await rows(
      "INSERT INTO endings (policy_id, kind, asked_at) VALUES (?, 'cancellation', '2026-01-01') RETURNING id",
      policy.id,
    );
    const asked = "UPDATE endings SET due_from = '2026-01-01' WHERE policy_id = ?";
    const ctx = raced(asHolder(customer), asked, policy.id);
    const claim = (await submitClaim(ctx, parsed(policy))).content.data;
    expect(await claimsOn(policy.id)).toHaveLength(1);
    expect((await messagesOf(claim.id)).at(-1)?.text).toContain('It ends your request to cancel this policy');
  });

  test('prepares no refund while a claim is open, even for an earlier cancellation request @api-32', async () => {
    const { customer, policy } = await insured();
    await cancelPolicy(customer, policy.id);
    const { data } = await submit(customer, policy);
    const refund = () => prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
    const message = 'A claim on this policy is still open, so its premium cannot be refunded yet.';
    await expect(refund()).rejects.toMatchObject({ code: 'conflict', message });
    await env.DB.prepare("UPDATE policies SET status = 'pending' WHERE id = ?").bind(policy.id).run();
    await expect(
      prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'rejected' }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message:
        'A claim was made on this policy, so it cannot be rejected: its days until now stay covered and payable.',
    });
    await close(data.id);
    await expect(refund()).rejects.toMatchObject({
      code: 'conflict',
      message: 'A claim was made since the holder asked to cancel this policy.',
    });
  });
});
