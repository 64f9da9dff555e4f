import { getMultisigAccountId } from '@polkadot-api/substrate-bindings';
import { describe, expect, test } from 'vitest';
import { claimRemark, refundRemark } from '#domain/payouts/remark.ts';
import { substrateOver } from '../../../../test/books.ts';
import {
  addProxy,
  asMulti,
  batch,
  encoded,
  proxied,
  remark,
  type SubstrateAccount,
  type SubstrateCall,
  send,
  sendTogether,
  sr25519Account,
  substrate,
  transfer,
} from '../../../../test/substrate.ts';
import {
  alice,
  bob,
  books,
  charlie,
  DAY,
  quoteFor,
  ROC,
  START_DAY,
  seenIn,
  seenInBlock,
  startWithoutRecords,
} from '../../../../test/substrate-payments.ts';

const mooring = sr25519Account('Mooring');

startWithoutRecords();

describe('A payout on a Substrate chain', () => {
  const incidentAt = 1_790_000_000;

  /** A policy on record, without its payment. */
  async function policyOf(holder: SubstrateAccount) {
    const quote = await quoteFor(holder);
    const { sold, quoteId } = quote;
    books.entries.set(quoteId, {
      holder: holder.key,
      active: true,
      coverageUsd: 500_000,
      paidOutUsd: 0,
      claims: 0,
      start: sold.startDay * DAY,
      end: (sold.endDay + 1) * DAY,
    });
    return quote;
  }
  const payout = (to: { key: string }, amount: bigint, text: string): SubstrateCall =>
    batch('batch_all', [transfer(to, amount), remark(text)]);

  test('is what our recipient pays to the holder, itself or through its proxy', async () => {
    const { quoteId } = await policyOf(bob);
    const text = claimRemark({ quoteId, claimNumber: 1, incidentAt, usd: 700 });
    const paid = { kind: 'claim_paid', contract: substrate.recipient, quote_id: quoteId, holder: bob.key };
    const figures = { amount: 7n * ROC, usd: 700, claimNumber: 1, incidentAt, token: null };
    const itself = payout(bob, 7n * ROC, text);
    const [direct] = await seenInBlock(await sendTogether([mooring, itself], [mooring, addProxy(charlie)]));
    expect(direct).toMatchObject({ ...paid, ...figures });
    const [through] = await seenIn(await send(charlie, proxied(mooring, payout(bob, 7n * ROC, text))));
    expect(through).toMatchObject({ ...paid, ...figures });

    // A remark is about the transfers of its own account, and money that others got is no payout: it left for nothing.
    const lost = { kind: 'paid_in_error', contract: substrate.recipient, amount: 7n * ROC };
    const byProxy = batch('batch_all', [proxied(mooring, transfer(bob, 7n * ROC)), remark(text)]);
    const sent = await sendTogether([charlie, byProxy], [alice, payout(bob, 7n * ROC, text)]);
    expect(await seenInBlock(sent)).toMatchObject([{ ...lost, holder: bob.key, tx_hash: sent[0]?.hash }]);
    expect(await seenIn(await send(mooring, payout(alice, 7n * ROC, text)))).toMatchObject([
      { ...lost, holder: alice.key },
    ]);
  });

  test('is read out of the calls of a multisig', async () => {
    const signers = [alice, bob];
    const keys = signers.map(({ key }) => Uint8Array.from(Buffer.from(key.slice(2), 'hex')));
    const key = `0x${Buffer.from(getMultisigAccountId({ threshold: 2, signatories: keys })).toString('hex')}`;
    const many = substrateOver(books, { config: { recipient: key } });
    await send(alice, transfer({ key }, 20n * ROC));
    const { quoteId } = await policyOf(charlie);
    const text = claimRemark({ quoteId, claimNumber: 1, incidentAt, usd: 700 });
    const inner = payout(charlie, 7n * ROC, text);
    const { length } = await encoded(inner);
    const first = await send(alice, asMulti(2, [bob.key], undefined, inner, length));
    expect(await seenIn(first, many)).toEqual([]);
    const timepoint = { height: first.block, index: first.index };
    const second = await send(bob, asMulti(2, [alice.key], timepoint, inner, length));
    expect(await seenIn(second, many)).toMatchObject([
      {
        kind: 'claim_paid',
        contract: key,
        quote_id: quoteId,
        holder: charlie.key,
        amount: 7n * ROC,
        usd: 700,
      },
    ]);
  });

  test('is one for each remark of a batch, and a refund ends the cover', async () => {
    const [one, two, three] = [await policyOf(bob), await policyOf(bob), await policyOf(charlie)];
    const claim = claimRemark({ quoteId: one.quoteId, claimNumber: 1, incidentAt, usd: 100 });
    const rejected = refundRemark({ quoteId: two.quoteId, outcome: 'rejected' });
    const canceled = refundRemark({ quoteId: three.quoteId, outcome: 'cancelled' });
    const calls = [
      ...[transfer(bob, ROC), remark(claim), transfer(bob, 6n * ROC), remark(rejected)],
      ...[transfer(charlie, 6n * ROC), remark(canceled)],
    ];
    const refund = { kind: 'premium_refunded', amount: 6n * ROC };
    expect(await seenIn(await send(mooring, batch('batch_all', calls)))).toMatchObject([
      { kind: 'claim_paid', quote_id: one.quoteId, amount: ROC },
      // Its cover hadn't begun.
      { ...refund, quote_id: two.quoteId, outcome: 'rejected', end: START_DAY * DAY },
      { ...refund, quote_id: three.quoteId, outcome: 'cancelled', end: START_DAY * DAY },
    ]);
    // Later only what is left is paid back, and the cover ends with its block.
    const begun = Math.floor(Date.now() / 1000) - 30 * DAY;
    const entry = books.entries.get(two.quoteId);
    if (entry) books.entries.set(two.quoteId, { ...entry, start: begun });
    const partly = payout(bob, 5n * ROC, refundRemark({ quoteId: two.quoteId, outcome: 'cancelled' }));
    const [event] = await seenIn(await send(mooring, partly));
    expect(event).toMatchObject({ ...refund, amount: 5n * ROC, end: event?.block.time });
  });
});
