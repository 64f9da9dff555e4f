/** Databases that fail or wait at a chosen statement. */
import { env } from 'cloudflare:workers';

/**
 * Wraps every statement and batch that runs; `sql` is the text of all its statements. `spoiled` runs it with a statement in
 * the middle that the database refuses.
 */
type Around = <Result>(
  sql: string,
  run: () => Promise<Result>,
  spoiled: () => Promise<Result>,
) => Promise<Result>;

/** Refused when it runs, not when it is prepared. */
const REFUSED = "SELECT json_extract('{', '$')";

const RUNS = ['all', 'raw', 'run', 'first'];

export function watchedDatabase(around: Around): D1Database {
  const known = new WeakMap<D1PreparedStatement, { sql: string; real: D1PreparedStatement }>();
  const watched = (real: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const statement = new Proxy(real, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => watched(target.bind(...values), sql);
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        if (!RUNS.includes(String(name))) return member.bind(target);
        return (...given: unknown[]) =>
          around(sql, () => member.apply(target, given) as Promise<unknown>, refused);
      },
    });
    known.set(statement, { sql, real });
    return statement;
  };
  const textOf = (list: D1PreparedStatement[]) => list.map((each) => known.get(each)?.sql).join('\n');
  const refused = () => env.DB.prepare(REFUSED).all() as Promise<never>;
  const database = {
    withSession: (constraint: string) => {
      const session = env.DB.withSession(constraint);
      return {
        prepare: (sql: string) => watched(session.prepare(sql), sql),
        batch: (list: D1PreparedStatement[]) => {
          const real = list.map((each) => known.get(each)?.real ?? each);
          const middle = Math.ceil(real.length / 2);
          const spoiled = [...real.slice(0, middle), session.prepare(REFUSED), ...real.slice(middle)];
          return around(
            textOf(list),
            () => session.batch(real),
            () => session.batch(spoiled),
          );
        },
      };
    },
  };
  return database as unknown as D1Database;
}

/** Runs everything up to a statement like `last`, then never answers again, as if the worker died there. */
export function dyingDatabase(last: RegExp): D1Database {
  let dead = false;
  const die = () => {
    dead = true;
    return Promise.reject(new Error('D1_ERROR: the worker died'));
  };
  return watchedDatabase(async (sql, run) => {
    if (dead) return die();
    const result = await run();
    return last.test(sql) ? die() : result;
  });
}

/** Waits for `meanwhile` before running a statement like `slow`. */
export function hesitantDatabase(slow: RegExp, meanwhile: () => Promise<unknown>): D1Database {
  return watchedDatabase(async (sql, run) => {
    if (slow.test(sql)) await meanwhile();
    return run();
  });
}
