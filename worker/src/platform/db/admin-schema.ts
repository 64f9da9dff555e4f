/** Administrators, their sessions and the audit log. Column types as in `schema.ts`. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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
  createdAt: text('created_at').notNull(),
});

export const adminSessions = sqliteTable(
  'admin_sessions',
  {
    jti: text().primaryKey(),
    adminId: integer('admin_id').notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    revokedAt: text('revoked_at'),
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
