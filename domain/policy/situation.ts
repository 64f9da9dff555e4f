import type { Ending } from './ending.ts';
import type { PolicyStatus, Situation } from './lifecycle.ts';

export interface SituationFacts {
  status: PolicyStatus;
  /** The kind of the ending whose refund is owed or was sent; null without one, and where a person answers a withdrawal. */
  ending: Ending['kind'] | null;
  /** Whether a policy that was paid for has replaced it, whose cover isn't gone. */
  replaced: boolean;
  /** Of a pending policy: whether somebody has to approve it. */
  needsReview?: boolean;
  /** Whether its cover is still to begin. */
  isAhead?: boolean;
}

/** The one order of facts: how it ended, then what ends it, by rank, then where it is in its term. */
export function situationOf({ status, ending, replaced, ...more }: SituationFacts): Situation {
  if (status === 'cancelled' && ending === 'withdrawal') return 'withdrawn';
  if (status === 'withdrawn' || status === 'rejected' || status === 'cancelled') return status;
  if (ending === 'withdrawal') return 'withdrawing';
  if (ending === 'rejection') return 'declined';
  if (replaced) return 'replaced';
  if (ending !== null) return 'canceling';
  if (status === 'pending') return more.needsReview === false ? 'unconfirmed' : 'in_review';
  if (status === 'expired') return 'expired';
  return more.isAhead ? 'ahead' : 'in_force';
}
