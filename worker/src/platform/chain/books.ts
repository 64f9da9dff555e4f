import type { ChainRef } from '../../../../domain/chains.ts';
import type { ProposedPayout } from './chain.ts';
import type { PayoutTerms, RegistryEntry, SoldQuote } from './terms.ts';

/** Blocks in which a signed transfer can be included: its era, which the desk's wallet signs. */
export const ERA_BLOCKS = 64;
/** About how long that is, in seconds: a block takes 12 on the slowest networks. */
export const INCLUSION_SECONDS = ERA_BLOCKS * 12;

/** Which payment bought a quote. */
export interface BoughtBy {
  txHash: string;
  eventIndex: number;
}

/**
 * What a contract would remember and enforce. A chain without one asks these records; `settlement/books` keeps
 * them.
 */
export interface Books {
  /** The quotes that we gave under these ids, by id. Unknown ids are missing. */
  quotes(chain: ChainRef, ids: readonly string[]): Promise<ReadonlyMap<string, SoldQuote>>;
  /**
   * The payments on record under these quotes' ids, by quote: those that bought them, and those that came late. None
   * that was reversed.
   */
  bought(chain: ChainRef, ids: readonly string[]): Promise<ReadonlyMap<string, BoughtBy>>;
  /**
   * The quotes that payments without one of our remarks were let buy, by transaction and event index with a colon between
   * them.
   */
  matched(chain: ChainRef, txHashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * The registry entries of these quotes; missing for one that nobody bought. A payment that became no policy has one
   * under its own id, active until it is refunded.
   */
  registered(chain: ChainRef, ids: readonly string[]): Promise<ReadonlyMap<string, RegistryEntry>>;
  /** The numbers of the blocks that hold these transactions; those that we recorded nothing of are missing. */
  blocksOf(chain: ChainRef, txHashes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Whole dollars that may still be paid today: a leaky bucket of `allowanceUsd` per day, as in the contract. Prepared
   * payouts don't count yet; they take it up when they are handed out.
   */
  allowanceLeft(chain: ChainRef, allowanceUsd: number): Promise<number>;
  /** Unix seconds until when payouts are halted; null if they are not. */
  haltedUntil(chain: ChainRef): Promise<number | null>;
  /** The payout that is proposed on the policy, neither paid, vetoed nor lapsed; null if there is none. */
  proposal(chain: ChainRef, quoteId: string): Promise<ProposedPayout | null>;
  /** Proposes a payout beyond the allowance: payable from and until these Unix seconds, unless it is vetoed. */
  propose(
    chain: ChainRef,
    terms: PayoutTerms,
    wait: { payableAt: number; lapsesAt: number },
  ): Promise<ProposedPayout>;
}
