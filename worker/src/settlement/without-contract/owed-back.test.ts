/** Payments on a chain without a contract that buy nothing, and how they are given back. */
import { beforeAll, describe, expect, test } from 'vitest';
import { refundRemark } from '#domain/payouts/remark.ts';
import { fakeNode } from '../../../test/fake-node.ts';
import { rows } from '../../../test/harness.ts';
import {
  insuredOnPolkadot,
  PolkadotCustomer,
  payment,
  ROC,
  readPolkadot,
  sendFromRecipient,
} from '../../../test/polkadot.ts';
import {
  exceptionsOf,
  GENESIS,
  PolkadotDesk,
  PREMIUM,
  policyDetail,
  type Ready,
} from '../../../test/polkadot-desk.ts';
import { send } from '../../../test/substrate.ts';

let desk: PolkadotDesk;
beforeAll(async () => {
  await fakeNode();
  desk = await PolkadotDesk.open();
});

describe('a payment that buys nothing', () => {
  test('is owed back when it pays a quote again, and the refund of its own id settles it @payment-12', async () => {
    const { customer, quote, policy } = await insuredOnPolkadot();
    const again = await customer.pay(quote);
    const answer = await customer.report(again.hash, { block_number: again.block });
    expect(answer).toMatchObject({ status: 422, code: 'payment_mismatch' });
    const [owed] = await exceptionsOf(customer);
    expect(owed).toMatchObject({
      reason: 'duplicate',
      status: 'owed',
      amount: PREMIUM.toString(),
      currency: 'ROC',
      decimals: 12,
      chain_id: GENESIS,
      tx_hash: again.hash,
      policy_id: policy.id,
    });
    expect(owed?.quote_id).not.toBe(quote.quote_id);
    const messages = await rows<{ subject: string }>(
      'SELECT subject FROM threads WHERE wallet = ?',
      customer.account.key,
    );
    expect(messages.map(({ subject }) => subject)).toContain(`Second payment for ${policy.policy_number}`);

    const ready = await desk.call<Ready>(`/exceptions/${owed?.id}/refund`, { method: 'POST' });
    expect(ready).toMatchObject({
      status: 200,
      data: {
        kind: 'substrate',
        outcome: 'rejected',
        recipient: customer.address,
        amount: PREMIUM.toString(),
        remark: refundRemark({ quoteId: owed?.quote_id ?? '', outcome: 'rejected' }),
      },
    });
    const sent = await sendFromRecipient(ready.data, customer.account);
    const body = { transaction_hash: sent.hash };
    expect((await desk.call(`/exceptions/${owed?.id}/refund/confirm`, { body })).status).toBe(200);
    expect((await exceptionsOf(customer))[0]).toMatchObject({
      status: 'refunded',
      refund_tx_hash: sent.hash,
    });
    expect((await policyDetail(customer, policy.id)).status).toBe('active');
  });

  test.each([
    ['too small an amount', -1n, false, 'amount'],
    ['too large an amount', 1n, false, 'amount'],
    ['another signer', 0n, true, 'holder'],
  ])('is an exception with %s, and the quote can still be bought', async (_, more, stranger, field) => {
    const customer = await PolkadotCustomer.arrive();
    const payer = stranger ? await PolkadotCustomer.arrive() : customer;
    const quote = (await customer.quote()).data;
    const wrong = await customer.pay(quote, { amount: PREMIUM + more, by: payer.account });
    await readPolkadot();
    const [owed] = await exceptionsOf(payer);
    expect(owed).toMatchObject({
      reason: 'mismatch',
      status: 'owed',
      amount: (PREMIUM + more).toString(),
      tx_hash: wrong.hash,
    });
    const [told] = await rows<{ text: string }>(
      'SELECT text FROM thread_messages WHERE instr(text, ?) > 0',
      wrong.hash,
    );
    expect(told?.text).toContain('It does not match its quote, so it did not buy a policy.');
    const { detail: sentence } = (await desk.call<{ detail: string }>(`/exceptions/${owed?.id}`)).data;
    expect(sentence).toBe(`The event differs from the quote in these fields: ${field}.`);
    const right = await customer.pay(quote);
    expect((await customer.report(right.hash, { block_number: right.block })).status).toBe(201);
    const ready = await desk.call<Ready>(`/exceptions/${owed?.id}/refund`, { method: 'POST' });
    expect(ready.data).toMatchObject({ recipient: payer.address, amount: (PREMIUM + more).toString() });
  });

  test('is an exception with a remark that names none of our quotes', async () => {
    const customer = await PolkadotCustomer.arrive();
    await send(customer.account, payment(7n * ROC, `0x${'ab'.repeat(32)}`));
    await readPolkadot();
    const [owed] = await exceptionsOf(customer);
    expect(owed).toMatchObject({ reason: 'unknown_quote', amount: (7n * ROC).toString(), currency: 'ROC' });
    const ready = await desk.call<Ready>(`/exceptions/${owed?.id}/refund`, { method: 'POST' });
    expect(ready).toMatchObject({ status: 200, data: { recipient: customer.address, usd: 140 } });
  });
});
