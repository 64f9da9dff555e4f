/** What a chain itself shows, read and decoded by the checker alone. */

/** The kinds of events that concern a policy or payment, by the names that the ledger has for them. */
export type FactKind =
  | 'purchased'
  | 'claim_paid'
  | 'premium_refunded'
  | 'payment_owed'
  | 'owed_paid'
  | 'payout_announced'
  | 'cancellation_consented'
  | 'consent_revoked'
  | 'holder_change_proposed'
  | 'holder_change_confirmed'
  | 'holder_change_contested'
  | 'holder_change_stopped'
  | 'holder_changed';

/** One event. Hashes and accounts are in lower case, amounts in base units, times in Unix seconds. */
export interface Fact {
  kind: FactKind;
  chain: string;
  tx: string;
  /** Of its log, or of its transfer among the block's events. */
  index: number;
  block: number;
  blockHash: string;
  time: number;
  /** Null of a payment that names no quote. */
  quote: string | null;
  wallet: string;
  /** A new holder, or where an owed payment went. */
  other: string | null;
  amount: string | null;
  usd: number | null;
  claimNumber: number | null;
  incidentAt: number | null;
  outcome: 'rejected' | 'cancelled' | null;
  coverUsd: number | null;
  start: number | null;
  end: number | null;
}

/** Calls a node and answers its result. */
export type Ask = (method: string, params: unknown[]) => Promise<unknown>;

/** What is not known of an event of which only the place is. */
export const BARE = {
  other: null,
  amount: null,
  usd: null,
  claimNumber: null,
  incidentAt: null,
  outcome: null,
  coverUsd: null,
  start: null,
  end: null,
};
