import { beforeEach, describe, expect, test } from 'vitest';
import { substrateAddress } from '#domain/ss58.ts';
import type { PayoutTerms, RefundTerms, RegistryEntry, SoldQuote } from '#worker/platform/chain/terms.ts';
import { MemoryBooks, substrateOver } from '../../../../test/books.ts';
import {
  ecdsaAccount,
  ed25519Account,
  type SubstrateAccount,
  signText,
  sr25519Account,
  substrate,
} from '../../../../test/substrate.ts';

const ROC = 10n ** 12n;
const DAY = 86_400;
const NOW = 1_790_000_000;
const alice = sr25519Account('Alice');
/** An account that holds nothing. */
const nobody = `0x${'6e'.repeat(32)}`;

let books = new MemoryBooks();
let now = NOW;
const chain = () => substrateOver(books, { clock: () => now * 1000 });
beforeEach(() => {
  books = new MemoryBooks();
  now = NOW;
});

function policyOf(holder: string, change: Partial<RegistryEntry> = {}) {
  const day = Math.floor(NOW / DAY) - 10;
  const sold: SoldQuote = {
    contract: substrate.recipient,
    holder,
    token: null,
    amount: 6n * ROC,
    productCode: 1,
    coverageUsd: 500_000,
    startDay: day,
    endDay: day + 364,
    validUntil: NOW - 10 * DAY,
    detailsHash: `0x${'03'.repeat(32)}`,
  };
  const quoteId = chain().quoteIdOf(sold);
  books.sold.set(quoteId, sold);
  books.entries.set(quoteId, {
    holder,
    active: true,
    start: day * DAY,
    end: (day + 365) * DAY,
    coverageUsd: 500_000,
    paidOutUsd: 0,
    claims: 0,
    ...change,
  });
  return { sold, quoteId };
}

describe('A payout from our records', () => {
  const terms = (quoteId: string, change: Partial<PayoutTerms> = {}): PayoutTerms => ({
    contract: substrate.recipient,
    quoteId,
    holder: alice.key,
    token: null,
    claimNumber: 1,
    incidentAt: NOW - DAY,
    usd: 1500,
    amount: 15n * ROC,
    validUntil: NOW + 600,
    ...change,
  });

  test('is a transfer to the holder with the claim in its remark', async () => {
    const { quoteId } = policyOf(alice.key);
    expect(await chain().preparePayout(terms(quoteId))).toEqual({
      kind: 'substrate',
      step: 'pay',
      genesis_hash: substrate.genesis_hash,
      recipient: substrateAddress(alice.key, substrate.ss58_prefix),
      amount: '15000000000000',
      remark: `mooring:claim:${quoteId}:1:${NOW - DAY}:1500`,
    });
  });

  test('is refused in every case in which the contract would refuse it', async () => {
    const { quoteId } = policyOf(alice.key, { paidOutUsd: 499_000, claims: 2 });
    const fits = { claimNumber: 3, usd: 1000 };
    const refused: [string, Partial<PayoutTerms>][] = [
      ['ExecutionExpired', { validUntil: NOW - 1 }],
      ['PolicyUnknown', { quoteId: `0x${'99'.repeat(32)}` }],
      ['WrongClaimNumber', { claimNumber: 2 }],
      ['IncidentOutsideCover', { incidentAt: NOW - 11 * DAY }],
      ['IncidentOutsideCover', { incidentAt: NOW + 1 }],
      ['PayoutAboveCover', { usd: 1001 }],
      ['ZeroPayout', { amount: 0n }],
      ['PoolTooSmall', { amount: 10n ** 30n }],
    ];
    for (const [reason, change] of refused) {
      const asked = chain().preparePayout(terms(quoteId, { ...fits, ...change }));
      await expect(asked, reason).rejects.toMatchObject({ name: 'CallRefused', reason });
    }
    expect(await chain().preparePayout(terms(quoteId, fits))).toMatchObject({ step: 'pay' });
  });

  test('below the existential deposit stays owed to an account that holds nothing', async () => {
    const tiny = { usd: 1, amount: 1000n };
    const { quoteId } = policyOf(nobody);
    await expect(chain().preparePayout(terms(quoteId, tiny))).rejects.toMatchObject({
      reason: 'BelowExistentialDeposit',
    });
    expect(await chain().preparePayout(terms(quoteId))).toMatchObject({ amount: '15000000000000' });
    const rich = policyOf(alice.key).quoteId;
    expect(await chain().preparePayout(terms(rich, tiny))).toMatchObject({ amount: '1000' });
  });
});

