import { env } from 'cloudflare:workers';
import { type Hex, parseGwei } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RelayAccount } from '#domain/admin/relay-schema.ts';
import type { ConfigAnswer, HealthAnswer } from '#domain/health/schema.ts';
import { Admin } from '../../../test/admin.ts';
import { dyingDatabase } from '../../../test/faults.ts';
import {
  Customer,
  call,
  chain,
  later,
  localAccount,
  rows,
  runSchedule,
  scanFromHere,
  workerWith,
} from '../../../test/harness.ts';
import {
  advanceMined,
  advanceWith,
  arrivePoor,
  authorize,
  CHAIN,
  dyingAt,
  quoteUsdc,
  RELAY,
  relay,
  sendUsdc,
  sendWith,
  setRelayBalance,
  usdcOf,
} from '../../../test/relay.ts';

const ETHER = 10n ** 18n;

beforeEach(async () => {
  await rows('DELETE FROM relayed_purchases');
  await rows("DELETE FROM job_cursors WHERE name LIKE 'relay:%'");
  await scanFromHere();
  await setRelayBalance(ETHER);
  await advanceWith();
});

/** A poor customer with a quote and the authorization to pay for it. */
async function ready() {
  const customer = await arrivePoor();
  const quote = await quoteUsdc(customer);
  const signature = await authorize(customer, quote);
  const order = {
    chain_id: CHAIN,
    quoteId: quote.quote_id,
    wallet: customer.address.toLowerCase(),
    authorization: signature,
  };
  return { customer, quote, signature, order };
}

const kept = () =>
  rows<{ state: string; tx_hash: `0x${string}`; nonce: number }>('SELECT * FROM relayed_purchases');
const bought = async (quoteId: string) => {
  await runSchedule({}, {}, ['scan', 'confirm']);
  return rows('SELECT status FROM policies WHERE quote_id = ?', quoteId);
};

test('a holder without coins buys by one signature, which the relay sends and pays for', async () => {
  const { customer, quote, signature } = await ready();
  expect(quote.authorization?.relay).toBe(true);
  const sent = await relay(customer, quote.quote_id, signature);
  expect(sent.status).toBe(202);
  expect(await relay(customer, quote.quote_id, signature)).toMatchObject({ status: 202, data: sent.data });
  await chain.waitForTransactionReceipt({ hash: sent.data.tx_hash });
  expect(await customer.report(sent.data.tx_hash)).toMatchObject({ status: 201, data: { status: 'active' } });
  expect([await usdcOf(customer.address), await chain.getBalance({ address: customer.address })]).toEqual([
    0n,
    0n,
  ]);
  await runSchedule({}, {}, ['record rate', 'relay', 'fees']);
  expect(await kept()).toMatchObject([{ state: 'bought', tx_hash: sent.data.tx_hash }]);
  const { gasUsed, effectiveGasPrice } = await chain.getTransactionReceipt({ hash: sent.data.tx_hash });
  expect(await rows('SELECT amount FROM transaction_fees WHERE tx_hash = ?', sent.data.tx_hash)).toEqual([
    { amount: String(gasUsed * effectiveGasPrice) },
  ]);
  expect(await rows("SELECT mark FROM job_cursors WHERE name = 'fees:1337'")).toEqual(
    await rows('SELECT ended_at AS mark FROM relayed_purchases'),
  );
  const grace = await Admin.arrive('Grace Hopper', 'auditor');
  const balance = String(await chain.getBalance({ address: RELAY }));
  const { data: desk } = await grace.call<RelayAccount[]>('/admin/relays');
  const here = desk.find(({ chain_id }) => chain_id === 1337);
  expect(here).toMatchObject({ account: RELAY, balance, offered: true, purchases: 1, gas_a_day: 30_000_000 });
  const [fee] = await rows<{ usd_micros: number }>(
    'SELECT usd_micros FROM transaction_fees WHERE tx_hash = ?',
    sent.data.tx_hash,
  );
  expect(here?.fees_usd_micros).toBe(fee?.usd_micros);
  // Once more, after everything has ended.
  expect((await relay(customer, quote.quote_id, signature)).data).toEqual(sent.data);
});

