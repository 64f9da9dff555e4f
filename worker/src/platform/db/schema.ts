/**
 * The database. Chain ids are text (an EVM number or a genesis hash), wallets are the keys of
 * `domain/address.ts`, amounts are base units as text, dollars are integers, days are `YYYY-MM-DD`, times
 * are ISO 8601 UTC.
 */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { EXCEPTION_REASONS } from '#domain/payments/reasons.ts';
import { ENDING_KINDS } from '#domain/policy/ending.ts';
import { STORED_STATUSES } from '#domain/policy/lifecycle.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';

const walletKind = () => text({ enum: ['evm', 'substrate'] }).notNull();
const product = () => text({ enum: PRODUCT_KEYS });

export const accounts = sqliteTable(
  'accounts',
  {
    id: integer().primaryKey(),
    wallet: text().notNull().unique('accounts_wallet'),
    kind: walletKind(),
    status: text({ enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    created_at: text().notNull(),
    last_sign_in_at: text().notNull(),
    /** Why an administrator set the status. */
    status_note: text(),
    version: integer().notNull().default(1),
    /** For the desk's list, kept by triggers: from the profile, or else from the newest policy, and sums. */
    name: text(),
    email: text(),
    policies: integer().notNull().default(0),
    premium_usd: integer().notNull().default(0),
    claims: integer().notNull().default(0),
  },
  (table) => [index('accounts_newest').on(table.created_at)],
);

/** What lives for minutes or days under a key that hardly anybody knows. An expired row counts for nothing and is purged. */
export const tokens = sqliteTable(
  'tokens',
  {
    /**
     * nonce: a sign-in to be signed; handover: an unfinished form on its way from a browser into a wallet's app, of which only
     * the browsers have the key; invitation: a link by which an administrator chooses a password; client: where somebody signed
     * in to an administrator's account, so that failures by strangers don't delay them.
     */
    kind: text({ enum: ['nonce', 'handover', 'invitation', 'client'] }).notNull(),
    /** The nonce or id itself, the SHA-256 of a link's token, or the `sign_in_failures` key of account and client. */
    key: text().notNull(),
    /** The administrator whose invitation or client it is. */
    admin_id: integer(),
    /** JSON of a sign-in, or an encrypted form. */
    data: text(),
    expires_at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] }), index('tokens_expiry').on(table.expires_at)],
);

/** One row per sign-in. */
export const sessions = sqliteTable(
  'sessions',
  {
    jti: text().primaryKey(),
    wallet: text().notNull(),
    kind: walletKind(),
    created_at: text().notNull(),
    expires_at: text().notNull(),
    revoked_at: text(),
    /** Browser and system, such as `Firefox on macOS`. */
    device: text().notNull().default(''),
    /** A request with this session, to five minutes; null before the first of those. */
    last_seen_at: text(),
  },
  (table) => [
    index('sessions_expiry').on(table.expires_at),
    index('sessions_wallet').on(table.wallet, table.created_at),
  ],
);

export const drafts = sqliteTable(
  'drafts',
  {
    id: text().primaryKey(),
    wallet: text().notNull(),
    product: product().notNull(),
    start_date: text().notNull(),
    end_date: text().notNull(),
    /** The cover level and deductible chosen, in whole US dollars. */
    coverage_usd: integer().notNull(),
    deductible_usd: integer().notNull(),
    /** All details, encrypted. */
    sealed: text().notNull(),
    /** JSON of the answers about demands and needs; null if none were given. */
    needs: text(),
    wording_version: text(),
    wording_accepted_at: text(),
    created_at: text().notNull(),
    expires_at: text().notNull(),
  },
  (table) => [
    index('drafts_expiry').on(table.expires_at),
    index('drafts_wallet').on(table.wallet, table.created_at),
  ],
);

