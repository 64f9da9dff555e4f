/** A trip on a chain without a contract: its terms begin on the day of its quote, and its cancellation is paid like any claim. */
import { beforeAll, expect, test } from 'vitest';
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { claimBody } from '../../../test/claims.ts';
import { fakeNode } from '../../../test/fake-node.ts';
import { TRAVEL, term } from '../../../test/harness.ts';
import { PolkadotCustomer, sendFromRecipient } from '../../../test/polkadot.ts';
import { PolkadotDesk, policyDetail } from '../../../test/polkadot-desk.ts';

let desk: PolkadotDesk;
beforeAll(async () => {
  await fakeNode();
  desk = await PolkadotDesk.open();
});

test('a trip that falls through before its departure is paid on Polkadot, up to its cap', async () => {
  const customer = await PolkadotCustomer.arrive();
  const dates = term(30, 60);
  const trip = { insurance_type: 'travel', details: TRAVEL, ...dates };
  const { data: quote } = await customer.quote(trip);
  const paid = await customer.pay(quote);
  const { data: policy } = await customer.call<PolicyAnswer>('/insurance/travel-quote', {
    body: {
      wallet_address: customer.address,
      tx_hash: paid.hash,
      chain_id: quote.payment.kind === 'substrate' ? quote.payment.genesis_hash : '',
      block_number: paid.block,
    },
  });
  const today = new Date().toISOString().slice(0, 10);
  expect(policy).toMatchObject({ status: 'active', in_force: true, ...dates, cover_start_date: today });
  const submit = (changes: object) =>
    customer.call<ClaimAnswer>('/claims/submit', { body: { ...claimBody(policy), ...changes } });
  expect((await submit({ cause: 'medical' })).status).toBe(422);
  expect((await submit({ cause: 'cancellation', claim_amount: 5001 })).status).toBe(422);
  const { data: claim } = await submit({ cause: 'cancellation', claim_amount: 2100 });
  const decided = await desk.call(`/claims/${claim.id}/status`, {
    method: 'PATCH',
    body: { status: 'approved' },
  });
  expect(decided).toMatchObject({ status: 200, data: { payout_amount: 2100 } });
  const sent = await sendFromRecipient((await desk.prepareClaim(claim.id)).data, customer.account);
  expect(await desk.reportClaim(claim.id, sent.hash)).toMatchObject({
    status: 200,
    data: { status: 'paid' },
  });
  expect((await policyDetail(customer, policy.id)).paid_out_usd).toBe(2100);
});
