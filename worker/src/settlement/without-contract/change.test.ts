/** Changes of cover on a chain without a contract: the same, by signed text. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChangePreview } from '#domain/policy/change-schema.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { LOWER } from '../../../test/change.ts';
import { rows } from '../../../test/harness.ts';
import { insuredOnPolkadot, type PolkadotCustomer, scanPolkadotFromHere } from '../../../test/polkadot.ts';

beforeEach(scanPolkadotFromHere);

const detail = async (customer: PolkadotCustomer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;

async function quoted() {
  const all = await insuredOnPolkadot();
  const { customer, policy } = all;
  const path = `/insurance/policy/${policy.id}/change`;
  const { data: preview } = await customer.call<ChangePreview>(`${path}?preview=true`, { body: LOWER });
  const body = { ...LOWER, ...customer.sign(preview) };
  const { data: quote } = await customer.call<QuoteAnswer>(path, { body });
  return { ...all, preview, change: quote };
}

async function paid() {
  const all = await quoted();
  const sent = await all.customer.pay(all.change);
  const { data: successor } = await all.customer.report(sent.hash, { block_number: sent.block });
  return { ...all, successor };
}

describe('a change of cover on Polkadot', () => {
  test('is agreed to by a text that names the refund, and its refund is due once the new policy is active', async () => {
    const { customer, policy, preview, change, successor, quote } = await paid();
    const owed = String((BigInt(quote.amount) * 364n) / 365n);
    expect(preview.consent).toMatchObject({
      kind: 'substrate',
      message: expect.stringContaining(`(${owed} base units)`),
    });
    expect(change.payment).toMatchObject({ kind: 'substrate', remark: change.quote_id });
    expect(successor).toMatchObject({ status: 'active', amount: 200_000, deductible: 5000 });
    expect(await detail(customer, policy.id)).toMatchObject({
      replaced_by: { policy_id: successor.id, refund: { state: 'due', amount: owed } },
      cancellation: { refund_amount: owed },
    });
  });

  test('keeps the new policy when the holder takes the consent back, and both say so', async () => {
    const { customer, policy, successor } = await paid();
    await customer.call(`/insurance/policy/${policy.id}/cancel`, { method: 'DELETE' });
    const closed = { state: 'closed', reason: 'revoked' };
    expect((await detail(customer, policy.id)).replaced_by?.refund).toMatchObject(closed);
    expect((await detail(customer, successor.id)).replaces?.refund).toMatchObject(closed);
  });

  test('lets the holder take the consent back while the new policy is reviewed', async () => {
    const { customer, policy, change } = await quoted();
    await rows('UPDATE quotes SET review = ? WHERE id = ? RETURNING id', '["Large."]', change.quote_id);
    const sent = await customer.pay(change);
    const { data: successor } = await customer.report(sent.hash, { block_number: sent.block });
    expect(successor.status).toBe('pending');
    expect((await customer.call(`/insurance/policy/${policy.id}/cancel`, { method: 'DELETE' })).status).toBe(
      200,
    );
    expect((await detail(customer, policy.id)).replaced_by?.refund).toMatchObject({
      state: 'closed',
      reason: 'revoked',
    });
  });
});
