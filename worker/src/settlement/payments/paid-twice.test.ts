/** One draft is paid once: a second quote is refused, and a second payment that comes all the same is owed back. */
import { env } from 'cloudflare:workers';
import type { Hex } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PaymentException } from '#domain/payments/schema.ts';
import type { DraftDetailAnswer, EvmPayment, QuoteAnswer } from '#domain/quote/schema.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { deskCtx, sendReady, UNDERWRITER } from '../../../test/desk.ts';
import {
  Customer,
  chain,
  countingDatabase,
  HOME,
  noChain,
  readChains,
  rows,
  scanFromHere,
  shaky,
  shakyChain,
  term,
  workerWith,
} from '../../../test/harness.ts';
import { EXCEPTIONS, revertTo } from '../../../test/registry.ts';

const UNKNOWN = `0x${'5e'.repeat(32)}`;

beforeEach(scanFromHere);

async function drafted() {
  const ada = await Customer.arrive();
  const body = { insurance_type: 'home', details: HOME, ...term() };
  const { draft_id } = (await ada.call<{ draft_id: string }>('/insurance/drafts', { body })).data;
  return {
    ada,
    quote: (changes = {}) => ada.quote({ details: undefined, draft_id, ...changes }),
    paid: async (reach?: Parameters<Customer['call']>[2]) =>
      (await ada.call<DraftDetailAnswer>(`/insurance/drafts/${draft_id}`, {}, reach)).data.paid,
  };
}

const owed = async (customer: Customer, who = customer) =>
  customer.call<PaymentException[]>(`/insurance/payment-exceptions/${who.address}`);
const messages = async (customer: Customer) =>
  rows<{ text: string }>(
    `SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id
      WHERE t.wallet = ? AND t.key LIKE 'payment:%' ORDER BY m.id`,
    customer.address.toLowerCase(),
  ).then((found) => found.map(({ text }) => text));

/** Sends the purchase of a quote without mining it. */
const send = (customer: Customer, quote: QuoteAnswer) => {
  const { to, data, value } = quote.payment as EvmPayment;
  return chain.sendTransaction({
    account: customer.account,
    chain: chain.chain,
    to: to as Hex,
    data: data as Hex,
    value: BigInt(value),
    gas: 300_000n,
  });
};

describe('payment state of a draft', () => {
  test('an unpaid draft says so and allows any number of quotes', async () => {
    const { quote, paid } = await drafted();
    expect(await paid()).toBeNull();
    expect((await quote()).status).toBe(200);
    expect((await quote()).status).toBe(200);
    expect(await paid()).toBeNull();
  });

  test('a paid draft names its policy and answers 409 to another quote', async () => {
    const { ada, quote, paid } = await drafted();
    const first = (await quote()).data;
    const { data } = await ada.report(await ada.pay(first));
    const number = data.policy_number;
    expect(await paid()).toEqual({ quote_id: first.quote_id, policy_id: data.id, policy_number: number });
    expect(await quote()).toMatchObject({
      status: 409,
      code: 'conflict',
      message: `You have already paid for this insurance. Your policy is ${number}.`,
    });
  });

  test('the registry shows that a draft was paid when nobody reported it', async () => {
    const { ada, quote, paid } = await drafted();
    const first = (await quote()).data;
    await ada.pay(first);
    expect(await paid()).toEqual({ quote_id: first.quote_id, policy_id: null, policy_number: null });
    expect(await quote()).toMatchObject({
      status: 409,
      message:
        'A payment for this insurance is already under way. Your policy will appear automatically; please do not pay again.',
    });
  });

  test('a draft with a waiting payment counts as being paid, and reading it records the payment once mined', async () => {
    const { ada, quote, paid } = await drafted();
    const first = (await quote()).data;
    await chain.setAutomine(false);
    try {
      const hash = await send(ada, first);
      expect((await ada.report(hash, { quote_id: first.quote_id })).status).toBe(202);
      expect(await paid()).toEqual({ quote_id: first.quote_id, policy_id: null, policy_number: null });
      expect((await quote()).status).toBe(409);
    } finally {
      await chain.mine({ blocks: 1 });
      await chain.setAutomine(true);
    }
    const [policy] = (await paid())?.policy_id ? await ada.policies() : [];
    expect(policy).toMatchObject({ quote_id: first.quote_id, status: 'active' });
  });

  test('a draft with a reported payment counts as being paid while the chain is unreachable', async () => {
    const { ada, quote, paid } = await drafted();
    const first = (await quote()).data;
    await ada.report(UNKNOWN, { quote_id: first.quote_id }, workerWith(noChain));
    expect(await paid(workerWith(noChain))).toEqual({
      quote_id: first.quote_id,
      policy_id: null,
      policy_number: null,
    });
  });

  test('a draft can be paid again as soon as another transaction has replaced its canceled payment', async () => {
    const { ada, quote, paid } = await drafted();
    const first = (await quote()).data;
    await chain.setAutomine(false);
    try {
      const hash = await send(ada, first);
      expect((await ada.report(hash, { quote_id: first.quote_id })).status).toBe(202);
      const { nonce, maxFeePerGas } = await chain.getTransaction({ hash });
      await chain.sendTransaction({
        account: ada.account,
        chain: chain.chain,
        to: ada.address,
        value: 0n,
        nonce,
        maxFeePerGas: (maxFeePerGas ?? 0n) * 3n,
        maxPriorityFeePerGas: (maxFeePerGas ?? 0n) * 2n,
      });
      expect(await paid()).not.toBeNull();
    } finally {
      await chain.mine({ blocks: 1 });
      await chain.setAutomine(true);
    }
    expect(await paid()).toBeNull();
    expect((await quote()).status).toBe(200);
  });

  test('a draft whose reported hash never appears can be paid again after two minutes', async () => {
    const { ada, quote, paid } = await drafted();
    const first = (await quote()).data;
    await ada.report(UNKNOWN, { quote_id: first.quote_id });
    expect((await quote()).status).toBe(409);
    const soon = workerWith({ clock: () => Date.now() + 121_000 });
    expect(await paid(soon)).toBeNull();
  });
});

