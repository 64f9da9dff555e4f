/** The lines of an audit: what was compared, and how it came out. */

/**
 * waiting: too young to be missed; unrecorded: paid but not recorded; unpaid: recorded but not paid; amount, fields:
 * both know it and differ; totals: sums differ; pool: less money than the events imply; contract: not ours.
 */
export type Result =
  | 'matched'
  | 'waiting'
  | 'unrecorded'
  | 'unpaid'
  | 'amount'
  | 'fields'
  | 'totals'
  | 'pool'
  | 'contract';

export interface FieldDifference {
  field: string;
  chain: string;
  record: string;
}

export interface Line {
  result: Result;
  about: 'event' | 'policy' | 'totals' | 'pool' | 'contract';
  chainId: number;
  contract: string;
  quoteId: string | null;
  txHash: string | null;
  logIndex: number | null;
  block: number | null;
  /** What the line is about, in a sentence. */
  what: string;
  /** Why it differs, in a sentence; empty if it doesn't. */
  explanation: string;
  differences: readonly FieldDifference[];
}

export const isDifference = ({ result }: Line) => result !== 'matched' && result !== 'waiting';
