import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';

/** What an occurrence is, without its id. */
export const happened = {
  /** Such as `policy.opened`: what it is about, and what happened. Its entry in `TOLD` says the rest. */
  kind: text().notNull(),
  /** Version of its data's form. */
  v: integer().notNull(),
  /** Such as `policy:7`. */
  about: text().notNull(),
  /** The policy in whose history it is. */
  policy_id: integer(),
  /** The claim in whose timeline it is. */
  claim_id: integer(),
  /** `kind:about:version`; of what a chain did, its event and how often that came back. Nothing happens twice under a key. */
  key: text().notNull(),
  at: text().notNull(),
  actor_kind: text({ enum: ['customer', 'admin', 'operator', 'server'] }).notNull(),
};

/** What is known of it, and may have to be erased. */
export const known = {
  /** Of the customer who did it. */
  wallet: text(),
  /** Id of the administrator who did it; 0 for what the audit log has of others. Null for all that it doesn't have. */
  actor: integer(),
  /** JSON, as the schema of its kind says; in the audit log with `before` and `after`. */
  data: text().notNull(),
  request_id: text().notNull(),
};

/**
 * What happened, when, about what and by whom; append-only, in order of the ids, which have no gaps. Triggers refuse every
 * change. Whatever may have to be erased is in `occurrence_data`.
 */
export const occurrences = sqliteTable(
  'occurrences',
  { id: integer().primaryKey({ autoIncrement: true }), ...happened },
  (table) => [
    unique('occurrences_key').on(table.about, table.key),
    index('occurrences_policy').on(table.policy_id, table.id).where(sql`"policy_id" IS NOT NULL`),
    index('occurrences_claim').on(table.claim_id, table.id, table.kind).where(sql`"claim_id" IS NOT NULL`),
    index('occurrences_decisions')
      .on(table.at)
      .where(sql`kind IN ('claim.approved', 'claim.rejected', 'claim.given_up')`),
  ],
);

/** What is known of an occurrence: never changed, but erased where somebody's data is, or where it expires. */
export const occurrenceData = sqliteTable('occurrence_data', { id: integer().primaryKey(), ...known });
