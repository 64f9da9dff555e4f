import type { BlockReading, PaymentOnChain } from '#domain/audit/places.ts';
import type { ChainPolicy } from '#domain/audit/standing.ts';
import type { DeployedChain, DeployedSubstrate } from '#web/lib/deployment.ts';

type Kept = 'holder' | 'product' | 'status' | 'start' | 'end' | 'cover' | 'paidOut' | 'claims';

/** A policy in the public registry, with a null token for the chain's own coin. */
export type RegistryPolicy = Pick<ChainPolicy, Kept> & { token: string | null };

export interface RegistryReading {
  chain: DeployedChain;
  contract: `0x${string}`;
  /** Null if nobody bought that quote in this contract. */
  policy: RegistryPolicy | null;
  /** The contract's own answer for `time`. */
  inForce: boolean;
  /** Seconds since 1970 by this device's clock, or by the chain's if that is ahead. */
  time: number;
  block: number;
}

export interface LookUp {
  /** The contract that knows the id. An id belongs to one chain and contract, so there is at most one. */
  found: RegistryReading | null;
  asked: readonly DeployedChain[];
  /** Chains that did not answer as our contract would. */
  unreachable: readonly DeployedChain[];
}

/** The payment that names a quote, in its block on a chain without a contract. */
export interface PaymentReading {
  chain: DeployedSubstrate;
  /** Null while the chain has no such final block. */
  block: BlockReading | null;
  /** Null if nothing in that block pays for the quote. */
  payment: PaymentOnChain | null;
}
