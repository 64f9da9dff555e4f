import { type SQL, sql } from 'drizzle-orm';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { journal } from '#worker/platform/db/journal.ts';

/** An id that the same batch assigns. Until then a number stands for it, which no real one is. */
export interface Late {
  id: number;
  prefix: string;
  found: SQL;
}

const DIGITS = 1e15;

function late(prefix: string, found: SQL): Late {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return { id: DIGITS + ((high * 2 ** 20 + low) % DIGITS), prefix, found };
}

export const claimOfKey = (key: string): Late => late('CLM', sql`(SELECT id FROM claims WHERE key = ${key})`);
export const policyOfQuote = (quoteId: string): Late =>
  late('POL', sql`(SELECT id FROM policies WHERE quote_id = ${quoteId})`);
export const threadOfKey = (key: string): Late =>
  late('CMP', sql`(SELECT id FROM threads WHERE key = ${key})`);
export const threadOfMessage = (key: string): Late =>
  late('CMP', sql`(SELECT thread_id FROM thread_messages WHERE dedupe_key = ${key})`);

/** A text with the ids that the batch has assigned. */
export const settled = (text: string, lates: readonly Late[]): SQL =>
  lates.reduce(
    (known, { id, prefix, found }) =>
      sql`replace(replace(${known}, ${`${prefix}-${id}`}, printf(${`${prefix}-%03d`}, ${found})), ${String(id)}, ${found})`,
    sql`${text}`,
  );

type Occurrence = typeof journal.$inferInsert;
type Known<Column extends keyof Occurrence> = Occurrence[Column] | SQL;

/** What an occurrence is about, and what makes it one of its own among those of its kind. */
export interface About {
  about: Known<'about'>;
  policy_id?: Known<'policy_id'>;
  /** Its version, or the event that did it. Once recorded, it can't happen again. */
  key: Known<'key'>;
}

export const insertOccurrence = (db: Database, row: Omit<Occurrence, keyof About> & About): Statement =>
  db.insert(journal).values(row);

/** @param id also of a policy that the same batch opens */
export const aboutPolicy = (id: number | SQL): Pick<About, 'about' | 'policy_id'> => ({
  about: typeof id === 'number' ? `policy:${id}` : sql`'policy:' || ${id}`,
  policy_id: id,
});
