import { getMultisigAccountId } from '@polkadot-api/substrate-bindings';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Fetch, Rpc } from '#domain/json-rpc.ts';
import { claimRemark, FUND_REMARK, refundRemark } from '#domain/payouts/remark.ts';
import { paymentId } from '#domain/quote/terms-id.ts';
import { readBalances } from '#domain/substrate/balances.ts';
import type { ChainEvent } from '#worker/platform/chain/chain.ts';
import type { SoldQuote } from '#worker/platform/chain/terms.ts';
import { MemoryBooks, substrateOver } from '../../../../test/books.ts';
import {
  addProxy,
  askSubstrate,
  asMulti,
  batch,
  bestBlock,
  ecdsaAccount,
  ed25519Account,
  encoded,
  type Included,
  proxied,
  remark,
  type SubstrateAccount,
  type SubstrateCall,
  send,
  signed,
  sr25519Account,
  substrate,
  transfer,
} from '../../../../test/substrate.ts';

const ROC = 10n ** 12n;
const DAY = 86_400;
const recipient = { key: substrate.recipient };
const mooring = sr25519Account('Mooring');
const [alice, bob, charlie] = ['Alice', 'Bob', 'Charlie'].map(sr25519Account) as [
  SubstrateAccount,
  SubstrateAccount,
  SubstrateAccount,
];

let books = new MemoryBooks();
let chain = substrateOver(books);
beforeEach(() => {
  books = new MemoryBooks();
  chain = substrateOver(books);
});

let quotes = 0;
const START_DAY = Math.floor(Date.now() / 1000 / DAY) + 10;

/** One of our quotes for this holder; its cover begins in ten days. */
async function quoteFor(holder: { key: string }, amount = 6n * ROC) {
  quotes += 1;
  const [currency] = chain.currencies;
  if (!currency) throw new Error('The chain has no currency');
  const detailsHash = `0x${quotes.toString(16).padStart(64, '0')}`;
  const terms = {
    holder: holder.key,
    amount,
    coverageUsd: 500_000,
    detailsHash,
    startDay: START_DAY,
    endDay: START_DAY + 364,
    validUntil: 4_000_000_000,
  };
  const { quoteId, payment } = await chain.sign({ ...terms, currency, product: 'home' });
  const sold: SoldQuote = { ...terms, contract: chain.contract, token: null, productCode: 1 };
  books.sold.set(quoteId, sold);
  return { quoteId, payment, sold };
}

async function balanceOf({ key }: { key: string }): Promise<bigint> {
  const rpc = new Rpc(substrate.rpc_url, (input, init) => fetch(input, init));
  const { accounts } = await readBalances(rpc, substrate.genesis_hash, [key]);
  return accounts[0]?.free ?? 0n;
}

/** The events of an extrinsic's block, which a scan and a report of its hash see alike. */
async function seenIn({ hash, block }: Included, of = chain): Promise<ChainEvent[]> {
  const { events, last } = await of.events(block, block);
  expect(last?.number).toBe(block);
  expect(await of.transaction(hash, block)).toEqual({ state: 'mined', confirmed: true, events });
  return events;
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
    expect(await seenIn(await send(alice, failed))).toEqual([]);
    expect(await seenIn(await send(alice, batch('batch', [remark(quoteId), tooMuch])))).toEqual([]);
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
    const [small] = await seenIn(await send(alice, pay(6n * ROC - 1n, quoteId)));
    expect(small).toMatchObject({ ...owedTo(alice, 6n * ROC - 1n), misfits: quoteId });
    const [other] = await seenIn(await send(bob, pay(6n * ROC, quoteId)));
    expect(other).toMatchObject({ ...owedTo(bob, 6n * ROC), misfits: quoteId });
    const [strange] = await seenIn(await send(alice, pay(6n * ROC, unknown)));
    expect(strange).toMatchObject(owedTo(alice, 6n * ROC));
    const [words] = await seenIn(await send(alice, pay(6n * ROC, 'Hello')));
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
    expect(await seenIn(await send(bob, pay(5n * ROC, FUND_REMARK)))).toEqual([]);
    const included = await send(bob, transfer(recipient, 5n * ROC));
    const [event, ...rest] = await seenIn(included);
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
    const [direct] = await seenIn(await send(mooring, payout(bob, 7n * ROC, text)));
    expect(direct).toMatchObject({ ...paid, ...figures });
    await send(mooring, addProxy(charlie));
    const [through] = await seenIn(await send(charlie, proxied(mooring, payout(bob, 7n * ROC, text))));
    expect(through).toMatchObject({ ...paid, ...figures });

    // A remark is about the transfers of its own account, and money that others got is no payout: it left for nothing.
    const lost = { kind: 'paid_in_error', contract: substrate.recipient, amount: 7n * ROC };
    const byProxy = batch('batch_all', [proxied(mooring, transfer(bob, 7n * ROC)), remark(text)]);
    expect(await seenIn(await send(charlie, byProxy))).toMatchObject([{ ...lost, holder: bob.key }]);
    expect(await seenIn(await send(alice, payout(bob, 7n * ROC, text)))).toEqual([]);
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