describe('second payment of one draft', () => {
  async function paidTwice() {
    const { ada, quote } = await drafted();
    const [first, second] = [(await quote()).data, (await quote()).data];
    await ada.pay(first);
    const hash = await ada.pay(second);
    await readChains();
    return { ada, second, hash };
  }

  test('a second payment is listed with its promised refund date and announced in a message', async () => {
    const { ada, second, hash } = await paidTwice();
    const [policy] = await ada.policies();
    const { status, data } = await owed(ada);
    expect(status).toBe(200);
    expect(data).toMatchObject([
      {
        reason: 'duplicate',
        status: 'owed',
        quote_id: second.quote_id,
        chain_id: 1337,
        tx_hash: hash,
        currency: 'ETH',
        decimals: 18,
        amount: '600000000000000000',
        refunded_at: null,
        refund_tx_hash: null,
        policy_id: policy?.id,
        policy_number: policy?.policy_number,
      },
    ]);
    const [paidAt, dueAt] = [Date.parse(data[0]?.paid_at ?? ''), Date.parse(data[0]?.refund_due_at ?? '')];
    // Five business days are a week on the calendar, or less from a weekend.
    expect([5, 6, 7]).toContain((dueAt - paidAt) / 86_400_000);
    expect(await messages(ada)).toEqual([
      `You paid twice; we owe you 0.6 ETH. ${policy?.policy_number} was already paid when your second payment arrived (transaction ${hash}). We will send 0.6 ETH back to the wallet that paid within 5 business days. There’s nothing you need to do.`,
    ]);
    await readChains();
    expect(await messages(ada)).toHaveLength(1);
  });

  test('the customer is notified once the refund of a second payment is confirmed', async () => {
    const { ada, second, hash } = await paidTwice();
    const [exception] = (await owed(ada)).data;
    const ready = await prepareRefund(deskCtx(), { exceptionId: exception?.id ?? 0 });
    const refund = await sendReady(ready, UNDERWRITER);
    await readChains();
    await readChains();
    expect((await owed(ada)).data).toMatchObject([
      {
        status: 'refunded',
        quote_id: second.quote_id,
        tx_hash: hash,
        refund_tx_hash: refund,
        refunded_at: expect.any(String),
      },
    ]);
    const told = await messages(ada);
    expect(told).toHaveLength(2);
    expect(told[1]).toContain(`0.6 ETH went back to the wallet that paid, in transaction ${refund}.`);
  });

  test('a second payment is listed only for its own wallet; another wallet gets 404', async () => {
    const { ada } = await paidTwice();
    const eve = await Customer.arrive();
    expect((await owed(eve, ada)).status).toBe(404);
    expect((await owed(eve)).data).toEqual([]);
  });

  test('listing second payments takes one query that reads only its own rows', async () => {
    const { ada } = await paidTwice();
    const copied = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)';
    await env.DB.batch([
      env.DB.prepare(
        `${copied} INSERT INTO payment_exceptions (event_id, wallet, reason, detail, contract, input, status, created_at)
         SELECT -i, '0xother' || i, reason, detail, contract, input, status, created_at
         FROM n, (SELECT * FROM payment_exceptions LIMIT 1)`,
      ),
      env.DB.prepare(
        `${copied} INSERT INTO chain_events (id, kind, chain_id, tx_hash, event_index, block_number, block_hash, block_time,
           quote_id, wallet, amount, status, created_at)
         SELECT -i, kind, chain_id, tx_hash || i, event_index, block_number, block_hash, block_time, quote_id || i,
           '0xother' || i, amount, status, created_at
         FROM n, (SELECT * FROM chain_events WHERE id = (SELECT max(event_id) FROM payment_exceptions))`,
      ),
    ]);
    const { DB, statements, rowsRead } = countingDatabase();
    const path = `/insurance/payment-exceptions/${ada.address}`;
    const answer = await ada.call<PaymentException[]>(path, {}, workerWith({}, { DB }));
    expect(answer.data).toHaveLength(1);
    // The session's two and this one.
    expect(statements.length).toBeLessThanOrEqual(3);
    expect(await rowsRead()).toBeLessThan(20);
    for (const table of ['payment_exceptions', 'chain_events']) {
      await env.DB.prepare(`DELETE FROM ${table} WHERE wallet LIKE '0xother%'`).run();
    }
  });

  test('a second payment stays the same one when it is mined again under another log index', async () => {
    const { ada, quote } = await drafted();
    const [first, second] = [
      (await quote({ chain_id: shaky.chain_id })).data,
      (await quote({ chain_id: shaky.chain_id })).data,
    ];
    await ada.pay(first, shakyChain);
    const snapshot = await shakyChain.snapshot();
    const raw = await signed(ada, second);
    const hash = await mine(raw);
    await shakyChain.mine({ blocks: 3 });
    await readChains();
    const before = (await owed(ada)).data;
    expect(before).toHaveLength(1);
    await revertTo(snapshot, 1);
    // Another purchase goes before it in the same block, so that its log has another index.
    const other = await Customer.arrive();
    const theirs = (await other.quote({ chain_id: shaky.chain_id })).data;
    await shakyChain.setAutomine(false);
    try {
      const ahead = await other.account.signTransaction(await transaction(other, theirs, 100n));
      await shakyChain.sendRawTransaction({ serializedTransaction: ahead });
      await shakyChain.sendRawTransaction({ serializedTransaction: raw });
    } finally {
      await shakyChain.mine({ blocks: 1 });
      await shakyChain.setAutomine(true);
    }
    const { logs } = await shakyChain.getTransactionReceipt({ hash });
    expect(logs[0]?.logIndex).toBeGreaterThan(0);
    await shakyChain.mine({ blocks: 3 });
    for (let run = 0; run < 3; run += 1) await readChains();
    expect(await rows(`SELECT event_index, status FROM ${EXCEPTIONS} WHERE tx_hash = ?`, hash)).toEqual([
      { event_index: logs[0]?.logIndex, status: 'open' },
    ]);
    expect((await owed(ada)).data).toMatchObject([{ id: before[0]?.id, status: 'owed' }]);
    expect((await other.policies()).map(({ status }) => status)).toEqual(['active']);
  });
});

const transaction = async (customer: Customer, quote: QuoteAnswer, gwei: bigint) => {
  const { to, data, value } = quote.payment as EvmPayment;
  return {
    type: 'eip1559' as const,
    chainId: shaky.chain_id,
    nonce: await shakyChain.getTransactionCount({ address: customer.address }),
    to: to as Hex,
    data: data as Hex,
    value: BigInt(value),
    gas: 300_000n,
    maxFeePerGas: gwei * 2n * 10n ** 9n,
    maxPriorityFeePerGas: gwei * 10n ** 9n,
  };
};
const signed = async (customer: Customer, quote: QuoteAnswer) =>
  customer.account.signTransaction(await transaction(customer, quote, 1n));
const mine = async (serializedTransaction: Hex) => {
  const hash = await shakyChain.sendRawTransaction({ serializedTransaction });
  await shakyChain.waitForTransactionReceipt({ hash });
  return hash;
};