export const quotes = sqliteTable(
  'quotes',
  {
    /** The quote's id on its chain; for EVM the EIP-712 digest. */
    id: text().primaryKey(),
    /** Shared by the quotes of a draft: only one of them becomes a policy. */
    group_id: text().notNull(),
    wallet: text().notNull(),
    kind: walletKind(),
    chain_id: text().notNull(),
    contract: text().notNull(),
    currency: text().notNull(),
    token: text(),
    decimals: integer().notNull(),
    amount: text().notNull(),
    rate: text().notNull(),
    rate_source: text().notNull(),
    rate_at: text().notNull(),
    /** The feed's round, so that anyone can read it again; null where the source has none. */
    rate_round: text(),
    product: product().notNull(),
    premium_usd: integer().notNull(),
    coverage_usd: integer().notNull(),
    deductible_usd: integer().notNull(),
    /** JSON of the price's lines. */
    price_lines: text().notNull(),
    /** JSON of each insured person's part of the premium, in whole US dollars. */
    shares: text().notNull(),
    days: integer().notNull(),
    /** The term's first day, such as a trip's, and the registry's: a trip's cancellation is covered before it. */
    start_date: text().notNull(),
    cover_start_date: text().notNull(),
    end_date: text().notNull(),
    valid_until: text().notNull(),
    email: text().notNull(),
    /** JSON of the details that lists show and administrators search. */
    details: text().notNull(),
    /** JSON of the private details and of the salts of the details hash, encrypted. */
    sealed: text().notNull(),
    /** Fingerprint of the place among the private details; null without one. */
    place_mark: text(),
    /** As of a draft. */
    needs: text(),
    wording_version: text().notNull(),
    /** When the holder accepted the wording, by our clock. */
    wording_accepted_at: text(),
    details_hash: text().notNull(),
    signature: text().notNull(),
    /** Policies that the wallet had for this product, by the underwriting rules' count. */
    held_policies: integer().notNull().default(0),
    /** The policy for the same home or car beside which the wallet asked for this one all the same. */
    insured_beside: integer(),
    /** JSON of the sentences that say why its policy is reviewed; null if it is accepted with its payment. */
    review: text(),
    created_at: text().notNull(),
    /** When it is deleted with its personal fields; null once it has a payment. */
    purge_at: text(),
  },
  (table) => [
    index('quotes_purge').on(table.purge_at).where(sql`"purge_at" IS NOT NULL`),
    index('quotes_live').on(table.wallet, table.valid_until),
  ],
);

/** Payments without a policy, and payouts that pay no claim: what an administrator needs beyond the event to judge and refund them. */
export const paymentExceptions = sqliteTable(
  'payment_exceptions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The purchase; nothing is owed while it is orphaned. */
    event_id: integer().notNull().unique('payment_exceptions_event'),
    /** The quote that a payment names which another one bought, or which it doesn't fit; null if that is its own. */
    named_quote_id: text(),
    /** Who paid. */
    wallet: text().notNull(),
    /** The event of a payout that pays no claim is no purchase: its money is asked back, never refunded. */
    reason: text({ enum: EXCEPTION_REASONS }).notNull(),
    /** A sentence that says what doesn't fit. */
    detail: text().notNull(),
    contract: text().notNull(),
    /** The transaction's input, which contains the quote that a refund must supply. */
    input: text().notNull(),
    /** resolved: refunded, or settled by hand; became_policy: it now pays for the policy whose first payment was lost. */
    status: text({ enum: ['open', 'resolved', 'became_policy'] }).notNull(),
    created_at: text().notNull(),
    resolved_at: text(),
    /** The payer's consent to the whole refund: its signature, null for one that they gave by a call, and when it lapses. */
    consent_signature: text(),
    consent_valid_until: text(),
  },
  (table) => [
    index('payment_exceptions_open').on(table.status, table.created_at, table.id),
    index('payment_exceptions_wallet').on(table.wallet, table.id),
  ],
);

