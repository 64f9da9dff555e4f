import { type Hex, hashTypedData } from 'viem';
import { contractDomain } from './contract-domain.ts';

/** The EIP-712 quote of `contracts/src/IInsurancePayment.sol`; a test compares both type strings. */
export const QUOTE_TYPES = {
  Quote: [
    { name: 'holder', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'premium', type: 'uint256' },
    { name: 'product', type: 'uint8' },
    { name: 'cover', type: 'uint24' },
    { name: 'startDay', type: 'uint16' },
    { name: 'endDay', type: 'uint16' },
    { name: 'validUntil', type: 'uint40' },
    { name: 'detailsHash', type: 'bytes32' },
  ],
} as const;

export interface ChainQuote {
  holder: Hex;
  /** Zero address for the native coin. */
  token: Hex;
  /** Base units of `token`. */
  premium: bigint;
  product: number;
  /** Whole US dollars. */
  cover: number;
  /** Days since 1970-01-01 UTC, both covered. */
  startDay: number;
  endDay: number;
  /** Seconds since 1970-01-01 UTC. */
  validUntil: number;
  detailsHash: Hex;
}

export const NATIVE_TOKEN: Hex = '0x0000000000000000000000000000000000000000';

/** What `signTypedData` takes for a quote. */
export function quoteTypedData(chainId: number, contract: Hex, quote: ChainQuote) {
  return {
    domain: contractDomain(chainId, contract),
    types: QUOTE_TYPES,
    primaryType: 'Quote' as const,
    message: quote,
  };
}

/** The quote's EIP-712 digest: its id here and the registry id on chain. */
export function quoteId(chainId: number, contract: Hex, quote: ChainQuote): Hex {
  return hashTypedData(quoteTypedData(chainId, contract, quote));
}
