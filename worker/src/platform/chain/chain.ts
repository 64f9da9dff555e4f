/** What the worker needs from a chain. Only the folders `evm` and `substrate` know its kind. */

import type { WalletKind } from '#domain/address.ts';
import type { Block, ChainRef } from '#domain/chains.ts';
import { ChainUnreachable } from '#domain/json-rpc.ts';
import type { PayoutStep, ReadyCall } from '#domain/payouts/schema.ts';
import type { ConsentRequest } from '#domain/policy/consent.ts';
import type { ChainRole } from '#domain/registry/chain-roles.ts';
import type { CurrencyConfig } from './config.ts';
import type { Relayer } from './relayer.ts';
import type {
  Consent,
  PayoutCall,
  PayoutTerms,
  QuoteTerms,
  RefundTerms,
  Registered,
  RegistryEntry,
  SignedQuote,
  SoldQuote,
} from './terms.ts';

/** The answer, or what `otherwise` makes of an unreachable chain. */
export function ifReachable<Answer, Instead>(
  answer: Promise<Answer>,
  otherwise: (error: ChainUnreachable) => Instead,
): Promise<Answer | Instead> {
  return answer.catch((error: unknown) => {
    if (error instanceof ChainUnreachable) return otherwise(error);
    throw error;
  });
}

/** The chain would revert a prepared call; `reason` is the contract's own error. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Holder, quote and position of an event, strictly decoded. */
interface Seen {
  /** Which of our contracts reported it, in lower case; without a contract, the recipient's wallet key. */
  contract: string;
  quote_id: string;
  /** Wallet key of the holder; of a confirmed or stopped change of holder, who did that. */
  holder: string;
  tx_hash: string;
  /** Position in its block: greater than that of every earlier event there. */
  event_index: number;
  block: Block;
}

/** A purchase as the contract reported it. */
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
  /** The quote it names, if another payment already bought that one; its own `quote_id` then identifies the payment. */
  repeats?: string;
  /** The quote it names but doesn't fit: another account or amount paid. Again its `quote_id` identifies the payment. */
  misfits?: string;
  /** Set if it names no quote because it came without any remark. Again its `quote_id` identifies the payment. */
  unmarked?: true;
  /** Set if it bought nothing and sending it back would take more than it is. */
  dust?: true;
}

export type Outcome = 'rejected' | 'cancelled';

/** A log as its contract wrote it. */
interface EventLog {
  topics: readonly string[];
  data: string;
}

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
        /** Payable from `payableAt` until `validUntil`, included. Nothing says yet that its policy exists. */
        | {
            kind: 'payout_announced';
            usd: number;
            claimNumber: number;
            incidentAt: number;
            payableAt: number;
            validUntil: number;
            log: EventLog;
          }
        /** The refund that the holder agrees to, in base units, and until when. */
        | { kind: 'cancellation_consented'; amount: bigint; validUntil: number }
        /** Signed consents up to this validity are void. */
        | { kind: 'consent_revoked'; validUntil: number }
        | { kind: 'payment_owed'; token: string | null; amount: bigint }
        /** The holder is where it came from or went, and there is no policy. */
        | { kind: 'pool_funded' | 'capital_withdrawn'; token: string | null; amount: bigint }
        /**
         * Money that left our account without a remark that explains it, where there is no contract. Its `quote_id` identifies
         * the transfer, and the holder is who got it.
         */
        | { kind: 'paid_in_error'; token: null; amount: bigint }
        /**
         * About roles, announcements, stops or limits; there is no policy. The holder is who did it or holds the role, or empty;
         * `log` is the contract's own.
         */
        | { kind: 'governance'; token: string | null; log: EventLog }
        | { kind: 'owed_paid'; token: string | null; amount: bigint; to: string }
        | { kind: 'holder_change_proposed'; newHolder: string; validUntil: number }
        /** From when it can be completed; null while another confirmation is missing. */
        | {
            kind: 'holder_change_confirmed';
            newHolder: string;
            effectiveAt: number | null;
            validUntil: number;
          }
        | { kind: 'holder_change_contested'; newHolder: string; validUntil: number }
        | { kind: 'holder_change_stopped'; newHolder: string }
        | { kind: 'holder_changed'; newHolder: string }
      ));