export const policies = sqliteTable(
  'policies',
  {
    /** One number sequence for all products, never reused. */
    id: integer().primaryKey({ autoIncrement: true }),
    quote_id: text().notNull().unique('policies_quote'),
    group_id: text().notNull().unique('policies_group'),
    wallet: text().notNull(),
    kind: walletKind(),
    chain_id: text().notNull(),
    product: product().notNull(),
    status: text({ enum: STORED_STATUSES }).notNull(),
    /** 1 while it awaits an administrator's approval. */
    needs_review: integer({ mode: 'boolean' }).notNull(),
    premium_usd: integer().notNull(),
    coverage_usd: integer().notNull(),
    start_date: text().notNull(),
    cover_start_date: text().notNull(),
    end_date: text().notNull(),
    /** First and last moment of cover in the registry; null while no canonical block holds the payment. */
    cover_from: text(),
    cover_until: text().notNull(),
    /** Claims paid so far, in whole dollars. */
    paid_out_usd: integer().notNull().default(0),
    created_at: text().notNull(),
    /** The purchase that paid for it. */
    purchase_event_id: integer().notNull(),
    /** For the desk's list: the insured person's name and email address, and what is insured. */
    customer_name: text().notNull().default(''),
    customer_email: text().notNull().default(''),
    item_description: text().notNull().default(''),
    /** Incremented when an administrator decides. */
    version: integer().notNull().default(1),
    /** Of the premium and of payouts. */
    currency: text().notNull().default(''),
    /** Our share of the premium in basis points: the setting when the policy was opened, which a trigger notes. */
    platform_fee_bps: integer().notNull().default(250),
    /** When its holder submitted the withdrawal that is owed the premium. The refund's event ends it. */
    withdrawn_at: text(),
    /** Of the ending whose refund is owed, kept by triggers: its kind and since when; null while none is. */
    refund_kind: text({ enum: ENDING_KINDS }),
    refund_since: text(),
    /** Until when it has the holder's consent; null for a refund that needs none. */
    refund_until: text(),
  },
  (table) => [
    index('policies_cover_starts').on(
      table.chain_id,
      table.cover_start_date,
      table.status,
      table.coverage_usd,
    ),
    index('policies_refund_until').on(table.refund_until).where(sql`"refund_until" IS NOT NULL`),
    index('policies_refund_since').on(table.refund_since, table.id).where(sql`"refund_since" IS NOT NULL`),
    index('policies_wallet').on(table.wallet, table.id),
    index('policies_newest').on(table.created_at, table.id),
    /** What ends on a day, and its cover. */
    index('policies_end').on(table.end_date, table.status),
  ],
);

/**
 * Cover sold by chain, currency of its payouts, and the day on which it ends or begins, set from its policies with every change,
 * so that the sum in force reads at most a year of rows.
 */
export const coverDays = sqliteTable(
  'cover_days',
  {
    chain_id: text().notNull(),
    currency: text().notNull(),
    /** Whether it is the last day of cover or the first. */
    edge: text({ enum: ['ends', 'starts'] }).notNull(),
    day: text().notNull(),
    coverage_usd: integer().notNull(),
    policies: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.chain_id, table.currency, table.edge, table.day] })],
);

/** What a client's request wrote, by Idempotency-Key, or by content if it had none. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** Wallet key, `admin:<id>`, or `anonymous`. */
    caller: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of method, path, query and body. */
    fingerprint: text().notNull(),
    /** What the request wrote, set in the same batch; null while it runs and after a refusal. */
    record_id: text(),
    /** The request counts as running until then. */
    leased_until: text().notNull(),
    created_at: text().notNull(),
    /** When the row is deleted; null if it lives as long as its record. */
    expires_at: text(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.key] }),
    index('idempotency_keys_record').on(table.record_id).where(sql`"expires_at" IS NULL`),
    index('idempotency_keys_expiry').on(table.expires_at).where(sql`"expires_at" IS NOT NULL`),
  ],
);
