/** What a page of each list at the desk reads, however much the tables hold. `npm run test:full` uses a million rows. */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { LOOKED_AT } from '#domain/admin/list.ts';
import { addMonths } from '#domain/admin/periods.ts';
import { getOverview } from '#worker/admin/dashboard.ts';
import { getInsurance, getRevenue } from '#worker/admin/revenue/revenue.ts';
import { Admin } from './admin.ts';
import { deskCtx } from './desk.ts';
import { call, countingDatabase, rows, workerWith } from './harness.ts';
import { COLLEAGUE, fill } from './volume.ts';

const THOUSANDS = inject('deskVolume');
const LIMIT = 10;
/** The farthest page that a filter's rows fill is looked at. */
const PAGES = [100, 50, 20, 10, 5, 2];

interface ListAnswer {
  pagination: { next_cursor: string | null; prev_cursor: string | null; search_limited: boolean } & Record<
    string,
    number | string | boolean | null
  >;
  [entries: string]: unknown;
}

const LISTS = {
  users: {
    total: 'total_users',
    filters: { status: ['active', 'inactive'] },
    own: 'joined_date',
    sorts: ['joined_date', 'total_premium'],
  },
  policies: {
    total: 'total_policies',
    filters: {
      status: ['pending', 'approved', 'rejected', 'cancelled'],
      policy_type: ['home', 'car', 'travel'],
    },
    queue: ['refunds_owed'],
    own: 'created_at',
    sorts: ['created_at', 'total_premium', 'end_date'],
  },
  claims: {
    total: 'total_claims',
    filters: {
      status: ['pending', 'under_review', 'approved', 'processing_payment', 'paid', 'rejected'],
      policy_type: ['home', 'car', 'travel'],
    },
    queue: ['claims_due', 'payouts_to_confirm', 'payouts_to_send'],
    own: 'due_at',
    sorts: ['created_at', 'due_at', 'claim_amount'],
  },
  messages: {
    total: 'total_messages',
    filters: {
      status: ['open', 'in_progress', 'resolved', 'closed'],
      priority: ['urgent', 'high', 'medium', 'low'],
    },
    queue: ['messages_unanswered'],
    own: undefined,
    sorts: [],
  },
} as const;
type List = keyof typeof LISTS;

/** Every combination of one value per filter, or none. */
function combinations(filters: Readonly<Record<string, readonly string[]>>): Record<string, string>[] {
  return Object.entries(filters).reduce<Record<string, string>[]>(
    (known, [name, values]) =>
      known.flatMap((each) => [each, ...values.map((value) => ({ ...each, [name]: value }))]),
    [{}],
  );
}

/** The sections of the work queue that a list can filter by, alone. */
const sectionsOf = (list: List): Record<string, string>[] => {
  const found = LISTS[list];
  return 'queue' in found ? found.queue.map((queue) => ({ queue })) : [];
};

/** Whether its filters have the first of their values, whose plan is that of the others. */
const isFirst = (list: List, query: Record<string, string>): boolean =>
  Object.entries(LISTS[list].filters).every(([name, [first]]) => [undefined, first].includes(query[name]));

/**
 * The queries of a list: each filter, who it is assigned to, and what waits, in the list's own order both ways; and every
 * other order with one value of each filter.
 */
function queriesOf(list: List): Record<string, string>[] {
  const { filters, own, sorts } = LISTS[list];
  const few = combinations(filters).filter((query) => isFirst(list, query));
  const assigned =
    list === 'claims' || list === 'messages'
      ? [
          ...few.map((filter) => ({ assigned: 'me', ...filter })),
          { assigned: 'nobody' },
          { assigned: String(COLLEAGUE) },
        ]
      : [];
  const days = { recorded_from: '2024-01-01', recorded_to: '2024-06-30' };
  const recorded =
    list === 'claims' || list === 'policies'
      ? [...few.slice(-1), ...assigned.slice(0, few.length)].map((filter) => ({ ...filter, ...days }))
      : [];
  const waiting =
    list === 'messages'
      ? assigned.slice(0, few.length).map((filter) => ({ ...filter, queue: 'messages_unanswered' }))
      : [];
  const all = [...combinations(filters), ...assigned, ...recorded, ...waiting, ...sectionsOf(list)];
  if (sorts.length === 0) return all;
  return all.flatMap((query: Record<string, string>) =>
    sorts
      .filter((sortBy) => sortBy === own || isFirst(list, query))
      .flatMap((sortBy) => ['ASC', 'DESC'].map((sortOrder) => ({ ...query, sortBy, sortOrder }))),
  );
}

let token: string;

/** Whether an index has all that a query filters by, before the order that it asks for. */
function isIndexed(list: List, { sortBy, sortOrder: _, ...filter }: Record<string, string>): boolean {
  const names = Object.keys(filter);
  if (sortBy !== LISTS[list].own) return names.length === 0;
  // A refund that is owed may have lapsed, which only the policy knows; days are those of the newest.
  if (filter.queue === 'refunds_owed' || 'recorded_from' in filter) return false;
  return names.length <= 1 || !('assigned' in filter);
}

