/** Payments without a policy on a chain without a contract, where the event of each has an id of its own. */
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { ChainUnreachable } from '#domain/json-rpc.ts';
import { isUnpriced } from '#worker/money/entries/repository.ts';
import { markDays } from '#worker/platform/db/figure-days.ts';
import { EFFECTS } from '#worker/settlement/effects/effects.ts';
import { confirmEvents } from '#worker/settlement/ledger/confirm.ts';
import { scanChain } from '#worker/settlement/scan/scan.ts';
import { bookAll } from '../../../test/books-year.ts';
import { deskCtx } from '../../../test/desk.ts';
import { fakeNode } from '../../../test/fake-node.ts';
import { moved, recomputeAll } from '../../../test/figures.ts';
import { rows } from '../../../test/harness.ts';
import {
  insuredOnPolkadot,
  PolkadotCustomer,
  payment,
  ROC,
  runWithPolkadot,
  sendFromRecipient,
  withSubstrate,
} from '../../../test/polkadot.ts';
import {
  exceptionsOf,
  GENESIS,
  PolkadotDesk,
  PREMIUM,
  type Ready,
  reach,
} from '../../../test/polkadot-desk.ts';
import { send } from '../../../test/substrate.ts';
import { revalue } from './rates.ts';

let desk: PolkadotDesk;
beforeAll(async () => {
  await fakeNode();
  desk = await PolkadotDesk.open();
  // Notes today's rate of ether.
  await runWithPolkadot();
});

const ofExceptions = (change: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(change)
      .filter(([path]) => path.startsWith('transactions.exceptions.'))
      .map(([path, value]) => [path.slice('transactions.exceptions.'.length), value]),
  );
/** Books every event as it is and recomputes its day, after a change that does neither. */
async function recomputeEvents(): Promise<void> {
  await bookAll();
  const days = await rows<{ at: string }>(
    'SELECT DISTINCT substr(block_time, 1, 10) AS at FROM chain_events',
  );
  await markDays(deskCtx().db, ...days.map(({ at }) => at));
  await recomputeAll();
}

const figuresMovedBy = async (action: () => Promise<unknown>) =>
  ofExceptions(await moved(desk.admin, action, reach));

async function payBack(customer: PolkadotCustomer, id: number | undefined): Promise<void> {
  const ready = await desk.call<Ready>(`/exceptions/${id}/refund`, { method: 'POST' });
  const sent = await sendFromRecipient(ready.data, customer.account);
  const body = { transaction_hash: sent.hash };
  expect((await desk.call(`/exceptions/${id}/refund/confirm`, { body })).status).toBe(200);
}

test('a second payment of a quote is worth its premium, and so is its refund', async () => {
  const { customer, quote } = await insuredOnPolkadot();
  const paid = await figuresMovedBy(async () => {
    const again = await customer.pay(quote);
    await customer.report(again.hash, { block_number: again.block });
  });
  expect(paid).toEqual({
    total: '0 → 1',
    open: '0 → 1',
    'amount.usd': '0.00 → 1200.00',
    'amount.eth': '0.000000000 → 0.600000000',
  });
  const [owed] = await exceptionsOf(customer);
  expect(await figuresMovedBy(() => payBack(customer, owed?.id))).toEqual({
    open: '1 → 0',
    'refunded.usd': '0.00 → 1200.00',
    'refunded.eth': '0.000000000 → 0.600000000',
  });
});

test('a payment of half the amount is worth half the premium', async () => {
  const customer = await PolkadotCustomer.arrive();
  const quote = (await customer.quote()).data;
  const change = await figuresMovedBy(async () => {
    await customer.pay(quote, { amount: PREMIUM / 2n });
    await runWithPolkadot();
  });
  expect(change).toEqual({
    total: '1 → 2',
    open: '0 → 1',
    'amount.usd': '1200.00 → 1800.00',
    'amount.eth': '0.600000000 → 0.900000000',
  });
});

test('a payment that names none of our quotes is worth its amount at the rate of the day', async () => {
  const customer = await PolkadotCustomer.arrive();
  const change = await figuresMovedBy(async () => {
    await send(customer.account, payment(7n * ROC, `0x${'ab'.repeat(32)}`));
    await runWithPolkadot();
  });
  // 20 dollars a coin.
  expect(change).toEqual({
    total: '2 → 3',
    open: '1 → 2',
    'amount.usd': '1800.00 → 1940.00',
    'amount.eth': '0.900000000 → 0.970000000',
  });
});