/** A transaction's sender and nonce. A chain mines only one transaction per pair. */
export interface Turn {
  sender: string;
  nonce: number;
}

/** What a waiting transaction would do; only its own chain can read it. */
export interface WaitingCall {
  readonly target: string | null;
  readonly data: string;
}

export type Transaction =
  | { state: 'unknown' }
  /** Known but not mined yet. */
  | { state: 'waiting'; call: WaitingCall }
  /** Mined, and reverted. `ours`: it called our contract or paid our recipient. */
  | { state: 'failed'; ours: boolean }
  | { state: 'mined'; confirmed: boolean; events: ChainEvent[] };

/** `announce`: beyond the day's allowance; it waits, and is prepared again to be paid. */
export type PreparedPayout = ReadyCall & { step: PayoutStep };

/** When an announced payout can be paid: Unix seconds, both included. */
export interface Announcement {
  payableAt: number;
  lapsesAt: number;
}

/** A change of a policy's holder under way. Unix seconds. */
export interface HolderChange {
  /** Wallet key. */
  newHolder: string;
  lapsesAt: number;
  /** When it can be completed; null until it is confirmed. */
  effectiveAt: number | null;
  /** Whether the holder objected, so that administrator and guardian must both confirm. */
  contested: boolean;
  confirmedBy: readonly ChainRole[];
}

export type HolderStep = 'propose' | 'confirm' | 'stop' | 'complete';

/** A call whose sender must have one of these roles; anyone, when there is none. */
export type PreparedStep = ReadyCall & { roles: readonly ChainRole[] };

/** The contract's surplus over what it owes at a block, in base units by currency symbol. */
export interface PoolState {
  block: number;
  amounts: Readonly<Record<string, bigint>>;
}

/** Whether the contract would accept a payment now, and its pool. */
export interface SalesStatus {
  /** Why it accepts no payments in this currency, for the log; null if it does. */
  problem: string | null;
  /** The pool in base units by currency symbol. */
  pool: Readonly<Record<string, bigint>>;
  /** The fewest and the most base units of this currency that the contract pays for a dollar. */
  perDollar: { min: bigint; max: bigint };
}

/** The latest round of an AggregatorV3 feed. */
export interface Feed {
  round: bigint;
  answer: bigint;
  decimals: number;
  /** Unix seconds; zero while the round has no answer. */
  updatedAt: number;
  /** Round that the answer came from. */
  answeredIn: bigint;
}

