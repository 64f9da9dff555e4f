import { describe, expect, it } from 'vitest';
import { consentText } from '#domain/policy/consent.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { localSubstrate as chain, RECIPIENT_KEY } from '#web/test/sample-substrate.ts';
import { type ConsentAsked, ConsentMismatch } from '#web/wallet/consent.ts';
import { PaymentMismatch } from '#web/wallet/payments.ts';
import { checkConsent, checkPayment } from './verify.ts';

const QUOTE = `0x${'b'.repeat(64)}`;
const expected = {
  product: 'home' as const,
  startDate: '2026-11-21',
  endDate: '2027-11-21',
  choice: { coverage: 500_000, deductible: 2500 },
  people: 1,
  holder: 'FoQJpPyadYccjavVdTWxpxU7rUEaYhfLCPwXgkfD6Zat9QP',
  currency: 'ROC',
  network: chain,
};

function answer(payment: Record<string, unknown> = {}, quote: Partial<QuoteAnswer> = {}): QuoteAnswer {
  return {
    quote_id: QUOTE,
    premium_usd: 1200,
    coverage_usd: 500_000,
    cover_start_date: '2026-11-21',
    deductible_usd: 2500,
    price_lines: [{ label: 'One year', cents: 120_000 }],
    currency: 'ROC',
    amount: '60000000000000',
    rate: '20',
    valid_until: '2026-11-21T10:30:00.000Z',
    review: [],
    authorization: null,
    payment: {
      kind: 'substrate',
      genesis_hash: chain.genesis_hash,
      recipient: chain.recipient,
      amount: '60000000000000',
      remark: QUOTE,
      ...payment,
    } as QuoteAnswer['payment'],
    ...quote,
  };
}

function refusal(made: QuoteAnswer, wanted = expected): string {
  try {
    checkPayment(made, wanted, chain);
  } catch (error) {
    if (error instanceof PaymentMismatch) return error.field;
    throw error;
  }
  return 'accepted';
}

describe('the check of a Polkadot payment', () => {
  it('a payment as on the screen passes', () => {
    expect(checkPayment(answer(), expected, chain)).toEqual({
      quoteId: QUOTE,
      chain: chain.genesis_hash,
      amount: 60_000_000_000_000n,
      shown: null,
      signs: null,
    });
  });

  it('the recipient may be written as its public key', () => {
    expect(refusal(answer({ recipient: RECIPIENT_KEY }))).toBe('accepted');
  });

  it.each([
    ['another chain', { genesis_hash: `0x${'1'.repeat(64)}` }, 'genesis_hash'],
    ['another recipient', { recipient: expected.holder }, 'recipient'],
    ['a recipient that is no address', { recipient: 'nobody' }, 'recipient'],
    ['another amount', { amount: '60000000000001' }, 'amount'],
    ['another remark', { remark: `0x${'c'.repeat(64)}` }, 'remark'],
  ])('%s is refused', (_, payment, field) => {
    expect(refusal(answer(payment))).toBe(field);
  });

  it('a currency other than the chosen one is refused', () => {
    expect(refusal(answer({}, { currency: 'DOT' }))).toBe('currency');
    expect(refusal(answer(), { ...expected, currency: 'DOT' })).toBe('currency');
  });

  it('another cover or deductible than the chosen one is refused', () => {
    expect(refusal(answer({}, { coverage_usd: 350_000 }))).toBe('cover');
    expect(refusal(answer({}, { deductible_usd: 5000 }))).toBe('deductible');
  });

  it('an amount beyond 128 bits is refused with a sentence @polkadot-2', () => {
    const amount = String(2n ** 128n);
    expect(() => checkPayment(answer({ amount }, { amount }), expected, chain)).toThrow(
      'Amount too large for Polkadot transaction. Please try a smaller amount.',
    );
  });
});

describe('the check of a Polkadot consent', () => {
  const terms = { quoteId: QUOTE, refund: 1_250_000_000_000n, validUntil: 1_797_000_000 };
  const text = consentText({ ...terms, genesisHash: chain.genesis_hash, symbol: 'ROC', decimals: 12 });
  const asked = (message: string): ConsentAsked => ({
    holder: expected.holder,
    chainId: chain.genesis_hash,
    quoteId: QUOTE,
    refund: '1250000000000',
    validUntil: '2026-12-11T14:40:00.000Z',
    request: { kind: 'substrate', message },
  });

  it('the text that matches the screen is signed', () => {
    expect(checkConsent(asked(text), chain)).toBe(text);
  });

  it('a text with another refund, policy or time is refused', () => {
    for (const other of [
      text.replace('1.25 ROC', '0.25 ROC'),
      text.replace(QUOTE, `0x${'c'.repeat(64)}`),
      text.replace('2026-12-11', '2027-12-11'),
      `${text}\nand everything else`,
    ]) {
      expect(() => checkConsent(asked(other), chain), other).toThrow(ConsentMismatch);
    }
  });

  it('a consent for another chain is refused', () => {
    expect(() => checkConsent({ ...asked(text), chainId: 1337 }, chain)).toThrow(
      'This wallet cannot sign for a policy on this network.',
    );
  });
});
