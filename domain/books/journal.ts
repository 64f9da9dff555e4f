/** How each movement of money is booked. Pure: the same row always gives the same lines, and they sum to zero. */
import { ACCOUNTS, type Cash, cashAccount } from './accounts.ts';

/** A line of an entry: US cents above zero are a debit, below zero a credit. */
export interface Line {
  account: string;
  cents: number;
  /** Of a cash account: base units of its token that came in, negative for those that went out. */
  units?: bigint;
}

const MOVED = [
  /** A premium that pays for a policy, and what of one was refunded. */
  ...(['premium', 'refund'] as const),
  /** A payment that bought no policy, and its refund. */
  ...(['unmatched', 'unmatched_refund'] as const),
  /** A payment too small to send back. */
  'dust',
  /** A claim paid on chain. */
  'claim_paid',
  /** A payout or refund that could not be delivered, and its delivery. */
  ...(['payment_owed', 'owed_paid'] as const),
  /** A second transfer for what was paid before. */
  'paid_in_error',
  /** Money that was put into a pool without buying anything, and that the treasurer took out. */
  ...(['pool_funded', 'capital_withdrawn'] as const),
] as const;
type MovedKind = (typeof MOVED)[number];

/** What is entered when it happens. Everything else is booked on the last day of a month. */
export const ENTERED_KINDS = [...MOVED, 'claim_paid_other', 'reserve', 'refund_owed'] as const;
export type EnteredKind = (typeof ENTERED_KINDS)[number];

/** A row that is booked. Amounts are US cents. */
export type BookedRow =
  | {
      kind: MovedKind;
      cents: number;
      /** Base units of the token, above zero. */
      units: bigint;
      cash: Cash;
      /** Our share of a premium; negative of a refund; 0 of anything else. */
      platformFeeCents: number;
    }
  /** A claim paid outside the chain. */
  | { kind: 'claim_paid_other'; cents: number }
  /** By how much the expected cost of a claim rose, or fell if negative. */
  | { kind: 'reserve'; cents: number }
  /** By how much what is owed of a policy's premium rose, or fell if negative: its ending is due, sent or closed. */
  | { kind: 'refund_owed'; cents: number }
  /** What a month earned of the premiums. */
  | { kind: 'earned'; cents: number }
  /** What the networks charged for our transactions in a month. */
  | { kind: 'network_fees'; cents: number }
  /** By how much what a cash account holds is worth more at a month's last rate than it is booked at. */
  | { kind: 'revaluation'; cents: number; cash: Cash };
export type BookedKind = BookedRow['kind'];

const A = ACCOUNTS;

/** Cents from the credit of one account to the debit of another. */
const book = (debit: string, credit: string, cents: number): Line[] =>
  cents === 0
    ? []
    : [
        { account: debit, cents },
        { account: credit, cents: -cents },
      ];

type Moved = Extract<BookedRow, { kind: MovedKind }>;

function received({ cash, cents, units }: Moved, credit: string): Line[] {
  return [
    { account: cashAccount(cash), cents, units },
    // Not minus zero, for a payment whose value nobody knows.
    { account: credit, cents: 0 - cents },
  ];
}

function sent({ cash, cents, units }: Moved, debit: string): Line[] {
  return [
    { account: debit, cents },
    { account: cashAccount(cash), cents: 0 - cents, units: -units },
  ];
}

const fee = ({ platformFeeCents }: Moved) =>
  book(A.platformFeeExpense.code, A.platformFee.code, platformFeeCents);

/** The lines of a row. */
export function linesOf(row: BookedRow): Line[] {
  switch (row.kind) {
    case 'premium':
      return [
        ...received(row, A.written.code),
        ...book(A.unearnedChange.code, A.unearned.code, row.cents),
        ...fee(row),
      ];
    case 'refund':
      return [
        ...sent(row, A.returned.code),
        ...book(A.unearned.code, A.unearnedChange.code, row.cents),
        ...fee(row),
      ];
    case 'unmatched':
      return received(row, A.refunds.code);
    case 'unmatched_refund':
      return sent(row, A.refunds.code);
    case 'dust':
      return received(row, A.other.code);
    case 'claim_paid':
      return sent(row, A.claims.code);
    case 'payment_owed':
      return received(row, A.owed.code);
    case 'owed_paid':
      return sent(row, A.owed.code);
    case 'paid_in_error':
      return sent(row, A.recoverable.code);
    case 'pool_funded':
      return received(row, A.capital.code);
    case 'capital_withdrawn':
      return sent(row, A.capital.code);
    case 'claim_paid_other':
      return [
        ...book(A.bank.code, A.capital.code, row.cents),
        ...book(A.claims.code, A.bank.code, row.cents),
      ];
    case 'reserve':
      return book(A.outstandingChange.code, A.outstanding.code, row.cents);
    case 'refund_owed':
      return [
        ...book(A.returned.code, A.refunds.code, row.cents),
        ...book(A.unearned.code, A.unearnedChange.code, row.cents),
      ];
    case 'earned':
      return book(A.unearned.code, A.unearnedChange.code, row.cents);
    case 'network_fees':
      return book(A.networkFees.code, A.wallets.code, row.cents);
    case 'revaluation':
      return book(cashAccount(row.cash), A.exchange.code, row.cents);
  }
}
