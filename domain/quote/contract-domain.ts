import type { Hex } from 'viem';

/** The EIP-712 domain of the contract's fourth edition. It stands apart from the hashing, which few pages need. */
export function contractDomain(chainId: number, contract: Hex) {
  return { name: 'Mooring', version: '4', chainId, verifyingContract: contract } as const;
}
