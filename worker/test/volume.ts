/** Fills the desk's tables with as many rows as an insurer has after years. */
import { env } from 'cloudflare:workers';
import { FIGURES } from '#domain/admin/figures.ts';

export interface Volume {
  users: number;
  policies: number;
  claims: number;
  threads: number;
  /** The administrator who has a quarter of claims and threads, by id. */
  handler: number;
}

/** Who has another quarter. */
export const COLLEAGUE = 999_999;

const TABLES = ['accounts', 'policies', 'claims', 'threads', 'desk', 'chain_events', 'cover_days'];
const listed = TABLES.map((name) => `'${name}'`).join(', ');

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

/** The numbers from 1 to `count`, as `n`. */
const numbers = (count: number) =>
  `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;

const pick = (values: readonly string[], by = 'n') =>
  `CASE ${by} % ${values.length} ${values.map((value, index) => `WHEN ${index} THEN '${value}'`).join(' ')} END`;

const NAMES = [
  'Ada Lovelace',
  'Ada Lovelace',
  'Grace Hopper',
  'Hedy Lamarr',
  'Wolfeschlegelsteinhausenbergerdorff',
  'Zoë Ñandú',
];
const PRODUCTS = ['home', 'car', 'travel'];
/** Minutes that repeat, so that ties in a sort column occur. */
const time = (by: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', '2024-01-01', '+' || (${by}) || ' minutes')`;
const wallet = (by: string) => `printf('0x%040x', ${by})`;

/** Deterministic but scattered: neighbors in time have unrelated figures. */
const scattered = (range: number, by = 'n') => `((${by}) * 7919 % ${range})`;

/**
 * Inserts the rows without triggers and indexes, then everything that those would have written: a row at a time would
 * take hours.
 */
export async function fill({ users, policies, claims, threads, handler }: Volume): Promise<void> {
  const { results: dropped } = await env.DB.prepare(
    `SELECT type, name, sql FROM sqlite_master
     WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND tbl_name IN (${listed})`,
  ).all<{ type: string; name: string; sql: string }>();
  for (const { type, name } of dropped) await run(`DROP ${type} ${name}`);

  await run(`INSERT INTO accounts (id, wallet, kind, status, created_at, last_sign_in_at, name, email)
    ${numbers(users)} SELECT n, ${wallet('n')}, 'evm', ${pick(['active', 'active', 'active', 'inactive'])},
      ${time('n')}, ${time('n')}, ${pick(NAMES)}, 'user' || n || '@example.com' FROM numbers`);
  await run(`INSERT INTO policies (id, quote_id, group_id, wallet, kind, chain_id, product, status, needs_review,
      premium_usd, coverage_usd, currency, start_date, end_date, cover_from, cover_until, created_at, purchase_event_id,
      customer_name, customer_email, item_description, refund_kind, refund_until, refund_since, cover_start_date)
    ${numbers(policies)} SELECT n, printf('0x%064x', n), 'group' || n, ${wallet(`1 + n % ${users}`)}, 'evm', '1337',
      ${pick(PRODUCTS)}, ${pick(['active', 'pending', 'active', 'rejected', 'active', 'cancelled', 'active'])},
      n % 7 = 1, 25 + ${scattered(1200)}, ${pick(['500000', '100000', '25000'])}, 'ETH', date('2025-01-01', '+' || ${scattered(700)} || ' days'),
      date('2025-06-01', '+' || ${scattered(900)} || ' days'), ${time('n')}, ${time('n + 500000')}, ${time('n / 3')}, n,
      ${pick(NAMES)}, 'user' || (1 + n % ${users}) || '@example.com', ${pick(['Volvo, V60, 2022', 'single-family, 1998', 'Germany'])},
      CASE WHEN n % 35 = 2 THEN 'cancellation' END, CASE WHEN n % 35 = 2 THEN '2099-01-01T00:00:00.000Z' END, CASE WHEN n % 35 = 2 THEN ${time('n')} END, date('2025-01-01', '+' || ${scattered(700)} || ' days')
    FROM numbers`);
  await run(`INSERT INTO claims (id, key, wallet, policy_id, quote_id, product, status, amount_cents, deductible_usd, description,
      incident_date, incident_at, due_at, needs_confirmation, created_at, updated_at, customer_name, assigned_to, assigned_name)
    ${numbers(claims)} SELECT n, 'claim' || n, ${wallet(`1 + (1 + n) % ${users}`)}, 1 + n, printf('0x%064x', 1 + n),
      ${pick(PRODUCTS)}, ${pick(['pending', 'under_review', 'approved', 'paid', 'rejected', 'paid', 'processing_payment'])},
      100 * (100 + ${scattered(90000)}), ${pick(['2500', '500', '0'])}, 'The pipe burst and the floor is ruined, number ' || n, '2025-01-01', ${time('n')},
      CASE n % 3 WHEN 0 THEN NULL ELSE ${time(scattered(400000))} END, n % 14 = 2, ${time('n')}, ${time('n')}, ${pick(NAMES)},
      CASE n % 4 WHEN 0 THEN ${handler} WHEN 1 THEN ${COLLEAGUE} END, CASE n % 4 WHEN 0 THEN 'Hedy Lamarr' WHEN 1 THEN 'Joan Clarke' END
    FROM numbers`);
  await run(`INSERT INTO threads (id, key, wallet, subject, type, priority, status, reply_count, last_sender, last_preview,
      last_message_at, unread_by_customer, unread_by_support, created_at, customer_name, assigned_to, assigned_name, waiting_since)
    ${numbers(threads)} SELECT n, 'thread' || n, ${wallet(`1 + n % ${users}`)}, 'A question about my policy, number ' || n,
      ${pick(['general', 'support', 'billing'])}, ${pick(['low', 'medium', 'high', 'urgent', 'medium'])},
      ${pick(['open', 'in_progress', 'resolved', 'closed', 'closed', 'closed', 'resolved'])}, 1, ${pick(['user', 'admin'])},
      'How do I …', ${time(scattered(600000))}, 0, n % 2, ${time('n')}, ${pick(NAMES)},
      CASE n % 4 WHEN 0 THEN ${handler} WHEN 1 THEN ${COLLEAGUE} END, CASE n % 4 WHEN 0 THEN 'Hedy Lamarr' WHEN 1 THEN 'Joan Clarke' END,
      CASE WHEN n % 2 = 0 AND n % 7 IN (0, 1) THEN ${time('n')} END
    FROM numbers`);

  // Indexes first: the sums below look up each wallet's rows.
  for (const { type, sql } of dropped) if (type === 'index') await run(sql);
  await run(`UPDATE accounts SET policies = (SELECT count(*) FROM policies WHERE wallet = accounts.wallet),
    premium_usd = (SELECT coalesce(sum(premium_usd), 0) FROM policies WHERE wallet = accounts.wallet),
    claims = (SELECT count(*) FROM claims WHERE wallet = accounts.wallet)`);
  const sizes = { users, policies, claims, messages: threads };
  for (const [kind, size] of Object.entries(sizes)) await list(kind, size);
  await count();
  await money(policies);
  for (const { type, sql } of dropped) if (type === 'trigger') await run(sql);
}

