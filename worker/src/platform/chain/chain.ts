/** What the worker needs from a chain. Nothing outside `chain/evm*` knows which kind it is. */

import type { WalletKind } from '../../../../domain/address.ts';
import type { ProductKey } from '../../../../domain/products/index.ts';
import type { QuoteAnswer } from '../../../../domain/quote/schema.ts';
import type { CurrencyConfig } from './config.ts';

/** The chain did not answer, or not in a way that can be used: nothing is known about its state. */
export class ChainUnreachable extends Error {
  override readonly name = 'ChainUnreachable';
}

export interface Block {
  number: number;
  hash: string;
  /** Seconds since 1970. */
  time: number;
}

/** The chain refuses a call that was laid out for somebody; `reason` is the contract's own error. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Who and where an event of the contract is about, decoded strictly. */
interface Seen {
  quoteId: string;
  /** Wallet key of the holder. */
  holder: string;
  txHash: string;
  logIndex: number;
  block: Block;
}

/** A purchase as the contract itself reported it. */
export interface Purchase extends Seen {
  kind: 'purchased';
  /** ERC-20 contract, or null for the native coin. */
  token: string | null;
  amount: bigint;
  productCode: number;
  coverageUsd: number;
  /** First moment with cover, and the first without. */
  start: number;
  end: number;
  detailsHash: string;
}

export type Outcome = 'rejected' | 'cancelled';

/** What the contract reported about a policy. Times are seconds since 1970, amounts base units. */
export type ChainEvent =
  | Purchase
  | (Seen &
      (
        | {
            kind: 'claim_paid';
            token: string | null;
            amount: bigint;
            usd: number;
            claimNumber: number;
            incidentAt: number;
          }
        | { kind: 'premium_refunded'; token: string | null; amount: bigint; outcome: Outcome; end: number }
        | { kind: 'payment_owed'; token: string | null; amount: bigint }
        | { kind: 'owed_paid'; token: string | null; amount: bigint; to: string }
        | { kind: 'holder_changed'; newHolder: string }
      ));

/** Which of its sender's transactions one is: a chain mines only one with that number. */
export interface Turn {
  sender: string;
  nonce: number;
}

export type Transaction =
  | { state: 'unknown' }
  /** Known and not mined yet, with its call data. */
  | { state: 'waiting'; to: string | null; input: string }
  | { state: 'failed' }
  | { state: 'mined'; head: number; events: ChainEvent[] };

/** A quote before it is signed. Days are UTC day numbers, `validUntil` seconds since 1970. */
export interface QuoteTerms {
  holder: string;
  currency: CurrencyConfig;
  amount: bigint;
  product: ProductKey;
  coverageUsd: number;
  startDay: number;
  endDay: number;
  validUntil: number;
  detailsHash: string;
}

export interface SignedQuote {
  quoteId: string;
  signature: string;
  payment: QuoteAnswer['payment'];
}

/** A quote as the contract knows it: what a refund has to bring back. `token` is null for the native coin. */
export interface SoldQuote extends Omit<QuoteTerms, 'currency' | 'product'> {
  token: string | null;
  productCode: number;
}

/** A policy as the public registry has it now. Seconds since 1970, whole US dollars. */
export interface RegistryEntry {
  /** Wallet key. */
  holder: string;
  active: boolean;
  start: number;
  end: number;
  coverageUsd: number;
  paidOutUsd: number;
  claims: number;
}

/** A quote and the contract in whose registry its policy would be. */
export interface Registered {
  id: string;
  contract: string;
}

export interface RefundTerms {
  quote: SoldQuote;
  amount: bigint;
  outcome: Outcome;
  /** Last second at which the contract takes it. */
  validUntil: number;
}

export interface PayoutTerms {
  quoteId: string;
  claimNumber: number;
  incidentAt: number;
  usd: number;
  amount: bigint;
  validUntil: number;
}

/** What tells the payout of a claim from others: whole US dollars, seconds since 1970. */
export type PayoutCall = Pick<PayoutTerms, 'quoteId' | 'incidentAt' | 'usd'>;

/** A transaction request that is ready to send, from a wallet with the right role. */
export interface PreparedCall {
  to: string;
  data: string;
  value: string;
}

/** What the contract holds beyond what it owes, in base units by currency symbol, at a block. */
export interface PoolState {
  block: number;
  amounts: Readonly<Record<string, bigint>>;
}

/** Whether the contract would take a payment now, and what it holds. */
export interface Intake {
  /** Why it takes no payments in this currency, for the log; null when it does. */
  problem: string | null;
  /** Base units that belong to the pool, by currency symbol. */
  pool: Readonly<Record<string, bigint>>;
}

/** The latest round of an AggregatorV3 feed. */
export interface Feed {
  round: bigint;
  answer: bigint;
  decimals: number;
  /** Seconds since 1970; zero while the round has no answer. */
  updatedAt: number;
  /** Round that the answer is from. */
  answeredIn: bigint;
}

/** Every method throws ChainUnreachable when the chain does not answer. */
export interface Chain {
  readonly id: string;
  readonly kind: WalletKind;
  readonly contract: string;
  readonly startBlock: number;
  readonly confirmations: number;
  readonly logRange: number;
  readonly currencies: readonly CurrencyConfig[];
  head(): Promise<number>;
  /** The canonical blocks of these numbers; null where the chain is shorter. */
  blocks(numbers: readonly number[]): Promise<(Block | null)[]>;
  transaction(hash: string): Promise<Transaction>;
  /** All events about policies in a range of blocks, both included, in order, with the last block. */
  events(from: number, to: number): Promise<{ events: ChainEvent[]; last: Block | null }>;
  /** The transaction's call data, `0x` when it is gone. */
  input(txHash: string): Promise<string>;
  /** Sender and number of a transaction that the node knows; null when it knows none. */
  turnOf(txHash: string): Promise<Turn | null>;
  /** Whether the chain has mined another transaction in this one's place, so that it can never be mined. */
  wasReplaced(txHash: string, turn: Turn): Promise<boolean>;
  intake(currency: CurrencyConfig): Promise<Intake>;
  feeds(addresses: readonly string[]): Promise<Feed[]>;
  pool(): Promise<PoolState>;
  /** The newest block with enough confirmations to count; null while the chain has none. */
  finalBlock(): Promise<Block | null>;
  /** The public registry's entry now; null when nobody bought the quote. */
  registered(quoteId: string): Promise<RegistryEntry | null>;
  registeredNow(quotes: readonly Registered[]): Promise<(RegistryEntry | null)[]>;
  /** The registry's entries after a block, in the order of the quotes. */
  registeredAt(quotes: readonly Registered[], block: Block): Promise<(RegistryEntry | null)[]>;
  /** Whether a transaction that waits calls our contract to pay this claim, by itself or inside of a wallet contract's call. */
  paysClaim(call: { to: string | null; input: string }, claim: PayoutCall): boolean;
  /** The quote with this id that a purchase's call data holds, also inside of another contract's call; null without. */
  quoteInInput(input: string, quoteId: string): SoldQuote | null;
  quoteIdOf(quote: SoldQuote): string;
  /** Lays out a refund for the underwriter, or a payout for the claims role. Throws CallRefused when it would fail now. */
  prepareRefund(terms: RefundTerms): Promise<PreparedCall>;
  preparePayout(terms: PayoutTerms): Promise<PreparedCall>;
  sign(terms: QuoteTerms): Promise<SignedQuote>;
  /** Whether `signature` is this wallet's signature of `message`, for EVM also by EIP-1271 and EIP-6492. */
  verifyMessage(wallet: string, message: string, signature: string): Promise<boolean>;
}
