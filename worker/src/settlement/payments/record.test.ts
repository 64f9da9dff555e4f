import { env } from 'cloudflare:workers';
import { encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import type { EvmPayment, QuoteAnswer } from '#domain/quote/schema.ts';
import {
  CAR,
  Customer,
  chain,
  countingChain,
  later,
  noChain,
  rows,
  shaky,
  shakyChain,
  TRAVEL,
  term,
  usual,
  workerWith,
} from '../../../test/harness.ts';
import { EXCEPTIONS } from '../../../test/registry.ts';

const UNKNOWN = `0x${'5e'.repeat(32)}`;
const HOUR = 3_600_000;

/** A signed-in wallet that has paid a quote and told nobody. */
async function paid(changes: Record<string, unknown> = {}) {
  const customer = await Customer.arrive();
  const quote = (await customer.quote(changes)).data;
  return { customer, quote, hash: await customer.pay(quote) };
}

const send = async (customer: Customer, request: { to?: Hex; data: Hex; value?: bigint }) => {
  const hash = await chain.sendTransaction({
    account: customer.account,
    chain: chain.chain,
    gas: 1_000_000n,
    ...request,
  });
  await chain.waitForTransactionReceipt({ hash });
  return hash;
};

const policiesOf = (customer: Customer) =>
  rows('SELECT id FROM policies WHERE wallet = ?', customer.address.toLowerCase());

describe('payments that match their quote', () => {
  test('a matching payment becomes an active policy: 201, then always 200 with the same policy', async () => {
    const { customer, quote, hash } = await paid();
    const first = await customer.report(hash, { quote_id: quote.quote_id });
    expect(first).toMatchObject({
      status: 201,
      data: {
        quote_id: quote.quote_id,
        status: 'active',
        in_force: true,
        premium: 1200,
        amount: 500_000,
        tx_hash: hash,
        wallet_address: customer.address,
        paid_amount: quote.amount,
      },
    });
    expect(first.data.policy_number).toBe(`POL-${String(first.data.id).padStart(3, '0')}`);
    const again = await customer.report(hash.toUpperCase().replace('0X', '0x'));
    expect(again).toMatchObject({ status: 200, data: { id: first.data.id } });
    expect(await customer.policies()).toEqual([first.data]);
  });

  test('a payment is checked on the chain once and never again', async () => {
    const { customer, hash } = await paid();
    const { seen, edges } = countingChain();
    expect((await customer.report(hash, {}, workerWith(edges))).status).toBe(201);
    // The receipt, and the block that the chain shows at its height.
    expect(seen.requests).toBe(2);
    expect((await customer.report(hash, {}, workerWith(edges))).status).toBe(200);
    expect(seen.requests).toBe(2);
  });

  test('ten concurrent reports of one payment make one policy, one payment, one history line and one sum', async () => {
    const { customer, quote, hash } = await paid();
    const answers = await Promise.all(Array.from({ length: 10 }, () => customer.report(hash)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await policiesOf(customer)).toHaveLength(1);
    expect(await rows('SELECT id FROM chain_events WHERE quote_id = ?', quote.quote_id)).toHaveLength(1);
    const events = await rows(
      'SELECT kind, to_status, amount, rate, usd FROM policy_history WHERE policy_id = ?',
      answers[0]?.data.id,
    );
    expect(events).toEqual([
      { kind: 'opened', to_status: 'active', amount: quote.amount, rate: '2000', usd: 1200 },
    ]);
  });

  test('two wallets that report at the same moment get different policy numbers', async () => {
    const buyers = [await paid(), await paid(), await paid()];
    const answers = await Promise.all(buyers.map(({ customer, hash }) => customer.report(hash)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(3);
  });

  test("a payment adds to its chain's cover in force", async () => {
    const sum = () =>
      rows<{ n: number }>(
        "SELECT sum(coverage_usd) n FROM cover_days WHERE edge = 'ends' AND chain_id = '1337'",
      );
    const [before] = await sum();
    const { customer, hash } = await paid();
    await Promise.all([customer.report(hash), customer.report(hash)]);
    const [after] = await sum();
    expect((after?.n ?? 0) - (before?.n ?? 0)).toBe(500_000);
  });

  test.each([
    ['car', CAR, 'Volvo V60', '2021'],
    ['travel', TRAVEL, 'Bristol → Lisbon', 'United Kingdom'],
  ])('a payment for %s insurance is reported at its own address', async (product, details, first, second) => {
    const { customer, hash } = await paid({ insurance_type: product, details, ...term(60) });
    const body = { wallet_address: customer.address, tx_hash: hash, chain_id: usual.chain_id };
    const wrong = await customer.report(hash);
    expect(wrong).toMatchObject({ status: 422, code: 'payment_mismatch' });
    const answer = await customer.call(`/insurance/${product}-quote`, { body });
    expect(answer).toMatchObject({
      status: 200,
      data: { policy_type: product, detail_1: first, detail_2: second },
    });
  });

  test("the specification's full payload is accepted, as numbers or strings, and has no influence @api-4", async () => {
    const { customer, hash } = await paid();
    const lie = {
      chain_id: '0x539',
      payment_currency: 'ETH',
      premium_eth: '0.0001',
      coverage_duration: 9999,
      coverage_amount: '9000000',
      total_premium: 1,
      ...term(),
      house_type: 'castle',
      year_built: '2020',
      house_address: 'Not specified',
      property_owner_name: 'Unknown',
      property_owner_telephone: 'Not provided',
      property_owner_email: 'x',
    };
    expect(await customer.report(hash, lie)).toMatchObject({
      status: 201,
      data: { amount: 500_000, premium: 1200, detail_1: 'Single Family', detail_2: 'Ada Lovelace' },
    });
    expect((await customer.report(hash, { ...lie, admin: true })).status).toBe(422);
  });

  test.each([
    ['none', null, 'active'],
    ['one', '["The premium is $10,000."]', 'pending'],
  ])('a policy whose quote gave %s reason to review it is at first as it says', async (_, review, status) => {
    const { customer, quote, hash } = await paid();
    await env.DB.prepare('UPDATE quotes SET review = ? WHERE id = ?').bind(review, quote.quote_id).run();
    expect(await customer.report(hash)).toMatchObject({ status: 201, data: { status, in_force: true } });
  });

  test('a deactivated account keeps its cover, but its new policy awaits an administrator @payment-29', async () => {
    const { customer, hash } = await paid();
    await env.DB.prepare("UPDATE accounts SET status = 'inactive' WHERE wallet = ?")
      .bind(customer.address.toLowerCase())
      .run();
    expect(await customer.report(hash)).toMatchObject({
      status: 201,
      data: { status: 'pending', in_force: true },
    });
    expect(await customer.report(hash)).toMatchObject({ status: 200, data: { status: 'pending' } });
  });
});

describe('reports that buy nothing', () => {
  test("reporting another wallet's transaction answers 409 before and after its buyer reports it", async () => {
    const { customer, hash } = await paid();
    const eve = await Customer.arrive();
    expect(await eve.report(hash)).toMatchObject({ status: 409, code: 'transaction_used' });
    expect((await customer.report(hash)).status).toBe(200);
    expect((await eve.report(hash)).status).toBe(409);
    expect(await policiesOf(eve)).toEqual([]);
    expect(await policiesOf(customer)).toHaveLength(1);
  });

  test("a report in another wallet's name is refused", async () => {
    const { customer, hash } = await paid();
    const eve = await Customer.arrive();
    expect((await eve.report(hash, { wallet_address: customer.address })).status).toBe(404);
  });

  test('a report that names a quote other than the paid one is refused', async () => {
    const { customer, hash } = await paid();
    expect(await customer.report(hash, { quote_id: UNKNOWN })).toMatchObject({ status: 422 });
    expect((await customer.report(hash)).status).toBe(200);
    expect(await customer.report(hash, { quote_id: UNKNOWN })).toMatchObject({ status: 422 });
  });

  test('a reverted transaction and one that pays us nothing are refused', async () => {
    const customer = await Customer.arrive();
    const { to, data } = (await customer.quote()).data.payment as EvmPayment;
    const reverted = await send(customer, { to: to as Hex, data: data as Hex, value: 1n });
    expect(await customer.report(reverted)).toMatchObject({ status: 422, code: 'payment_mismatch' });
    expect((await customer.report(reverted)).message).toContain('The transaction failed');
    const gift = await send(customer, { to: customer.address, data: '0x', value: 1n });
    expect(await customer.report(gift)).toMatchObject({ status: 422, code: 'payment_mismatch' });
    expect(await policiesOf(customer)).toEqual([]);
  });

  test('the same event from another contract is refused', async () => {
    const { hash } = await paid();
    const { logs } = await chain.getTransactionReceipt({ hash });
    const [log] = logs;
    if (!log) throw new Error('The purchase emitted nothing');
    // Init code that emits a log with the real one's topics and data from the address being created.
    const words = [...log.topics].reverse().map((topic) => `7f${topic.slice(2)}`);
    const size = (log.data.length - 2) / 2;
    const stores = Array.from({ length: size / 32 }, (_, index) => {
      const word = log.data.slice(2 + index * 64, 66 + index * 64);
      return `7f${word}61${(index * 32).toString(16).padStart(4, '0')}52`;
    });
    const emit = `61${size.toString(16).padStart(4, '0')}6000a${log.topics.length}00`;
    const eve = await Customer.arrive();
    const bytecode = `0x${stores.join('')}${words.join('')}${emit}` as Hex;
    const fake = await send(eve, { data: encodeDeployData({ abi: [], bytecode }) });
    const receipt = await chain.getTransactionReceipt({ hash: fake });
    expect(receipt.logs[0]).toMatchObject({ topics: log.topics, data: log.data });
    expect(await eve.report(fake)).toMatchObject({ status: 422, code: 'payment_mismatch' });
    expect(await policiesOf(eve)).toEqual([]);
  });

  test('a report for a chain that is not on offer is refused', async () => {
    const customer = await Customer.arrive();
    for (const chain_id of [5, '0x5', 'ganache', `0x${'ab'.repeat(32)}`]) {
      expect(await customer.report(UNKNOWN, { chain_id })).toMatchObject({ status: 422 });
    }
  });
});

describe('payments that are not certain yet', () => {
  test('an unknown hash answers 202 to everyone, claims nothing and blocks nobody', async () => {
    const [ada, eve] = [await Customer.arrive(), await Customer.arrive()];
    const { data: quote } = await ada.quote();
    const pending = { id: null, policy_number: null, quote_id: null, status: 'pending' };
    expect(await eve.report(UNKNOWN)).toMatchObject({ status: 202, data: pending });
    const own = await ada.report(UNKNOWN, { quote_id: quote.quote_id });
    expect(own).toMatchObject({ status: 202, data: { ...pending, quote_id: quote.quote_id } });
    expect(await rows('SELECT wallet FROM reported_transactions WHERE tx_hash = ?', UNKNOWN)).toHaveLength(2);
    expect(await policiesOf(ada)).toEqual([]);
  });

  test("a hash that someone else reported first still becomes its buyer's policy", async () => {
    const [ada, eve] = [await Customer.arrive(), await Customer.arrive()];
    const { data: quote } = await ada.quote();
    const { to, data, value } = quote.payment as EvmPayment;
    await chain.setAutomine(false);
    const hash = await chain.sendTransaction({
      account: ada.account,
      chain: chain.chain,
      to: to as Hex,
      data: data as Hex,
      value: BigInt(value),
      gas: 300_000n,
    });
    try {
      expect((await eve.report(hash)).status).toBe(202);
      expect((await ada.report(hash)).status).toBe(202);
    } finally {
      await chain.mine({ blocks: 1 });
      await chain.setAutomine(true);
    }
    expect((await eve.report(hash)).status).toBe(409);
    expect((await ada.report(hash)).data).toMatchObject({ status: 'active' });
    expect(await rows('SELECT wallet FROM reported_transactions WHERE tx_hash = ?', hash)).toEqual([]);
  });

  test('an unreachable chain answers 202 and loses nothing', async () => {
    const { customer, hash } = await paid();
    expect((await customer.report(hash, {}, workerWith(noChain))).status).toBe(202);
    expect((await customer.report(hash)).status).toBe(201);
    // Recorded before: that needs no chain.
    expect((await customer.report(hash, {}, workerWith(noChain))).status).toBe(200);
  });

  test('an unknown hash answers 404 only an hour after the quote has expired', async () => {
    const ada = await Customer.arrive();
    const { quote_id } = (await ada.quote()).data;
    const at = (ms: number) => ada.report(UNKNOWN, { quote_id }, workerWith(later(ms)));
    expect((await at(1.5 * HOUR - 60_000)).status).toBe(202);
    expect(await at(1.5 * HOUR + 60_000)).toMatchObject({ status: 404, code: 'not_found' });
    // Another quote of the wallet's that can still be paid keeps the question open when none is named.
    const reach = workerWith(later(2 * HOUR));
    await ada.quote({}, reach);
    expect((await ada.report(UNKNOWN, {}, reach)).status).toBe(202);
    expect((await ada.report(UNKNOWN, { quote_id }, reach)).status).toBe(404);
  });

  test('a policy is pending while its payment lacks confirmations, then active', async () => {
    const ada = await Customer.arrive();
    const { data: quote } = await ada.quote({ chain_id: shaky.chain_id });
    const hash = await ada.pay(quote, shakyChain);
    const report = () => ada.report(hash, { chain_id: shaky.chain_id });
    const young = await report();
    expect(young).toMatchObject({ status: 202, data: { status: 'pending', in_force: false } });
    expect(young.data.id).toBeGreaterThan(0);
    await shakyChain.mine({ blocks: 1 });
    expect((await report()).status).toBe(202);
    await shakyChain.mine({ blocks: 1 });
    expect(await report()).toMatchObject({ status: 200, data: { id: young.data.id, status: 'active' } });
    const kinds = await rows(
      'SELECT kind, from_status, to_status FROM policy_history WHERE policy_id = ?',
      young.data.id,
    );
    expect(kinds).toEqual([
      { kind: 'opened', from_status: null, to_status: 'pending' },
      { kind: 'activated', from_status: 'pending', to_status: 'active' },
    ]);
  });
});

describe('payments without a policy are never dropped', () => {
  const exceptions = (hash: string) => rows(`SELECT * FROM ${EXCEPTIONS} WHERE tx_hash = ?`, hash);

  test('a purchase of an unknown quote becomes an exception', async () => {
    const { customer, quote, hash } = await paid();
    await env.DB.prepare('DELETE FROM quotes WHERE id = ?').bind(quote.quote_id).run();
    const answer = await customer.report(hash);
    expect(answer).toMatchObject({ status: 422, code: 'payment_mismatch' });
    expect(answer.message).toContain('refund');
    expect((await customer.report(hash)).status).toBe(422);
    const { data } = quote.payment as EvmPayment;
    expect(await exceptions(hash)).toMatchObject([
      {
        reason: 'unknown_quote',
        amount: quote.amount,
        quote_id: quote.quote_id,
        status: 'open',
        input: data,
      },
    ]);
    expect(await policiesOf(customer)).toEqual([]);
    const told = await rows<{ text: string }>(
      'SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id WHERE t.wallet = ?',
      customer.address.toLowerCase(),
    );
    expect(told.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^We received your payment of .* \\(transaction ${hash}\\)\\. It matches none of our quotes`,
        ),
      ),
    ]);
  });

  test.each<[string, unknown]>([
    ['wallet', `0x${'12'.repeat(20)}`],
    ['amount', '1'],
    ['coverage_usd', 1],
    ['details_hash', UNKNOWN],
    ['product', 'car'],
    ['token', `0x${'12'.repeat(20)}`],
    ['end_date', '2030-01-01'],
    ['cover_start_date', '2030-01-01'],
    ['contract', `0x${'12'.repeat(20)}`],
    ['chain_id', '31337'],
  ])('a purchase that differs from its quote in %s', async (column, value) => {
    const { customer, quote, hash } = await paid();
    await env.DB.prepare(`UPDATE quotes SET ${column} = ? WHERE id = ?`).bind(value, quote.quote_id).run();
    expect((await customer.report(hash)).status).toBe(422);
    expect(await exceptions(hash)).toMatchObject([{ reason: 'mismatch', status: 'open' }]);
    expect(
      await rows(
        `SELECT s.id FROM policies s JOIN chain_events e ON e.id = s.purchase_event_id WHERE tx_hash = ?`,
        hash,
      ),
    ).toEqual([]);
  });

  test('a late purchase becomes an exception', async () => {
    const { customer, quote, hash } = await paid();
    await env.DB.prepare("UPDATE quotes SET valid_until = '2020-01-01T00:00:00.000Z' WHERE id = ?")
      .bind(quote.quote_id)
      .run();
    expect((await customer.report(hash)).status).toBe(422);
    expect(await exceptions(hash)).toMatchObject([{ reason: 'late' }]);
  });

  test('the second quote of one draft becomes an exception, even when both are reported at once', async () => {
    const ada = await Customer.arrive();
    const draft = await ada.call<{ draft_id: string }>('/insurance/drafts', {
      body: { insurance_type: 'travel', details: TRAVEL, ...term(10) },
    });
    const make = async (): Promise<QuoteAnswer> => {
      const changes = { insurance_type: 'travel', details: undefined, ...draft.data, ...term(10) };
      return (await ada.quote(changes)).data;
    };
    const quotes = [await make(), await make()] as const;
    const hashes = [await ada.pay(quotes[0]), await ada.pay(quotes[1])];
    const report = (hash: string) =>
      ada.call('/insurance/travel-quote', {
        body: { wallet_address: ada.address, tx_hash: hash, chain_id: usual.chain_id },
      });
    const answers = await Promise.all(hashes.map(report));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await policiesOf(ada)).toHaveLength(1);
    const duplicate = hashes[answers.findIndex(({ status }) => status === 422)] ?? '';
    expect(await exceptions(duplicate)).toMatchObject([{ reason: 'duplicate', status: 'open' }]);
    expect((await report(duplicate)).status).toBe(422);
    expect(await exceptions(duplicate)).toHaveLength(1);
  });
});

test("a quote's transaction request is exactly one purchase of the contract", async () => {
  const ada = await Customer.arrive();
  const { payment } = (await ada.quote()).data;
  const { typed_data, signature, data } = payment as EvmPayment;
  const quote = { ...typed_data.message, premium: BigInt(String(typed_data.message.premium)) };
  const expected = encodeFunctionData({
    abi: insurancePaymentAbi,
    functionName: 'purchase',
    args: [quote as never, signature as Hex],
  });
  expect(data).toBe(expected);
});

beforeAll(() => chain.setAutomine(true));
