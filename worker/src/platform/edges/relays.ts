/** The one sender of each chain's relay account. */

/** A holder's signed authorization to pay for a quote. */
export interface RelayOrder {
  chain_id: string;
  quoteId: string;
  /** Wallet key of the holder who asks. */
  wallet: string;
  authorization: string;
}

/** The transaction under way, or why there is none: `invalid` cannot work, `unavailable` may work later or elsewhere. */
export type RelayOutcome =
  | { txHash: string }
  | { refused: 'invalid' | 'unavailable' | 'unknown'; message: string };

export interface Relays {
  send(order: RelayOrder): Promise<RelayOutcome>;
  /** Follows what is under way: confirms it, sends it again, or gives it up. */
  advance(chainId: string): Promise<void>;
}

/** Each chain's Durable Object, which does one thing at a time. */
export const durableRelays = (env: Env): Relays => ({
  send: (order) => env.RELAY.getByName(order.chain_id).send(order),
  advance: (chainId) => env.RELAY.getByName(chainId).advance(chainId),
});
