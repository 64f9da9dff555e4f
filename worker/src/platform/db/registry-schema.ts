import { type SQL, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CLOSED_AS, ENDING_KINDS } from '#domain/policy/ending.ts';

/** The contract's events about policies, their sums, and what holders asked for after their purchase. */

/** The one ledger: every event of the contract about a policy, once each, as the chain itself reported it. */
export const chainEvents = sqliteTable(
  'chain_events',
  {
    id: integer().primaryKey(),
    kind: text({
      enum: [
        ...['purchased', 'claim_paid', 'premium_refunded', 'payment_owed', 'owed_paid', 'holder_changed'],
        ...['payout_announced', 'cancellation_consented', 'consent_revoked'],
        ...['holder_change_proposed', 'holder_change_confirmed', 'holder_change_contested'],
        ...['holder_change_stopped'],
        // Where no contract refuses it: a transfer for what was paid or refunded before.
        'paid_in_error',
        // Of the pool: money that anyone put in, and that the treasurer took out. Their quote is `NO_QUOTE`.
        ...['pool_funded', 'capital_withdrawn'],
        // Of roles, announcements, stops and limits, likewise.
        'governance',
      ] as const,
    }).notNull(),
    chain_id: text().notNull(),
    /** The contract that reported it, in lower case. */
    contract: text().notNull().default(''),
    tx_hash: text().notNull(),
    event_index: integer().notNull(),
    block_number: integer().notNull(),
    block_hash: text().notNull(),
    block_time: text().notNull(),
    quote_id: text().notNull(),
    /**
     * The holder in the event; for a transfer, the previous one; of a confirmed or stopped change of
     * holder, who did that; of capital, where it came from or went.
     */
    wallet: text().notNull(),
    /** The new holder, also of a change under way, or where an owed payment was sent. */
    counterparty: text(),
    token: text(),
    /** Base units; null if no money is involved. */
    amount: text(),
    /** A claim's dollars, and the rate between them and the amount: USD per whole unit. */
    usd: integer(),
    rate: text(),
    claim_number: integer(),
    incident_at: text(),
    /** Of a refund: what the policy became. */
    outcome: text({ enum: ['rejected', 'cancelled'] }),
    /** US cents. Of a refund of a policy: what it is of the premium; of a payment without a policy and of capital: what it was worth. */
    usd_cents: integer(),
    /** Of a refund or a purchase: the first moment without cover. */
    cover_until: text(),
    /** unconfirmed: too young; orphaned: its block is no longer on the chain, and its effects are undone. */
    status: text({ enum: ['unconfirmed', 'confirmed', 'orphaned'] }).notNull(),
    /** The policy's status before a refund ended it. */
    from_status: text({ enum: ['pending', 'active'] }),
    created_at: text().notNull(),
    confirmed_at: text(),
    /** Of a purchase: what was sold, and the first moment of cover. */
    product_code: integer(),
    coverage_usd: integer(),
    details_hash: text(),
    cover_from: text(),
    /**
     * Of a consent: until when it holds; of its revocation: up to which validity consents are void; of a proposed change
     * of holder: when it lapses.
     */
    valid_until: text(),
    /**
     * Of a confirmed change of holder: from when it can be completed; null while another confirmation is missing. Of a
     * announced payout: from when it can be paid.
     */
    effective_at: text(),
    /** Of an orphaned purchase: when its quote had ended and the registry had no policy of it, so that it cannot come back. */
    given_up_at: text(),
    /** How often its block left the chain and it came back in another one. */
    generation: integer().notNull().default(0),
    /**
     * Identifies the event within its transaction. A transaction that is mined again may report the same purchase
     * under another event index.
     */
    identity: text().generatedAlwaysAs(
      sql`CASE "kind" WHEN 'purchased' THEN "quote_id" ELSE "event_index" END`,
      { mode: 'virtual' },
    ),
  },
  (table) => [
    unique('chain_events_event').on(table.chain_id, table.tx_hash, table.identity),
    index('chain_events_block').on(table.chain_id, table.block_number, table.event_index),
    index('chain_events_status')
      .on(table.chain_id, table.status, table.block_number, table.event_index)
      .where(sql`${table.status} <> 'confirmed'`),
    index('chain_events_quote').on(table.quote_id, table.id),
    index('chain_events_newest').on(table.block_time, table.id),
    /** A policy's changes of holder. */
    index('chain_events_holder')
      .on(table.quote_id, table.block_number, table.event_index)
      .where(
        sql`kind IN ('holder_change_proposed', 'holder_change_confirmed', 'holder_change_contested', 'holder_change_stopped', 'holder_changed')`,
      ),
    /** Changes of holder that have not lapsed. */
    index('chain_events_holder_open').on(table.valid_until).where(sql`kind = 'holder_change_proposed'`),
    /** The newest payouts. */
    index('chain_events_claims').on(table.chain_id, table.block_time).where(sql`kind = 'claim_paid'`),
    /** What says who may do what, in the order of the chain. */
    index('chain_events_governance')
      .on(table.chain_id, table.block_number, table.event_index)
      .where(sql`kind IN ('governance', 'payout_announced')`),
    /** Our transactions whose fee is looked up. */
    index('chain_events_fees')
      .on(table.chain_id, table.confirmed_at)
      .where(sql`kind IN ('claim_paid', 'premium_refunded', 'payout_announced')`),
  ],
);

