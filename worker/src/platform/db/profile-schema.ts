/** Profiles, preferences, and the endpoints that customers subscribe. Column types as in `schema.ts`. */
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';

export const profiles = sqliteTable('profiles', {
  wallet: text().primaryKey(),
  name: text(),
  email: text(),
  /** JSON, encrypted. */
  phone: text(),
  /** Object in the bucket, and its type. */
  avatarKey: text('avatar_key'),
  avatarType: text('avatar_type'),
  /** Null means the default. */
  emailNotifications: integer('email_notifications', { mode: 'boolean' }),
  smsNotifications: integer('sms_notifications', { mode: 'boolean' }),
  pushNotifications: integer('push_notifications', { mode: 'boolean' }),
  marketingEmails: integer('marketing_emails', { mode: 'boolean' }),
  updatedAt: text('updated_at').notNull(),
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
    deleteAfter: text('delete_after').notNull(),
  },
  (table) => [
    index('unreferenced_avatars_due').on(table.deleteAfter),
    index('unreferenced_avatars_wallet').on(table.wallet),
  ],
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
    createdAt: text('created_at').notNull(),
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
    sealedSecret: text('sealed_secret').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    index('webhooks_wallet').on(table.wallet, table.createdAt),
    unique('webhooks_place').on(table.wallet, table.url),
  ],
);

/** Marketing letters already written, so that each goes to a wallet once. */
export const offersSent = sqliteTable(
  'offers_sent',
  { wallet: text().notNull(), offer: text().notNull(), at: text().notNull() },
  (table) => [primaryKey({ columns: [table.wallet, table.offer] })],
);
