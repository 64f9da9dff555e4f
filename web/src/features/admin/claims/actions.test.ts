import { describe, expect, it } from 'vitest';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import type { Who } from '#web/features/admin/kit/actions.ts';
import { keysOf, someone } from '#web/test/desk-actions.ts';
import { approvedClaim, deskClaim } from '#web/test/sample-case.ts';
import { CLAIM_ACTIONS } from './actions.tsx';
import { waitingFor } from './standing.ts';

describe('the actions of a claim', () => {
  const all = someone('claims.decide', 'claims.pay');
  const actionsOf = (claim: AdminClaimDetail, by: Who, at: number) => keysOf(CLAIM_ACTIONS, claim, by, at);
  const now = Date.parse('2026-11-21T12:00:00Z');
  const announced = {
    usd: 1500,
    payable_at: '2026-11-21T11:00:00.000Z',
    lapses_at: '2026-11-28T11:00:00.000Z',
  };

  it('an announced payout can be paid once its delay is over, and not by another method in the meantime', () => {
    expect(actionsOf(approvedClaim({ announced }), all, now)).toEqual(['pay']);
    expect(actionsOf(approvedClaim({ announced }), all, Date.parse('2026-11-21T10:00:00Z'))).toEqual([]);
  });

  it('a payout under way cannot be paid by another method, whether or not it is announced', () => {
    const underWay = (announcement: 'unsent' | 'pending' | null) =>
      actionsOf(approvedClaim({ under_way: { says: '', announcement, tx_hash: null } }), all, now);
    expect(underWay(null)).toEqual(['pay']);
    expect(underWay('unsent')).toEqual(['pay']);
  });

  it('a claim whose announced payout is gone from the chain offers no action until the veto or the payment is recorded', () => {
    const gone = approvedClaim({ under_way: { says: '', announcement: 'pending', tx_hash: null } });
    expect(actionsOf(gone, all, now)).toEqual([]);
    expect(waitingFor(gone, all)).toBe(
      'We are waiting for the network to show what happened to the announced payout.',
    );
    expect(waitingFor({ ...gone, announced }, all)).toBeNull();
  });

  it('a reported payment can be withdrawn by its reporter, or by anyone who manages administrators', () => {
    const other: NonNullable<AdminClaimDetail['off_chain_payment']> = {
      ...({ usd: 1500, method: 'bank_transfer', reference: 'INV-7', proposed_by: 'Grace Hopper' } as const),
      confirmed_by: null,
      at: '2026-11-21T10:00:00.000Z',
      status: 'proposed',
      proposed_by_me: false,
    };
    const reported = approvedClaim({ off_chain_payment: other });
    expect(actionsOf(reported, all, now)).toEqual(['confirm_other']);
    expect(actionsOf(reported, someone('claims.decide', 'claims.pay', 'admins.manage'), now)).toEqual([
      'confirm_other',
      'withdraw',
    ]);
    const own = { ...other, proposed_by_me: true };
    expect(actionsOf(approvedClaim({ off_chain_payment: own }), all, now)).toEqual(['withdraw']);
  });

  it('the administrator who approved a payout cannot confirm it', () => {
    const waiting = approvedClaim({ needs_confirmation: true });
    expect(actionsOf(waiting, all, now)).toEqual(['confirm', 'send_back']);
    const decision = { ...waiting.decision, decided_by_me: true } as typeof waiting.decision;
    expect(actionsOf({ ...waiting, decision }, all, now)).toEqual(['send_back']);
  });

  it('an approved claim moves back to review until its payout is prepared, and somebody else pays a large one', () => {
    const large = approvedClaim({ other_payer: { not_you: true, nobody: false } });
    expect(actionsOf(approvedClaim(), all, now)).toEqual(['pay', 'other', 'send_back']);
    expect(actionsOf(large, all, now)).toEqual(['other', 'send_back']);
    expect(waitingFor(large, all)).toBe(
      'You approved this payout. It is large, so someone else must prepare it.',
    );
    expect(waitingFor({ ...large, other_payer: { not_you: true, nobody: true } }, all)).toMatch(
      /Please invite a second person who pays claims/,
    );
    const under = { says: 'Ada prepared it.', announcement: null, tx_hash: null };
    expect(actionsOf(approvedClaim({ under_way: under }), all, now)).toEqual(['pay']);
  });

  it('a paid claim offers nothing, and a rejected one another review', () => {
    expect(actionsOf(deskClaim({ status: 'paid' }), all, now)).toEqual([]);
    expect(actionsOf(deskClaim({ status: 'rejected' }), all, now)).toEqual(['review']);
  });

  it('a second look is decided by nobody who decided before, who can still ask for documents', () => {
    const look = {
      asked_at: '2026-11-21T10:00:00.000Z',
      other: null,
      not_by: ['Ada Byron'],
      not_by_you: true,
      escalated: false,
    };
    const mine = deskClaim({ status: 'under_review', second_look: look });
    expect(actionsOf(mine, all, now)).toEqual(['documents']);
    expect(waitingFor(mine, all)).toBe(
      'You decided this claim before. Someone new will decide its second look.',
    );
    const escalated = { ...mine, second_look: { ...look, escalated: true } };
    expect(waitingFor(escalated, all)).toMatch(/ask for another claims handler for its second look/);
    const fresh = { ...mine, second_look: { ...look, not_by_you: false } };
    expect(actionsOf(fresh, all, now)).toEqual(['approve', 'reject', 'documents']);
    expect(waitingFor(fresh, all)).toBeNull();
    const large = { needs_confirmation: true, second_look: look };
    expect(actionsOf(approvedClaim(large), all, now)).toEqual(['confirm']);
  });
});
