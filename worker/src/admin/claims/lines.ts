import { formatUsd } from '#domain/money.ts';
import type { ClaimRow } from '#worker/claims/desk.ts';

/** Our sentence, followed by the administrator's notes. */
export const withNotes = (sentence: string, notes: string | null): string =>
  notes === null ? sentence : `${sentence} ${notes}`;

// Timeline lines of decisions.

export const requestedLine = (requested: string, notes: string | null): string =>
  withNotes(`Documents requested: ${requested}`, notes);

export const reviewLine = (reopened: boolean, notes: string | null): string =>
  withNotes(reopened ? 'Reopened: under review.' : 'Under review.', notes);

export const confirmedLine = ({ payout_usd }: ClaimRow['claim'], notes: string | null): string =>
  withNotes(`The payout of ${formatUsd(payout_usd ?? 0)} is confirmed.`, notes);
