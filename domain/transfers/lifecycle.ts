/** Money that we send for a claim, a policy that ends or an exception: the states of a transfer, and what moves it. */
import { OTHER_METHODS } from '#domain/claims/schema.ts';
import type { PayoutStep } from '#domain/payouts/schema.ts';

export const TRANSFER_KINDS = ['payout', 'refund'] as const;

/**
 * contract: a call of the contract; announced: a call that waits on the chain first; transfer: from our account, on a chain
 * without a contract. The others are outside the chain, where a second administrator confirms them.
 */
export const TRANSFER_METHODS = ['contract', 'announced', 'transfer', ...OTHER_METHODS] as const;

/**
 * prepared: nobody has reported that it was sent; sent: its transaction is known; announced: the chain shows that it can be paid,
 * vetoed or lapse; confirmed: its event, or a second administrator, says that it arrived; dead: it can't arrive anymore;
 * discarded: it was given up at the desk, although it may still arrive.
 */
export const TRANSFER_STATES = [
  'prepared',
  'sent',
  'announced',
  'vetoed',
  'confirmed',
  'dead',
  'discarded',
] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/**
 * What happens to a transfer, and the state to which it leads. Those without one lead to the state that its transactions say: its
 * transaction changed nothing, or the block is gone that moved it.
 */
const LEADS_TO = {
  sent: 'sent',
  failed: null,
  announced: 'announced',
  vetoed: 'vetoed',
  confirmed: 'confirmed',
  reorganized: null,
  expired: 'dead',
  discarded: 'discarded',
} as const satisfies Record<string, TransferState | null>;
export type TransferWord = keyof typeof LEADS_TO;

const TAKES: Readonly<Record<TransferState, readonly TransferWord[]>> = {
  prepared: ['sent', 'announced', 'confirmed', 'expired', 'discarded'],
  sent: ['sent', 'failed', 'announced', 'vetoed', 'confirmed', 'reorganized', 'expired', 'discarded'],
  announced: ['sent', 'announced', 'vetoed', 'confirmed', 'reorganized', 'expired', 'discarded'],
  vetoed: ['confirmed', 'reorganized'],
  confirmed: ['reorganized'],
  dead: ['confirmed', 'reorganized'],
  discarded: ['confirmed'],
};

export interface Transfer {
  state: TransferState;
  method: (typeof TRANSFER_METHODS)[number];
  /** Of an announced one: whether its last transaction, or the next if it has none, is the announcement or the payment. */
  step: PayoutStep;
  /** From when an announced one can be paid, if the chain shows that. */
  payable_at: string | null;
  tx_hash: string | null;
}

/**
 * The state to which a word moves a transfer; null if it doesn't take that word.
 * @param transfer its state, and the rest as it is after the word
 */
export function movedBy(word: TransferWord, transfer: Transfer): TransferState | null {
  const { state, method, step, payable_at, tx_hash } = transfer;
  if (!TAKES[state].includes(word)) return null;
  const waits = method === 'announced' && (step === 'pay' ? tx_hash === null : payable_at !== null);
  return LEADS_TO[word] ?? (waits ? 'announced' : tx_hash === null ? 'prepared' : 'sent');
}

/** Whether the chain shows the announcement of a payout that can still arrive. */
export const isAnnounced = ({ method, state, step }: Pick<Transfer, 'method' | 'state' | 'step'>): boolean =>
  method === 'announced' && (state === 'announced' || (state === 'sent' && step === 'pay'));