/** The chain loses what came after the snapshot, and another customer buys. */
async function buyAfterReorganization(snapshot: Hex) {
  await chain.revert({ id: snapshot });
  await chain.mine({ blocks: 2 });
  const next = await ready();
  await sendWith(next.order);
  await advanceWith();
  await advanceMined();
  return next;
}

describe('what the relay refuses', () => {
  test("somebody else's quote and an unknown one are not found", async () => {
    const { quote, signature } = await ready();
    const eve = await Customer.arrive();
    expect((await relay(eve, quote.quote_id, signature)).status).toBe(404);
    expect((await relay(eve, `0x${'9'.repeat(64)}`, signature)).status).toBe(404);
    expect(await kept()).toEqual([]);
  });

  test('a signature of somebody else, a price that expires at once and a quote in coins are refused with a sentence', async () => {
    const { customer, quote, signature, order } = await ready();
    const eve = await Customer.arrive();
    const forged = await relay(customer, quote.quote_id, await authorize(eve, quote));
    expect(forged).toMatchObject({ status: 422, message: expect.stringContaining('the signature is not') });
    expect(await sendWith(order, later(1_760_000))).toMatchObject({ refused: 'invalid' });
    const coins = (await eve.quote()).data;
    expect(coins.authorization).toBeNull();
    expect((await relay(eve, coins.quote_id, signature)).status).toBe(422);
    expect(await kept()).toEqual([]);
  });

  test('a wallet has five payments a day sent', async () => {
    const { order } = await ready();
    const now = new Date().toISOString();
    const others = Array.from({ length: 5 }, (_, nonce) =>
      env.DB.prepare(
        `INSERT INTO relayed_purchases (chain_id, sender, nonce, quote_id, wallet, data, gas, valid_until, state, tx_hash,
           raw, is_empty, signed, max_fee, tip, fee_cap, created_at, signed_at)
         VALUES ('other', '0x', ?1, ?1, ?2, '0x', 1, ?3, 'failed', '0x', '0x', 0, '[]', '1', '1', '1', ?3, ?3)`,
      ).bind(nonce, order.wallet, now),
    );
    await env.DB.batch(others);
    expect(await sendWith(order)).toMatchObject({
      refused: 'unavailable',
      message: expect.stringContaining('5'),
    });
    await env.DB.prepare("DELETE FROM relayed_purchases WHERE nonce = 4 AND chain_id = 'other'").run();
    expect(await sendWith(order)).toHaveProperty('txHash');
  });

  test("a chain's gas of a day is bounded", async () => {
    const { order } = await ready();
    const insert = (gas: number) =>
      env.DB.prepare(
        `INSERT OR REPLACE INTO relayed_purchases (id, chain_id, sender, nonce, quote_id, wallet, data, gas, valid_until, state,
           tx_hash, raw, is_empty, signed, max_fee, tip, fee_cap, created_at, signed_at)
         VALUES (1, ?1, '0x', 0, '0x', '0x', '0x', ?2, ?3, 'failed', '0x', '0x', 0, '[]', '1', '1', '1', ?3, ?3)`,
      )
        .bind(CHAIN, gas, new Date().toISOString())
        .run();
    await insert(29_900_000);
    expect(await sendWith(order)).toMatchObject({ refused: 'unavailable' });
    await insert(29_700_000);
    expect(await sendWith(order)).toHaveProperty('txHash');
  });

  test('a network fee beyond a tenth of the premium is left to the customer', async () => {
    const { order } = await ready();
    await setRelayBalance(1000n * ETHER);
    // 120 dollars are 0.06 ether, or some 380 gwei for each unit of gas.
    await chain.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('250') });
    await chain.mine({ blocks: 1 });
    expect(await sendWith(order)).toMatchObject({
      refused: 'unavailable',
      message: 'The network fee is too high for us to pay at the moment. You can send it from your wallet.',
    });
    await chain.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') });
    await chain.mine({ blocks: 1 });
    expect(await sendWith(order)).toHaveProperty('txHash');
  });
});

