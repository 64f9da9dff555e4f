import { formatUsd } from '../../../../domain/money.ts';
import type { ClaimRow } from '../../claims/desk.ts';

/** Our sentence with the administrator's own words behind it. */
export const withNotes = (sentence: string, notes: string | null): string =>
  notes === null ? sentence : `${sentence} ${notes}`;

// What decisions leave on a claim's timeline.

export const requestedLine = (requested: string, notes: string | null): string =>
  withNotes(`Documents requested: ${requested}`, notes);

export const reviewLine = (reopened: boolean, notes: string | null): string =>
  withNotes(reopened ? 'Taken up again: under review.' : 'Under review.', notes);

export const confirmedLine = ({ payoutUsd }: ClaimRow['claim'], notes: string | null): string =>
  withNotes(`The payout of ${formatUsd(payoutUsd ?? 0)} is confirmed.`, notes);
