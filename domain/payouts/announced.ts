/** A payout beyond the day's allowance: what of it is announced on chain, days before it can be paid. */
import { decodeFunctionData, encodeFunctionData, type Hex, keccak256, size, slice } from 'viem';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';

/** A payout's terms but its amount, which follows from the rate of the day on which it is paid. */
export interface AnnouncedPayout {
  quoteId: string;
  /** Whoever holds the policy when it is paid: another holder voids the announcement. */
  holder: string;
  claimNumber: number;
  /** Seconds since 1970. */
  incidentAt: number;
  /** Whole US dollars. */
  usd: number;
}

/** `amount` and `validUntil`, the call's last two words, are not announced. */
const UNANNOUNCED = 64;
const NOTHING: Hex = `0x${'0'.repeat(UNANNOUNCED * 2)}`;

/** Calldata of `payAnnounced`. */
export const payAnnounced = (
  { quoteId, holder, claimNumber, incidentAt, usd }: AnnouncedPayout,
  amount: bigint,
  validUntil: number,
): Hex =>
  encodeFunctionData({
    abi,
    functionName: 'payAnnounced',
    args: [
      ...([quoteId as Hex, holder as Hex, BigInt(claimNumber)] as const),
      ...([BigInt(incidentAt), BigInt(usd), amount, BigInt(validUntil)] as const),
    ],
  });

/** What `announce` takes for a payout. */
export function announcedData(payout: AnnouncedPayout): Hex {
  const call = payAnnounced(payout, 0n, 0);
  return slice(call, 0, size(call) - UNANNOUNCED);
}

/** The hash by which the contract keeps an announced payout. */
export const announcedHash = (payout: AnnouncedPayout): Hex => keccak256(announcedData(payout));

/** Whoever holds the claims role can announce any number. This is the last second that a date can hold. */
const LARGEST = 253_402_300_799n;

/** The payout that was announced with these bytes; null for another call, and for numbers that no payout has. */
export function announcedPayout(data: Hex): AnnouncedPayout | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi, data: `${data}${NOTHING.slice(2)}` });
    if (functionName !== 'payAnnounced') return null;
    const [quoteId, holder, claimNumber, incidentAt, dollars] = args;
    if ([claimNumber, incidentAt, dollars].some((value) => value > LARGEST)) return null;
    return {
      quoteId,
      holder: holder.toLowerCase(),
      claimNumber: Number(claimNumber),
      incidentAt: Number(incidentAt),
      usd: Number(dollars),
    };
  } catch {
    return null;
  }
}
