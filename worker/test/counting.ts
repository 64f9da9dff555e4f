/** Edges and a database that count what the worker asks of them. */
import { env } from 'cloudflare:workers';
import type { Edges } from '#worker/platform/context.ts';

/** An edge that counts requests to chains and the calls in them. */
export function countingChain() {
  const seen = { requests: 0, calls: [] as string[] };
  const edges: Partial<Edges> = {
    fetch: (input, init) => {
      const body = JSON.parse(String(init?.body)) as { method: string }[];
      seen.requests += 1;
      seen.calls.push(...body.map((call) => call.method));
      return fetch(input, init);
    },
  };
  return { seen, edges };
}

/**
 * A database that records every statement of its sessions, so that a test can count them and the rows they
 * read.
 */
export function countingDatabase() {
  const statements: D1PreparedStatement[] = [];
  const trips = { count: 0, written: 0 };
  const told = new Map<unknown, number>();
  const noted = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => noted(target.bind(...values));
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        if (['all', 'raw', 'run', 'first'].includes(String(name))) {
          statements.push(target);
          trips.count += 1;
        }
        return member.bind(target);
      },
    });
  const database = {
    withSession: (constraint: string) => {
      const session = env.DB.withSession(constraint);
      return {
        prepare: (sql: string) => noted(session.prepare(sql)),
        batch: async (list: D1PreparedStatement[]) => {
          statements.push(...list);
          trips.count += 1;
          const results = await session.batch(list);
          for (const [index, { meta }] of results.entries()) {
            told.set(list[index], meta.rows_read);
            trips.written += meta.rows_written;
          }
          return results;
        },
      };
    },
  };
  return {
    DB: database as unknown as D1Database,
    statements,
    /** A batch is one round trip, and so is a statement of its own. */
    roundTrips: () => trips.count,
    /** Rows that batches wrote, those of indexes included. */
    rowsWritten: () => trips.written,
    /** Rows the recorded statements read. One that didn't tell is run again. */
    rowsRead: async () => {
      const read = await Promise.all(
        statements.map(async (statement) => told.get(statement) ?? (await statement.all()).meta.rows_read),
      );
      return read.reduce((sum, count) => sum + count, 0);
    },
  };
}
