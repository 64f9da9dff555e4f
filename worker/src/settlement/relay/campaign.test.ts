/**
 * Purchases that are relayed while the relay is killed at any of its requests, its transactions are dropped, and others
 * wait: each is bought exactly once, and none is lost. `npm run test:full` makes 100.
 */
import { env } from 'cloudflare:workers';
import { beforeAll, expect, inject, test } from 'vitest';
import type { Edges } from '#worker/platform/context.ts';
import { dyingDatabase } from '../../../test/faults.ts';
import { chain, later, rows, scanFromHere, usual } from '../../../test/harness.ts';
import { dice } from '../../../test/lies.ts';
import {
  advanceMined,
  advanceWith,
  arrivePoor,
  authorize,
  CHAIN,
  quoteUsdc,
  sendWith,
  setRelayBalance,
  usdcOf,
} from '../../../test/relay.ts';

const STATEMENTS = [
  /from "quotes"/i,
  /coalesce\(max\("nonce"\)/i,
  /insert into "relayed_purchases"/i,
  /update "relayed_purchases"/i,
  /insert into "relays"/i,
];

/** A worker whose connection to the chain ends after so many requests. */
function dying(after: number, ahead: number): Partial<Edges> {
  let left = after;
  return {
    ...later(ahead),
    fetch: (input, init) => {
      left -= 1;
      return left < 0 ? Promise.reject(new TypeError('killed')) : fetch(input, init);
    },
  };
}

beforeAll(async () => {
  await scanFromHere();
  await setRelayBalance(10n ** 21n);
});

const ROUNDS = inject('relayRounds');

test('every relayed purchase is bought exactly once, however often the relay is killed', {
  timeout: 60_000 + ROUNDS * 5_000,
}, async () => {
  const random = dice(25);
  const roll = (sides: number) => Math.floor(random() * sides);
  for (let round = 0; round < ROUNDS; round += 1) {
    // A day's bounds are tested elsewhere.
    await env.DB.prepare('UPDATE relayed_purchases SET gas = 1').run();
    // Each of these has enough for 80.
    const customer = await arrivePoor(5 + (round % 4));
    const quote = await quoteUsdc(customer);
    const order = {
      chain_id: CHAIN,
      quoteId: quote.quote_id,
      wallet: customer.address.toLowerCase(),
      authorization: await authorize(customer, quote),
    };
    const automine = roll(2) === 0;
    await chain.setAutomine(automine);
    let ahead = 0;
    for (let kills = 0; kills < 3; kills += 1) {
      const run = roll(2) === 0 ? sendWith.bind(null, order) : advanceWith;
      const kill: [Partial<Edges>, Partial<Env>] =
        roll(2) === 0
          ? [dying(roll(9), ahead), {}]
          : [later(ahead), { DB: dyingDatabase(STATEMENTS[roll(STATEMENTS.length)] as RegExp) }];
      await run(...kill).catch(() => {});
      if (roll(3) === 0) ahead += 50_000;
      const [row] = await rows<{ tx_hash: `0x${string}` }>(
        'SELECT tx_hash FROM relayed_purchases WHERE quote_id = ?',
        order.quoteId,
      );
      // A node forgets it.
      if (row && roll(4) === 0) await chain.dropTransaction({ hash: row.tx_hash }).catch(() => {});
    }
    await sendWith(order, later(ahead));
    await advanceWith(later(ahead));
    await chain.setAutomine(true);
    await advanceMined(later(ahead));
    await advanceMined(later(ahead));
    expect(await rows('SELECT state FROM relayed_purchases WHERE quote_id = ?', order.quoteId)).toEqual([
      { state: 'bought' },
    ]);
    expect(await usdcOf(customer.address)).toBe(0n);
    const logs = await chain.getLogs({
      address: usual.contract,
      fromBlock: BigInt(usual.start_block),
      toBlock: 'latest',
    });
    expect(logs.filter(({ topics }) => topics[1] === order.quoteId)).toHaveLength(1);
  }
  expect(await rows("SELECT count(*) AS count FROM relayed_purchases WHERE state = 'bought'")).toEqual([
    { count: ROUNDS },
  ]);
});
