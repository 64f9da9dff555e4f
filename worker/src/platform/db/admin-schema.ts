/** Administrators, their sessions, the audit log and what the desk keeps. Column types as in `schema.ts`. */
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { DESK_LISTS } from '#domain/admin/records-schema.ts';
import { ADMIN_ROLES } from '#domain/admin/roles.ts';

export const admins = sqliteTable('admins', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** Lowercase. */
  email: text().notNull().unique('admins_email'),
  name: text().notNull(),
  /** `scrypt$N$r$p$salt$hash`, base64. */
  passwordHash: text('password_hash').notNull(),
  status: text({ enum: ['active', 'inactive'] })
    .notNull()
    .default('active'),
  role: text({ enum: ADMIN_ROLES }).notNull().default('administrator'),
  /** JSON of the TOTP secret, encrypted; it counts once it was confirmed with a code. */
  sealedTotp: text('sealed_totp'),
  totpConfirmedAt: text('totp_confirmed_at'),
  /** The time step of the last accepted code, so that each code works once (RFC 6238 §5.2). */
  totpStep: integer('totp_step'),
  /** Who created or invited them; null for the first, who came by the command line. */
  createdBy: integer('created_by'),
  lastSignInAt: text('last_sign_in_at'),
  /** The largest payout they may approve or confirm, in whole US dollars; null for as much as their role may. */
  payoutLimitUsd: integer('payout_limit_usd'),
  createdAt: text('created_at').notNull(),
});

/** Codes that sign in once in place of a TOTP code. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    adminId: integer('admin_id').notNull(),
    /** SHA-256 of the administrator's id and the code. */
    hash: text().notNull(),
    usedAt: text('used_at'),
  },
  (table) => [primaryKey({ columns: [table.adminId, table.hash] })],
);

/** Links by which an invited administrator chooses a password. Until then the account has no password. */
export const adminInvitations = sqliteTable(
  'admin_invitations',
  {
    /** SHA-256 of the link's token. */
    hash: text().primaryKey(),
    adminId: integer('admin_id').notNull(),
    expiresAt: text('expires_at').notNull(),
  },
  (table) => [index('admin_invitations_admin').on(table.adminId)],
);

export const adminSessions = sqliteTable(
  'admin_sessions',
  {
    jti: text().primaryKey(),
    adminId: integer('admin_id').notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    revokedAt: text('revoked_at'),
    /** Browser and system, such as `Firefox on macOS`. */
    device: text().notNull().default(''),
    /** The last request that a person made, to the minute; null before the second one. */
    lastSeenAt: text('last_seen_at'),
  },
  (table) => [
    index('admin_sessions_expiry').on(table.expiresAt),
    index('admin_sessions_admin').on(table.adminId, table.createdAt),
  ],
);

/** A client's failed sign-ins, in total and per account, for growing delays. */
export const loginFailures = sqliteTable(
  'login_failures',
  {
    /** `client:<address>` or `account+client:<email> <address>`, as SHA-256. */
    key: text().primaryKey(),
    failures: integer().notNull(),
    lastAt: text('last_at').notNull(),
  },
  (table) => [index('login_failures_age').on(table.lastAt)],
);

/** An account's failed sign-ins from anywhere, within the hour that began with the first. */
export const accountFailures = sqliteTable(
  'account_failures',
  {
    /** `account:<email>` as SHA-256. */
    key: text().primaryKey(),
    failures: integer().notNull(),
    since: text().notNull(),
  },
  (table) => [index('account_failures_age').on(table.since)],
);

/** Failed sign-ins of an hour that isn't over. Afterward they become one line of the audit log per account. */
export const failedSignIns = sqliteTable(
  'failed_sign_ins',
  {
    /** 0 for addresses that no administrator has. */
    adminId: integer('admin_id').notNull(),
    /** The hour's first moment. */
    hour: text().notNull(),
    /** The `login_failures` key of the client. */
    client: text().notNull(),
    attempts: integer().notNull(),
    /** Attempts with the right password and a wrong code. */
    wrongCodes: integer('wrong_codes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.adminId, table.client] })],
);

/** Clients that have signed in to an account. Failures by strangers don't delay them. */
export const adminClients = sqliteTable(
  'admin_clients',
  {
    adminId: integer('admin_id').notNull(),
    /** The `login_failures` key of this account and client. */
    key: text().notNull(),
    expiresAt: text('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.adminId, table.key] }),
    index('admin_clients_expiry').on(table.expiresAt),
  ],
);

/** Every write by an administrator: who, what, before and after. Ids are its only personal data. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** 0 for the operator on the command line. */
    adminId: integer('admin_id').notNull(),
    action: text().notNull(),
    /** Table and id, such as `claim:12`. */
    subject: text().notNull(),
    /** JSON of what changed. */
    before: text(),
    after: text(),
    at: text().notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('audit_log_subject').on(table.subject, table.id),
    index('audit_log_newest').on(table.at, table.id),
    index('audit_log_admin').on(table.adminId, table.id),
  ],
);

/**
 * The order in which audit log lines were sealed, without gaps. Each seal is an HMAC over the seal before it and the line, so
 * that a changed, missing or cut-off line shows.
 */
export const auditLogSeals = sqliteTable('audit_log_seals', {
  number: integer().primaryKey(),
  auditLogId: integer('audit_log_id').notNull().unique('audit_log_seals_line'),
  /** Hex, 32 bytes. */
  seal: text().notNull(),
  sealedAt: text('sealed_at').notNull(),
});

/** Internal notes on records. */
export const deskNotes = sqliteTable(
  'desk_notes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Table and id, as in the audit log. */
    subject: text().notNull(),
    adminId: integer('admin_id').notNull(),
    author: text().notNull(),
    text: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [index('desk_notes_subject').on(table.subject, table.id)],
);

/** A list's filters, sort and columns under a name. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    adminId: integer('admin_id').notNull(),
    list: text({ enum: DESK_LISTS }).notNull(),
    name: text().notNull(),
    query: text().notNull(),
  },
  (table) => [unique('saved_views_name').on(table.adminId, table.list, table.name)],
);

/** Texts to answer customers with. */
export const savedReplies = sqliteTable('saved_replies', {
  id: integer().primaryKey({ autoIncrement: true }),
  title: text().notNull().unique('saved_replies_title'),
  text: text().notNull(),
  updatedAt: text('updated_at').notNull(),
});

/**
 * How many rows each list has by status and kind (product or priority), kept by triggers. An empty status or kind stands
 * for all, so that the total of any filter is one row. `queue` counts what waits: see the work queue.
 */
export const deskCounts = sqliteTable(
  'desk_counts',
  {
    list: text().notNull(),
    status: text().notNull(),
    kind: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.status, table.kind] })],
);