/** What the index `chain_events_status` is of: SQLite uses it only for a query that says so. */
export const isUnsettled = sql`${chainEvents.status} <> 'confirmed'`;

type Place = Pick<ChainEventRow, 'block_number' | 'event_index'>;
/** Whether an event is later on its chain. */
export const isAfter = ({ block_number, event_index }: Place): SQL =>
  sql`(${chainEvents.block_number}, ${chainEvents.event_index}) > (${block_number}, ${event_index})`;

export type ChainEventRow = typeof chainEvents.$inferSelect;

/**
 * happened: it is confirmed; soon: what it announced or proposed can be done soon; reversed: its block is gone after it was
 * confirmed.
 */
export const CHAIN_NOTICES = ['happened', 'soon', 'reversed'] as const;
export type ChainNotice = (typeof CHAIN_NOTICES)[number];

/** What guardian and administrators are told of events, and the logs that say it. */
export const contractNotices = sqliteTable(
  'contract_notices',
  {
    chain_id: text().notNull(),
    tx_hash: text().notNull(),
    event_index: integer().notNull(),
    /** Of `governance` and `payout_announced`: topics and data as JSON. */
    log: text(),
    /** What they are told next, and from when on; null for nothing. */
    notice: text({ enum: CHAIN_NOTICES }),
    notice_at: text(),
  },
  (table) => [
    primaryKey({ columns: [table.chain_id, table.tx_hash, table.event_index] }),
    index('contract_notices_due').on(table.notice_at).where(sql`notice_at IS NOT NULL`),
  ],
);

/** Which administrator reported a transaction first, so that the audit log names them when its event is confirmed. */
export const transactionReports = sqliteTable(
  'transaction_reports',
  {
    chain_id: text().notNull(),
    tx_hash: text().notNull(),
    admin_id: integer().notNull(),
    at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain_id, table.tx_hash] })],
);

/**
 * How a policy ends at its holder's request, and what is refunded. A closed one stays. At most one of a policy is owed at a time.
 * A change of cover is one from its quote on, and links both policies whatever becomes of its refund. A withdrawal by policy
 * number and email address is whoever's until the link to the confirmed address was followed or a person has checked it.
 */
export const endings = sqliteTable(
  'endings',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Of a withdrawal by policy number as it was entered: there may be no such policy. */
    policy_id: integer().notNull(),
    kind: text({ enum: ENDING_KINDS }).notNull(),
    /** Of a withdrawal the time that counts. */
    asked_at: text().notNull(),
    /** The conversation with whoever withdrew without the wallet, and their address. */
    thread_id: integer().unique('endings_thread'),
    email: text(),
    link_followed_at: text(),
    /** Of a rejection: why, in words that the holder read, and the administrator who decided it. */
    reason: text(),
    decided_by: integer(),
    /** Base units of the premium's currency; null for the whole premium, which a withdrawal or a rejection gives back. */
    amount: text(),
    unused_days: integer(),
    /** Of a replacement: the quote whose policy replaces this one. */
    successor_quote: text().unique('endings_successor'),
    /** When the holder was last asked to consent to the refund of a withdrawal, which the registry demands once it takes no rejection. */
    consent_asked_at: text(),
    /** How the holder consented to the refund, by a signature or by their own call, which the contract keeps. */
    consent_by: text({ enum: ['signature', 'call'] }),
    consent_signature: text(),
    /** The last second of the consent. */
    consent_until: text(),
    /** Since when its refund is owed; null while it waits for its successor or to be known as the holder's, and where a person answers. */
    due_from: text(),
    closed_at: text(),
    closed_as: text({ enum: CLOSED_AS }),
    /** The event on a chain that closed it: it is open again when a reorganization removes the event. */
    closed_event_id: integer(),
  },
  (table) => [
    uniqueIndex('endings_owed')
      .on(table.policy_id)
      .where(sql`"due_from" IS NOT NULL AND "closed_at" IS NULL`),
    index('endings_policy').on(table.policy_id, table.id),
    index('endings_event').on(table.closed_event_id).where(sql`"closed_event_id" IS NOT NULL`),
  ],
);

export type EndingRow = typeof endings.$inferSelect;

/** What a holder added to a policy later; none of it is insured. */
export const policyContacts = sqliteTable('policy_contacts', {
  policy_id: integer().primaryKey(),
  /** JSON, encrypted. */
  beneficiary: text(),
  email: text(),
  /** JSON, encrypted. */
  telephone: text(),
  /** JSON, encrypted: what the holder calls the policy. */
  nickname: text(),
  updated_at: text().notNull(),
});

/** Links that prove chosen fields of a policy. They name fields and hold no value: that is read when the link is opened. */
export const policyShares = sqliteTable(
  'policy_shares',
  {
    /** SHA-256 of the link's token. */
    id: text().primaryKey(),
    policy_id: integer().notNull(),
    /** The holder who shared it; under another holder it proves nothing. */
    wallet: text().notNull(),
    /** The token, encrypted, so that its owner can copy the link again. */
    sealed: text().notNull(),
    /** Names of fields, as JSON. */
    fields: text().notNull(),
    created_at: text().notNull(),
    expires_at: text().notNull(),
  },
  (table) => [
    index('policy_shares_policy').on(table.policy_id, table.created_at),
    index('policy_shares_wallet').on(table.wallet),
    index('policy_shares_expiry').on(table.expires_at),
  ],
);
