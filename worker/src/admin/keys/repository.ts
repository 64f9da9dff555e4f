import { and, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { admins } from '../../platform/db/admin-schema.ts';
import { claimCalls, claims } from '../../platform/db/claims-schema.ts';
import type { Database, Statement } from '../../platform/db/client.ts';
import { encryptionKeyUsage } from '../../platform/db/keys-schema.ts';
import { profiles, pushSubscriptions, webhooks } from '../../platform/db/profile-schema.ts';
import { policyContacts, policyShares } from '../../platform/db/registry-schema.ts';
import { drafts, policies, quotes } from '../../platform/db/schema.ts';

interface Column {
  table: SQLiteTable;
  sealed: SQLiteColumn;
  /** The row's id in its binding, and the wallet it is encrypted for now. */
  id: SQLWrapper;
  owner: SQLWrapper;
}

const holderOf = (policyId: SQLiteColumn) =>
  sql<string>`(SELECT ${policies.wallet} FROM ${policies} WHERE ${policies.id} = ${policyId})`;

/** Every column encrypted with the details keys. The migrations index each by key, but for the few administrators. */
const COLUMNS = {
  'drafts.sealed': { table: drafts, sealed: drafts.sealed, id: drafts.id, owner: drafts.wallet },
  'quotes.sealed': {
    table: quotes,
    sealed: quotes.sealed,
    id: quotes.id,
    // A quote that became a policy is encrypted for the policy's current holder.
    owner: sql`coalesce((SELECT ${policies.wallet} FROM ${policies} WHERE ${policies.quoteId} = ${quotes.id}), ${quotes.wallet})`,
  },
  'policy_contacts.beneficiary': {
    table: policyContacts,
    sealed: policyContacts.beneficiary,
    id: policyContacts.policyId,
    owner: holderOf(policyContacts.policyId),
  },
  'policy_contacts.telephone': {
    table: policyContacts,
    sealed: policyContacts.telephone,
    id: policyContacts.policyId,
    owner: holderOf(policyContacts.policyId),
  },
  'policy_contacts.nickname': {
    table: policyContacts,
    sealed: policyContacts.nickname,
    id: policyContacts.policyId,
    owner: holderOf(policyContacts.policyId),
  },
  'policy_shares.sealed': {
    table: policyShares,
    sealed: policyShares.sealed,
    id: policyShares.id,
    owner: policyShares.wallet,
  },
  'profiles.phone': { table: profiles, sealed: profiles.phone, id: profiles.wallet, owner: profiles.wallet },
  'push_subscriptions.sealed': {
    table: pushSubscriptions,
    sealed: pushSubscriptions.sealed,
    id: pushSubscriptions.id,
    owner: pushSubscriptions.wallet,
  },
  'webhooks.sealed_secret': {
    table: webhooks,
    sealed: webhooks.sealedSecret,
    id: webhooks.id,
    owner: webhooks.wallet,
  },
  'claim_calls.sealed': {
    table: claimCalls,
    sealed: claimCalls.sealed,
    id: claimCalls.claimId,
    owner: sql`(SELECT ${claims.wallet} FROM ${claims} WHERE ${claims.id} = ${claimCalls.claimId})`,
  },
  'admins.sealed_totp': {
    table: admins,
    sealed: admins.sealedTotp,
    id: admins.id,
    owner: sql`'admin:' || ${admins.id}`,
  },
} as const satisfies Record<string, Column>;

export type SealedColumn = keyof typeof COLUMNS;
export const SEALED_COLUMNS = Object.keys(COLUMNS) as SealedColumn[];

export interface SealedRow {
  row: number;
  sealed: string;
  id: string;
  owner: string;
}

const column = (place: SealedColumn): Column => COLUMNS[place];
/** The key id of an encrypted text, written as in the indexes. */
const kidOf = (sealed: SQLiteColumn): SQL => sql`substr(${sealed}, 1, instr(${sealed}, '.') - 1)`;
const rowOf = (table: SQLiteTable): SQL<number> => sql<number>`${table}.rowid`;

/** Rows of a column encrypted with one key, in table order; reads only those. */
export function sealedUnder(
  db: Database,
  place: SealedColumn,
  kid: string,
  { after, limit }: { after: number; limit: number },
): Promise<SealedRow[]> {
  const { table, sealed, id, owner } = column(place);
  const row = rowOf(table);
  return db
    .select({
      row,
      sealed: sql<string>`${sealed}`,
      id: sql<string>`CAST(${id} AS TEXT)`,
      owner: sql<string>`coalesce(${owner}, '')`,
    })
    .from(table)
    .where(and(eq(kidOf(sealed), kid), gt(row, after)))
    .orderBy(row)
    .limit(limit)
    .all();
}

/** Replaces an encrypted text, unless its owner has changed it since. */
export function replaceSealed(db: Database, place: SealedColumn, old: SealedRow, text: string): Statement {
  const { table, sealed } = column(place);
  return db
    .update(table)
    .set({ [fieldOf(table, sealed)]: text })
    .where(and(eq(rowOf(table), old.row), eq(sealed, old.sealed)));
}

/** The name of a column in its table's definition. */
function fieldOf(table: SQLiteTable, wanted: SQLiteColumn): string {
  const field = Object.entries(table).find(([, each]) => each === wanted);
  if (!field) throw new Error('A column that is not its table’s');
  return field[0];
}

export type KeyUse = typeof encryptionKeyUsage.$inferSelect;

export const usesOf = (db: Database, kid: string): Promise<KeyUse[]> =>
  db.select().from(encryptionKeyUsage).where(eq(encryptionKeyUsage.kid, kid)).all();

export const storeUse = (db: Database, use: KeyUse): Statement =>
  db
    .insert(encryptionKeyUsage)
    .values(use)
    .onConflictDoUpdate({
      target: [encryptionKeyUsage.kid, encryptionKeyUsage.place],
      set: { afterRow: use.afterRow, unusedSince: use.unusedSince },
    });
