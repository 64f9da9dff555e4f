import { describe, expect, it } from 'vitest';
import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import { keysOf, someone } from '#web/test/desk-actions.ts';
import { deskPolicy } from '#web/test/sample-case.ts';
import { POLICY_ACTIONS } from './actions.tsx';

const NOW = Date.parse('2026-11-10T12:00:00Z');
const HEIR = `0x${'4'.repeat(40)}`;
const actionsOf = (policy: PolicyRequestDetail, now: number) =>
  keysOf(POLICY_ACTIONS, policy, someone('policies.write'), now);

describe('the actions of a policy', () => {
  it('a cancellation can be refunded while its consent lasts', () => {
    const cancellation = {
      requested_at: '2026-11-09T09:00:00.000Z',
      kind: 'full' as const,
      amount: '600000000000000000',
      valid_until: '2026-11-20T09:00:00.000Z',
      refund_due_at: '2026-11-16T09:00:00.000Z',
    };
    expect(actionsOf(deskPolicy({ cancellation }), NOW)).toEqual(['refund', 'propose', 'enter_withdrawal']);
    expect(actionsOf(deskPolicy({ cancellation }), Date.parse('2026-11-21T00:00:00Z'))).toEqual([
      'propose',
      'enter_withdrawal',
    ]);
  });

  it('a policy can be rejected in its first 30 days, unless a claim was paid', () => {
    const rejectable_until = '2026-12-01T09:00:00.000Z';
    expect(actionsOf(deskPolicy({ rejectable_until }), NOW)).toEqual([
      'reject',
      'propose',
      'enter_withdrawal',
    ]);
    expect(actionsOf(deskPolicy({ rejectable_until, paid_out_usd: 900 }), NOW)).toEqual([
      'propose',
      'enter_withdrawal',
    ]);
  });

  it('a rejected policy can be refunded or its rejection withdrawn, but not approved or rejected again', () => {
    const policy = deskPolicy({
      status: 'pending',
      needs_review: false,
      declined_at: '2026-11-09T09:00:00.000Z',
      situation: 'declined',
      declined: { reason: 'It stands in a river.', refund_due_at: '2026-11-16T09:00:00.000Z' },
      rejectable_until: '2026-12-01T09:00:00.000Z',
    });
    expect(actionsOf(policy, NOW)).toEqual(['refund_rejection', 'take_back', 'propose']);
    // Later the contract refuses it without the holder's consent.
    expect(actionsOf(policy, Date.parse('2026-12-02T00:00:00Z'))).toEqual(['take_back', 'propose']);
    expect(actionsOf({ ...policy, paid_out_usd: 900 }, NOW)).toEqual(['take_back', 'propose']);
  });

  it('a confirmed change of holder can be completed once it is effective', () => {
    const holder_change = {
      new_holder: HEIR,
      proposed_at: '2026-11-05T09:00:00.000Z',
      effective_at: '2026-11-09T09:00:00.000Z',
      lapses_at: '2026-12-05T09:00:00.000Z',
      confirmed: true,
      contested: false,
    };
    expect(actionsOf(deskPolicy({ holder_change }), NOW)).toEqual(['complete', 'stop', 'enter_withdrawal']);
    const waiting = { ...holder_change, effective_at: null, confirmed: false };
    expect(actionsOf(deskPolicy({ holder_change: waiting }), NOW)).toEqual([
      'confirm',
      'stop',
      'enter_withdrawal',
    ]);
  });

  it('an ended policy offers nothing', () => {
    expect(actionsOf(deskPolicy({ status: 'cancelled' }), NOW)).toEqual([]);
  });
});
