import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { POLICY_STATUSES } from '#domain/policy/lifecycle.ts';
import { type PaymentFacts, progressOf } from './progress.ts';

const sent: PaymentFacts = {
  receipt: 'unknown',
  block: null,
  confirmations: null,
  policy: null,
  refusal: null,
};
const mined: PaymentFacts = { ...sent, receipt: 'mined', confirmations: { count: 1, required: 3 } };
const active: PaymentFacts = { ...mined, policy: 'active' };

const facts: fc.Arbitrary<PaymentFacts> = fc.record({
  receipt: fc.constantFrom('unknown', 'mined', 'reverted', 'cancelled', 'dropped', 'partial', 'lapsed'),
  block: fc.option(fc.nat()),
  confirmations: fc.option(fc.record({ count: fc.nat(20), required: fc.integer({ min: 1, max: 12 }) })),
  policy: fc.option(fc.constantFrom(...POLICY_STATUSES)),
  refusal: fc.option(fc.string()),
});

describe('payments in progress', () => {
  it('a payment is called sent until there is a receipt, and successful afterwards', () => {
    expect(progressOf(sent).heading).toBe('Payment sent');
    expect(progressOf(mined).heading).toBe('Payment Successful!');
    expect(progressOf(active).heading).toBe('Payment Successful!');
  });

  it('a payment is never called successful before its receipt or policy @confirmation-1', () => {
    fc.assert(
      fc.property(facts, (known) => {
        const proof = known.receipt === 'mined' || known.policy !== null;
        return progressOf(known).heading !== 'Payment Successful!' || proof;
      }),
    );
  });

  it('a payment is active only when its policy is recorded and no longer pending', () => {
    fc.assert(
      fc.property(facts, (known) => {
        const recorded = known.policy !== null && known.policy !== 'pending';
        return (progressOf(known).phase === 'active') === recorded;
      }),
    );
  });

  it('the confirmation shows Processing and then Active with the messages of the specification @confirmation-3 @confirmation-4', () => {
    expect(progressOf(mined)).toMatchObject({
      status: 'Processing',
      sentence: 'Your payment was processed, policy is being finalized',
    });
    expect(progressOf(active)).toMatchObject({
      status: 'Active',
      sentence: 'Your insurance policy has been activated',
    });
  });

  it('a policy that starts later shows its start date instead of active', () => {
    expect(progressOf(active, 'December 1, 2026')).toMatchObject({
      status: 'Starts on December 1, 2026',
      sentence: 'Your insurance policy is bought. Its cover starts on December 1, 2026.',
    });
    expect(progressOf(mined, 'December 1, 2026').status).toBe('Processing');
    expect(progressOf(active, 'December 1, 2026').steps[3]).toEqual({
      label: 'Cover starts on December 1, 2026',
      state: 'done',
    });
  });

  it('confirmations are counted up to the required number', () => {
    expect(progressOf(mined).steps[2]).toMatchObject({ state: 'current', note: '1 of 3 confirmations' });
    const more = { ...active, confirmations: { count: 9, required: 3 } };
    expect(progressOf(more).steps.map((step) => step.state)).toEqual(['done', 'done', 'done', 'done']);
    expect(progressOf(more).steps[2]?.note).toBe('3 of 3 confirmations');
  });

  it('a payment in a block that can still be replaced is on its way, and not yet called successful', () => {
    const inBlock = { ...sent, block: 4711 };
    expect(progressOf(inBlock).heading).toBe('Payment sent');
    expect(progressOf(inBlock).paid).toBe(false);
    expect(progressOf(inBlock).steps.map(({ state }) => state)).toEqual([
      'done',
      'done',
      'current',
      'waiting',
    ]);
    expect(progressOf(inBlock).steps[2]?.note).toBe('In block 4,711, which is not final yet');
    // Its block was replaced.
    expect(progressOf(sent).steps.map(({ state }) => state)).toEqual([
      'done',
      'current',
      'waiting',
      'waiting',
    ]);
    expect(progressOf({ ...mined, block: 4711 }).phase).toBe('confirming');
  });

  it('the mooring line hangs while a payment is under way, and only the chain’s confirmations draw it taut', () => {
    expect(progressOf(sent).line).toEqual({ slack: 1, label: 'sent' });
    expect(progressOf({ ...sent, block: 4711 }).line).toEqual({ slack: 0.7, label: 'in a block' });
    expect(progressOf({ ...mined, confirmations: { count: 0, required: 2 } }).line.slack).toBe(0.7);
    expect(progressOf({ ...mined, confirmations: { count: 1, required: 2 } }).line).toEqual({
      slack: 0.35,
      label: '1 of 2 confirmed',
    });
    expect(progressOf({ ...mined, confirmations: { count: 9, required: 2 } }).line.label).toBe(
      '2 of 2 confirmed',
    );
    expect(progressOf(active).line).toEqual({ slack: 0, label: 'confirmed' });
  });

  it('the confirmation says when people review the policy', () => {
    const review: PaymentFacts = {
      ...mined,
      confirmations: { count: 3, required: 3 },
      policy: 'pending',
    };
    expect(progressOf(review).phase).toBe('review');
    expect(progressOf(review).steps[3]).toMatchObject({ label: 'Being reviewed by us', state: 'current' });
  });

  it('there is at most one current step, and no waiting step before it', () => {
    fc.assert(
      fc.property(facts, (known) => {
        const states = progressOf(known).steps.map((step) => step.state);
        const open = states.findIndex((state) => state !== 'done');
        const rest = open < 0 ? [] : states.slice(open + 1);
        return rest.every((state) => state === 'waiting');
      }),
    );
  });
});

describe('failed payments', () => {
  it('a failed payment always says what happened to the money @confirmation-15', () => {
    fc.assert(
      fc.property(facts, (known) => {
        const { phase, failure, paid } = progressOf(known);
        const broken = phase === 'failed' || phase === 'refused';
        return broken ? failure !== null && failure.moved !== '' && !paid : failure === null;
      }),
    );
  });

  it('a canceled transaction is told apart from one that the network rejected @payment-23', () => {
    expect(progressOf({ ...sent, receipt: 'cancelled' }).failure?.title).toBe(
      'Transaction was cancelled by user',
    );
    expect(progressOf({ ...sent, receipt: 'reverted' }).failure?.moved).toContain('only the network fee');
  });

  it('a failed batch says what was spent and that the wallet will be asked step by step next @payment-37', () => {
    const dropped = progressOf({ ...sent, receipt: 'dropped' }).failure;
    expect(dropped?.moved).toBe('You haven’t paid anything.');
    const partial = progressOf({ ...sent, receipt: 'partial' }).failure;
    expect(partial?.moved).toContain('The contract may be allowed to take the premium');
    for (const failure of [dropped, partial]) expect(failure?.next).toContain('one step at a time');
    expect(progressOf({ ...sent, receipt: 'lapsed' }).failure?.moved).toContain('can no longer go through');
  });

  it('the server’s reason for making no policy is shown', () => {
    const refused = { ...mined, refusal: 'This transaction belongs to another policy.' };
    expect(progressOf(refused).phase).toBe('refused');
    expect(progressOf(refused).failure?.next).toBe('This transaction belongs to another policy.');
    expect(progressOf(refused).steps[1]?.state).toBe('failed');
  });
});
