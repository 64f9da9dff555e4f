/** What a transfer on a chain without a contract is for: the text of the remark beside it. */
import { bytesToHex } from '@noble/hashes/utils.js';

/** Money for the pool, which buys nothing. */
export const FUND_REMARK = 'mooring:fund';

export interface ClaimRemark {
  quoteId: string;
  /** The policy's first paid claim is 1. */
  claimNumber: number;
  /** Unix seconds. */
  incidentAt: number;
  /** Whole US dollars. */
  usd: number;
}

export interface RefundRemark {
  quoteId: string;
  outcome: 'rejected' | 'cancelled';
}

export type Remark =
  | { kind: 'purchase'; quoteId: string }
  | ({ kind: 'claim' } & ClaimRemark)
  | ({ kind: 'refund' } & RefundRemark)
  | { kind: 'fund' };

/** The remark beside a claim's payout. */
export const claimRemark = ({ quoteId, claimNumber, incidentAt, usd }: ClaimRemark): string =>
  `mooring:claim:${quoteId}:${claimNumber}:${incidentAt}:${usd}`;

/** The remark beside a refund. */
export const refundRemark = ({ quoteId, outcome }: RefundRemark): string =>
  `mooring:refund:${quoteId}:${outcome}`;

const QUOTE_BYTES = 32;
const QUOTE = /^0x[0-9a-f]{64}$/i;
const CLAIM = /^mooring:claim:(0x[0-9a-f]{64}):([1-9]\d{0,4}):(0|[1-9]\d{0,10}):([1-9]\d{0,8})$/;
const REFUND = /^mooring:refund:(0x[0-9a-f]{64}):(rejected|cancelled)$/;
/** None of our remarks is longer. */
const LONGEST = 128;

/** What a remark says; null if we did not define it. A purchase names its quote by 32 bytes or by their hexadecimal text. */
export function parseRemark(bytes: Uint8Array): Remark | null {
  if (bytes.length > LONGEST) return null;
  if (bytes.length === QUOTE_BYTES) return { kind: 'purchase', quoteId: `0x${bytesToHex(bytes)}` };
  const text = new TextDecoder().decode(bytes);
  if (text === FUND_REMARK) return { kind: 'fund' };
  if (QUOTE.test(text)) return { kind: 'purchase', quoteId: text.toLowerCase() };
  const claim = CLAIM.exec(text);
  if (claim) {
    const [, quoteId = '', claimNumber, incidentAt, usd] = claim;
    return {
      kind: 'claim',
      quoteId,
      claimNumber: Number(claimNumber),
      incidentAt: Number(incidentAt),
      usd: Number(usd),
    };
  }
  const refund = REFUND.exec(text);
  if (!refund) return null;
  const [, quoteId = '', outcome] = refund;
  return { kind: 'refund', quoteId, outcome: outcome as RefundRemark['outcome'] };
}