test('a payment without a rate is valued as soon as there is one', async () => {
  const unvalued = await figuresMovedBy(async () => {
    await rows(
      "UPDATE chain_events SET usd_cents = NULL WHERE id IN (SELECT event_id FROM payment_exceptions WHERE reason = 'unknown_quote')",
    );
    await recomputeEvents();
  });
  expect(unvalued['amount.usd']).toBe('1940.00 → 1800.00');
  const valued = await figuresMovedBy(() => revalue(deskCtx({}, withSubstrate())));
  expect(valued).toEqual({
    'amount.usd': '1800.00 → 1940.00',
    'amount.eth': '0.900000000 → 0.970000000',
  });
});

test('a payment in a coin that is no longer offered is worth nothing, so it holds no month open', async () => {
  const ofIt = "id IN (SELECT event_id FROM payment_exceptions WHERE reason = 'unknown_quote')";
  const ctx = deskCtx({}, withSubstrate());
  const set = async (values: string) => {
    await rows(`UPDATE chain_events SET ${values} WHERE ${ofIt} RETURNING id`);
    await recomputeEvents();
  };
  await set("token = '0x90ne', usd_cents = NULL");
  expect(await isUnpriced(ctx.db, '9')).toBe(true);
  await revalue(ctx);
  expect(await isUnpriced(ctx.db, '9')).toBe(false);
  expect(await rows(`SELECT usd_cents FROM chain_events WHERE ${ofIt}`)).toEqual([{ usd_cents: 0 }]);
  await set('token = NULL, usd_cents = 14000');
});

test('only open exceptions count as open, however often one was refunded', async () => {
  const [refunded] = await rows<{ id: number }>(
    "SELECT id FROM chain_events WHERE kind = 'premium_refunded'",
  );
  const again = env.DB.prepare(
    `INSERT INTO chain_events (kind, chain_id, contract, tx_hash, event_index, block_number, block_hash, block_time, quote_id,
       wallet, amount, outcome, status, created_at, confirmed_at)
     SELECT kind, chain_id, contract, '0xagain', event_index, block_number, block_hash, block_time, quote_id,
       wallet, amount, outcome, status, created_at, confirmed_at FROM chain_events WHERE id = ?`,
  );
  const repeat = async () => {
    await again.bind(refunded?.id).run();
    await recomputeEvents();
  };
  expect(await figuresMovedBy(repeat)).toEqual({
    'refunded.usd': '1200.00 → 2400.00',
    'refunded.eth': '0.600000000 → 1.200000000',
  });
});

test('a second refund of a payment that names no quote gets its value as soon as there is a rate', async () => {
  const customer = await PolkadotCustomer.arrive();
  await send(customer.account, payment(6n * ROC, `0x${'cd'.repeat(32)}`));
  await runWithPolkadot();
  const [owed] = await exceptionsOf(customer);
  const ready = await desk.call<Ready>(`/exceptions/${owed?.id}/refund`, { method: 'POST' });
  await sendFromRecipient(ready.data, customer.account);
  await runWithPolkadot();
  const { hash } = await sendFromRecipient(ready.data, customer.account);
  const ctx = deskCtx({}, withSubstrate());
  const unread: typeof ctx = {
    ...ctx,
    rates: { rates: () => Promise.reject(new ChainUnreachable('No rates')) },
  };
  const [polkadot] = unread.chains.filter(({ id }) => id === GENESIS);
  if (!polkadot) throw new Error('No Polkadot chain');
  await scanChain(unread, polkadot);
  await confirmEvents(unread, polkadot, EFFECTS);
  const booked = () => rows('SELECT kind, sign, cents FROM entries WHERE tx_hash = ? ORDER BY id', hash);
  expect(await booked()).toEqual([{ kind: 'paid_in_error', sign: 1, cents: null }]);
  expect(await isUnpriced(ctx.db, '9')).toBe(true);
  await revalue(ctx);
  // 20 dollars a coin.
  expect(await booked()).toEqual([
    { kind: 'paid_in_error', sign: 1, cents: null },
    { kind: 'paid_in_error', sign: -1, cents: null },
    { kind: 'paid_in_error', sign: 1, cents: 12_000 },
  ]);
  expect(await isUnpriced(ctx.db, '9')).toBe(false);
});
