/** What each read costs the database. `npm run bench:api` runs it over two sizes and compares them. */
import { beforeAll, inject, test } from 'vitest';
import { Admin } from '../test/admin.ts';
import { call, countingDatabase, workerWith } from '../test/harness.ts';
import { fill } from '../test/volume.ts';

const THOUSANDS = inject('deskVolume');

/** Reads of an administrator. */
const CALLS = [
  '/admin/queue',
  '/admin/users',
  '/admin/users?search=Lovelace',
  '/admin/policies',
  '/admin/policies?status=pending&policy_type=car&sortBy=total_premium',
  '/admin/policies?search=Lovelace',
  '/admin/policies/statistics',
  '/admin/claims',
  '/admin/claims?assigned=me&sortBy=due_at',
  '/admin/claims/statistics',
  '/admin/messages',
  '/admin/messages/statistics',
  '/admin/audit-log',
  '/admin/find?q=Lovelace',
  '/admin/dashboard/overview',
  '/admin/dashboard/activities',
  '/admin/dashboard/analytics?timeframe=90d',
  '/admin/revenue/overview',
  '/admin/revenue/trends',
  '/admin/revenue/policies',
  '/admin/revenue/comparison?compareWith=last_year',
  '/admin/revenue/daily?days=90',
  '/admin/revenue/insurance',
  '/admin/reports?period=year',
  '/admin/analytics/overview',
  '/admin/analytics/funnel',
];

let token: string;

beforeAll(async () => {
  const hedy = await Admin.arrive();
  token = hedy.token;
  await fill({
    users: THOUSANDS * 200,
    policies: THOUSANDS * 1000,
    claims: THOUSANDS * 300,
    threads: THOUSANDS * 500,
    handler: hedy.id,
  });
}, 900_000);

test.each(CALLS)('%s', async (path) => {
  const { DB, statements, rowsRead, roundTrips } = countingDatabase();
  const { status } = await call(path, { token }, workerWith({}, { DB }));
  // biome-ignore lint/suspicious/noConsole: the script reads this line.
  console.log(
    JSON.stringify({ path, status, queries: statements.length, trips: roundTrips(), rows: await rowsRead() }),
  );
});
