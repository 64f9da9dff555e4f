import { expect, test } from 'vitest';
import { claimRemark, FUND_REMARK, parseRemark, refundRemark } from './remark.ts';

const QUOTE = `0x${'ab'.repeat(32)}`;
const parse = (text: string) => parseRemark(new TextEncoder().encode(text));

test('a purchase names its quote by 32 bytes or by their text', () => {
  const purchase = { kind: 'purchase', quoteId: QUOTE };
  expect(parseRemark(new Uint8Array(32).fill(0xab))).toEqual(purchase);
  expect(parse(QUOTE)).toEqual(purchase);
  expect(parse(`0x${'AB'.repeat(32)}`)).toEqual(purchase);
});

test('the remarks of payouts, refunds and funding are read back as they were written', () => {
  const claim = { quoteId: QUOTE, claimNumber: 2, incidentAt: 1_790_000_000, usd: 1500 };
  expect(claimRemark(claim)).toBe(`mooring:claim:${QUOTE}:2:1790000000:1500`);
  expect(parse(claimRemark(claim))).toEqual({ kind: 'claim', ...claim });
  for (const outcome of ['rejected', 'cancelled'] as const) {
    expect(refundRemark({ quoteId: QUOTE, outcome })).toBe(`mooring:refund:${QUOTE}:${outcome}`);
    expect(parse(refundRemark({ quoteId: QUOTE, outcome }))).toEqual({
      kind: 'refund',
      quoteId: QUOTE,
      outcome,
    });
  }
  expect(parse(FUND_REMARK)).toEqual({ kind: 'fund' });
});

test('any other text is not one of our remarks', () => {
  const others = [
    '',
    'hello',
    'mooring:funds',
    `mooring:claim:${QUOTE}:0:1:1`,
    `mooring:claim:${QUOTE}:1:01:1`,
    `mooring:claim:${QUOTE}:1:1:0`,
    `mooring:claim:${QUOTE}:1:1`,
    `mooring:claim:${QUOTE}:1:1:1:1`,
    `mooring:claim:${QUOTE.toUpperCase()}:1:1:1`,
    `mooring:refund:${QUOTE}:refunded`,
    `mooring:refund:${QUOTE}`,
    ` ${QUOTE}`,
    QUOTE.slice(0, -2),
    `${QUOTE}${'0'.repeat(200)}`,
  ];
  for (const text of others) expect(parse(text), text).toBeNull();
  expect(parseRemark(new Uint8Array(31))).toBeNull();
  expect(parseRemark(Uint8Array.of(0xff, 0xfe))).toBeNull();
});
