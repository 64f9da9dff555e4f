/** Profiles, preferences, and the endpoints that customers subscribe. Column types as in `schema.ts`. */
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';

export const profiles = sqliteTable('profiles', {
  wallet: text().primaryKey(),
  name: text(),
  email: text(),
  /** JSON, encrypted. */
  phone: text(),
  /** Object in the bucket, and its type. */
  avatar_key: text(),
  avatar_type: text(),
  /** Null means the default. */
  email_notifications: integer({ mode: 'boolean' }),
  sms_notifications: integer({ mode: 'boolean' }),
  push_notifications: integer({ mode: 'boolean' }),
  marketing_emails: integer({ mode: 'boolean' }),
  updated_at: text().notNull(),
});

/**
 * Bucket objects that no profile references: avatars being uploaded or replaced. A row is deleted in the
 * batch that links its object to a profile, or after its object was deleted, so none is forgotten.
 */
export const unreferencedAvatars = sqliteTable(
  'unreferenced_avatars',
  {
    key: text().primaryKey(),
    wallet: text().notNull(),
    /** When its object may be deleted. */
    delete_after: text().notNull(),
  },
  (table) => [index('unreferenced_avatars_due').on(table.delete_after)],
);

/** Browsers that a wallet allowed to show notifications. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: text().primaryKey(),
    wallet: text().notNull(),
    endpoint: text().notNull().unique('push_subscriptions_endpoint'),
    /** JSON of the browser's keys, encrypted. */
    sealed: text().notNull(),
    created_at: text().notNull(),
  },
  (table) => [index('push_subscriptions_wallet').on(table.wallet)],
);

export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text().primaryKey(),
    wallet: text().notNull(),
    url: text().notNull(),
    /** JSON list of event names. */
    events: text().notNull(),
    /** The signing secret, encrypted. */
    sealed_secret: text().notNull(),
    created_at: text().notNull(),
  },
  (table) => [unique('webhooks_place').on(table.wallet, table.url)],
);

/** Marketing letters already written, so that each goes to a wallet once. */
export const offersSent = sqliteTable(
  'offers_sent',
  { wallet: text().notNull(), offer: text().notNull(), at: text().notNull() },
  (table) => [primaryKey({ columns: [table.wallet, table.offer] })],
);