/** Every method throws ChainUnreachable if the chain doesn't answer. */
export interface Chain {
  readonly id: ChainRef;
  readonly kind: WalletKind;
  /** Who enforces allowance, announcements, halt and consent: the chain's contract, or the worker by its own records. */
  readonly enforcedBy: 'contract' | 'records';
  /** Whether a policy's holder can be changed. */
  readonly changesHolder: boolean;
  /** The contract that sells now, and all of this deployment, newest first. */
  readonly contract: string;
  readonly contracts: readonly string[];
  /** Who held the roles of the contract that sells now when it was deployed, in lower case. */
  readonly firstRoles: Readonly<Partial<Record<ChainRole, string>>>;
  /** Block that created the oldest of them. */
  readonly startBlock: number;
  readonly confirmations: number;
  /** Most blocks whose events are read at once. */
  readonly scanRange: number;
  /** Blocks below the cursor that every run reads again: reorganizations are never deeper. */
  readonly overlap: number;
  /**
   * Most blocks after which a call that was signed in time can still be included; zero where the call itself says until when
   * it may be carried out.
   */
  readonly eraBlocks: number;
  /** How many of the newest blocks the sweep reads again and again; null for all of history. */
  readonly sweepDepth: number | null;
  readonly currencies: readonly CurrencyConfig[];
  /** Sends purchases for holders without coins; null where we have no account for that. */
  readonly relayer: Relayer | null;
  /** What transactions are paid with. */
  readonly coin: { symbol: string; decimals: number };
  head(): Promise<number>;
  /** The canonical blocks with these numbers; null beyond the end of the chain. */
  blocks(numbers: readonly number[]): Promise<(Block | null)[]>;
  /** @param at number of its block, which some chains need to find it */
  transaction(hash: string, at?: number): Promise<Transaction>;
  /** All events in a range of blocks, both included, in order, with the last block. */
  events(from: number, to: number): Promise<{ events: ChainEvent[]; last: Block | null }>;
  /** What a refund of this payment needs to know if we have no quote for it; see `quoteInEvidence`. */
  evidence(purchase: Purchase): Promise<string>;
  /** Sender and nonce of a transaction; null if the node doesn't know it. */
  turnOf(txHash: string): Promise<Turn | null>;
  /** What the network charged for each transaction, in base units of its coin; null for one that isn't mined. */
  fees(txHashes: readonly string[]): Promise<(bigint | null)[]>;
  /** Whether another transaction was mined with the same sender and nonce, so that this one never can be. */
  wasReplaced(txHash: string, turn: Turn): Promise<boolean>;
  salesStatus(currency: CurrencyConfig): Promise<SalesStatus>;
  feeds(addresses: readonly string[]): Promise<Feed[]>;
  pool(): Promise<PoolState>;
  /** The newest block with enough confirmations; null while there is none. */
  finalBlock(): Promise<Block | null>;
  /** The current registry entry; null if nobody bought the quote. */
  registered(quote: Registered): Promise<RegistryEntry | null>;
  registeredNow(quotes: readonly Registered[]): Promise<(RegistryEntry | null)[]>;
  /** The registry entries after a block, in the order of the quotes. */
  registeredAt(quotes: readonly Registered[], block: Block): Promise<(RegistryEntry | null)[]>;
  /**
   * Whether a waiting transaction pays this claim through our contract, directly or inside a wallet
   * contract's call.
   */
  paysClaim(call: WaitingCall, claim: PayoutCall): boolean;
  /** The quote with this id in a payment's evidence; null if it shows none. */
  quoteInEvidence(evidence: string, quoteId: string): SoldQuote | null;
  quoteIdOf(quote: SoldQuote): string;
  /**
   * Prepares a refund for the underwriter, or a payout for the claims role: within the day's allowance at once, beyond
   * it announced, and paid once the announcement has waited. Throws CallRefused if it would revert now.
   */
  prepareRefund(terms: RefundTerms): Promise<ReadyCall>;
  preparePayout(terms: PayoutTerms): Promise<PreparedPayout>;
  /** Whether the next payout of this size on the policy can be paid at once; otherwise it has to be announced first. */
  paysAtOnce(terms: Pick<PayoutTerms, 'contract' | 'quoteId' | 'token' | 'usd'>): Promise<boolean>;
  /** The announcement of the policy's next payout, with these dollars and this incident; null if there is none. */
  announcedPayout(
    quote: Registered,
    payout: Pick<PayoutTerms, 'usd' | 'incidentAt'>,
  ): Promise<Announcement | null>;
  /** The change of holder under way; null if there is none. */
  holderChange(quote: Registered): Promise<HolderChange | null>;
  /** Seconds that a change of holder waits once it is confirmed. */
  holderChangeDelay(contract: string): Promise<number>;
  /** A step of a change of holder, with the roles that could send it now. Throws CallRefused if nobody could. */
  prepareHolderStep(quote: Registered, step: HolderStep, newHolder: string): Promise<PreparedStep>;
  /** What the holder's wallet signs to agree to a refund. */
  consentRequest(consent: Consent): ConsentRequest;
  /** Whether this is the holder's signature of that; for EVM also by EIP-1271. */
  verifyConsent(consent: Consent, signature: string): Promise<boolean>;
  sign(terms: QuoteTerms): Promise<SignedQuote>;
  /** Whether `signature` is this wallet's signature of `message`; for EVM also by EIP-1271 and EIP-6492. */
  verifyMessage(wallet: string, message: string, signature: string): Promise<boolean>;
}
