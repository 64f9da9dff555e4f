/** Administrators, their sessions, and the log of what they did. Types of columns as in `schema.ts`. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const admins = sqliteTable('admins', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** Folded to lower case. */
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

/** Failed sign-ins of a client, in total and at one account, for growing delays. */
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

/** Failed sign-ins at an account, from anywhere, within the hour that began with the first of them. */
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

/** Clients that have signed in to an account: they do not wait for what strangers do to it. */
export const adminClients = sqliteTable(
  'admin_clients',
  {
    adminId: integer('admin_id').notNull(),
    /** The key of `login_failures` for this account and client. */
    key: text().notNull(),
    expiresAt: text('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.adminId, table.key] }),
    index('admin_clients_expiry').on(table.expiresAt),
  ],
);

/** Every write of an administrator: who, what, before, after. Nothing personal in it but ids. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** 0 for the operator at the command line. */
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
