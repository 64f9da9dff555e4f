import type { Hex } from 'viem';
import { type ChainQuote, quoteId } from './typed-data.ts';

/** What an EIP-3009 token has its holders sign for `receiveWithAuthorization`. */
const AUTHORIZATION_TYPES = {
  ReceiveWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** A token's own EIP-712 name and version. */
export interface TokenDomain {
  name: string;
  version: string;
}

/**
 * What the holder signs to pay for a quote: the contract may take exactly the premium, once, until the quote ends. All of
 * it follows from the quote, so that the contract needs the signature alone.
 */
export function authorizationTypedData(
  chainId: number,
  contract: Hex,
  quote: ChainQuote,
  token: TokenDomain,
) {
  return {
    domain: { name: token.name, version: token.version, chainId, verifyingContract: quote.token },
    types: AUTHORIZATION_TYPES,
    primaryType: 'ReceiveWithAuthorization' as const,
    message: {
      from: quote.holder,
      to: contract,
      value: quote.premium,
      validAfter: 0n,
      // The token compares strictly, and the quote's last second counts.
      validBefore: BigInt(quote.validUntil) + 1n,
      nonce: quoteId(chainId, contract, quote),
    },
  };
}
