/** The books: journal, trial balance, closed months and aging. Months and days are UTC. */
import * as z from 'zod';
import { keysOf } from '#domain/keys.ts';
import { pageCursors, pageQuery } from '#domain/page.ts';
import { cleanText } from '#domain/text.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const month = z.string().regex(MONTH, 'Please write the month as 2026-11.');
/** US dollars with cents, as a decimal string. */
const usd = z.string().regex(/^-?\d+\.\d{2}$/);
const count = z.number().int();

export const MONTH_STATES = ['running', 'open', 'closed'] as const;

export const bookMonths = z.object({
  /** The newest first. `running`: not over yet. */
  months: z.array(
    z.object({
      month,
      state: z.enum(MONTH_STATES),
      /** Sum of its debits, which is that of its credits. */
      booked: usd,
      /** Entries in it that change an earlier, closed month. */
      adjustments: count,
      closed: z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() }).nullable(),
    }),
  ),
  /** The month that can be closed next, and what it is waiting for; null while every month that is over is closed. */
  next: z.object({ month, problem: z.string().nullable() }).nullable(),
});
export type BookMonths = z.output<typeof bookMonths>;

export const closeMonthParams = z.object({ month });
export const closeMonthRequest = z.strictObject({
  reason: z
    .string()
    .overwrite(cleanText)
    .min(1, 'Please say why the month is closed now.')
    .max(500, 'Please keep the reason to 500 characters.'),
});

/** An account; of a cash account also where the money is. */
const bookAccount = z.object({
  /** The code, and of a cash account chain, contract and token as well. */
  account: z.string(),
  code: z.string(),
  name: z.string(),
  side: z.enum(['asset', 'liability', 'equity', 'income', 'expense']),
});

/** Base units of a cash account's token; null of other accounts. `decimals` is null for a token that is no longer offered. */
const coins = z
  .object({ amount: z.string().regex(/^-?\d+$/), symbol: z.string(), decimals: count.nullable() })
  .nullable();

export const trialBalanceQuery = z.object({
  as_of: z.iso
    .date('Please write the day as 2026-11-30.')
    .optional()
    .describe('The last day that counts; without it today. Of a closed month only its last day.'),
});
export const trialBalance = z.object({
  as_of: z.iso.date(),
  month,
  state: z.enum(MONTH_STATES),
  /** By code. A balance above zero is a debit balance; debits and credits are those of the month. */
  accounts: z.array(bookAccount.extend({ opening: usd, debit: usd, credit: usd, balance: usd, coins })),
  /** Debits and credits of the month, and the sums of both kinds of balances. */
  total: z.object({ debit: usd, credit: usd, debit_balance: usd, credit_balance: usd }),
  /** Up to when everything is counted; null before the first run of the job. */
  counted_at: z.iso.datetime().nullable(),
});
export type TrialBalance = z.output<typeof trialBalance>;

/** What bookings are called. */
export const ENTRY_LABELS = {
  premium: 'Premium',
  refund: 'Premium refunded',
  unmatched: 'Payment without a policy',
  unmatched_refund: 'Payment sent back',
  dust: 'Small payments',
  claim_paid: 'Claim paid',
  claim_paid_other: 'Claim paid outside the chain',
  payment_owed: 'Payment not delivered',
  owed_paid: 'Owed payment taken',
  paid_in_error: 'Paid in error',
  pool_funded: 'Capital put in',
  capital_withdrawn: 'Capital taken out',
  reserve: 'Claims reserve',
  refund_owed: 'Refund owed',
  earned: 'Premium earned',
  network_fees: 'Network fees',
  revaluation: 'Exchange difference',
  adjustment: 'Adjustment of a closed month',
  adjusted_later: 'Changed since and booked later',
} as const;
type EntryKind = keyof typeof ENTRY_LABELS;

/** What an entry is called, such as “Reversed: Premium”. */
export const entryLabel = (kind: EntryKind, isReversal: boolean): string =>
  isReversal ? `Reversed: ${ENTRY_LABELS[kind]}` : ENTRY_LABELS[kind];

export const journalQuery = z.object({
  month: month.optional().describe('Without it the present month'),
  ...pageQuery,
});
export const journalEntry = z.object({
  /** Such as `entry:12`; of a month’s own entries their kind. */
  id: z.string(),
  kind: z.enum(keysOf(ENTRY_LABELS)),
  /** Whether it cancels an earlier entry, whose amounts it has with the opposite sign: its event left the chain. */
  is_reversal: z.boolean(),
  day: z.iso.date(),
  /** Time of the block or booking; null of a month’s own entries. */
  at: z.iso.datetime().nullable(),
  /** Of an adjustment: the month that it changes. Of a change that was booked later: the month that books it. */
  about: month.nullable(),
  policy_id: count.nullable(),
  claim_id: count.nullable(),
  exception_id: count.nullable(),
  chain_id: z.string().nullable(),
  tx_hash: z.string().nullable(),
  lines: z.array(bookAccount.extend({ debit: usd.nullable(), credit: usd.nullable(), coins })),
});
export type JournalEntry = z.output<typeof journalEntry>;
export const journalPage = z.object({
  month,
  state: z.enum(MONTH_STATES),
  /**
   * By time. Adjustments of earlier months are on the first page, and what the last day books on the last one, beside the
   * entries that `limit` counts.
   */
  entries: z.array(journalEntry),
  pagination: z.object(pageCursors),
});
export type JournalPage = z.output<typeof journalPage>;

export const BUCKETS = ['0-30', '31-60', '61-90', 'over 90'] as const;
export const AGED_LABELS = {
  claims: 'Claims to decide',
  payouts: 'Payouts to send',
  refunds: 'Refunds of policies',
  exceptions: 'Payments to send back',
} as const;
export const AGED = keysOf(AGED_LABELS);
export type Aged = (typeof AGED)[number];
/** What waits, by how many days: each has all buckets in order. */
export const aging = z.object({
  as_of: z.iso.datetime(),
  lines: z.array(
    z.object({
      kind: z.enum(AGED),
      buckets: z.array(z.object({ bucket: z.enum(BUCKETS), count, usd })),
      total: z.object({ count, usd }),
    }),
  ),
});
export type Aging = z.output<typeof aging>;

export const BOOK_FILES = ['journal', 'trial_balance', 'premium', 'claims', 'aging'] as const;
export const bookExportQuery = z.object({
  file: z
    .enum(BOOK_FILES, `Please choose ${BOOK_FILES.join(', ')}.`)
    .describe('`premium` and `claims` are bordereaux'),
  month: month.optional().describe('Without it the present month; aging is always as of now'),
});
