/** Lost and damaged rows of the ledger on a chain without a contract, where the ledger itself stands in for one. */
import { beforeAll, expect, test } from 'vitest';
import { fakeNode } from '../../../test/fake-node.ts';
import { rows } from '../../../test/harness.ts';
import { type Books, books, DAMAGES, damage, ledger, lose, repaired } from '../../../test/ledger.ts';
import { insuredOnPolkadot, readPolkadot, sendFromRecipient } from '../../../test/polkadot.ts';
import { exceptionsOf, PolkadotDesk, type Ready } from '../../../test/polkadot-desk.ts';

let before: Books = {};

/** Two policies with a claim paid twice and a payment repeated, one refund sent twice. */
beforeAll(async () => {
  await fakeNode();
  const desk = await PolkadotDesk.open();
  const one = await insuredOnPolkadot();
  const claim = await desk.approvedClaim(one.customer, one.policy);
  const payout = (await desk.prepareClaim(claim.id)).data;
  for (const _ of [1, 2]) await sendFromRecipient(payout, one.customer.account);
  await readPolkadot();
  await one.customer.pay(one.quote);
  await readPolkadot();
  const [owed] = await exceptionsOf(one.customer);
  const refund = (await desk.call<Ready>(`/exceptions/${owed?.id}/refund`, { method: 'POST' })).data;
  for (const _ of [1, 2]) await sendFromRecipient(refund, one.customer.account);
  for (let run = 0; run < 2; run += 1) await readPolkadot();
  before = await books();
});

test('a ledger of payments by transfer has every kind that such a chain shows', async () => {
  expect((await ledger()).map(({ kind }) => kind)).toEqual([
    ...['purchased', 'claim_paid', 'paid_in_error', 'purchased', 'premium_refunded', 'paid_in_error'],
  ]);
  expect(await rows("SELECT id FROM chain_events WHERE status <> 'confirmed'")).toEqual([]);
});

test('a ledger of payments by transfer is the same after each row was lost and the chain read again', async () => {
  for (const { id, kind } of await ledger()) {
    await lose(id);
    expect(await repaired(before, readPolkadot), `${kind} ${id}`).toEqual(before);
  }
});

test.each(
  DAMAGES,
)('a ledger of payments by transfer is the same after its rows %s and the chain is read again', async (_what, sql) => {
  await damage(sql);
  expect(await repaired(before, readPolkadot)).toEqual(before);
});
