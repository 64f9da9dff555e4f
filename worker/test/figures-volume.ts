/** Sales by the thousand, as rows of the ledger, and what the figures' job reads to count them. */
import { env } from 'cloudflare:workers';
import { Budget, recomputeFigures } from '#worker/admin/figures/days/recompute.ts';
import { isClean } from '#worker/admin/figures/repository.ts';
import { deskCtx } from './desk.ts';

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

const TABLES = "'policies', 'chain_events', 'quotes'";
/** A statement that runs for minutes would look like a hanging one. */
const CHUNK = 50_000;

/** Without triggers and the indexes that no figure needs: the lists of the desk are not measured here. */
export async function leanTables(): Promise<void> {
  const { results } = await env.DB.prepare(
    `SELECT type, name FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND tbl_name IN (${TABLES})
      AND name NOT IN ('policies_newest', 'policies_quote', 'chain_events_quote')`,
  ).all<{ type: string; name: string }>();
  for (const { type, name } of results) await run(`DROP ${type} ${name}`);
}

/**
 * Sells policies of three products, paid in ether, with numbers from `first` on: the one after another on `days` days from
 * `day` on, in turn. It marks these days, as every sale does.
 */
export async function sell(first: number, count: number, day: string, days: number): Promise<void> {
  for (let from = first; from < first + count; from += CHUNK) {
    const to = Math.min(from + CHUNK, first + count) - 1;
    const numbers = `WITH RECURSIVE numbers(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})`;
    const sold = `date('${day}', '+' || (n % ${days}) || ' days')`;
    const product = "CASE n % 3 WHEN 0 THEN 'home' WHEN 1 THEN 'car' ELSE 'travel' END";
    const start = `date(${sold}, '+' || (n % 30) || ' days')`;
    const term = `iif(n % 3 = 2, 7 + n % 21, 365)`;
    await run(`INSERT INTO quotes (id, group_id, wallet, kind, chain_id, contract, currency, token, decimals, amount, rate,
        rate_source, rate_at, product, premium_usd, coverage_usd, deductible_usd, price_lines, days, start_date, end_date, valid_until, email, details,
        sealed, wording_version, details_hash, signature, created_at, shares, cover_start_date)
      ${numbers} SELECT 'q' || n, 'g' || n, 'w', 'evm', '1337', '0xc', 'ETH', '0x0', 18, '600000000000000000', '2000', 'test', '',
        ${product}, 25 + n * 7919 % 1200, 100000, 500, '[]', ${term}, '', '', '', '', '{}', '', '', '', '', ${sold}, '[1]', '' FROM numbers`);
    await run(`INSERT INTO chain_events (id, kind, chain_id, tx_hash, event_index, block_number, block_hash, block_time,
        quote_id, wallet, token, amount, status, created_at)
      ${numbers} SELECT n, 'purchased', '1337', '0x' || n, 0, n, '0x', ${sold} || 'T12:00:00.000Z', 'q' || n, 'w', '0x0',
        '600000000000000000', 'confirmed', '' FROM numbers`);
    await run(`INSERT INTO policies (id, quote_id, group_id, wallet, kind, chain_id, product, status, needs_review, premium_usd,
        coverage_usd, start_date, end_date, cover_until, created_at, purchase_event_id, currency, cover_start_date)
      ${numbers} SELECT n, 'q' || n, 'g' || n, 'w', 'evm', '1337', ${product}, 'active', 0, 25 + n * 7919 % 1200, 100000, ${start},
        date(${start}, '+' || ${term} || ' days'), '', ${sold} || 'T12:00:00.000Z', n, 'ETH', ${start} FROM numbers`);
    await run(`INSERT INTO entries (kind, at, booked_at, chain_id, tx_hash, identity, generation, sign, product, policy_id, cents,
        fee_cents, cash, units, gwei, term_start, term_days, term_cents)
      ${numbers} SELECT 'premium', ${sold} || 'T12:00:00.000Z', '', '1337', '0x' || n, 'q' || n, 1, 1, ${product}, n,
        100 * (25 + n * 7919 % 1200), (25 + n * 7919 % 1200) * 250 / 100, '1000|1337||0x0', '600000000000000000', 600000000, ${start}, ${term},
        100 * (25 + n * 7919 % 1200) FROM numbers`);
  }
  await run(`INSERT INTO figure_days (day, generation, computed, step)
    WITH RECURSIVE each(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM each WHERE n < ${days - 1})
    SELECT date('${day}', '+' || n || ' days'), 1, 0, 0 FROM each WHERE true
    ON CONFLICT DO UPDATE SET generation = generation + 1`);
}

/** What the job costs until nothing is dirty. */
export interface Cost {
  runs: number;
  /** Of the run with the most. */
  rows: number;
  statements: number;
  allRows: number;
}

/** A database that sums what its statements read. */
function metered() {
  const used = { rows: 0, statements: 0 };
  const add = ({ meta }: { meta: { rows_read: number } }) => {
    used.rows += meta.rows_read;
  };
  const own = new WeakMap<object, D1PreparedStatement>();
  const noted = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => noted(target.bind(...values));
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        if (name === 'all' || name === 'run')
          return async () => {
            used.statements += 1;
            const result = await target[name]();
            add(result);
            return result;
          };
        if (name === 'raw' || name === 'first')
          return async (...values: never[]) => {
            used.statements += 1;
            // These say nothing of what they read.
            add(await target.all());
            return member.apply(target, values);
          };
        return member.bind(target);
      },
    });
    own.set(proxy, statement);
    return proxy;
  };
  const binding = {
    withSession: (constraint: string) => {
      const session = env.DB.withSession(constraint);
      return {
        prepare: (sql: string) => noted(session.prepare(sql)),
        batch: async (list: D1PreparedStatement[]) => {
          used.statements += list.length;
          const results = await session.batch(list.map((each) => own.get(each) ?? each));
          results.forEach(add);
          return results;
        },
      };
    },
  };
  return { used, binding: binding as unknown as D1Database };
}

/** Runs the job until no day is dirty. */
export async function untilClean(): Promise<Cost> {
  const cost: Cost = { runs: 0, rows: 0, statements: 0, allRows: 0 };
  for (;;) {
    const { used, binding } = metered();
    const ctx = deskCtx({}, { DB: binding });
    await recomputeFigures(ctx, new Budget());
    cost.runs += 1;
    cost.rows = Math.max(cost.rows, used.rows);
    cost.statements = Math.max(cost.statements, used.statements);
    cost.allRows += used.rows;
    if (await isClean(deskCtx().db)) return cost;
  }
}
