// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { local, session } from '#web/state/storage.ts';
import { stored } from '#web/test/payment-form.ts';
import { sampleTransaction } from '#web/test/sample-payment.ts';
import { MOVES, type Payment, purchasesIn, type StoredQuote } from './record.ts';

const purchases = purchasesIn(local, session);
const { email: _, ...payment } = sampleTransaction;
/** What a wallet is asked for, before it has sent anything. */
const asked: Payment = { ...payment, txHash: null };
const sent = { txHash: payment.txHash };
const quote = (number: number) =>
  ({ ...stored, quoteId: `QUOTE-${number}`, draftId: `draft_${number}` }) as StoredQuote;
const stateOf = (id: string) => purchases.of(id)?.state;
const read = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null');

beforeEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
});

describe('the moves of a purchase', () => {
  it('are those of the table, and no other', () => {
    for (const [from, allowed] of Object.entries(MOVES)) {
      for (const to of Object.keys(MOVES) as (keyof typeof MOVES)[]) {
        purchases.begin(quote(1));
        local.write('purchase:QUOTE-1', { ...purchases.of('QUOTE-1'), state: from });
        expect(purchases.move('QUOTE-1', to) !== null, `${from} to ${to}`).toBe(allowed.includes(to));
        localStorage.clear();
      }
    }
  });

  it('keep an earlier request open when the wallet refuses a later one', () => {
    purchases.begin(quote(1));
    purchases.move('QUOTE-1', 'asked', { payment: asked });
    purchases.move('QUOTE-1', 'unknown');
    purchases.move('QUOTE-1', 'asked', { payment: asked });
    purchases.move('QUOTE-1', 'quoted');
    expect(purchases.of('QUOTE-1')).toMatchObject({ state: 'unknown', open: 1 });
    purchases.move('QUOTE-1', 'quoted');
    expect(purchases.of('QUOTE-1')).toMatchObject({ state: 'quoted', open: 0 });
  });

  it('keep an earlier request open when the payment that the wallet sent after it comes to nothing', () => {
    purchases.begin(quote(1));
    purchases.move('QUOTE-1', 'asked', { payment: asked });
    purchases.move('QUOTE-1', 'unknown');
    purchases.move('QUOTE-1', 'asked', { payment: asked });
    purchases.send('QUOTE-1', sent, '');
    expect(purchases.of('QUOTE-1')).toMatchObject({ state: 'sent', open: 2 });
    purchases.move('QUOTE-1', 'quoted');
    expect(purchases.of('QUOTE-1')).toMatchObject({ state: 'unknown', open: 1 });
  });

  it('refuse to ask for another quote, or for a second signature, while a wallet may still pay', () => {
    const other: Payment = { ...asked, quoteId: `0x${'9'.repeat(64)}` };
    purchases.begin(quote(1));
    purchases.move('QUOTE-1', 'asked', { payment: asked });
    purchases.move('QUOTE-1', 'unknown');
    expect(purchases.move('QUOTE-1', 'asked', { payment: other })).toBeNull();
    expect(purchases.move('QUOTE-1', 'asked', { payment: asked })?.open).toBe(2);
    purchases.send('QUOTE-1', { blocks: { from: 3, to: 67 } }, '');
    purchases.move('QUOTE-1', 'unknown');
    expect(purchases.move('QUOTE-1', 'asked', { payment: asked })).toBeNull();
    purchases.move('QUOTE-1', 'quoted', { open: 0 });
    expect(purchases.move('QUOTE-1', 'asked', { payment: other })?.open).toBe(1);
  });

  it('keep the blocks of a payment that is signed, although another tab has given its request up', () => {
    const blocks = { from: 3, to: 67 };
    purchases.begin(quote(1));
    purchases.move('QUOTE-1', 'asked', { payment: asked });
    purchases.move('QUOTE-1', 'quoted');
    purchases.send('QUOTE-1', { ...sent, blocks }, '');
    expect(purchases.of('QUOTE-1')).toMatchObject({
      state: 'sent',
      open: 1,
      payment: { ...payment, blocks },
    });
  });

  it('end with the policy, which leaves nothing of the quote and what was asked', () => {
    purchases.begin(quote(1));
    purchases.move('QUOTE-1', 'asked', { payment: asked });
    purchases.send('QUOTE-1', sent, 'ada@example.org');
    purchases.move('QUOTE-1', 'bought', { payment: { ...payment, policyId: 7, success: true } });
    expect(purchases.of('QUOTE-1')).toMatchObject({ state: 'bought', open: 0, quote: null });
    for (const key of ['quoteData', 'transactionMetadata']) expect(localStorage.getItem(key)).toBeNull();
    expect(purchases.open()).toBeNull();
  });

  it('of one purchase leave another as it is', () => {
    purchases.begin(quote(1));
    purchases.begin(quote(2));
    const other = localStorage.getItem('purchase:QUOTE-2');
    purchases.move('QUOTE-1', 'asked', { payment: asked });
    purchases.send('QUOTE-1', sent, '');
    purchases.learn('QUOTE-1', { blockNumber: 3 });
    purchases.move('QUOTE-1', 'bought');
    expect(localStorage.getItem('purchase:QUOTE-2')).toBe(other);
    expect(read('quoteData')).toMatchObject({ quoteId: 'QUOTE-2' });
  });
});

