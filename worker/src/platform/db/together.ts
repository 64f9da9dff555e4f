/** Reads that start together go to the database together. */

/** What drizzle uses of a database. */
type Client = Pick<D1DatabaseSession, 'prepare' | 'batch'>;

/** A statement with its parameters. */
interface Bound {
  statement: D1PreparedStatement;
  isRead: boolean;
}

interface Read {
  bound: readonly Bound[];
  resolve: (results: D1Result[]) => void;
  reject: (error: unknown) => void;
}

/** Whether it only reads, whatever its texts say. */
const isRead = (sql: string): boolean =>
  /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete)\b/i.test(sql.replaceAll(/'[^']*'/g, ''));

/**
 * A batch answers rows as objects, which lose a column if another one has its name. Out of a subquery SQLite names each
 * differently: `id` and `id:1`.
 */
const withNames = (sql: string): string => `SELECT * FROM (${sql})`;

type Row = Record<string, unknown>;

/** Rows whose values are in the order of their columns. Of names that are numbers an object doesn't keep the order. */
function inOrder(rows: Row[]): Row[] {
  const names = Object.keys(rows[0] ?? {});
  if (names.length > 1 && names.some((name) => /^\d+$/.test(name))) {
    throw new Error(`A column without a name: ${names.join(', ')}`);
  }
  return rows;
}

/** How many turns a read waits for others: a query builder takes a few between a call and its statement. */
const TURNS = 12;

/**
 * A session whose reads that start at the same time, as in `Promise.all`, are one round trip. A write goes at once, after the
 * reads that started before it.
 */
export function together(session: Client, watch: (sql: string) => void): Client {
  let waiting: Read[] = [];

  function send(reads: readonly Read[]): void {
    const all = reads.flatMap(({ bound }) => bound);
    session.batch(all.map(({ statement }) => statement)).then(
      (results) => {
        let from = 0;
        for (const { bound, resolve } of reads) {
          resolve(results.slice(from, from + bound.length));
          from += bound.length;
        }
      },
      (error: unknown) => {
        // One of them may have failed alone, and the others have nothing to do with it.
        if (reads.length > 1) for (const each of reads) send([each]);
        else reads[0]?.reject(error);
      },
    );
  }

  function flush(): void {
    const reads = waiting;
    waiting = [];
    if (reads.length > 0) send(reads);
  }

  async function flushSoon(): Promise<void> {
    for (let turn = 0; turn < TURNS && waiting.length > 0; turn += 1) await undefined;
    flush();
  }

  const read = (bound: readonly Bound[]) =>
    new Promise<D1Result[]>((resolve, reject) => {
      waiting.push({ bound, resolve, reject });
      if (waiting.length === 1) void flushSoon();
    });

  const afterReads = <Answer>(run: () => Promise<Answer>) => {
    flush();
    return run();
  };

  /** What drizzle calls of a statement with its parameters. */
  function runnable(bound: Bound) {
    const { statement } = bound;
    const rows = async () => (await read([bound]))[0]?.results as Row[];
    const reading = {
      raw: async () => inOrder(await rows()).map(Object.values),
      all: async () => ({ results: await rows() }),
    };
    const writing = {
      raw: () => afterReads(() => statement.raw()),
      all: () => afterReads(() => statement.all()),
    };
    return { bound, ...(bound.isRead ? reading : writing), run: () => afterReads(() => statement.run()) };
  }

  return {
    prepare(sql) {
      watch(sql);
      const reads = isRead(sql);
      const statement = session.prepare(reads ? withNames(sql) : sql);
      return {
        bind: (...values: unknown[]) => runnable({ statement: statement.bind(...values), isRead: reads }),
      } as unknown as D1PreparedStatement;
    },
    async batch<Answer>(list: D1PreparedStatement[]) {
      const bound = list.map((each) => (each as unknown as ReturnType<typeof runnable>).bound);
      const run = () => session.batch(bound.map(({ statement }) => statement));
      const results = bound.every(({ isRead: reads }) => reads) ? await read(bound) : await afterReads(run);
      for (const { results: rows } of results) inOrder(rows as Row[]);
      return results as D1Result<Answer>[];
    },
  };
}
