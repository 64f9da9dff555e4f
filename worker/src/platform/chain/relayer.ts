/** What the worker needs from an account that sends purchases for holders without coins. */
import type { SoldQuote } from './terms.ts';

/** A purchase that its holder authorized by a signature. */
interface AuthorizedPurchase {
  quote: SoldQuote;
  /** Ours, of the quote. */
  signature: string;
  authorization: string;
}

/** What our sending account has. Amounts are base units of the coin, fees for each unit of gas. */
export interface RelayerState {
  balance: bigint;
  /** Transactions mined so far, in the newest block and in the newest that has enough confirmations. */
  nonce: number;
  finalNonce: number;
  finalBlock: number;
  maxFee: bigint;
  tip: bigint;
}

/** A transaction for one nonce; without data it is an empty one to ourselves. */
interface Turned {
  nonce: number;
  data: string | null;
  gas: bigint;
  maxFee: bigint;
  tip: bigint;
}

interface Signed {
  raw: string;
  txHash: string;
}

export interface Mined {
  txHash: string;
  block: number;
  succeeded: boolean;
}

/** Sends authorized purchases from our own account. Nothing here keeps a nonce: its caller does. */
export interface Relayer {
  readonly account: string;
  state(): Promise<RelayerState>;
  /** The call of a purchase and the gas that it may use. Throws CallRefused if it would revert now. */
  prepare(purchase: AuthorizedPurchase): Promise<{ data: string; gas: bigint }>;
  /** Throws CallRefused if the call would revert now. */
  tryOut(data: string): Promise<void>;
  /** The same for the same, so that it can be stored before it is sent. */
  sign(turn: Turned): Promise<Signed>;
  /** Whether a node has it now, or something else in its place. */
  broadcast(raw: string): Promise<boolean>;
  /** The one of these transactions that is mined; null if none is. */
  mined(txHashes: readonly string[]): Promise<Mined | null>;
}