describe('the specification’s keys', () => {
  it('show the quote that was opened last, and the one before it once that is bought', () => {
    vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
    purchases.begin(quote(1));
    vi.setSystemTime(2_000);
    purchases.begin(quote(2));
    expect(read('quoteData')).toMatchObject({ quoteId: 'QUOTE-2', draftId: 'draft_2' });
    expect(read('transactionMetadata')).toEqual({
      type: 'Home Insurance',
      startDate: '2026-11-21T00:00:00.000Z',
      endDate: '2027-11-21T00:00:00.000Z',
      price: 1200,
      duration: 365,
      coverage: 500_000,
      ethPremium: '0.6000',
    });
    expect(purchases.open()?.id).toBe('QUOTE-2');
    expect(purchases.open('draft_1')?.id).toBe('QUOTE-1');
    purchases.move('QUOTE-2', 'bought');
    expect(read('quoteData')).toMatchObject({ quoteId: 'QUOTE-1' });
  });

  it('show a payment with its email address in the tab that paid, and nowhere else', () => {
    purchases.begin(quote(1));
    purchases.move('QUOTE-1', 'asked', { payment: asked });
    purchases.send('QUOTE-1', sent, 'ada@example.org');
    purchases.learn('QUOTE-1', { blockNumber: 3 });
    expect(purchases.paidHere()).toEqual({ ...payment, blockNumber: 3, email: 'ada@example.org' });
    expect(JSON.stringify({ ...localStorage })).not.toContain('ada@example.org');
    sessionStorage.clear();
    expect(purchases.paidHere()).toBeNull();
    purchases.follow('QUOTE-1');
    expect(purchases.paidHere()).toMatchObject({ txHash: payment.txHash, email: '' });
  });

  it('leave a quote of a change of cover out, and the quote that waits beside it in place', () => {
    purchases.begin(quote(1));
    purchases.begin({ ...quote(2), quoteId: 'QUOTE-change_12_0' });
    expect(read('quoteData')).toMatchObject({ quoteId: 'QUOTE-1' });
    expect(purchases.open('draft_2')?.id).toBe('QUOTE-1');
  });

  it('count as malformed where a payment has neither a hash nor a batch', () => {
    const batch = { ...sampleTransaction, txHash: null, batchId: 'batch-1' };
    session.write('transactionData', batch);
    expect(purchases.paidHere()).toMatchObject({ batchId: 'batch-1' });
    session.write('transactionData', { ...batch, batchId: undefined });
    expect(purchases.paidHere()).toBe('malformed');
  });

  it('hold no quote without a draft: it is removed and counts as none', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    local.write('quoteData', { ...stored, draftId: undefined });
    expect(purchases.open()).toBeNull();
    expect(localStorage.getItem('quoteData')).toBeNull();
  });
});

describe('what only the specification’s keys know', () => {
  it('becomes a record: a quote that waits, and a payment under way', () => {
    local.write('quoteData', stored);
    expect(purchases.open()).toMatchObject({ id: 'QUOTE-1', state: 'quoted', quote: stored });
    session.write('transactionData', sampleTransaction);
    expect(purchases.paidHere()).toEqual(sampleTransaction);
    expect(purchases.of('QUOTE-1')).toMatchObject({ state: 'sent', payment, quote: stored });
  });

  it('is shown without a record where a payment has bought its policy', () => {
    const bought = { ...sampleTransaction, success: true, policyId: 7 };
    session.write('transactionData', bought);
    expect(purchases.paidHere()).toEqual(bought);
    expect(stateOf('QUOTE-1')).toBeUndefined();
  });
});

describe('what is not needed anymore', () => {
  it('goes after a day: quotes that nobody was asked to pay, and what was bought, but nothing under way', () => {
    vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
    for (const number of [1, 2, 3]) purchases.begin(quote(number));
    purchases.move('QUOTE-2', 'asked', { payment: asked });
    purchases.move('QUOTE-3', 'asked', { payment: { ...asked, storedQuoteId: 'QUOTE-3' } });
    purchases.send('QUOTE-3', sent, '');
    vi.setSystemTime(86_402_000);
    purchases.begin(quote(4));
    expect(['QUOTE-1', 'QUOTE-2', 'QUOTE-3', 'QUOTE-4'].map(stateOf)).toEqual([
      undefined,
      'asked',
      'sent',
      'quoted',
    ]);
    purchases.move('QUOTE-3', 'bought', { payment: { ...payment, storedQuoteId: 'QUOTE-3', success: true } });
    purchases.unanswered(undefined);
    expect(stateOf('QUOTE-3')).toBeUndefined();
  });
});
