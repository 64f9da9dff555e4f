/** A change of a policy's holder that its present holder objects to with a transaction. */
export interface ObjectionAsked {
  holder: string;
  /** The chain's id, or its genesis hash. */
  chainId: number | string;
  /** The contract that holds the policy; null if it has none. */
  contract: string | null;
  quoteId: string;
}
