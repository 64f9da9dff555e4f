/** The lines of an audit: what was compared, and how it came out. */

/**
 * waiting: too young to be missed; unrecorded: paid but not recorded; owed: paid, but it bought no policy and was not
 * refunded; unclaimed: paid out for no claim; unpaid: recorded but not paid; amount, fields: both know it and differ;
 * claim: a claim and its timeline or payment differ; totals: sums differ; pool: less money than the events imply;
 * contract: not ours.
 */
export type Result =
  | 'matched'
  | 'waiting'
  | 'unrecorded'
  | 'owed'
  | 'unclaimed'
  | 'unpaid'
  | 'amount'
  | 'fields'
  | 'claim'
  | 'totals'
  | 'pool'
  | 'contract';

export interface FieldDifference {
  field: string;
  chain: string;
  record: string;
  /** What says `chain`, if it is not the chain. */
  by?: string;
}

export interface Line {
  result: Result;
  about: 'event' | 'policy' | 'claim' | 'rate' | 'totals' | 'pool' | 'contract';
  /** Zero for what is about no chain in particular. */
  chainId: number | string;
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

/** A line with what is known: by default it has no place on a chain. */
export const lineWith = (
  line: Pick<Line, 'about' | 'result' | 'what' | 'explanation'> & Partial<Line>,
): Line => ({
  chainId: 0,
  contract: '',
  quoteId: null,
  txHash: null,
  logIndex: null,
  block: null,
  differences: [],
  ...line,
});
