/** Administrators, their sessions, and the log of what they did. Types of columns as in `schema.ts`. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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
  (table) => [index('admin_sessions_expiry').on(table.expiresAt)],
);

/** Failed sign-ins by account and by client address, for growing delays. */
export const loginFailures = sqliteTable('login_failures', {
  /** `account:<e-mail>` or `client:<address>`, as SHA-256. */
  key: text().primaryKey(),
  failures: integer().notNull(),
  lastAt: text('last_at').notNull(),
});

/** Every write of an administrator: who, what, before, after. Nothing personal in it but ids. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey({ autoIncrement: true }),
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
