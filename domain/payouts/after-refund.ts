/** What a refund leaves of a policy's cover on a chain without a contract. Times are Unix seconds. */

interface Refunded {
  /** First second of cover, and the first one after it as sold. */
  start: number;
  end: number;
  /** Time of the refund's block. */
  at: number;
  /** Whether the whole premium went back at the holder's request, so that there never was any cover. */
  isVoid: boolean;
}

/** The first second after the cover that a refund leaves. A rejected policy stays covered until its refund. */
export const coverAfterRefund = ({ start, end, at, isVoid }: Refunded): number =>
  isVoid ? start : Math.min(Math.max(at, start), Math.max(end, start));
