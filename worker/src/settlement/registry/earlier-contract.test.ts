/** Policies of a contract that no longer sells keep verification, claims and refunds. */
import type { Hex } from 'viem';
import { beforeEach, expect, test } from 'vitest';
import type { ConfigAnswer } from '#domain/health/schema.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { preparePayout } from '#worker/settlement/payouts/payout.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import {
  CLAIMS,
  cancelPolicy,
  deskCtx,
  evmCall,
  insured,
  sendReady,
  UNDERWRITER,
} from '../../../test/desk.ts';
import { Customer, call, chain, readChain, scanFromHere, usual, workerWith } from '../../../test/harness.ts';

beforeEach(scanFromHere);

const [listed] = usual.earlier_contracts;
if (!listed) throw new Error('The chain has no earlier contract');
const earlier = { ...listed, address: listed.address.toLowerCase() as Hex };

/** The worker as it was when the earlier contract sold. */
const before = () =>
  workerWith(
    {},
    {
      CHAINS: JSON.stringify([
        { ...usual, contract: earlier.address, start_block: earlier.start_block, earlier_contracts: [] },
      ]),
    },
  );

async function insuredBefore() {
  await chain.setBalance({ address: earlier.address, value: 10n ** 23n });
  const customer = await Customer.arrive();
  const { data: quote } = await customer.quote({}, before());
  expect((quote.payment as { to: string }).to.toLowerCase()).toBe(earlier.address);
  // It is reported after the deployment has moved on to the next contract.
  const { status, data: policy } = await customer.report(await customer.pay(quote));
  expect(status).toBe(201);
  return { customer, quote, policy };
}
const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;

test('names all contracts of a chain, the one that sells first', async () => {
  const { data } = await call<ConfigAnswer>('/config');
  const [shown] = data.chains;
  expect(shown?.contracts.map((each) => each.toLowerCase())).toEqual([
    usual.contract.toLowerCase(),
    earlier.address,
  ]);
  expect(shown?.contract.toLowerCase()).toBe(usual.contract.toLowerCase());
});

test('records a purchase on the earlier contract that the scheduled run finds', async () => {
  await chain.setBalance({ address: earlier.address, value: 10n ** 23n });
  const customer = await Customer.arrive();
  const { data: quote } = await customer.quote({}, before());
  await customer.pay(quote);
  await readChain();
  expect(await customer.policies()).toMatchObject([{ quote_id: quote.quote_id, status: 'active' }]);
});

test('pays a claim from the earlier contract', async () => {
  const { customer, policy } = await insuredBefore();
  const claim = { policyId: policy.id, usd: 1000, incidentAt: policy.cover_from ?? '' };
  const ready = await preparePayout(deskCtx(), claim);
  expect(evmCall(ready).to.toLowerCase()).toBe(earlier.address);
  await sendReady(ready, CLAIMS);
  await readChain();
  expect((await detail(customer, policy.id)).paid_out_usd).toBe(1000);
});

test('cancels a policy of the earlier contract with a consent that names it', async () => {
  const { customer, policy } = await insuredBefore();
  expect((await detail(customer, policy.id)).contract?.toLowerCase()).toBe(earlier.address);
  await cancelPolicy(customer, policy.id);
  const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
  expect(evmCall(ready).to.toLowerCase()).toBe(earlier.address);
  await sendReady(ready, UNDERWRITER);
  await readChain();
  expect((await detail(customer, policy.id)).status).toBe('cancelled');
  // The current contract continues to sell.
  expect((await insured()).policy.status).toBe('active');
});
