import { type SQL, sql } from 'drizzle-orm';
import type { ProductKey } from '#domain/products/index.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { type claimTimeline, journal, type policyHistory } from '#worker/platform/db/journal.ts';

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
  claim_id?: Known<'claim_id'>;
  /** Its version, or the event that did it. Once recorded, it can't happen again. */
  key: Known<'key'>;
  /** Where it isn't whoever makes the request. */
  by?: Occurrence['actor_kind'] | undefined;
  /** Ids in the data that the same batch assigns. */
  late?: readonly Late[];
  /** What only the batch knows of the data. */
  found?: Readonly<Record<string, SQL>>;
}

/** Old and new values of what changed, for the audit log; ids are the only personal data. */
export interface Changed {
  before?: object | undefined;
  after?: object | undefined;
}

/** Who did it, as the journal has it. */
export interface Author {
  actor_kind: Known<'actor_kind'>;
  wallet: string | null;
  actor: Known<'actor'>;
}

type Row = Omit<Occurrence, 'about' | 'policy_id' | 'claim_id' | 'key' | 'data' | keyof Author> &
  Pick<About, 'about' | 'policy_id' | 'claim_id' | 'key'> &
  Author;

/**
 * One row in the journal's view, of which the trigger `occurrences_added` makes the occurrence and its data, and what the audit
 * log has a row of the desk.
 * `occurrences_unchanged`, `occurrences_undeleted` and `occurrence_data_unchanged` refuse whatever else would become of them.
 */
export const insertOccurrence = (
  db: Database,
  found: NonNullable<About['found']>,
  { data, ...row }: Row & { data: SQL },
): Statement =>
  db.insert(journal).values({
    ...row,
    data: Object.entries(found).reduce(
      (known, [name, value]) => sql`json_set(${known}, ${`$.${name}`}, ${value})`,
      data,
    ),
  });

/** @param id also of a record that the same batch makes */
const aboutRecord = (kind: string, id: number | SQL) =>
  typeof id === 'number' ? `${kind}:${id}` : sql`${`${kind}:`} || ${id}`;
export const aboutPolicy = (id: number | SQL) => ({ about: aboutRecord('policy', id), policy_id: id });
export const aboutClaim = (id: number | SQL) => ({ about: aboutRecord('claim', id), claim_id: id });

const LINES = {
  policies: { id: 'policy_id', steps: 'occurrences', view: 'policy_history' },
  claims: { id: 'claim_id', steps: 'claim_steps', view: 'claim_timeline' },
} as const;
type Line = {
  policies: typeof policyHistory.$inferSelect;
  claims: typeof claimTimeline.$inferSelect;
};

/**
 * The newest lines of the wallet's policies or claims. At most `limit` of those can hold them, so it reads one row for each to
 * find these, and no other lines of the rest.
 */
export function newestLines<Of extends keyof Line>(db: Database, of: Of, wallet: string, limit: number) {
  const { id, steps, view } = LINES[of];
  const owners = sql.raw(of);
  const newest = (owner: SQL, most: number) =>
    sql`SELECT o.id FROM ${sql.raw(steps)} o WHERE o.${sql.raw(id)} = ${owner} ORDER BY o.id DESC LIMIT ${most}`;
  return db.all<Line[Of] & { product: ProductKey }>(sql`
    SELECT l.*, shown.product FROM (
      SELECT line.value AS id, busiest.product FROM (
        SELECT id, product FROM ${owners} WHERE wallet = ${wallet} ORDER BY (${newest(sql`${owners}.id`, 1)}) DESC LIMIT ${limit}
      ) busiest CROSS JOIN json_each((SELECT json_group_array(id) FROM (${newest(sql`busiest.id`, limit)}))) line
      ORDER BY line.value DESC LIMIT ${limit}
    ) shown CROSS JOIN ${sql.raw(view)} l ON l.id = shown.id ORDER BY l.id DESC`);
}
