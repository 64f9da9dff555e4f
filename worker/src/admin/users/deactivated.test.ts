/** What the desk sees of a deactivated customer's policy and claims. */
import { beforeAll, expect, test } from 'vitest';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import { Admin } from '../../../test/admin.ts';
import { submit } from '../../../test/claims.ts';
import { insured } from '../../../test/desk.ts';
import { readChain, rows, scanFromHere } from '../../../test/harness.ts';

beforeAll(scanFromHere);

const HELD = 'The customer is deactivated, so somebody has to approve this policy.';
const FLAG = {
  kind: 'customer_deactivated',
  reason: 'The customer is deactivated. Their cover continues, and so does this claim.',
};

test('A policy that is held because its customer is deactivated says so, and so do the claims of that customer.', async () => {
  const hedy = await Admin.arrive('Hedy Lamarr');
  const { customer, policy } = await insured();
  const { data: claim } = await submit(customer, policy, { claim_amount: 5000 });
  const reasonsOf = async (id: number) =>
    (await hedy.call<PolicyRequestDetail>(`/admin/policies/${id}`)).data.review;
  const flagsOf = async () => (await hedy.call<AdminClaimDetail>(`/admin/claims/${claim.id}`)).data.flags;
  const set = (status: string) =>
    hedy.call(`/admin/users/${customer.address}/status`, {
      method: 'PATCH',
      body: { status, notes: 'Under review.' },
    });
  expect((await flagsOf()).map(({ kind }) => kind)).not.toContain(FLAG.kind);

  const { data: quote } = await customer.quote({ insure_again: true });
  expect((await set('inactive')).status).toBe(200);
  await customer.pay(quote);
  await readChain();
  const [held = { id: 0, status: '' }] = await rows<{ id: number; status: string }>(
    'SELECT id, status FROM policies WHERE quote_id = ?',
    quote.quote_id,
  );
  expect(held.status).toBe('pending');
  expect(await reasonsOf(held.id)).toContain(HELD);
  // The policy from before needs nobody's approval.
  expect(await reasonsOf(policy.id)).not.toContain(HELD);
  expect(await flagsOf()).toContainEqual(expect.objectContaining(FLAG));

  expect((await set('active')).status).toBe(200);
  expect(await reasonsOf(held.id)).not.toContain(HELD);
  expect((await flagsOf()).map(({ kind }) => kind)).not.toContain(FLAG.kind);
});
