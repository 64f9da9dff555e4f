/** What a purchase, a claim and a run of the schedule cost the database. `npm run bench:scale` makes docs/scale.md of it. */
import { env } from 'cloudflare:workers';
import { beforeAll, test } from 'vitest';
import { writeLines } from '../test/audit-log.ts';
import { submit } from '../test/claims.ts';
import {
  Customer,
  chain,
  countingChain,
  type Reach,
  rows,
  runSchedule,
  scanFromHere,
  workerWith,
} from '../test/harness.ts';

/** Customers, each with a policy, a claim and a message: enough that half-filled pages of the file don't count. */
const CUSTOMERS = 100;
/** Lines of the audit log that are written at once. */
const LINES = 5000;
/** Purchases that a run of the schedule finds on the chain. */
const UNREPORTED = 10;

/** Runs within which a day's jobs are done. */
const MOST_RUNS = 100;

const SELECT = /^\s*(?:select|with|pragma)\b/i;

/** A database that adds up what its sessions cost. */
function measuringDatabase() {
  const cost = { queries: 0, trips: 0, rows_read: 0, rows_written: 0 };
  const add = (meta: D1Meta) => {
    cost.rows_read += meta.rows_read;
    cost.rows_written += meta.rows_written;
  };
  const noted = (statement: D1PreparedStatement, sql: string): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => noted(target.bind(...values), sql);
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        if (!['all', 'raw', 'run', 'first'].includes(String(name))) return member.bind(target);
        return async (...values: unknown[]) => {
          cost.queries += 1;
          cost.trips += 1;
          const answer = await member.apply(target, values);
          if (name === 'all' || name === 'run') add(answer.meta);
          // Rows alone come without their cost, so a query runs once more for it.
          else if (SELECT.test(sql)) add((await target.all()).meta);
          return answer;
        };
      },
    });
  const database = {
    withSession: (constraint: string) => {
      const session = env.DB.withSession(constraint);
      return {
        prepare: (sql: string) => noted(session.prepare(sql), sql),
        batch: async (list: D1PreparedStatement[]) => {
          cost.queries += list.length;
          cost.trips += 1;
          const answers = await session.batch(list);
          for (const { meta } of answers) add(meta);
          return answers;
        },
      };
    },
  };
  return { DB: database as unknown as D1Database, cost };
}

// biome-ignore lint/suspicious/noConsole: the script reads these lines.
const tell = (line: object) => console.log(JSON.stringify(line));

/** Prints what some calls cost together. */
async function costOf(name: string, work: (reach: Reach) => Promise<{ status: number }>): Promise<void> {
  const { DB, cost } = measuringDatabase();
  const { seen, edges } = countingChain();
  const { status } = await work(workerWith(edges, { DB }));
  tell({ call: name, status, ...cost, rpc_requests: seen.requests, rpc_calls: seen.calls.length });
}

/** Prints what one run of the schedule costs, and how long it takes. */
async function runOf(name: string): Promise<void> {
  const { DB, cost } = measuringDatabase();
  const { seen, edges } = countingChain();
  const began = Date.now();
  await runSchedule(edges, { DB });
  const ms = Date.now() - began;
  tell({ run: name, ms, ...cost, rpc_requests: seen.requests, rpc_calls: seen.calls.length });
}

const size = async () => (await env.DB.prepare('SELECT 1').run()).meta.size_after;

/** Prints how many bytes each of `count` things adds to the database. */
async function bytesOf(name: string, count: number, work: () => Promise<void>): Promise<void> {
  const before = await size();
  await work();
  tell({ thing: name, bytes: Math.round(((await size()) - before) / count) });
}

const insure = async (customer: Customer) => {
  const quote = (await customer.quote()).data;
  return (await customer.report(await customer.pay(quote), { quote_id: quote.quote_id })).data;
};

const message = {
  subject: 'Is the shed covered?',
  message: 'We have a wooden shed behind the house. Is it covered?',
};

const dayIsDone = async () => (await rows("SELECT 1 FROM job_cursors WHERE name = 'daily jobs'")).length > 0;

const customers: { customer: Customer; policy: Awaited<ReturnType<typeof insure>> }[] = [];

beforeAll(async () => {
  await scanFromHere();
  // The first ones fill what every page of the file shares.
  for (let each = 0; each < 20; each += 1) {
    const customer = await Customer.arrive();
    const policy = await insure(customer);
    await submit(customer, policy);
    await customer.call('/messages/create', { body: message });
  }
  await runSchedule();
}, 600_000);

test('bytes', { timeout: 1_800_000 }, async () => {
  await bytesOf('policy with its quote, session and letters', CUSTOMERS, async () => {
    for (let each = 0; each < CUSTOMERS; each += 1) {
      const customer = await Customer.arrive();
      customers.push({ customer, policy: await insure(customer) });
    }
    await runSchedule();
  });
  await bytesOf('claim', CUSTOMERS, async () => {
    for (const { customer, policy } of customers) await submit(customer, policy);
  });
  await bytesOf('message', CUSTOMERS, async () => {
    for (const { customer } of customers) await customer.call('/messages/create', { body: message });
  });
  await bytesOf('line of the audit log with its seal', LINES, async () => {
    await writeLines(LINES, 7);
    for (let run = 0; run < LINES / 500; run += 1) await runSchedule({}, {}, ['seal audit log']);
  });
});

test('calls', { timeout: 300_000 }, async () => {
  const ada = await Customer.arrive();
  await costOf('quote', (reach) => ada.quote({}, reach));
  const quote = (await ada.quote()).data;
  const hash = await ada.pay(quote);
  await costOf('purchase reported', (reach) => ada.report(hash, { quote_id: quote.quote_id }, reach));
  const policy = (await ada.policies())[0];
  if (!policy) throw new Error('There is no policy');
  await costOf('list of policies', (reach) =>
    ada.call(`/insurance/active-policies/${ada.address}`, {}, reach),
  );
  await costOf('one policy', (reach) => ada.call(`/insurance/policy/${policy.id}`, {}, reach));
  await costOf('claim', (reach) => submit(ada, policy, {}, {}, reach));
  await costOf('message', (reach) => ada.call('/messages/create', { body: message }, reach));
  await costOf('unread count', (reach) =>
    ada.call(`/messages/notifications/count/${ada.address}`, {}, reach),
  );
  await costOf('health', (reach) => ada.call('/health', {}, reach));
});

test('runs', { timeout: 600_000 }, async () => {
  // Until what the calls left is done.
  for (let run = 0; run < 3; run += 1) await runSchedule();
  await runOf('nothing new, during the daily check of the figures');
  for (let run = 0; run < MOST_RUNS && !(await dayIsDone()); run += 1) await runSchedule();
  if (!(await dayIsDone())) throw new Error('The daily jobs are not done');
  await runOf('nothing new');
  await chain.mine({ blocks: 5 });
  await runOf('five empty blocks');
  for (let each = 0; each < UNREPORTED; each += 1) {
    const customer = await Customer.arrive();
    await customer.pay((await customer.quote()).data);
  }
  await runOf(`${UNREPORTED} purchases that nobody reported`);
});
