/** Entries of events that are confirmed in another order than the chain's, or by several runs at once. */

import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { EFFECTS } from '#worker/settlement/effects/effects.ts';
import { confirmEvent } from '#worker/settlement/ledger/confirm.ts';
import { cancelPolicy, deskCtx, insured, raced } from '../../../test/desk.ts';
import { Customer, readChains, rows, scanFromHere, shaky, shakyChain } from '../../../test/harness.ts';
import { revertTo } from '../../../test/registry.ts';
import { misbooked } from './repository.ts';

test('what a holder could not receive of a refund is worth what was refunded, even if the refund is confirmed later', async () => {
  const ctx = deskCtx();
  const { customer, policy } = await insured();
  await cancelPolicy(customer, policy.id);
  const [paid] = await rows<{ amount: string }>(
    'SELECT amount FROM chain_events WHERE quote_id = ?',
    policy.quote_id,
  );
  const half = (BigInt(paid?.amount ?? 0) / 2n).toString();
  const add = async (kind: ChainEventRow['kind'], [blocks, index]: [number, number], outcome?: string) => {
    const [row] = await rows<ChainEventRow>(
      `INSERT INTO chain_events (kind, chain_id, contract, tx_hash, event_index, block_number, block_hash, block_time, quote_id,
         wallet, token, amount, outcome, cover_until, status, created_at)
       SELECT ?, chain_id, contract, ?, ?, block_number + ?, block_hash, block_time, quote_id, wallet, token, ?, ?, block_time,
         'unconfirmed', created_at FROM chain_events WHERE quote_id = ? AND kind = 'purchased' RETURNING *`,
      ...[kind, `0xrefund${blocks}`, index, blocks, half, outcome ?? null, policy.quote_id],
    );
    if (!row) throw new Error('No event');
    return row;
  };
  const refund = await add('premium_refunded', [1, 0], 'cancelled');
  const owed = await add('payment_owed', [1, 1]);
  const taken = await add('owed_paid', [2, 0]);
  // Its holder does something meanwhile.
  const meanwhile = raced(ctx, 'UPDATE policies SET version = version + 1 WHERE id = ?', policy.id);
  expect(await confirmEvent(meanwhile, EFFECTS, refund)).toBe(false);
  for (const event of [owed, taken, refund, owed, taken]) await confirmEvent(ctx, EFFECTS, event);
  expect(
    await rows("SELECT kind, sign, cents FROM entries WHERE tx_hash LIKE '0xrefund%' ORDER BY id"),
  ).toEqual([
    { kind: 'refund', sign: 1, cents: 60_000 },
    { kind: 'payment_owed', sign: 1, cents: 60_000 },
    { kind: 'owed_paid', sign: 1, cents: 60_000 },
  ]);
});

test('runs, a sweep and reports that meet book each event once, and cancel it once', async () => {
  await scanFromHere();
  const customer = await Customer.arrive();
  const quote = (await customer.quote({ chain_id: shaky.chain_id })).data;
  await readChains();
  const snapshot = await shakyChain.snapshot();
  const hash = await customer.pay(quote, shakyChain);
  const again = await customer.quote({ chain_id: shaky.chain_id });
  const second = await customer.pay(again.data, shakyChain);
  await shakyChain.mine({ blocks: 4 });
  const swept = () =>
    rows(
      "UPDATE scan_cursors SET swept_at = '2026-01-01T00:00:00.000Z' WHERE swept_at IS NOT NULL RETURNING chain_id",
    );
  const report = (tx: string) => customer.report(tx as Hex, { chain_id: shaky.chain_id });
  const meet = async () => {
    await swept();
    await Promise.all([readChains(), report(hash), readChains(), report(second), readChains(), report(hash)]);
    await readChains();
  };
  const entries = () =>
    rows('SELECT tx_hash, sign FROM entries WHERE tx_hash IN (?, ?) ORDER BY tx_hash, id', hash, second);
  const [one, other] = [hash, second].sort();
  await meet();
  expect(await entries()).toEqual([
    { tx_hash: one, sign: 1 },
    { tx_hash: other, sign: 1 },
  ]);
  await revertTo(snapshot, 8);
  await meet();
  expect(await entries()).toEqual([
    { tx_hash: one, sign: 1 },
    { tx_hash: one, sign: -1 },
    { tx_hash: other, sign: 1 },
    { tx_hash: other, sign: -1 },
  ]);
  expect(await misbooked(deskCtx().db, '', '9')).toEqual([]);
});