/** The most rows that a page reads: its own twice, or where no index has its filters, those that are looked at. */
const boundOf = (list: List, query: Record<string, string>) => {
  const counted = 'assigned' in query || 'recorded_from' in query ? LOOKED_AT : 0;
  return isIndexed(list, query) ? 2 * LIMIT + 20 + counted : 6 * LOOKED_AT + 20;
};

async function count(list: List, query: Record<string, string>): Promise<number> {
  const [counted] = await rows<{ n: number }>(
    `SELECT count(*) AS n FROM desk_rows WHERE kind = '${list}' AND ${conditionsOf(list, query)}`,
  );
  return counted?.n ?? 0;
}

/** How many rows a query finds: its total, or where that is a minimum, what the table holds. */
async function sizeOf(
  list: List,
  query: Record<string, string>,
  { pagination }: ListAnswer,
): Promise<number> {
  const total = Number(pagination[LISTS[list].total]);
  if (!pagination.total_is_minimum) return total;
  expect(total, JSON.stringify(query)).toBeLessThanOrEqual(LOOKED_AT);
  return count(list, query);
}

const TABLES = { users: 'accounts', policies: 'policies', claims: 'claims', messages: 'threads' } as const;

/** The rows of a list's table that a query's filters mean. */
function conditionsOf(list: List, query: Record<string, string>): string {
  const conditions = Object.entries(query).map(([name, value]) => {
    if (name === 'assigned') {
      return value === 'nobody' ? 'assignee IS NULL' : `assignee = ${value === 'me' ? 1 : value}`;
    }
    const recorded = `record IN (SELECT id FROM ${TABLES[list]} WHERE created_at`;
    if (name === 'recorded_from') return `${recorded} >= '${value}')`;
    if (name === 'recorded_to') return `${recorded} < date('${value}', '+1 day'))`;
    if (name === 'sortBy' || name === 'sortOrder') return '1';
    const column = name === 'queue' ? 'section' : name === 'status' ? name : 'class';
    return `${column} = '${value === 'approved' && list === 'policies' ? 'active' : value}'`;
  });
  return ['1', ...conditions].join(' AND ');
}

async function read(list: List, query: Record<string, string>) {
  const { DB, rowsRead, roundTrips } = countingDatabase();
  const path = `/admin/${list}?${new URLSearchParams({ limit: String(LIMIT), ...query })}`;
  const answer = await call<ListAnswer>(path, { token }, workerWith({}, { DB }));
  expect(answer.status, path).toBe(200);
  return { path, data: answer.data, trips: roundTrips(), rowsRead: await rowsRead() };
}

type Page = Awaited<ReturnType<typeof read>>;
const seen = new Map<string, Page>();

/** The first page of a query. Nothing changes while lists are read, so each is read once. */
async function firstPage(list: List, query: Record<string, string>): Promise<Page> {
  const key = `${list} ${JSON.stringify(query)}`;
  const page = seen.get(key) ?? (await read(list, query));
  seen.set(key, page);
  return page;
}

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

describe.each(Object.keys(LISTS) as List[])('a page of %s', (list) => {
  test('reads at most twice its rows and 20 more by cursor, for every filter in its own order and every sort', {
    timeout: 300_000,
  }, async () => {
    for (const query of queriesOf(list)) {
      const first = await firstPage(list, query);
      expect(first.rowsRead, first.path).toBeLessThanOrEqual(boundOf(list, query));
      expect(first.trips, first.path).toBeLessThanOrEqual(3);
      const cursor = first.data.pagination.next_cursor;
      expect(cursor, first.path).not.toBeNull();
      const second = await read(list, { ...query, cursor: cursor ?? '' });
      expect(second.rowsRead, second.path).toBeLessThanOrEqual(boundOf(list, query));
      expect(second.trips, second.path).toBeLessThanOrEqual(3);
    }
  });

  test('reads as little far down the list as on its first page', { timeout: 300_000 }, async () => {
    const looked = new Set<string | undefined>();
    for (const query of queriesOf(list)) {
      const first = await firstPage(list, query);
      const size = await sizeOf(list, query, first.data);
      const [page] = PAGES.filter((each) => each * LIMIT < size);
      if (page === undefined) continue;
      looked.add(query.assigned);
      const far = await read(list, { ...query, page: String(page) });
      expect(far.rowsRead, far.path).toBeLessThanOrEqual(page * LIMIT + boundOf(list, query));
      expect(far.data.pagination.next_cursor, far.path).not.toBeNull();
      const next = await read(list, { ...query, cursor: far.data.pagination.next_cursor ?? '' });
      expect(next.rowsRead, next.path).toBeLessThanOrEqual(boundOf(list, query));
    }
    const assignable = list === 'claims' || list === 'messages';
    expect([...looked]).toEqual(assignable ? [undefined, 'me', 'nobody', String(COLLEAGUE)] : [undefined]);
  });

  test('counts exactly what its filter finds', async () => {
    for (const query of [...combinations(LISTS[list].filters), ...sectionsOf(list)]) {
      const { data } = await firstPage(list, query);
      expect(data.pagination[LISTS[list].total], JSON.stringify(query)).toBe(await count(list, query));
      expect(data.pagination.total_is_minimum, JSON.stringify(query)).toBe(false);
    }
  });

  test('looks at no more than the 200 newest matches of a search, and says so', async () => {
    const { data, rowsRead, trips } = await read(list, { search: 'Lovelace' });
    expect(data.pagination.search_limited).toBe(true);
    expect(data.pagination[LISTS[list].total]).toBe(200);
    expect(rowsRead).toBeLessThanOrEqual(2000);
    expect(trips).toBeLessThanOrEqual(3);
  });
});

