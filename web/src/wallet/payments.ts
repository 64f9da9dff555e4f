import type { ChainRef } from '#domain/chains.ts';
import type { Shown } from '#domain/clear-signing/show.ts';
import type { ShownAuthorization } from '#domain/clear-signing/show-authorization.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { Choice } from '#domain/products/product.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import type { DeployedNetwork } from '#web/lib/deployment.ts';

/** What a payment is to every screen, whatever chain it is on. */
type Hex = `0x${string}`;

/**
 * How the contract is allowed to take a premium: nothing needed, a signed authorization that
 * the wallet or we send, an approval batched with the purchase
 * (which may require upgrading the account first), or a separate approval transaction.
 */
export type Authorization = 'none' | 'signature' | 'relay' | 'batch' | 'upgrade' | 'transaction';
export type AuthorizationStage = 'sign_in_wallet' | 'approve_in_wallet' | 'approve_on_chain';

export interface ExpectedPurchase {
  product: ProductKey;
  /** UTC days, `YYYY-MM-DD`. */
  startDate: string;
  endDate: string;
  choice: Choice;
  /** How many have the chosen cover; 1 where nobody travels. */
  people: number;
  holder: string;
  currency: string;
  network: DeployedNetwork;
}

/** The server's payment differs from the purchase on the screen. It must not be sent. */
export class PaymentMismatch extends Error {
  constructor(readonly field: string) {
    super(
      'This payment does not match what you chose, so it was not sent. No money has moved. Please tell us.',
    );
    this.name = 'PaymentMismatch';
  }
}

/** A payment that was compared with the screen. */
export interface CheckedPayment {
  quoteId: Hex;
  chain: ChainRef;
  /** Base units. */
  amount: bigint;
  /** What the wallet shows of the purchase; null where wallets have no words for it. */
  shown: Shown | null;
  /** What it shows of the signed authorization, and what that buys; null where there is none. */
  signs: ShownAuthorization | null;
}

interface ReadyPayment extends CheckedPayment {
  /** Approvals that go into the same batch as the purchase. */
  approvals?: readonly unknown[];
  /** The holder's authorization, if we can send it instead of the wallet. */
  relayable?: Hex;
}

export interface FeeEstimate {
  /** Network fee in base units of the chain's coin. */
  fee: bigint;
  /** Whether the wallet pays it itself. A contract wallet's fee is paid by the account that sends its transactions. */
  ownFee: boolean;
  /** What the network requires to stay in the account, in base units of the chain's coin. */
  stays?: bigint;
  authorization: Authorization;
}

/** The only blocks that can contain a transaction. */
export interface Blocks {
  from: number;
  to: number;
}

/** What a wallet returned for a payment. */
export interface SentPayment {
  /** Null while the wallet has returned only the id of the batch that contains the transaction. */
  txHash: Hex | null;
  /** The wallet's id of that batch (EIP-5792). */
  batchId?: string;
  /** The only blocks that can contain the transaction, where it names them itself. */
  blocks?: Blocks;
}

/** A transaction's account and nonce. Of all transactions that share them, only one is ever mined. */
export interface Slot {
  from: string;
  nonce: number;
}

/** A quote for which a wallet was asked to pay, whatever it answered. */
export interface Attempt extends Pick<SentPayment, 'blocks'> {
  chainId: ChainRef;
  quoteId: Hex;
  /** ISO time after which the quote cannot be bought anymore. */
  validUntil: string;
}

export interface FollowedPayment extends Attempt, SentPayment {
  /** Its account and nonce, if seen before. */
  slot?: Slot;
}

/**
 * How a sent payment ended. `cancelled`: the wallet sent another transaction in its place, which bought nothing.
 * `lapsed`: no node ever saw it, and it can no longer appear. `dropped` and `partial`: what a wallet did to a batch. A
 * batch that produced no transaction has no hash.
 */
export type PaymentEnd =
  | {
      status: 'mined' | 'reverted' | 'cancelled' | 'lapsed';
      /** The mined transaction, which differs from the requested one if the wallet sped it up. */
      txHash: Hex;
      /** Its block, where the server needs the number to find it. */
      block?: number;
    }
  | { status: 'dropped' | 'reverted' | 'partial' | 'lapsed'; txHash: null };

/**
 * What became of an attempt: bought, by this transaction if the node allows the search for it; certainly not paid for,
 * now and later; or not known.
 */
export type AttemptState = { state: 'bought'; txHash: Hex | null } | { state: 'unpaid' | 'open' };

/** Everything that moves money, through the connected wallet and the chain's node. Amounts are base units. */
export interface Payments {
  /** The server's payment, checked against the screen; throws PaymentMismatch. */
  check(answer: QuoteAnswer, expected: ExpectedPurchase): Promise<CheckedPayment>;
  /** The wallet's balances on a chain, by symbol. Unreadable balances are left out. */
  balances(chain: ChainRef): Promise<Record<string, bigint>>;
  /** The expected network fee and what the wallet is asked for first. Read-only. */
  estimate(payment: CheckedPayment, batches: boolean): Promise<FeeEstimate>;
  /** Lets the premium be taken, where that needs a step of its own; throws WalletError. */
  authorize(
    payment: CheckedPayment,
    onStage: (stage: AuthorizationStage) => void,
    batches: boolean,
  ): Promise<ReadyPayment>;
  /** Sends the approvals of a payment that did not go as a batch. */
  approve(payment: ReadyPayment, onStage: (stage: AuthorizationStage) => void): Promise<ReadyPayment>;
  /**
   * Asks the wallet to pay. Returns null when it rejects the batch as such; throws WalletError.
   * @param onSigned learns the hash before anything is sent, where the wallet signs first. If it throws, nothing is sent.
   */
  purchase(
    payment: ReadyPayment,
    onSigned: (sent: SentPayment) => Promise<void>,
  ): Promise<SentPayment | null>;
  /**
   * Follows a sent payment until it is mined, or can no longer be.
   * @param onSeen is told the payment's account and nonce when they are seen for the first time
   * @param onBlock is told the block that has the payment before it counts, and null when that one is replaced
   */
  waitForReceipt(
    sent: FollowedPayment,
    onSeen: (slot: Slot) => void,
    signal: AbortSignal,
    onBlock?: (block: number | null) => void,
  ): Promise<PaymentEnd>;
  /** Number of confirmations, counting the payment's own block; 0 while unmined, null if it failed. */
  confirmations(chain: ChainRef, hash: Hex): Promise<number | null>;
  attemptState(attempt: Attempt): Promise<AttemptState>;
}
