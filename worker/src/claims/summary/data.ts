import type { ClaimDetailAnswer } from '#domain/claims/schema.ts';

/** Everything a summary says. The same data always gives the same bytes. */
export interface SummaryData {
  claim: ClaimDetailAnswer;
  /** Name of the payout's chain. */
  chain_name: string;
  /** ISO 8601 in UTC. */
  issued_at: string;
}
