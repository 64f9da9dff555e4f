/** Administrators, their sessions, the audit log and what the desk keeps. Column types as in `schema.ts`. */
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { DESK_LISTS, QUEUE_KINDS } from '#domain/admin/records-schema.ts';
import { ADMIN_ROLES } from '#domain/admin/roles.ts';

const flag = () => integer({ mode: 'boolean' }).notNull().default(false);

export const admins = sqliteTable('admins', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** Lowercase. */
  email: text().notNull().unique('admins_email'),
  name: text().notNull(),
  /** `scrypt$N$r$p$salt$hash`, base64. */
  password_hash: text().notNull(),
  status: text({ enum: ['active', 'inactive'] })
    .notNull()
    .default('active'),
  role: text({ enum: ADMIN_ROLES }).notNull().default('administrator'),
  /** JSON of the TOTP secret, encrypted; it counts once it was confirmed with a code. */
  sealed_totp: text(),
  totp_confirmed_at: text(),
  /** The time step of the last accepted code, so that each code works once (RFC 6238 §5.2). */
  totp_step: integer(),
  /** Who created or invited them; null for the first, who came by the command line. */
  created_by: integer(),
  last_sign_in_at: text(),
  /** The largest payout they may approve or confirm, in whole US dollars; null for as much as their role may. */
  payout_limit_usd: integer(),
  /** Moves with role, status and authority. */
  version: integer().notNull().default(1),
  created_at: text().notNull(),
  /** What they want to be told by email; its version, and when they last chose. */
  new_claim: flag(),
  payment_exception: flag(),
  message_waiting: flag(),
  veto: flag(),
  monthly_report: flag(),
  notices_version: integer().notNull().default(1),
  notices_at: text(),
  /** Of the name: its version, and who last changed it when. */
  profile_version: integer().notNull().default(1),
  profile_at: text(),
  profile_by: integer(),
});

/** Codes that sign in once in place of a TOTP code. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    admin_id: integer().notNull(),
    /** SHA-256 of the administrator's id and the code. */
    hash: text().notNull(),
    used_at: text(),
  },
  (table) => [primaryKey({ columns: [table.admin_id, table.hash] })],
);

export const adminSessions = sqliteTable(
  'admin_sessions',
  {
    jti: text().primaryKey(),
    admin_id: integer().notNull(),
    created_at: text().notNull(),
    expires_at: text().notNull(),
    revoked_at: text(),
    /** Browser and system, such as `Firefox on macOS`. */
    device: text().notNull().default(''),
    /** The last request that a person made, to the minute; null before the second one. */
    last_seen_at: text(),
  },
  (table) => [index('admin_sessions_admin').on(table.admin_id, table.created_at)],
);

/** Failed sign-ins that still count: of a client, in total and at each account, for growing delays; and of an account from anywhere. */
export const signInFailures = sqliteTable(
  'sign_in_failures',
  {
    /** `account:<email>`, `client:<address>` or `account+client:<email> <address>`, as keyed hashes. */
    key: text().primaryKey(),
    scope: text({ enum: ['account', 'client'] }).notNull(),
    failures: integer().notNull(),
    /** Of a client the last one; of an account the first of the hour in which they count. */
    at: text().notNull(),
  },
  (table) => [index('sign_in_failures_age').on(table.at)],
);

/** Failed sign-ins of an hour that isn't over. Afterward they become one line of the audit log per account. */
export const failedSignIns = sqliteTable(
  'failed_sign_ins',
  {
    /** 0 for addresses that no administrator has. */
    admin_id: integer().notNull(),
    /** The hour's first moment. */
    hour: text().notNull(),
    /** The `sign_in_failures` key of the client. */
    client: text().notNull(),
    attempts: integer().notNull(),
    /** Attempts with the right password and a wrong code. */
    wrong_codes: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.admin_id, table.client] })],
);

/**
 * Seals of the journal, each under its occurrence's id: an HMAC over the seal before it, the occurrence and the digest of its
 * data, so that what was changed, removed or cut off shows, also once data was erased.
 */
export const auditLogSeals = sqliteTable('audit_log_seals', {
  number: integer().primaryKey(),
  /** SHA-256 of the data, hex. */
  digest: text().notNull(),
  /** Hex, 32 bytes. */
  seal: text().notNull(),
  sealed_at: text().notNull(),
});

/** Internal notes on records. */
export const deskNotes = sqliteTable(
  'desk_notes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Table and id, as in the audit log. */
    subject: text().notNull(),
    admin_id: integer().notNull(),
    author: text().notNull(),
    text: text().notNull(),
    created_at: text().notNull(),
  },
  (table) => [index('desk_notes_subject').on(table.subject, table.id)],
);

/**
 * Work of the queue that was put off. Triggers delete a row when the customer does something about its record; one whose day
 * has come holds no longer, and goes with the next one that is written.
 */
export const snoozes = sqliteTable(
  'snoozes',
  {
    /** Table and id, as in the audit log. */
    subject: text().notNull(),
    kind: text({ enum: QUEUE_KINDS }).notNull(),
    /** The UTC day on which it comes back. */
    until: text().notNull(),
    reason: text().notNull(),
    admin_id: integer().notNull(),
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.kind] })],
);

/** A list's filters, sort and columns under a name. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    admin_id: integer().notNull(),
    list: text({ enum: DESK_LISTS }).notNull(),
    name: text().notNull(),
    query: text().notNull(),
  },
  (table) => [unique('saved_views_name').on(table.admin_id, table.list, table.name)],
);

/** Texts to answer customers with. */
export const savedReplies = sqliteTable('saved_replies', {
  id: integer().primaryKey({ autoIncrement: true }),
  title: text().notNull().unique('saved_replies_title'),
  text: text().notNull(),
  updated_at: text().notNull(),
});
