import type { ChainRef } from '#domain/chains.ts';
import type { RegistryEntry, SoldQuote } from './terms.ts';

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
 * What a contract would remember. A chain without one asks these records; `settlement/books` reads them from our database.
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
   * The registry entries of these quotes; missing for one that nobody bought. A payment that became no policy has one
   * under its own id, active until it is refunded.
   */
  registered(chain: ChainRef, ids: readonly string[]): Promise<ReadonlyMap<string, RegistryEntry>>;
  /** The numbers of the blocks that hold these transactions; those that we recorded nothing of are missing. */
  blocksOf(chain: ChainRef, txHashes: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
