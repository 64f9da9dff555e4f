/** Pages of the rows that count on a day. */
import { type SQL, sql } from 'drizzle-orm';
import { type Entry, entriesWhere, entryOf } from '#worker/money/entries/repository.ts';
import type { Database } from '#worker/platform/db/client.ts';

/** The rows that figures are computed from. Each counts on one UTC day. */
export interface SourceRows {
  accounts: object;
  policies: {
    product: string;
    status: string;
    /** What ends it, while its refund is owed. */
    refund_kind: string | null;
    end_date: string;
    coverage_usd: number;
    /** 1 if it replaced another by a change of cover. */
    replaces: number;
  };
  claims: { at: string; product: string; amount_cents: number; cause: string | null };
  decisions: { kind: string; product: string; minutes: number };
  fees: { usd_micros: number; gwei: number };
  failures: object;
  visits: { views: number; visitors: number };
  entries: Entry;
}
export type SourceName = keyof SourceRows;

/** The last row read: its moment and its id. */
export interface Place {
  at: string;
  id: number;
}

interface Source {
  name: SourceName;
  /** Rows that the database reads for each row of a page. */
  cost: number;
  /** Which index walks through them. */
  page: (rest: (at: string, id: string) => SQL) => SQL;
  row?: (raw: unknown) => unknown;
}

const table = (columns: string, from: string, at: string, id: string, where = 'true'): Source['page'] => {
  const select = sql.raw(`SELECT ${at} AS at, ${id} AS id, ${columns} FROM ${from} WHERE ${where} AND `);
  return (rest) => sql`${select}${rest(at, id)}`;
};

const MINUTES = 'CAST(round((julianday(v.at) - julianday(c.created_at)) * 1440) AS INTEGER)';

export const SOURCES: readonly Source[] = [
  { name: 'accounts', cost: 2, page: table('1', 'accounts', 'created_at', 'id') },
  {
    name: 'policies',
    cost: 3,
    page: table(
      'product, status, refund_kind, end_date, coverage_usd, EXISTS (SELECT 1 FROM endings c WHERE c.successor_quote = policies.quote_id) AS replaces',
      'policies',
      'created_at',
      'id',
    ),
  },
  { name: 'claims', cost: 2, page: table('product, amount_cents, cause', 'claims', 'created_at', 'id') },
  {
    name: 'decisions',
    cost: 6,
    page: table(
      `v.kind, c.product, ${MINUTES} AS minutes`,
      'claim_decisions v JOIN claims c ON c.id = v.claim_id',
      'v.at',
      'v.id',
      'c.second_look_of IS NULL AND NOT EXISTS (SELECT 1 FROM claim_decisions w WHERE w.claim_id = v.claim_id AND w.id < v.id)',
    ),
  },
  { name: 'fees', cost: 2, page: table('usd_micros, gwei', 'transaction_fees', 'at', 'rowid') },
  { name: 'failures', cost: 2, page: table('1', 'failed_payments', 'at', 'rowid') },
  { name: 'visits', cost: 2, page: table('views, visitors', 'site_days', 'day', 'rowid') },
  { name: 'entries', cost: 6, page: (rest) => entriesWhere(rest('n.at', 'n.id')), row: entryOf },
];

/** Up to `limit` rows of a day after a place, in order. */
export async function readPage(
  db: Database,
  { page, row }: Source,
  day: string,
  after: Place,
  limit: number,
): Promise<(SourceRows[SourceName] & Place)[]> {
  const rows = await db.all(
    page((at, id) => {
      const [moment, place] = [sql.raw(at), sql.raw(`(${at}, ${id})`)];
      // Later than any moment of the day, as text.
      return sql`${place} > (${after.at}, ${after.id}) AND ${moment} < ${`${day}U`} ORDER BY ${moment}, ${sql.raw(id)} LIMIT ${limit}`;
    }),
  );
  return (row ? rows.map(row) : rows) as (SourceRows[SourceName] & Place)[];
}

/** Those of some days that have rows, or had any. */
export async function daysWithRows(db: Database, days: readonly string[]): Promise<string[]> {
  const any = SOURCES.map(({ page }) => {
    const onDay = (at: string) => sql`${sql.raw(at)} >= each.value AND ${sql.raw(at)} < each.value || 'U'`;
    return sql`EXISTS (${page(onDay)})`;
  });
  const rows = await db.all<{ day: string }>(
    sql`SELECT value AS day FROM json_each(${JSON.stringify(days)}) AS each
      WHERE value IN (SELECT day FROM figure_days) OR ${sql.join(any, sql` OR `)}`,
  );
  return rows.map(({ day }) => day);
}
