import { describe, expect, test } from 'vitest';
import { paymentId } from '../quote/terms-id.ts';
import { comparePlace, type Place } from './places.ts';

const GENESIS = `0x${'45'.repeat(32)}`;
const QUOTE = `0x${'b'.repeat(64)}`;
const TX = `0x${'c'.repeat(64)}`;
const claim = { kind: 'claim', quoteId: QUOTE, claimNumber: 1, incidentAt: 1, usd: 1500 } as const;
const place: Place = {
  ...{ kind: 'claim_paid', quote_id: QUOTE, tx_hash: TX, log_index: 3, amount: '75', usd: 1500 },
};
const paid = { txHash: TX, at: 3, amount: 75n, remark: claim };

describe('a record against the block that it names', () => {
  test('a record that its block shows matches', () => {
    expect(comparePlace(GENESIS, place, [paid])).toBe('matched');
    const bought = { ...paid, remark: { kind: 'purchase', quoteId: QUOTE } as const };
    expect(comparePlace(GENESIS, { ...place, kind: 'purchased', usd: null }, [bought])).toBe('matched');
    const back = { ...paid, remark: { kind: 'refund', quoteId: QUOTE, outcome: 'cancelled' } as const };
    expect(comparePlace(GENESIS, { ...place, kind: 'premium_refunded' }, [back])).toBe('matched');
  });

  test('another amount, other dollars, another quote or another kind differ', () => {
    const other = { ...claim, quoteId: `0x${'d'.repeat(64)}` };
    for (const one of [
      { ...paid, amount: 74n },
      { ...paid, remark: { ...claim, usd: 1501 } },
      { ...paid, remark: other },
      { ...paid, remark: null },
    ]) {
      expect(comparePlace(GENESIS, place, [one])).toBe('differs');
    }
    expect(comparePlace(GENESIS, { ...place, kind: 'purchased' }, [paid])).toBe('differs');
  });

  test('a payment that bought nothing is known by the id that follows from its place', () => {
    const own = { ...place, kind: 'purchased', quote_id: paymentId(GENESIS, TX, 3) } as const;
    expect(comparePlace(GENESIS, own, [{ ...paid, remark: null }])).toBe('matched');
    expect(comparePlace(GENESIS, { ...own, log_index: 4 }, [{ ...paid, at: 4, remark: null }])).toBe(
      'differs',
    );
  });

  test('another place is missing, an unknown block waits, and what no chain shows is our word', () => {
    expect(comparePlace(GENESIS, { ...place, log_index: 4 }, [paid])).toBe('missing');
    expect(comparePlace(GENESIS, { ...place, tx_hash: GENESIS }, [paid])).toBe('missing');
    expect(comparePlace(GENESIS, place, null)).toBe('waiting');
    expect(comparePlace(GENESIS, { ...place, kind: 'payout_proposed' }, [])).toBe('records');
  });
});
