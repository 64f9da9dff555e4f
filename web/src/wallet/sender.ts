/** What sending a prepared call takes, for each family of chains. */

import type { Shown } from '#domain/clear-signing/show.ts';

/** A call that somebody submits elsewhere, such as a multisig's own tool, and then reports by hand. */
export interface OutsideCall {
  data: string;
  /** Who submits it, and how. */
  says: string;
}

/** Whether an account may send a call, and what would happen, in sentences. */
export type Rehearsal =
  | { state: 'ready'; says: string }
  /** Another account, or any account, has to be connected. */
  | { state: 'no_wallet' | 'wrong_account'; says: string; outside: OutsideCall | null }
  | { state: 'refused'; says: string };

/** How a sent call ended. The hash may be another one if the wallet replaced the transaction. */
export interface SentCall {
  hash: string;
  /** Its block, where reports need it. */
  block: number | null;
  /** Why it changed nothing, as a sentence; null if it worked. */
  problem: string | null;
  /** Whether it may still happen. */
  open?: boolean;
}

/** The pool that a call is paid from, now. Amounts are base units; dollars are whole. */
export interface PoolNow {
  /** 'ETH pool of the contract 0x0165…Eb8F'. */
  title: string;
  symbol: string;
  decimals: number;
  balance: bigint;
  /** Part of the balance that belongs to holders. */
  owed: bigint;
  /** Whole dollars a day; null where the chain knows no allowance. */
  allowance: { daily: number; left: number } | null;
}

export interface Sender {
  /** What the wallet shows of it; null where wallets have no words for it. */
  shows(): Promise<Shown | null>;
  /** Tries it out with the connected account, without sending anything. */
  rehearse(account: string | null): Promise<Rehearsal>;
  /**
   * Asks the connected wallet to send it. Returns the hash; throws WalletError.
   * @param announce where nothing on the chain refuses a second one: called once it is signed and before it is sent, which
   * it prevents by throwing
   */
  send(account: string, announce?: (hash: string) => Promise<unknown>): Promise<string>;
  /** Follows it until it counts as final in its chain, or does not reach it for a while. */
  follow(hash: string): Promise<SentCall>;
  /** The pool in this currency that it is paid from; null if this site doesn't know it. */
  pool(symbol: string): Promise<PoolNow | null>;
}

/** Several calls of one chain, which the wallet carries out as one. */
export interface Together {
  /** Asks the connected wallet for all of them. Returns an id to follow; throws WalletError. */
  send(account: string): Promise<string>;
  /** Follows it until each call has its transaction, or none will. */
  follow(id: string): Promise<{
    /** The transaction of each call, in their order; empty with a problem. */
    hashes: readonly string[];
    problem: string | null;
    /** Whether it may still happen. */
    open: boolean;
  }>;
}

/** Whether the wallet carries out several calls as one: at once, or after it has upgraded the account. */
export type Batching = 'supported' | 'ready';
