import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { LookupAnswer } from '#domain/payments/schema.ts';
import { sendReady } from '../../../test/desk.ts';
import {
  Customer,
  chain,
  noChain,
  rows,
  scanFromHere,
  shaky,
  shakyChain,
  usual,
  workerWith,
} from '../../../test/harness.ts';
import { EXCEPTIONS } from '../../../test/registry.ts';

beforeEach(scanFromHere);

const look = (
  customer: Customer,
  tx_hash: string,
  chain_id: number | string = usual.chain_id,
  reach?: Parameters<Customer['call']>[2],
) =>
  customer
    .call<LookupAnswer>('/insurance/payments/lookup', { body: { chain_id, tx_hash } }, reach)
    .then(({ status, data }) => {
      expect(status).toBe(200);
      expect(data.sentence.endsWith('.')).toBe(true);
      return data;
    });

async function paid(changes: Record<string, unknown> = {}, on = chain) {
  const customer = await Customer.arrive();
  const quote = (await customer.quote(changes)).data;
  return { customer, quote, hash: await customer.pay(quote, on) };
}

test("looking up one's own payment records it and names its policy @payment-31", async () => {
  const { customer, hash } = await paid();
  const found = await look(customer, hash.toUpperCase().replace('0X', '0x'), '0x539');
  const [policy] = await customer.policies();
  expect(found).toEqual({
    outcome: 'recorded',
    sentence: `This payment bought ${policy?.policy_number}.`,
    policy_id: policy?.id,
    policy_number: policy?.policy_number,
  });
  expect(await look(customer, hash)).toEqual(found);
  expect(await customer.policies()).toHaveLength(1);
});

test('looking up a young payment answers how many confirmations it needs', async () => {
  const { customer, hash } = await paid({ chain_id: shaky.chain_id }, shakyChain);
  expect(await look(customer, hash, shaky.chain_id)).toMatchObject({
    outcome: 'confirming',
    sentence: expect.stringContaining('3 confirmations'),
  });
  await shakyChain.mine({ blocks: 2 });
  expect(await look(customer, hash, shaky.chain_id)).toMatchObject({ outcome: 'recorded' });
});

test("looking up another wallet's payment records it for its buyer and reveals nothing else @api-13", async () => {
  const { customer, hash } = await paid();
  const eve = await Customer.arrive();
  expect(await look(eve, hash)).toMatchObject({
    outcome: 'another_wallet',
    policy_id: null,
    policy_number: null,
  });
  expect(await customer.policies()).toHaveLength(1);
});

test('a payment for an unknown quote is under review, visible only to its payer', async () => {
  const { customer, quote, hash } = await paid();
  await env.DB.prepare('DELETE FROM quotes WHERE id = ?').bind(quote.quote_id).run();
  expect(await look(customer, hash)).toMatchObject({ outcome: 'under_review', policy_id: null });
  expect(await rows(`SELECT status FROM ${EXCEPTIONS} WHERE quote_id = ?`, quote.quote_id)).toEqual([
    { status: 'open' },
  ]);
  expect(await look(await Customer.arrive(), hash)).toMatchObject({ outcome: 'another_wallet' });
});

test('lookup distinguishes foreign, failed and unknown transactions', async () => {
  const customer = await Customer.arrive();
  const transfer = await sendReady({ to: customer.address, data: '0x' }, customer.account);
  expect(await look(customer, transfer)).toMatchObject({ outcome: 'not_ours' });
  const failed = await sendReady({ to: usual.contract, data: '0x12345678' }, customer.account);
  expect(await look(customer, failed)).toMatchObject({ outcome: 'failed' });
  expect(await look(customer, `0x${'6e'.repeat(32)}`)).toMatchObject({ outcome: 'unknown' });
  expect(await look(customer, failed, usual.chain_id, workerWith(noChain))).toMatchObject({
    outcome: 'unreachable',
  });
  expect(
    await rows('SELECT * FROM reported_transactions WHERE wallet = ?', customer.address.toLowerCase()),
  ).toEqual([]);
});

test('lookup says that a transaction is waiting to be mined', async () => {
  const customer = await Customer.arrive();
  await chain.setAutomine(false);
  try {
    const hash = await chain.sendTransaction({
      account: customer.account,
      chain: chain.chain,
      to: usual.contract,
      gas: 50_000n,
    });
    expect(await look(customer, hash)).toMatchObject({ outcome: 'waiting' });
  } finally {
    await chain.setAutomine(true);
    await chain.mine({ blocks: 1 });
  }
});

test('lookup answers 422 for an unknown chain and for an invalid hash', async () => {
  const customer = await Customer.arrive();
  for (const body of [
    { chain_id: 4242, tx_hash: `0x${'6e'.repeat(32)}` },
    { chain_id: usual.chain_id, tx_hash: '0x1' },
    { chain_id: usual.chain_id, tx_hash: `0x${'6e'.repeat(32)}`, wallet: 'x' },
  ]) {
    expect((await customer.call('/insurance/payments/lookup', { body })).status).toBe(422);
  }
});