test('below its minimum balance the relay is offered nowhere, and health says so', async () => {
  const { customer, order } = await ready();
  const shown = async () => {
    const reach = workerWith({});
    const config = await call<ConfigAnswer>('/config', {}, reach);
    const health = await call<HealthAnswer>('/health', {}, reach);
    const usdc = config.data.chains[0]?.currencies.find(({ symbol }) => symbol === 'USDC');
    const offered = (await quoteUsdc(customer, reach)).authorization?.relay;
    return [usdc?.authorization, offered, health.data.chains[0]?.relay];
  };
  expect(await shown()).toEqual([{ relay: true }, true, 'ok']);
  await setRelayBalance(10n ** 12n);
  expect(await sendWith(order)).toMatchObject({ refused: 'unavailable' });
  expect(await shown()).toEqual([{ relay: false }, false, 'balance_low']);
  await setRelayBalance(ETHER);
  await runSchedule({}, {}, ['relay']);
  expect(await shown()).toEqual([{ relay: true }, true, 'ok']);
});

describe('a relay that is killed', () => {
  const expectOnce = async (quoteId: string) => {
    await advanceWith();
    await advanceMined();
    expect(await kept()).toMatchObject([{ state: 'bought' }]);
    expect(await bought(quoteId)).toEqual([{ status: 'active' }]);
  };

  test('before it stores a transaction has sent nothing, and sends it when it is asked again', async () => {
    const { order } = await ready();
    const DB = dyingDatabase(/coalesce\(max\("nonce"\)/i);
    await expect(sendWith(order, {}, { DB })).rejects.toThrow('Failed query');
    expect(await kept()).toEqual([]);
    await sendWith(order);
    await expectOnce(order.quoteId);
  });

  test('between storing and sending sends the stored transaction later', async () => {
    const { order } = await ready();
    const DB = dyingDatabase(/insert into "relayed_purchases"/i);
    await expect(sendWith(order, {}, { DB })).rejects.toThrow('Failed query');
    const [row] = await kept();
    await expect(chain.getTransaction({ hash: row?.tx_hash ?? '0x' })).rejects.toThrow();
    await expectOnce(order.quoteId);
    expect((await kept())[0]?.tx_hash).toBe(row?.tx_hash);
  });

  test.each([
    'before',
    'after',
  ] as const)('%s sending answers the stored transaction, which is mined once', async (when) => {
    const { order } = await ready();
    const answer = await sendWith(order, dyingAt('eth_sendRawTransaction', when));
    const [row] = await kept();
    expect(answer).toEqual({ txHash: row?.tx_hash });
    expect(await sendWith(order)).toEqual(answer);
    await expectOnce(order.quoteId);
  });
});

describe('a transaction that is not mined', () => {
  /** Sent while nothing is mined. */
  async function waiting() {
    const all = await ready();
    await chain.setAutomine(false);
    await sendWith(all.order);
    return all;
  }

  test('is sent again with a higher fee and the same nonce, and either one buys the quote once', async () => {
    try {
      const { order } = await waiting();
      const [first] = await kept();
      await advanceWith(later(47_000));
      expect(await kept()).toEqual([first]);
      await advanceWith(later(49_000));
      const [second] = await kept();
      expect(second?.nonce).toBe(first?.nonce);
      expect(second?.tx_hash).not.toBe(first?.tx_hash);
      expect(await sendWith(order)).toEqual({ txHash: second?.tx_hash });
      await advanceMined();
      expect(await kept()).toMatchObject([{ state: 'bought', tx_hash: second?.tx_hash }]);
      expect(await bought(order.quoteId)).toHaveLength(1);
    } finally {
      await chain.setAutomine(true);
    }
  });

  /** Its holder spends the money elsewhere before it is mined, so that it would revert. */
  async function replaced() {
    try {
      const all = await waiting();
      const [first] = await kept();
      await chain.dropTransaction({ hash: first?.tx_hash ?? '0x' });
      await chain.setBalance({ address: all.customer.address, value: ETHER });
      await chain.setAutomine(true);
      await sendUsdc(all.customer.account, localAccount(5).address, 1_200_000_000n);
      await advanceWith();
      await advanceMined();
      return { ...all, first };
    } finally {
      await chain.setAutomine(true);
    }
  }

  test('and would now revert is replaced by an empty one, and the next purchase takes the next nonce', async () => {
    const { order, first } = await replaced();
    const [row] = await kept();
    expect(row).toMatchObject({ state: 'replaced', nonce: first?.nonce });
    const empty = await chain.getTransaction({ hash: row?.tx_hash ?? '0x' });
    expect([empty.to, empty.input, empty.nonce]).toEqual([RELAY.toLowerCase(), '0x', first?.nonce]);
    expect(await bought(order.quoteId)).toEqual([]);
    const next = await ready();
    await sendWith(next.order);
    expect((await kept()).map(({ nonce }) => nonce)).toEqual([first?.nonce, (first?.nonce ?? 0) + 1]);
    await advanceMined();
    expect(await bought(next.order.quoteId)).toHaveLength(1);
  });

  test('and was replaced frees its nonce again after a reorganization, so that the next purchase is mined', async () => {
    const snapshot = await chain.snapshot();
    const { order, first } = await replaced();
    expect(await kept()).toMatchObject([{ state: 'replaced' }]);
    const next = await buyAfterReorganization(snapshot);
    expect(await kept()).toMatchObject([
      { state: 'replaced', nonce: first?.nonce },
      { state: 'bought', nonce: (first?.nonce ?? 0) + 1 },
    ]);
    expect([await bought(order.quoteId), await bought(next.order.quoteId)]).toEqual([
      [],
      [{ status: 'active' }],
    ]);
  });
});

test('a purchase that a reorganization removes after it counted as bought is sent again, and the next one is mined too', async () => {
  const { order } = await ready();
  const snapshot = await chain.snapshot();
  await sendWith(order);
  await advanceMined();
  expect(await kept()).toMatchObject([{ state: 'bought' }]);
  const next = await buyAfterReorganization(snapshot);
  expect((await kept()).map(({ state }) => state)).toEqual(['bought', 'bought']);
  expect(await bought(next.order.quoteId)).toEqual([{ status: 'active' }]);
  expect(await bought(order.quoteId)).toEqual([{ status: 'active' }]);
});

describe('a purchase under way while the key of the account is rotated', () => {
  const rotated = {
    RELAY_KEYS: JSON.stringify({ [CHAIN]: `0x${'7'.repeat(64)}` }),
  } as unknown as Partial<Env>;

  /** Sent by the former key, and forgotten by the node before it was mined. */
  async function forgotten() {
    const { order } = await ready();
    await chain.setAutomine(false);
    try {
      await sendWith(order);
      const [row] = await kept();
      await chain.dropTransaction({ hash: row?.tx_hash ?? '0x' });
      return { order, row };
    } finally {
      await chain.setAutomine(true);
    }
  }

  test('is sent again as the former key signed it, and bought once', async () => {
    const { order, row } = await forgotten();
    expect(await sendWith(order, {}, rotated)).toEqual({ txHash: row?.tx_hash });
    await advanceWith({}, rotated);
    await advanceMined({}, rotated);
    expect(await kept()).toMatchObject([{ state: 'bought', tx_hash: row?.tx_hash, nonce: row?.nonce }]);
    expect(await bought(order.quoteId)).toEqual([{ status: 'active' }]);
  });

  test('is lost once its quote has expired unmined, and the new key starts with its own nonce', async () => {
    const { order } = await forgotten();
    await setRelayBalance(0n);
    await advanceWith(later(20 * 60_000), rotated);
    expect(await kept()).toMatchObject([{ state: 'open' }]);
    await advanceWith(later(31 * 60_000), rotated);
    expect(await kept()).toMatchObject([{ state: 'lost' }]);
    expect(await bought(order.quoteId)).toEqual([]);
    await chain.setBalance({ address: privateKeyToAddress(`0x${'7'.repeat(64)}`), value: ETHER });
    const next = await ready();
    await sendWith(next.order, {}, rotated);
    expect(await kept()).toMatchObject([{ state: 'lost' }, { state: 'open', nonce: 0 }]);
    await advanceMined({}, rotated);
    expect(await bought(next.order.quoteId)).toEqual([{ status: 'active' }]);
  });
});
