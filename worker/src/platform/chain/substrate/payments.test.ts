import { describe, expect, test } from 'vitest';
import { type Fetch, Rpc } from '#domain/json-rpc.ts';
import { claimRemark, FUND_REMARK } from '#domain/payouts/remark.ts';
import { paymentId } from '#domain/quote/terms-id.ts';
import { readBalances } from '#domain/substrate/balances.ts';
import type { ChainEvent } from '#worker/platform/chain/chain.ts';
import { substrateOver } from '../../../../test/books.ts';
import {
  askSubstrate,
  asMulti,
  batch,
  bestBlock,
  ecdsaAccount,
  ed25519Account,
  encoded,
  remark,
  type SubstrateAccount,
  send,
  sendTogether,
  signed,
  sr25519Account,
  substrate,
  transfer,
} from '../../../../test/substrate.ts';
import {
  alice,
  bob,
  books,
  chain,
  charlie,
  DAY,
  quoteFor,
  ROC,
  recipient,
  START_DAY,
  seenIn,
  seenInBlock,
  startWithoutRecords,
} from '../../../../test/substrate-payments.ts';

startWithoutRecords();

async function balanceOf({ key }: { key: string }): Promise<bigint> {
  const rpc = new Rpc(substrate.rpc_url, (input, init) => fetch(input, init));
  const { accounts } = await readBalances(rpc, substrate.genesis_hash, [key]);
  return accounts[0]?.free ?? 0n;
}

const pay = (amount: bigint, text: string) => batch('batch_all', [transfer(recipient, amount), remark(text)]);

/** What is owed back: a purchase under the payment's own id. */
const owedTo = (payer: SubstrateAccount, amount: bigint) => ({
  kind: 'purchased',
  holder: payer.key,
  amount,
  productCode: 0,
  coverageUsd: 0,
});