/** A statement that runs for minutes would look like a hanging one. */
const CHUNK = 50_000;

/** The rows at the desk of everything of a kind, and what is searched. */
async function list(kind: string, size: number): Promise<void> {
  const columns = 'id, kind, status, class, assignee, section, mark, due, amount, ends, words';
  for (let from = 1; from <= size; from += CHUNK) {
    const these = 'WHERE kind = ?1 AND record BETWEEN ?2 AND ?3';
    const bounds = [kind, from, from + CHUNK - 1];
    await run(`INSERT INTO desk (${columns}) SELECT ${columns} FROM desk_rows ${these}`, ...bounds);
    await run(
      `INSERT INTO desk_search (rowid, text) SELECT id, ' ' || words FROM desk_rows ${these}`,
      ...bounds,
    );
  }
}

async function count(): Promise<void> {
  await run('DELETE FROM desk_counts');
  await run(`INSERT INTO desk_counts (kind, counts) SELECT kind, json_group_object(part, n) FROM (
      SELECT kind, coalesce(status, '') || '/' || coalesce(class, '') AS part, count(*) AS n FROM desk GROUP BY 1, 2
      UNION ALL SELECT kind, '@' || section, count(*) FROM desk WHERE section IS NOT NULL GROUP BY 1, 2
      UNION ALL SELECT kind, '@' || mark, count(*) FROM desk WHERE status IS NOT NULL AND mark IS NOT NULL GROUP BY 1, 2)
    GROUP BY kind`);
}

/** Days for which there is money, back from today: three years. */
const DAYS = 1095;
/** Figures that count on days ahead of today as well. */
const AHEAD = ['active', 'earning_step', 'earning_weight'];

/** A payment for each policy, a refund of some, and every roll-up, on every day of three years. */
async function money(policies: number): Promise<void> {
  const event = (
    kind: string,
    every: number,
  ) => `INSERT INTO chain_events (id, kind, chain_id, tx_hash, event_index,
      block_number, block_hash, block_time, quote_id, wallet, amount, status, created_at)
    ${numbers(policies)} SELECT n + ${every === 1 ? 0 : policies}, '${kind}', '1337', '0x' || n, ${every}, n, '0x',
      strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || ${scattered(DAYS)} || ' days'), printf('0x%064x', n), 'w', '0',
      'confirmed', '' FROM numbers WHERE n % ${every} = 0`;
  await run(event('purchased', 1));
  await run(event('premium_refunded', 7));
  await run('CREATE TABLE volume_parts (figure TEXT, day TEXT, product TEXT, value INT)');
  for (const figure of FIGURES) {
    await run(`INSERT INTO volume_parts ${numbers(DAYS + 800)}
      SELECT '${figure}', date('now', printf('%+d days', n - ${DAYS})), p.value, 700
      FROM numbers, json_each('${JSON.stringify(PRODUCTS)}') p WHERE n <= ${DAYS} OR ${AHEAD.includes(figure)}`);
  }
  await run('DELETE FROM figures');
  const grains = { day: 'day', month: 'substr(day, 1, 7)', all: "''" };
  for (const [grain, period] of Object.entries(grains)) {
    for (const product of ['product', "''"]) {
      await run(`INSERT INTO figures (grain, figure, product, period, count, value, gwei)
        SELECT '${grain}', figure, ${product}, ${period}, 3 * count(*), sum(value), 50 * sum(value) FROM volume_parts GROUP BY 2, 3, 4`);
    }
  }
  await run('DROP TABLE volume_parts');
  await run(`INSERT INTO cover_days (chain_id, currency, edge, day, coverage_usd, policies)
    SELECT chain_id, currency, 'ends', end_date, sum(coverage_usd), count(*) FROM policies WHERE status = 'active' GROUP BY 1, 2, 4`);
}
