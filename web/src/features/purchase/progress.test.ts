import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { POLICY_STATUSES } from '#domain/policy/lifecycle.ts';
import {
  failureOf,
  headingOf,
  isPaid,
  lineOf,
  type PaymentFacts,
  phaseOf,
  statusOf,
  stepsOf,
} from './progress.ts';

const sent: PaymentFacts = {
  receipt: 'unknown',
  block: null,
  confirmations: null,
  policy: null,
  refusal: null,
};
const mined: PaymentFacts = { ...sent, receipt: 'mined', confirmations: { count: 1, required: 3 } };
const active: PaymentFacts = { ...mined, policy: { id: 7, status: 'active' } };

const facts: fc.Arbitrary<PaymentFacts> = fc.record({
  receipt: fc.constantFrom('unknown', 'mined', 'reverted', 'cancelled', 'dropped', 'partial', 'lapsed'),
  block: fc.option(fc.nat()),
  confirmations: fc.option(fc.record({ count: fc.nat(20), required: fc.integer({ min: 1, max: 12 }) })),
  policy: fc.option(fc.record({ id: fc.nat(), status: fc.constantFrom(...POLICY_STATUSES) })),
  refusal: fc.option(fc.string()),
});

describe('payments in progress', () => {
  it('a payment is called sent until there is a receipt, and successful afterwards', () => {
    expect(headingOf(phaseOf(sent))).toBe('Payment sent');
    expect(headingOf(phaseOf(mined))).toBe('Payment Successful!');
    expect(headingOf(phaseOf(active))).toBe('Payment Successful!');
  });

  it('a payment is never called successful before its receipt or policy @confirmation-1', () => {
    fc.assert(
      fc.property(facts, (known) => {
        const proof = known.receipt === 'mined' || known.policy !== null;
        return headingOf(phaseOf(known)) !== 'Payment Successful!' || proof;
      }),
    );
  });

  it('a payment is active only when its policy is recorded and no longer pending', () => {
    fc.assert(
      fc.property(facts, (known) => {
        const recorded = known.policy !== null && known.policy.status !== 'pending';
        return (phaseOf(known) === 'active') === recorded;
      }),
    );
  });

  it('the confirmation shows Processing and then Active with the messages of the specification @confirmation-3 @confirmation-4', () => {
    expect(statusOf(phaseOf(mined))).toEqual({
      status: 'Processing',
      sentence: 'Your payment was processed, policy is being finalized',
    });
    expect(statusOf(phaseOf(active))).toEqual({
      status: 'Active',
      sentence: 'Your insurance policy has been activated',
    });
  });

  it('a policy that starts later shows its start date instead of active', () => {
    expect(statusOf(phaseOf(active), 'December 1, 2026')).toEqual({
      status: 'Starts on December 1, 2026',
      sentence: 'Your insurance policy is bought. Its cover starts on December 1, 2026.',
    });
    expect(statusOf(phaseOf(mined), 'December 1, 2026').status).toBe('Processing');
    expect(stepsOf(active, 'December 1, 2026')[3]).toEqual({
      label: 'Cover starts on December 1, 2026',
      state: 'done',
    });
  });

  it('confirmations are counted up to the required number', () => {
    expect(stepsOf(mined)[2]).toMatchObject({ state: 'current', note: '1 of 3 confirmations' });
    const more = { ...active, confirmations: { count: 9, required: 3 } };
    expect(stepsOf(more).map((step) => step.state)).toEqual(['done', 'done', 'done', 'done']);
    expect(stepsOf(more)[2]?.note).toBe('3 of 3 confirmations');
  });

  it('a payment in a block that can still be replaced is on its way, and not yet called successful', () => {
    const inBlock = { ...sent, block: 4711 };
    expect(headingOf(phaseOf(inBlock))).toBe('Payment sent');
    expect(isPaid(phaseOf(inBlock))).toBe(false);
    expect(stepsOf(inBlock).map(({ state }) => state)).toEqual(['done', 'done', 'current', 'waiting']);
    expect(stepsOf(inBlock)[2]?.note).toBe('In block 4,711, which is not final yet');
    // Its block was replaced.
    expect(stepsOf(sent).map(({ state }) => state)).toEqual(['done', 'current', 'waiting', 'waiting']);
    expect(phaseOf({ ...mined, block: 4711 })).toBe('confirming');
  });

  it('the mooring line hangs while a payment is under way, and only the chain’s confirmations draw it taut', () => {
    expect(lineOf(sent)).toEqual({ slack: 1, label: 'sent' });
    expect(lineOf({ ...sent, block: 4711 })).toEqual({ slack: 0.7, label: 'in a block' });
    expect(lineOf({ ...mined, confirmations: { count: 0, required: 2 } }).slack).toBe(0.7);
    expect(lineOf({ ...mined, confirmations: { count: 1, required: 2 } })).toEqual({
      slack: 0.35,
      label: '1 of 2 confirmed',
    });
    expect(lineOf({ ...mined, confirmations: { count: 9, required: 2 } }).label).toBe('2 of 2 confirmed');
    expect(lineOf(active)).toEqual({ slack: 0, label: 'confirmed' });
  });

  it('the confirmation says when people review the policy', () => {
    const review: PaymentFacts = {
      ...mined,
      confirmations: { count: 3, required: 3 },
      policy: { id: 7, status: 'pending' },
    };
    expect(phaseOf(review)).toBe('review');
    expect(stepsOf(review)[3]).toMatchObject({ label: 'Being reviewed by us', state: 'current' });
  });

  it('there is at most one current step, and no waiting step before it', () => {
    fc.assert(
      fc.property(facts, (known) => {
        const states = stepsOf(known).map((step) => step.state);
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
        const phase = phaseOf(known);
        const failure = failureOf(known);
        const broken = phase === 'failed' || phase === 'refused';
        return broken ? failure !== null && failure.moved !== '' && !isPaid(phase) : failure === null;
      }),
    );
  });

  it('a canceled transaction is told apart from one that the network rejected @payment-23', () => {
    expect(failureOf({ ...sent, receipt: 'cancelled' })?.title).toBe('Transaction was cancelled by user');
    expect(failureOf({ ...sent, receipt: 'reverted' })?.moved).toContain('only the network fee');
  });

  it('a failed batch says what was spent and that the wallet will be asked step by step next @payment-37', () => {
    const dropped = failureOf({ ...sent, receipt: 'dropped' });
    expect(dropped?.moved).toBe('The premium has not been taken, and nothing was spent.');
    const partial = failureOf({ ...sent, receipt: 'partial' });
    expect(partial?.moved).toContain('The contract may be allowed to take it');
    for (const failure of [dropped, partial]) expect(failure?.next).toContain('one step at a time');
    expect(failureOf({ ...sent, receipt: 'lapsed' })?.moved).toContain('can no longer go through');
  });

  it('the server’s reason for making no policy is shown', () => {
    const refused = { ...mined, refusal: 'This transaction belongs to another policy.' };
    expect(phaseOf(refused)).toBe('refused');
    expect(failureOf(refused)?.next).toBe('This transaction belongs to another policy.');
    expect(stepsOf(refused)[1]?.state).toBe('failed');
  });
});
