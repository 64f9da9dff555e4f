/** The contract's roles, in the order of its enum. */
export const CHAIN_ROLES = [
  ...(['administrator', 'guardian', 'claims', 'underwriter'] as const),
  ...(['treasurer', 'pauser', 'signer'] as const),
] as const;
export type ChainRole = (typeof CHAIN_ROLES)[number];
