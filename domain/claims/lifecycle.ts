import { keysOf } from '#domain/keys.ts';

/** States of a claim: one list for customers and administrators. */
export const CLAIM_LABELS = {
  pending: 'Pending',
  under_review: 'Under Review',
  approved: 'Approved',
  processing_payment: 'Processing Payment',
  paid: 'Paid',
  rejected: 'Rejected',
} as const;
export const CLAIM_STATUSES = keysOf(CLAIM_LABELS);
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/**
 * From each state to the next. Only the chain's event marks a claim as paid, and a reorganization can undo it. A
 * rejected claim is reviewed again when the customer asks for a second look, or the desk finds something new, and so is an
 * approved one until its payout is prepared, or once its payout was vetoed. A withdrawal from the contract rejects an
 * approved one.
 */
export const CLAIM_TRANSITIONS: Readonly<Record<ClaimStatus, readonly ClaimStatus[]>> = {
  pending: ['under_review', 'approved', 'rejected'],
  under_review: ['approved', 'rejected'],
  approved: ['under_review', 'rejected', 'processing_payment', 'paid'],
  processing_payment: ['under_review', 'approved', 'paid'],
  paid: ['processing_payment'],
  rejected: ['under_review'],
};

/** What a status means, whoever asks. The database's columns and queries are made from it. */
export interface ClaimMeaning {
  /** The desk's work: to decide, to pay, to watch a payout under way, or none. */
  work: 'decide' | 'pay' | 'watch' | 'none';
  /** What the claim may still cost: its amount less the deductible, the approved payout, or nothing. */
  reserve: 'claimed' | 'approved' | 'nothing';
  /** Whether it blocks a cancellation and its page refreshes. */
  open: boolean;
  /** Whether its payout counts as approved in the customer's list. */
  granted: boolean;
  /** Whether the customer can add documents. */
  takesDocuments: boolean;
}

export const CLAIM_MEANING: Readonly<Record<ClaimStatus, ClaimMeaning>> = {
  pending: { work: 'decide', reserve: 'claimed', open: true, granted: false, takesDocuments: true },
  under_review: { work: 'decide', reserve: 'claimed', open: true, granted: false, takesDocuments: true },
  approved: { work: 'pay', reserve: 'approved', open: true, granted: true, takesDocuments: true },
  processing_payment: { work: 'watch', reserve: 'approved', open: true, granted: true, takesDocuments: true },
  paid: { work: 'none', reserve: 'nothing', open: false, granted: true, takesDocuments: false },
  rejected: { work: 'none', reserve: 'nothing', open: false, granted: false, takesDocuments: true },
};

/** The statuses with this meaning: `statusesWith('work', 'pay')`. */
export function statusesWith<Key extends keyof ClaimMeaning>(
  key: Key,
  value: ClaimMeaning[Key],
): readonly ClaimStatus[] {
  return CLAIM_STATUSES.filter((status) => CLAIM_MEANING[status][key] === value);
}

/** Whether a second look at the claim was asked for and is not decided. */
export const isLookedAtAgain = (claim: { status: ClaimStatus; second_look_at: string | null }): boolean =>
  claim.second_look_at !== null && CLAIM_MEANING[claim.status].work === 'decide';

/** Whether a payout is approved and not paid yet. */
export const awaitsPayment = (status: ClaimStatus): boolean => CLAIM_MEANING[status].reserve === 'approved';

/** Progress bar in percent. `submitted` lasts until somebody who decides claims opens it. */
export const CLAIM_PROGRESS: Readonly<Record<ClaimStatus | 'submitted', number>> = {
  submitted: 25,
  pending: 50,
  under_review: 50,
  approved: 75,
  processing_payment: 90,
  paid: 100,
  rejected: 100,
};

/** How far a claim is, in percent: one that nobody has opened yet is where it was when it was sent. */
export const progressOf = ({
  status,
  opened_at,
}: {
  status: ClaimStatus;
  opened_at: string | null;
}): number => CLAIM_PROGRESS[status === 'pending' && opened_at === null ? 'submitted' : status];

/**
 * The stages that a customer follows. The status, as its badge names it, is one of them at the percentage of its progress,
 * so that badge, step and bar can't disagree.
 */
export function claimStages(status: ClaimStatus): { label: string; at: number }[] {
  const stage = (each: ClaimStatus) => ({ label: CLAIM_LABELS[each], at: CLAIM_PROGRESS[each] });
  const first = [
    { label: 'Submitted', at: CLAIM_PROGRESS.submitted },
    stage(status === 'pending' ? 'pending' : 'under_review'),
  ];
  if (status === 'rejected') return [...first, stage('rejected')];
  return [...first, stage('approved'), stage('processing_payment'), stage('paid')];
}

/** `CLM-007`, the claim number. */
export function claimNumber(id: number): string {
  return `CLM-${String(id).padStart(3, '0')}`;
}

/** Who acts next; nobody once a claim is closed. */
export const NEXT_ACTORS = ['mooring', 'customer', 'nobody'] as const;
export type NextActor = (typeof NEXT_ACTORS)[number];
