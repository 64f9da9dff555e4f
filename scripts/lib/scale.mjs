// The tables of docs/scale.md, computed from the figures in bench/scale.json.

/** Cloudflare's limits on the paid plan, as docs/scale.md cites them. */
const LIMITS = {
  databaseBytes: 10e9,
  accountBytes: 1e12,
  queriesPerRun: 1000,
};

/** Per policy: claims, messages and lines of the audit log. */
const PER_POLICY = { claims: 0.1, messages: 1, lines: 0.3 };
/** A database runs one query at a time; a short one takes about this long. */
const QUERY_MS = 1;
/** The busiest second against the average of a year. */
const PEAK = 20;
const SECONDS_A_YEAR = 365 * 86_400;

const count = (value) => new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 }).format(value);
const bytes = (value) =>
  value >= 1e9
    ? `${count(value / 1e9)} GB`
    : value >= 1e6
      ? `${count(value / 1e6)} MB`
      : `${count(value / 1e3)} kB`;
const table = (head, rows) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** What one policy adds to the database, with its share of claims, messages and audit log lines. */
function policyBytes({ bytes: measured }) {
  const of = (start) => measured.find(({ thing }) => thing.startsWith(start)).bytes;
  return (
    of('policy') +
    PER_POLICY.claims * of('claim') +
    PER_POLICY.messages * of('message') +
    PER_POLICY.lines * of('line')
  );
}

/** What the tables say, as text by name. */
export function tablesOf(figures) {
  const { calls, runs } = figures;
  const call = (name) => calls.find((each) => each.call === name);
  const run = (name) => runs.find((each) => each.run.endsWith(name));
  const policy = policyBytes(figures);
  const [idle, blocks, purchases] = [run('nothing new'), run('empty blocks'), run('nobody reported')];
  const found = Number.parseInt(purchases.run, 10);
  const perFound = (purchases.queries - idle.queries) / found;
  const sold = call('quote').queries + call('purchase reported').queries;
  const perBlock = (blocks.rpc_calls - idle.rpc_calls) / 5;

  const measured = table(
    ['what', 'bytes in the database'],
    [
      ...figures.bytes.map((each) => [each.thing, count(each.bytes)]),
      ['**a policy with its share of all**', count(policy)],
    ],
  );
  const costs = table(
    [
      'call or run',
      'round trips',
      'queries',
      'rows read',
      'rows written',
      'requests to nodes',
      'calls in them',
    ],
    [...calls.map((each) => [each.call, each]), ...runs.map((each) => [`run: ${each.run}`, each])].map(
      ([name, { trips, queries, rows_read, rows_written, rpc_requests, rpc_calls }]) => [
        name,
        ...[trips, queries, rows_read, rows_written, rpc_requests, rpc_calls].map(count),
      ],
    ),
  );
  const carries = table(
    ['part', 'limit', 'carries'],
    [
      ['one database', `${bytes(LIMITS.databaseBytes)}`, `${count(LIMITS.databaseBytes / policy)} policies`],
      [
        'one database',
        `one query at a time, ${QUERY_MS} ms each`,
        `${count(1000 / (sold * QUERY_MS))} purchases a second (${sold} queries each, quote included)`,
      ],
      [
        'one scheduled run',
        `${count(LIMITS.queriesPerRun)} queries`,
        `${count((LIMITS.queriesPerRun - idle.queries) / perFound)} purchases that nobody reported (${count(perFound)} queries each, ${idle.queries} for the run)`,
      ],
      [
        'one scheduled run',
        '30 s of CPU time',
        `took ${count(idle.ms)} ms by the clock with nothing new and ${count(purchases.ms)} ms with ${found} purchases, waiting included`,
      ],
      [
        'the scan',
        'requests to nodes',
        `${count(idle.rpc_requests)} a run for two chains, and ${count(perBlock)} calls more for each new block`,
      ],
      ['the worker', '10 MB gzipped', `${bytes(figures.worker_gzip_bytes)}`],
    ],
  );
  const sizes = table(
    [
      'policies',
      'database',
      'of one database',
      'sold a day',
      'in the busiest second',
      'queries in that second',
    ],
    [1e4, 1e5, 1e6, 1e7, 1e8].map((policies) => {
      const second = (policies / SECONDS_A_YEAR) * PEAK;
      return [
        count(policies),
        bytes(policies * policy),
        `${count((policies * policy * 100) / LIMITS.databaseBytes)} %`,
        count(policies / 365),
        count(second),
        count(second * sold),
      ];
    }),
  );
  return { measured: `Measured on ${figures.measured_on}.\n\n${measured}`, costs, carries, sizes };
}

const between = (name) => new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`);

/** The document with these tables in the places that have their names. */
export const replaceTables = (text, tables) =>
  Object.entries(tables).reduce((result, [name, content]) => {
    if (!between(name).test(result)) throw new Error(`The document has no place for the table ${name}`);
    return result.replace(between(name), (_, start, end) => `${start}${content}\n${end}`);
  }, text);
