/** The contract's events about policies, their sums, and what holders asked for after their purchase. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { UNREFUNDED } from '#domain/policy/change.ts';

/** The one ledger: every event of the contract about a policy, once each, as the chain itself reported it. */
export const chainEvents = sqliteTable(
  'chain_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({
      enum: [
        ...['purchased', 'claim_paid', 'premium_refunded', 'payment_owed', 'owed_paid', 'holder_changed'],
        ...['payout_proposed', 'payout_vetoed', 'cancellation_consented', 'consent_revoked'],
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
    chainId: text('chain_id').notNull(),
    /** The contract that reported it, in lower case. */
    contract: text().notNull().default(''),
    txHash: text('tx_hash').notNull(),
    eventIndex: integer('event_index').notNull(),
    blockNumber: integer('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    blockTime: text('block_time').notNull(),
    quoteId: text('quote_id').notNull(),
    /**
     * The holder in the event; for a transfer, the previous one; of a vetoed payout and a confirmed or stopped change of
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
    claimNumber: integer('claim_number'),
    incidentAt: text('incident_at'),
    /** Of a refund: what the policy became. */
    outcome: text({ enum: ['rejected', 'cancelled'] }),
    /** US cents. Of a refund of a policy: what it is of the premium; of a payment without a policy and of capital: what it was worth. */
    usdCents: integer('usd_cents'),
    /** Of a refund or a purchase: the first moment without cover. */
    coverUntil: text('cover_until'),
    /** unconfirmed: too young; orphaned: its block is no longer on the chain, and its effects are undone. */
    status: text({ enum: ['unconfirmed', 'confirmed', 'orphaned'] }).notNull(),
    /** The policy's status before a refund ended it. */
    fromStatus: text('from_status', { enum: ['pending', 'active'] }),
    createdAt: text('created_at').notNull(),
    confirmedAt: text('confirmed_at'),
    /** Of a purchase: what was sold, and the first moment of cover. */
    productCode: integer('product_code'),
    coverageUsd: integer('coverage_usd'),
    detailsHash: text('details_hash'),
    coverFrom: text('cover_from'),
    /**
     * Of a consent: until when it holds; of its revocation: up to which validity consents are void; of a proposed change
     * of holder: when it lapses.
     */
    validUntil: text('valid_until'),
    /**
     * Of a confirmed change of holder: from when it can be completed; null while another confirmation is missing. Of a
     * proposed payout: from when it can be paid.
     */
    effectiveAt: text('effective_at'),
    /** Of an orphaned purchase: when its quote had ended and the registry had no policy of it, so that it cannot come back. */
    givenUpAt: text('given_up_at'),
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
    unique('chain_events_event').on(table.chainId, table.txHash, table.identity),
    index('chain_events_block').on(table.chainId, table.blockNumber, table.eventIndex),
    index('chain_events_status').on(table.chainId, table.status, table.blockNumber, table.eventIndex),
    index('chain_events_quote').on(table.quoteId, table.id),
    index('chain_events_newest').on(table.blockTime, table.id),
    /** A policy's changes of holder. */
    index('chain_events_holder')
      .on(table.quoteId, table.blockNumber, table.eventIndex)
      .where(
        sql`kind IN ('holder_change_proposed', 'holder_change_confirmed', 'holder_change_contested', 'holder_change_stopped', 'holder_changed')`,
      ),
    /** Changes of holder that have not lapsed. */
    index('chain_events_holder_open').on(table.validUntil).where(sql`kind = 'holder_change_proposed'`),
    /** Movements of money that stand, by day. */
    index('chain_events_money')
      .on(table.blockTime, table.id)
      .where(sql`status = 'confirmed' AND kind IN ('purchased', 'premium_refunded', 'claim_paid')`),
    /** What the journal alone books, by day. */
    index('chain_events_owed')
      .on(table.blockTime, table.id)
      .where(
        sql`status = 'confirmed' AND kind IN ('payment_owed', 'owed_paid', 'paid_in_error', 'pool_funded', 'capital_withdrawn')`,
      ),
    /** A day's payouts. */
    index('chain_events_claims').on(table.chainId, table.blockTime).where(sql`kind = 'claim_paid'`),
    /** What says who may do what, in the order of the chain. */
    index('chain_events_governance')
      .on(table.chainId, table.blockNumber, table.eventIndex)
      .where(sql`kind = 'governance'`),
    /** Proposed payouts by when they lapse. */
    index('chain_events_proposed').on(table.chainId, table.validUntil).where(sql`kind = 'payout_proposed'`),
    /** Our transactions whose fee is looked up. */
    index('chain_events_fees')
      .on(table.chainId, table.confirmedAt)
      .where(sql`kind IN ('claim_paid', 'premium_refunded', 'payout_proposed')`),
  ],
);

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
    chainId: text('chain_id').notNull(),
    txHash: text('tx_hash').notNull(),
    eventIndex: integer('event_index').notNull(),
    /** Of `governance`: topics and data as JSON. */
    log: text(),
    /** What they are told next, and from when on; null for nothing. */
    notice: text({ enum: CHAIN_NOTICES }),
    noticeAt: text('notice_at'),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.txHash, table.eventIndex] }),
    index('contract_notices_due').on(table.noticeAt).where(sql`notice_at IS NOT NULL`),
  ],
);

/**
 * Cover and number of policies by first day. With `exposures` it separates cover in force from cover yet
 * to begin.
 */
