/** What the database holds, as plain rows. */

type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;
/** Runs one statement that reads. */
export type Query = (sql: string) => Promise<Row[]>;

/** Tables that the rules look at, each in the order in which its rows were written. */
const READ = {
  policies: 'SELECT * FROM policies ORDER BY id',
  occurrences:
    'SELECT o.*, d.data FROM occurrences o LEFT JOIN occurrence_data d ON d.id = o.id ORDER BY o.id',
  policy_history: 'SELECT * FROM policy_history ORDER BY id',
  exceptions: 'SELECT * FROM payment_exceptions ORDER BY id',
  events: 'SELECT * FROM chain_events ORDER BY id',
  quotes:
    'SELECT id, group_id, wallet, chain_id, amount, currency, premium_usd, coverage_usd, valid_until, email, details, insured_beside, created_at FROM quotes ORDER BY rowid',
  claims: 'SELECT * FROM claims ORDER BY id',
  claim_timeline: 'SELECT * FROM claim_timeline ORDER BY id',
  transfers: 'SELECT * FROM transfers WHERE reference IS NULL ORDER BY rowid',
  relayed: 'SELECT * FROM relayed_purchases ORDER BY id',
  endings: 'SELECT * FROM endings ORDER BY id',
  outside: 'SELECT * FROM transfers WHERE reference IS NOT NULL ORDER BY rowid',
  outbox: 'SELECT * FROM outbox ORDER BY rowid',
  messages:
    'SELECT m.*, t.wallet, t.claim_id, t.policy_id FROM thread_messages m JOIN threads t ON t.id = m.thread_id ORDER BY m.id',
  webhooks: 'SELECT * FROM webhooks ORDER BY rowid',
  readers: "SELECT id, payment_exception, new_claim FROM admins WHERE status = 'active' ORDER BY id",
  accounts: 'SELECT * FROM accounts ORDER BY id',
  cover_days: 'SELECT * FROM cover_days ORDER BY rowid',
  entry_sums: 'SELECT * FROM entry_sums ORDER BY rowid',
  marks: 'SELECT * FROM job_cursors ORDER BY name',
  entries: 'SELECT * FROM entries ORDER BY id',
  desk_counts:
    'SELECT kind, key AS part, value AS count FROM desk_counts, json_each(counts) ORDER BY kind, part',
  figures: "SELECT * FROM figures WHERE grain = 'day' ORDER BY rowid",
} as const;

export type Table = keyof typeof READ;
export type Records = Readonly<Record<Table, readonly Row[]>>;

export async function readRecords(query: Query): Promise<Records> {
  const read: [string, Row[]][] = [];
  for (const [table, sql] of Object.entries(READ)) read.push([table, await query(sql)]);
  return Object.fromEntries(read) as Record<Table, Row[]>;
}

/** A column that holds text. */
export const text = (row: Row | undefined, column: string): string => String(row?.[column] ?? '');
export const number = (row: Row | undefined, column: string): number => Number(row?.[column] ?? 0);