/** Every call of dashboard, revenue and reports that reads roll-ups. */
const FIGURE_CALLS = [
  ...['dashboard/overview', 'dashboard/activities', 'dashboard/analytics?timeframe=90d'],
  ...['dashboard/analytics?timeframe=12m', 'revenue/overview', 'revenue/trends', 'revenue/categories'],
  ...['revenue/policies', 'revenue/transactions', 'revenue/daily?days=90', 'revenue/insurance'],
  ...['revenue/comparison', 'revenue/comparison?compareWith=last_quarter'],
  ...['revenue/comparison?compareWith=last_year'],
];
/** Those that read the sums of up to 24 months: of their period, and of the year that a ratio is judged by. */
const REPORT_CALLS = ['reports?period=month', 'reports?period=quarter', 'reports?period=year'];

describe.each([
  ...FIGURE_CALLS.map((path) => [path, 500] as const),
  ...REPORT_CALLS.map((path) => [path, 650] as const),
])('the call %s', (path, most) => {
  test(`reads at most ${most} rows in two round trips besides the session`, async () => {
    const { DB, rowsRead, roundTrips } = countingDatabase();
    const answer = await call(`/admin/${path}`, { token }, workerWith({}, { DB }));
    expect(answer.status).toBe(200);
    const trips = roundTrips();
    expect(await rowsRead()).toBeLessThanOrEqual(most);
    expect(trips).toBeLessThanOrEqual(3);
  });
});

test.each([
  'claims',
  'policies',
  'messages',
  'users',
  'exceptions',
])('the statistics of %s read at most 1,300 rows, however many are overdue', async (list) => {
  const { DB, rowsRead } = countingDatabase();
  const answer = await call(`/admin/${list}/statistics`, { token }, workerWith({}, { DB }));
  expect(answer.status).toBe(200);
  expect(await rowsRead()).toBeLessThanOrEqual(1300);
});

const THIS_MONTH = new Date().toISOString().slice(0, 7);
test.each([
  `${THIS_MONTH}-01`,
  `${addMonths(THIS_MONTH, 1)}-01`,
  `${addMonths(THIS_MONTH, 1)}-28`,
])('the figures read as little on %s', async (day) => {
  const at = { clock: () => Date.parse(`${day}T12:00:00Z`) };
  for (const read of [getOverview, getRevenue, getInsurance]) {
    const { DB, rowsRead } = countingDatabase();
    const admin = { id: 1, email: '', name: '', role: 'auditor', jti: '' } as const;
    await read({ ...deskCtx(at, { DB }), admin });
    expect(await rowsRead(), read.name).toBeLessThanOrEqual(500);
  }
});

describe('the work queue after ANALYZE', () => {
  /** Rows read by the queue's one batch. */
  async function queueReads() {
    const { DB, rowsRead } = countingDatabase();
    expect((await call('/admin/queue', { token }, workerWith({}, { DB }))).status).toBe(200);
    return rowsRead();
  }

  test('reads what waits and never a whole table, also when nothing of a kind waits', {
    timeout: 300_000,
  }, async () => {
    const [counted] = await rows<{ n: number }>(
      "SELECT count(*) AS n FROM desk WHERE section = 'refunds_owed'",
    );
    expect(counted?.n).toBeGreaterThan(THOUSANDS * 25);
    // 50 items of each kind, however many wait, each with its row at the desk, the flags of claims to review, and the counters.
    const bound = 2 * 50 * 8 + 50 * 6 + 100;
    expect(await queueReads()).toBeLessThanOrEqual(bound);
    await rows('ANALYZE');
    expect(await queueReads()).toBeLessThanOrEqual(bound);
    await rows('UPDATE policies SET refund_until = NULL WHERE refund_until IS NOT NULL RETURNING id');
    await rows('ANALYZE');
    expect(await queueReads()).toBeLessThanOrEqual(bound);
  });
});