export const exposureStarts = sqliteTable(
  'exposure_starts',
  {
    chainId: text('chain_id').notNull(),
    startDate: text('start_date').notNull(),
    coverageUsd: integer('coverage_usd').notNull(),
    policies: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.startDate] })],
);

/** Claims paid on a chain by day (UTC), set from the day's confirmed events with each of them. */
export const chainTotals = sqliteTable(
  'chain_totals',
  {
    chainId: text('chain_id').notNull(),
    day: text().notNull(),
    claimsPaid: integer('claims_paid').notNull(),
    claimsPaidUsd: integer('claims_paid_usd').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.day] })],
);

/** Which administrator reported a transaction first, so that the audit log names them when its event is confirmed. */
export const transactionReports = sqliteTable(
  'transaction_reports',
  {
    chainId: text('chain_id').notNull(),
    txHash: text('tx_hash').notNull(),
    adminId: integer('admin_id').notNull(),
    at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.txHash] })],
);

/** What a holder was promised for canceling. The refund's event ends the policy. */
export const cancellations = sqliteTable('cancellations', {
  policyId: integer('policy_id').primaryKey(),
  requestedAt: text('requested_at').notNull(),
  kind: text({ enum: ['full', 'pro_rata'] }).notNull(),
  unusedDays: integer('unused_days').notNull(),
  /** Base units of the premium's currency. */
  amount: text().notNull(),
  /** The holder's signed consent, and when it lapses; empty when it was given on chain. A withdrawal needs none. */
  signature: text().notNull(),
  validUntil: text('valid_until').notNull(),
  requestId: text('request_id').notNull(),
});

/**
 * Withdrawals from contracts. One with the wallet is its holder's; one by policy number and email address is whoever's until
 * the link to the confirmed address was followed or a person has checked it.
 */
export const withdrawals = sqliteTable(
  'withdrawals',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** As it was entered: there may be no such policy. */
    policyId: integer('policy_id').notNull(),
    /** The conversation with whoever has no wallet at hand, and their address; null with the wallet. */
    threadId: integer('thread_id').unique('withdrawals_thread'),
    email: text(),
    /** The time that counts. */
    submittedAt: text('submitted_at').notNull(),
    linkFollowedAt: text('link_followed_at'),
    /** When it was known to be the holder's. Until then nothing of it takes effect. */
    acceptedAt: text('accepted_at'),
    /** Since when the premium is owed; null where a person answers. */
    effectiveAt: text('effective_at'),
    /** When a person refused it, or had to answer it because money was paid or on its way. */
    closedAt: text('closed_at'),
    /** When the holder was last asked to consent to the refund, which the registry demands once it takes no rejection. */
    consentAskedAt: text('consent_asked_at'),
    /** That consent; an empty signature stands for one that the contract keeps. */
    consentSignature: text('consent_signature'),
    consentValidUntil: text('consent_valid_until'),
  },
  (table) => [
    uniqueIndex('withdrawals_accepted')
      .on(table.policyId)
      .where(sql`"accepted_at" IS NOT NULL AND "closed_at" IS NULL`),
    index('withdrawals_policy').on(table.policyId, table.id),
  ],
);

/**
 * A quote that changes the cover of a policy: its policy replaces that one, with this consent to the old one's refund. It
 * counts once the new policy is active, and is then a row of `cancellations`.
 */
export const policyChanges = sqliteTable(
  'policy_changes',
  {
    /** The new quote, and the old policy. */
    quoteId: text('quote_id').primaryKey(),
    policyId: integer('policy_id').notNull(),
    unusedDays: integer('unused_days').notNull(),
    /** Base units of the old premium's currency. */
    amount: text().notNull(),
    signature: text().notNull(),
    validUntil: text('valid_until').notNull(),
    /** Why the old policy's refund was not sent with it. */
    closed: text({ enum: UNREFUNDED }),
  },
  (table) => [index('policy_changes_policy').on(table.policyId)],
);

/** What an event on a chain ended: it is open again when a reorganization removes the event. */
export const endedRequests = sqliteTable('ended_requests', {
  eventId: integer('event_id').primaryKey(),
  policyId: integer('policy_id').notNull(),
  /** Of the consent. */
  signature: text().notNull(),
  /** The row of `cancellations` as JSON; null for a consent that waited with its change of cover. */
  request: text(),
});

/** What a holder added to a policy later; none of it is insured. */
export const policyContacts = sqliteTable('policy_contacts', {
  policyId: integer('policy_id').primaryKey(),
  /** JSON, encrypted. */
  beneficiary: text(),
  email: text(),
  /** JSON, encrypted. */
  telephone: text(),
  /** JSON, encrypted: what the holder calls the policy. */
  nickname: text(),
  updatedAt: text('updated_at').notNull(),
});

/** Links that prove chosen fields of a policy. They name fields and hold no value: that is read when the link is opened. */
export const policyShares = sqliteTable(
  'policy_shares',
  {
    /** SHA-256 of the link's token. */
    id: text().primaryKey(),
    policyId: integer('policy_id').notNull(),
    /** The holder who shared it; under another holder it proves nothing. */
    wallet: text().notNull(),
    /** The token, encrypted, so that its owner can copy the link again. */
    sealed: text().notNull(),
    /** Names of fields, as JSON. */
    fields: text().notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
  },
  (table) => [
    index('policy_shares_policy').on(table.policyId, table.createdAt),
    index('policy_shares_wallet').on(table.wallet),
    index('policy_shares_expiry').on(table.expiresAt),
  ],
);