describe('A purchase on a Substrate chain', () => {
  test('is recorded for an account of each kind, the same by scan and by report', async () => {
    for (const payer of [alice, ed25519Account('Alice'), ecdsaAccount('Alice')]) {
      const { quoteId, payment, sold } = await quoteFor(payer);
      expect(payment).toEqual({
        kind: 'substrate',
        genesis_hash: substrate.genesis_hash,
        recipient: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{47,48}$/),
        amount: '6000000000000',
        remark: quoteId,
      });
      expect(chain.quoteIdOf(sold)).toBe(quoteId);
      const before = await balanceOf(payer);
      const included = await send(payer, pay(6n * ROC, quoteId));
      const spent = before - (await balanceOf(payer));
      const [event, ...rest] = await seenIn(included);
      expect(rest).toEqual([]);
      const [block] = await chain.blocks([included.block]);
      expect(event).toEqual({
        kind: 'purchased',
        contract: substrate.recipient,
        quote_id: quoteId,
        holder: payer.key,
        tx_hash: included.hash,
        event_index: expect.any(Number),
        block,
        token: null,
        amount: 6n * ROC,
        productCode: 1,
        coverageUsd: 500_000,
        start: START_DAY * DAY,
        end: (START_DAY + 365) * DAY,
        detailsHash: sold.detailsHash,
      });
      expect(Math.abs((block?.time ?? 0) - Date.now() / 1000)).toBeLessThan(300);
      // Without a block number too, while it is among the newest.
      expect(await chain.transaction(included.hash)).toMatchObject({ state: 'mined', events: [event] });
      // Read again once it is on record, nothing changes.
      books.record([event as ChainEvent]);
      expect((await chain.events(included.block, included.block)).events).toEqual([event]);
      const [fee, none] = await chain.fees([included.hash, `0x${'0'.repeat(64)}`]);
      expect(fee).toBe(spent - 6n * ROC);
      expect(fee).toBeGreaterThan(0n);
      expect(none).toBeNull();
    }
  });

  test('is not recorded if the batch failed: the transaction counts as failed, and as ours', async () => {
    const { quoteId } = await quoteFor(alice);
    const calls = [transfer(recipient, 6n * ROC), transfer(recipient, 10n ** 30n), remark(quoteId)];
    const { hash, block } = await send(alice, batch('batch_all', calls));
    expect(await chain.transaction(hash, block)).toEqual({ state: 'failed', ours: true });
    expect((await chain.events(block, block)).events).toEqual([]);
  });

  test('is not recorded if only the remark of a batch ran, whatever the batch reports', async () => {
    const { quoteId } = await quoteFor(alice);
    const tooMuch = transfer(recipient, 10n ** 30n);
    const failed = batch('batch_all', [batch('batch', [tooMuch]), remark(quoteId)]);
    const interrupted = batch('batch', [remark(quoteId), tooMuch]);
    expect(await seenInBlock(await sendTogether([alice, failed], [alice, interrupted]))).toEqual([]);
  });

  test('is owed back if a batch was interrupted between the transfer and the remark', async () => {
    const { quoteId } = await quoteFor(alice);
    const calls = [transfer(recipient, 6n * ROC), transfer(recipient, 10n ** 30n), remark(quoteId)];
    const included = await send(alice, batch('batch', calls));
    const [event] = await seenIn(included);
    expect(event).toMatchObject(owedTo(alice, 6n * ROC));
    expect(event).not.toHaveProperty('misfits');
    const { hash: txHash } = included;
    expect(event?.quote_id).toBe(paymentId(substrate.genesis_hash, txHash, event?.event_index ?? -1));
  });

  test('is owed back to the payer if the amount is too small, or the account or the remark is different', async () => {
    const { quoteId, sold } = await quoteFor(alice);
    const unknown = `0x${'77'.repeat(32)}`;
    const [small, other, strange, words, ...rest] = await seenInBlock(
      await sendTogether(
        [alice, pay(6n * ROC - 1n, quoteId)],
        [bob, pay(6n * ROC, quoteId)],
        [alice, pay(6n * ROC, unknown)],
        [alice, pay(6n * ROC, 'Hello')],
      ),
    );
    expect(rest).toEqual([]);
    expect(small).toMatchObject({ ...owedTo(alice, 6n * ROC - 1n), misfits: quoteId });
    expect(other).toMatchObject({ ...owedTo(bob, 6n * ROC), misfits: quoteId });
    expect(strange).toMatchObject(owedTo(alice, 6n * ROC));
    expect(words).toMatchObject(owedTo(alice, 6n * ROC));
    const ids = [small, other, strange, words].map((event) => event?.quote_id);
    expect(new Set([...ids, quoteId, unknown]).size).toBe(6);

    // What they paid is in the evidence, so that the refund needs no quote.
    if (small?.kind !== 'purchased') throw new Error('There is no purchase');
    const evidence = await chain.evidence(small);
    const owed = chain.quoteInEvidence(evidence, small.quote_id);
    expect(owed).toMatchObject({ holder: alice.key, amount: 6n * ROC - 1n, contract: sold.contract });
    expect(owed && chain.quoteIdOf(owed)).toBe(small.quote_id);
    expect(chain.quoteInEvidence(evidence, quoteId)).toBeNull();
    expect(chain.quoteInEvidence('0x1234', quoteId)).toBeNull();

    // None of them stands in the way of the real payment.
    books.record([small, other, strange, words] as ChainEvent[]);
    const [bought] = await seenIn(await send(alice, pay(6n * ROC, quoteId)));
    expect(bought).toMatchObject({ quote_id: quoteId, holder: alice.key, productCode: 1 });
  });

  test('is made once: a second payment of a quote, and of an old one, is owed back', async () => {
    const { quoteId } = await quoteFor(alice);
    const text = quoteId.toUpperCase().replace('0X', '0x');
    // The text of the id names the quote too.
    const twice = [...[transfer(recipient, 6n * ROC), remark(text)], transfer(recipient, 6n * ROC)];
    const [first, second, ...rest] = await seenIn(
      await send(alice, batch('batch_all', [...twice, remark(quoteId)])),
    );
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ quote_id: quoteId, productCode: 1 });
    expect(second).toMatchObject({ ...owedTo(alice, 6n * ROC), repeats: quoteId });
    books.record([first, second] as ChainEvent[]);
    const again = await send(alice, pay(6n * ROC, quoteId));
    expect(await seenIn(again)).toMatchObject([{ ...owedTo(alice, 6n * ROC), repeats: quoteId }]);
    // Both are new to records that know neither.
    books.buyers.clear();
    const { events } = await chain.events(first?.block.number ?? 0, again.block);
    expect(events.map((event) => [event.quote_id === quoteId, 'repeats' in event])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
  });

  test('sums the transfers that its remark is about', async () => {
    const { quoteId } = await quoteFor(alice);
    const calls = [transfer(recipient, 2n * ROC), remark(quoteId), transfer(recipient, 4n * ROC)];
    const [event, ...rest] = await seenIn(await send(alice, batch('batch_all', calls)));
    expect(rest).toEqual([]);
    expect(event).toMatchObject({ quote_id: quoteId, amount: 6n * ROC, productCode: 1 });
  });

  test('still counts for an earlier recipient, but only of a quote that named it', async () => {
    const earlier = sr25519Account('Eve');
    const wide = substrateOver(books, { config: { earlier_recipients: [earlier.key] } });
    const [now, then] = [await quoteFor(alice), await quoteFor(alice)];
    const sold = { ...then.sold, contract: earlier.key };
    const thenId = wide.quoteIdOf(sold);
    books.sold.set(thenId, sold);
    const calls = [now.quoteId, thenId].flatMap((id) => [transfer(earlier, 6n * ROC), remark(id)]);
    const included = await send(alice, batch('batch_all', calls));
    expect(await seenIn(included, wide)).toMatchObject([
      { ...owedTo(alice, 6n * ROC), contract: earlier.key, misfits: now.quoteId },
      { kind: 'purchased', contract: earlier.key, quote_id: thenId, productCode: 1 },
    ]);
    expect((await chain.events(included.block, included.block)).events).toEqual([]);
  });

  test('is owed back if the calls beside it cannot be read, and stops nothing', async () => {
    // An approval of opaque bytes: the chain reads them only to execute them.
    const inner = remark('Opaque');
    const { length } = await encoded(inner);
    const calls = [transfer(recipient, 6n * ROC), asMulti(2, [bob.key], undefined, inner, length)];
    const bytes = await encoded(batch('batch_all', calls));
    const opaque = Buffer.from('Opaque');
    const at = Buffer.from(bytes).indexOf(opaque) - 3;
    bytes[at] = 0xff;
    const [event, ...rest] = await seenIn(await send(alice, bytes));
    expect(event).toMatchObject(owedTo(alice, 6n * ROC));
    expect(rest).toEqual([]);
  });

  test('is not made by money for the pool, and is owed back if it came without any remark', async () => {
    const [pool, unmarked] = [pay(5n * ROC, FUND_REMARK), transfer(recipient, 5n * ROC)];
    const sent = await sendTogether([bob, pool], [bob, unmarked]);
    const [event, ...rest] = await seenInBlock(sent);
    expect(event?.tx_hash).toBe(sent[1]?.hash);
    expect(rest).toEqual([]);
    expect(event).toMatchObject({ ...owedTo(bob, 5n * ROC), unmarked: true });
  });

  test('is read only from a finalized block: one that is replaced before leaves nothing', async () => {
    const { quoteId } = await quoteFor(charlie);
    const final = await bestBlock();
    let finalNumber = final;
    // A chain whose newest block isn't final yet.
    const fetcher: Fetch = (input, init) =>
      fetch(input, {
        ...init,
        body: String(init?.body).replace(
          '"method":"chain_getFinalizedHead","params":[]',
          `"method":"chain_getBlockHash","params":[${finalNumber}]`,
        ),
      });
    const slow = substrateOver(books, { fetcher });
    const { hash, block } = await send(charlie, pay(6n * ROC, quoteId));
    expect(block).toBe(final + 1);
    expect(await slow.head()).toBe(final);
    expect(await slow.transaction(hash, block)).toMatchObject({ state: 'waiting' });
    expect(await slow.transaction(hash)).toMatchObject({ state: 'waiting' });
    expect(await slow.events(block, block)).toEqual({ events: [], last: null });
    expect(await slow.blocks([final, block])).toMatchObject([{ number: final }, null]);

    await askSubstrate('dev_setHead', [final]);
    await askSubstrate('dev_newBlock');
    finalNumber = await bestBlock();
    expect(finalNumber).toBe(block);
    expect(await slow.transaction(hash, block)).toEqual({ state: 'unknown' });
    expect(await slow.transaction(hash)).toEqual({ state: 'unknown' });
    expect(await slow.events(block, block)).toMatchObject({ events: [], last: { number: block } });
  });

  test('waits while it is in the pool of the node', async () => {
    await askSubstrate('dev_setBlockBuildMode', ['Manual']);
    try {
      const quoteId = `0x${'5a'.repeat(32)}`;
      const claim = { quoteId, claimNumber: 3, incidentAt: 1_790_000_000, usd: 150 };
      const text = claimRemark(claim);
      const { bytes, hash } = await signed(bob, pay(ROC, text));
      expect(await chain.transaction(hash)).toEqual({ state: 'unknown' });
      await askSubstrate('author_submitExtrinsic', [bytes]);
      const waiting = await chain.transaction(hash);
      if (waiting.state !== 'waiting') throw new Error(`The transaction is ${waiting.state}`);
      const pays = (change: object) =>
        chain.paysClaim(waiting.call, { contract: chain.contract, ...claim, ...change });
      expect(pays({})).toBe(true);
      for (const other of [{ usd: 15 }, { incidentAt: 179_000_000 }, { claimNumber: 4 }]) {
        expect(pays(other)).toBe(false);
      }
      await askSubstrate('dev_newBlock');
      expect(await chain.transaction(hash)).toMatchObject({ state: 'mined' });
    } finally {
      await askSubstrate('dev_setBlockBuildMode', ['Instant']);
    }
  });
});