describe('A refund from our records', () => {
  const rejection = (quote: SoldQuote): RefundTerms => ({
    quote,
    outcome: 'rejected',
    validUntil: NOW + 3600,
  });
  const VALID_UNTIL = NOW + 14 * DAY;
  const consentOf = (quoteId: string, refund: bigint, validUntil = VALID_UNTIL, holder = alice.key) => ({
    contract: substrate.recipient,
    holder,
    quoteId,
    refund,
    validUntil,
  });
  function textOf(quoteId: string, refund: bigint, validUntil = VALID_UNTIL): string {
    const request = chain().consentRequest(consentOf(quoteId, refund, validUntil));
    if (request.kind !== 'substrate') throw new Error('Not a text');
    return request.message;
  }

  test('is the whole premium of a rejection, until 30 days after the start of cover', async () => {
    const { sold, quoteId } = policyOf(alice.key);
    expect(await chain().prepareRefund(rejection(sold))).toEqual({
      kind: 'substrate',
      genesis_hash: substrate.genesis_hash,
      recipient: substrateAddress(alice.key, substrate.ss58_prefix),
      amount: '6000000000000',
      remark: `mooring:refund:${quoteId}:rejected`,
    });
    const entry = books.entries.get(quoteId) as RegistryEntry;
    const refused: [string, Partial<RegistryEntry>][] = [
      ['RejectionTooLate', { start: NOW - 30 * DAY }],
      ['PolicyNotActive', { active: false }],
      ['PolicyHasPayout', { claims: 1, paidOutUsd: 5 }],
    ];
    for (const [reason, change] of refused) {
      books.entries.set(quoteId, { ...entry, ...change });
      await expect(chain().prepareRefund(rejection(sold))).rejects.toMatchObject({ reason });
    }
    books.entries.set(quoteId, entry);
    now = NOW + 3601;
    await expect(chain().prepareRefund(rejection(sold))).rejects.toMatchObject({
      reason: 'ExecutionExpired',
    });
    const unsold = rejection({ ...sold, coverageUsd: 1 });
    now = NOW;
    await expect(chain().prepareRefund(unsold)).rejects.toMatchObject({ reason: 'PolicyUnknown' });
  });

  test('of a cancellation is what the holder signed, with an account of any kind', async () => {
    for (const holder of [alice, ed25519Account('Alice'), ecdsaAccount('Alice')]) {
      const { sold, quoteId } = policyOf(holder.key);
      const text = textOf(quoteId, 5n * ROC);
      expect(text).toContain('Refund: 5 ROC (5000000000000 base units)');
      expect(text).toContain(quoteId);
      expect(text).toContain(substrate.genesis_hash);
      const cancel = (signature: string, change: { amount?: bigint; validUntil?: number } = {}) =>
        chain().prepareRefund({
          quote: sold,
          outcome: 'cancelled',
          amount: 5n * ROC,
          validUntil: VALID_UNTIL,
          signature,
          ...change,
        });
      const signature = signText(holder, text);
      expect(await cancel(signature)).toMatchObject({
        amount: '5000000000000',
        remark: `mooring:refund:${quoteId}:cancelled`,
      });
      expect(
        await chain().verifyConsent(consentOf(quoteId, 5n * ROC, VALID_UNTIL, holder.key), signature),
      ).toBe(true);
      const stranger: SubstrateAccount = sr25519Account('Bob');
      for (const other of [signText(stranger, text), '0x', '']) {
        await expect(cancel(other)).rejects.toMatchObject({ reason: 'NoConsent' });
      }
      const changes = [{ amount: 5n * ROC + 1n }, { validUntil: VALID_UNTIL - 1 }];
      for (const change of changes) {
        await expect(cancel(signature, change)).rejects.toMatchObject({ reason: 'NoConsent' });
      }
      await expect(cancel(signature, { amount: 7n * ROC })).rejects.toMatchObject({
        reason: 'RefundAbovePremium',
      });
      const nothing = signText(holder, textOf(quoteId, 0n));
      await expect(cancel(nothing, { amount: 0n })).rejects.toMatchObject({ reason: 'NothingToRefund' });
      const long = NOW + 16 * DAY;
      const longer = signText(holder, textOf(quoteId, 5n * ROC, long));
      await expect(cancel(longer, { validUntil: long })).rejects.toMatchObject({ reason: 'ConsentTooLong' });
    }
  });

  test('of a payment that bought nothing goes back to the payer', async () => {
    const id = `0x${'44'.repeat(32)}`;
    const evidence = await chain().evidence({
      kind: 'purchased',
      contract: substrate.recipient,
      quote_id: id,
      holder: alice.key,
      tx_hash: `0x${'55'.repeat(32)}`,
      event_index: 4,
      token: null,
      amount: 3n * ROC,
      detailsHash: id,
      productCode: 0,
      coverageUsd: 0,
      start: NOW,
      end: NOW,
      block: { number: 7, hash: `0x${'66'.repeat(32)}`, time: NOW },
    });
    const owed = chain().quoteInEvidence(evidence, id);
    if (!owed) throw new Error('The evidence shows nothing');
    books.entries.set(id, {
      holder: alice.key,
      active: true,
      start: NOW,
      end: NOW,
      coverageUsd: 0,
      paidOutUsd: 0,
      claims: 0,
    });
    expect(await chain().prepareRefund(rejection(owed))).toMatchObject({
      amount: '3000000000000',
      recipient: substrateAddress(alice.key, substrate.ss58_prefix),
      remark: `mooring:refund:${id}:rejected`,
    });
  });
});

test('a change of holder is not offered', async () => {
  expect(chain().changesHolder).toBe(false);
  expect(await chain().holderChange()).toBeNull();
  await expect(chain().prepareHolderStep()).rejects.toMatchObject({ reason: 'NotOffered' });
});
