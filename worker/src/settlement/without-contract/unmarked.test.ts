/** Transfers on a chain without a contract that name no quote: exceptions that go back, or are too small for that. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { LookupAnswer } from '#domain/payments/schema.ts';
import { depositOf, readRuntime } from '#domain/substrate/runtime.ts';
import { fakeNode } from '../../../test/fake-node.ts';
import { later, rows } from '../../../test/harness.ts';
import {
  newAccount,
  PolkadotCustomer,
  payment,
  readPolkadot,
  recipient,
  sendFromRecipient,
} from '../../../test/polkadot.ts';
import { exceptionsOf, GENESIS, PolkadotDesk, PREMIUM, type Ready } from '../../../test/polkadot-desk.ts';
import { askSubstrate, batch, send, transfer } from '../../../test/substrate.ts';

let desk: PolkadotDesk;
beforeAll(async () => {
  await fakeNode();
  desk = await PolkadotDesk.open();
  await rows('UPDATE admins SET payment_exception = 1 WHERE veto RETURNING id');
});

const threads = (customer: PolkadotCustomer) =>
  rows<{ text: string }>(
    `SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id
     WHERE t.wallet = ? AND t.key LIKE 'payment:%' ORDER BY m.id`,
    customer.account.key,
  );
const lookUp = async (customer: PolkadotCustomer, tx_hash: string, block_number: number) => {
  const body = { chain_id: GENESIS, tx_hash, block_number };
  return (await customer.call<LookupAnswer>('/insurance/payments/lookup', { body })).data;
};

/** A customer who sent the premium of a quote without its remark. */
async function forgotRemark(changes: Record<string, unknown> = {}) {
  const customer = await PolkadotCustomer.arrive(await newAccount(200n));
  const quote = (await customer.quote(changes)).data;
  const paid = await send(customer.account, transfer(recipient, BigInt(quote.amount)));
  return { customer, quote, paid };
}

describe('a transfer without a remark', () => {
  test('becomes an exception with a message and a notice, and its sender finds it', async () => {
    const { customer, paid } = await forgotRemark();
    const found = await lookUp(customer, paid.hash, paid.block);
    expect(found.outcome).toBe('under_review');
    expect(found.sentence).toBe(
      'The transfer reached us, but it does not name a quote. We will send it back.',
    );
    await readPolkadot();
    const [owed] = await exceptionsOf(customer);
    expect(owed).toMatchObject({ reason: 'unmarked', status: 'owed', amount: PREMIUM.toString() });
    const [message] = await threads(customer);
    expect(message?.text).toContain('We received your payment of 60 ROC');
    expect(message?.text).toContain('It came without the remark that names its quote');
    const notices = await rows(
      "SELECT 1 FROM outbox WHERE kind = 'payment_excepted' AND wallet LIKE 'admin:%' AND instr(dedupe_key, ?) > 0",
      `:${paid.hash}:excepted:`,
    );
    expect(notices.length).toBeGreaterThan(0);
    const other = await PolkadotCustomer.arrive(await newAccount());
    expect((await lookUp(other, paid.hash, paid.block)).outcome).toBe('another_wallet');
  });

  test('goes back like any payment without a policy, with a message', async () => {
    const { customer } = await forgotRemark();
    await readPolkadot();
    const [owed] = await exceptionsOf(customer);
    const ready = await desk.call<Ready>(`/exceptions/${owed?.id}/refund`, { method: 'POST' });
    expect(ready.data).toMatchObject({ amount: PREMIUM.toString(), recipient: customer.address });
    const sent = await sendFromRecipient(ready.data, customer.account);
    await readPolkadot();
    expect((await exceptionsOf(customer))[0]).toMatchObject({
      status: 'refunded',
      refund_tx_hash: sent.hash,
    });
    expect((await threads(customer)).at(-1)?.text).toContain('We sent your payment of 60 ROC back');
  });
});

describe('a payment that bought nothing and is too small to send back', () => {
  /** What every account must hold, and what such a transfer costs. */
  async function least() {
    const runtime = readRuntime(await askSubstrate<string>('state_getMetadata'));
    return depositOf(runtime);
  }
  const about = (hash: string) =>
    rows<{ id: number }>(
      `SELECT x.id, x.reason, x.status FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id
       WHERE e.tx_hash = ?`,
      hash,
    );

  test.each([
    ['without a remark', null],
    ['with a remark that names no quote', `0x${'ab'.repeat(32)}`],
  ])('is closed with a sentence and owes nothing, %s', async (_, text) => {
    const customer = await PolkadotCustomer.arrive(await newAccount(1n));
    const amount = await least();
    const call = text === null ? transfer(recipient, amount) : payment(amount, text);
    const sent = await send(customer.account, call);
    await readPolkadot();
    await readPolkadot();
    const [found, ...more] = await about(sent.hash);
    expect([found, more]).toMatchObject([{ reason: 'dust', status: 'resolved' }, []]);
    expect(await exceptionsOf(customer)).toEqual([]);
    expect((await threads(customer)).at(-1)?.text).toContain('too small to send back');
    expect(await lookUp(customer, sent.hash, sent.block)).toMatchObject({
      outcome: 'under_review',
      sentence: 'The transfer reached us, but it bought nothing and is too small to send back.',
    });
    const refused = await desk.call(`/exceptions/${found?.id}/refund`, { method: 'POST' });
    expect(refused.status).toBe(409);
    const notices = await rows(
      "SELECT 1 FROM outbox WHERE wallet LIKE 'admin:%' AND instr(dedupe_key, ?) > 0",
      sent.hash,
    );
    expect(notices).toEqual([]);
  });

  test('is owed from two deposits on, each transfer alone', async () => {
    const customer = await PolkadotCustomer.arrive(await newAccount(1n));
    const amount = 2n * (await least());
    const sent = await send(
      customer.account,
      batch('batch_all', [transfer(recipient, amount), transfer(recipient, amount + 1n)]),
    );
    await readPolkadot(later(0));
    expect(await about(sent.hash)).toMatchObject([
      { reason: 'unmarked', status: 'open' },
      { reason: 'unmarked', status: 'open' },
    ]);
    expect((await exceptionsOf(customer)).map((each) => each.amount).toSorted()).toEqual(
      [amount, amount + 1n].map(String),
    );
  });
});
