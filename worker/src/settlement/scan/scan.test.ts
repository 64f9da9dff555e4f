import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import type { Edges } from '#worker/platform/context.ts';
import { recomputeAll } from '../../../test/figures.ts';
import {
  Customer,
  chain,
  countingChain,
  countingDatabase,
  HOME,
  later,
  noChain,
  readChains,
  rows,
  runSchedule,
  scanFromHere,
  shaky,
  shakyChain,
  term,
  usual,
  workerWith,
} from '../../../test/harness.ts';
import { dice, lyingChain } from '../../../test/lies.ts';
import { EXCEPTIONS, overtake, revertTo } from '../../../test/registry.ts';

const DAY = 86_400_000;

beforeEach(async () => {
  await env.DB.batch(
    ['chain_events', 'policies', 'occurrence_data', 'reported_transactions', 'payment_exceptions'].map(
      (table) => env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
  await scanFromHere();
});

async function paid(on = chain, chain_id = usual.chain_id) {
  const customer = await Customer.arrive();
  const quote = (await customer.quote({ chain_id })).data;
  return { customer, quote, hash: await customer.pay(quote, on) };
}

const history = (quote: QuoteAnswer) =>
  rows<{ kind: string; to_status: string }>(
    'SELECT kind, to_status FROM policy_history WHERE policy_id = (SELECT id FROM policies WHERE quote_id = ?) ORDER BY id',
    quote.quote_id,
  ).then((events) => events.map(({ kind, to_status }) => `${kind} ${to_status}`));
const cursorOf = async (chainId: number) =>
  (
    await rows<{ block_number: number; block_hash: string }>(
      'SELECT * FROM scan_cursors WHERE chain_id = ?',
      String(chainId),
    )
  )[0];
const statuses = async (customer: Customer) => (await customer.policies()).map(({ status }) => status);

describe('the scheduled run', () => {
  test('the scheduled run records an unreported payment once, even in concurrent runs @payment-30', async () => {
    const { customer, quote, hash } = await paid();
    await Promise.all([readChains(), readChains(), readChains(), customer.report(hash)]);
    await readChains();
    expect(await statuses(customer)).toEqual(['active']);
    expect(await history(quote)).toEqual(['opened active']);
    expect(await rows('SELECT id FROM chain_events')).toHaveLength(1);
    expect(await customer.report(hash)).toMatchObject({ status: 200 });
  });

  test('a scheduled run and a report that both found nothing make one policy between them', async () => {
    const { customer, quote, hash } = await paid();
    let arrived = 0;
    let release = () => {};
    const met = new Promise<void>((resolve) => {
      release = resolve;
    });
    /** A database on which the first two batches begin only when both are ready. */
    const withSession = (constraint: string) => {
      const session = env.DB.withSession(constraint);
      return {
        prepare: (sql: string) => session.prepare(sql),
        batch: async (list: D1PreparedStatement[]) => {
          arrived += 1;
          if (arrived === 2) release();
          await met;
          return session.batch(list);
        },
      };
    };
    const DB = { withSession } as unknown as D1Database;
    const reach = workerWith({}, { DB });
    const answers = await Promise.all([customer.report(hash, {}, reach), customer.report(hash, {}, reach)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await history(quote)).toEqual(['opened active']);
  });

  test('a run of a job that does not exist fails, so that no test waits for nothing', async () => {
    await expect(runSchedule({}, {}, ['scan', 'no such job'])).rejects.toThrow('There is no job no such job');
  });

  test('a quiet run asks each chain twice and reads only the blocks just below its cursor', async () => {
    await paid();
    await shakyChain.mine({ blocks: 1 });
    await runSchedule();
    const head = Number(await chain.getBlockNumber());
    expect(await cursorOf(usual.chain_id)).toMatchObject({ block_number: head });
    const { seen, edges } = countingChain();
    await runSchedule(edges);
    expect(seen.calls.filter((method) => method === 'eth_getLogs')).toHaveLength(2);
    expect(seen.requests).toBe(4);
  });

  test('a backlog is worked off in bounded ranges over several runs', async () => {
    const { customer } = await paid();
    await chain.mine({ blocks: 30 });
    const { customer: last } = await paid();
    const CHAINS = JSON.stringify([{ ...usual, log_range: 2 }, shaky]);
    await readChains({}, { CHAINS });
    expect(await statuses(customer)).toEqual(['active']);
    expect(await statuses(last)).toEqual([]);
    await readChains({}, { CHAINS });
    expect(await statuses(last)).toEqual(['active']);
  });

  test('an unreachable chain stops no other, and its scan continues where it stopped', async () => {
    const { customer } = await paid(shakyChain, shaky.chain_id);
    const before = await cursorOf(usual.chain_id);
    const { customer: waiting } = await paid();
    const dead = JSON.stringify([{ ...usual, rpc_url: 'http://127.0.0.1:9/' }, shaky]);
    await readChains({}, { CHAINS: dead });
    expect(await cursorOf(usual.chain_id)).toEqual(before);
    expect(await statuses(customer)).toEqual(['pending']);
    expect(await statuses(waiting)).toEqual([]);
    await readChains(noChain);
    await readChains();
    expect(await statuses(waiting)).toEqual(['active']);
  });

  test('a purchase that cannot be recorded holds up no other and is not forgotten', async () => {
    const { customer: stuck, quote } = await paid();
    const { customer: next } = await paid();
    const before = await cursorOf(usual.chain_id);
    await env.DB.prepare(
      `CREATE TRIGGER broken BEFORE INSERT ON chain_events WHEN NEW.quote_id = '${quote.quote_id}'
       BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    ).run();
    await readChains();
    expect(await statuses(stuck)).toEqual([]);
    expect(await statuses(next)).toEqual(['active']);
    expect(await cursorOf(usual.chain_id)).toEqual(before);
    await env.DB.prepare('DROP TRIGGER broken').run();
    await readChains();
    expect(await statuses(stuck)).toEqual(['active']);
  });

  test('a pending policy becomes active once it has its confirmations', async () => {
    const { customer, quote } = await paid(shakyChain, shaky.chain_id);
    await readChains();
    expect(await statuses(customer)).toEqual(['pending']);
    await shakyChain.mine({ blocks: 2 });
    await Promise.all([readChains(), readChains()]);
    expect(await statuses(customer)).toEqual(['active']);
    expect(await history(quote)).toEqual(['opened pending', 'activated active']);
  });

  test('payments reported while the chain was unreachable are followed up, even behind a lost cursor', async () => {
    const { customer, hash } = await paid();
    await scanFromHere();
    const report = { wallet_address: customer.address, tx_hash: hash, chain_id: usual.chain_id };
    await env.DB.prepare(
      'INSERT INTO reported_transactions VALUES (?, ?, ?, NULL, ?, ?, 0, NULL, NULL, NULL)',
    )
      .bind('1337', hash, customer.address.toLowerCase(), new Date().toISOString(), new Date().toISOString())
      .run();
    await readChains();
    expect(await statuses(customer)).toEqual(['active']);
    expect(await rows('SELECT * FROM reported_transactions')).toEqual([]);
    expect((await customer.call('/insurance/home-quote', { body: report })).status).toBe(200);
  });

  test('an unknown hash is checked at growing intervals and dropped once it can no longer appear', async () => {
    const customer = await Customer.arrive();
    await customer.quote();
    const hash = `0x${'a1'.repeat(32)}`;
    expect((await customer.report(hash)).status).toBe(202);
    const due = async () =>
      (await rows<{ next_check_at: string; attempts: number }>('SELECT * FROM reported_transactions'))[0];
    await readChains();
    const first = await due();
    expect(first?.attempts).toBe(1);
    await readChains();
    expect((await due())?.attempts).toBe(1);
    await readChains(later(60_000));
    expect((await due())?.attempts).toBe(2);
    await readChains(later(100 * 60_000));
    expect(await due()).toBeUndefined();
  });

  test('a purchase of an unknown quote becomes an exception once', async () => {
    const { customer, quote } = await paid();
    await env.DB.prepare('DELETE FROM quotes WHERE id = ?').bind(quote.quote_id).run();
    await readChains();
    await scanFromHere();
    await readChains();
    expect(await statuses(customer)).toEqual([]);
    expect(await rows('SELECT reason, status FROM payment_exceptions')).toEqual([
      { reason: 'unknown_quote', status: 'open' },
    ]);
  });

  test('a run costs the same however much was sold before', async () => {
    await paid();
    await runSchedule();
    // The day's check of the figures may take several runs.
    while ((await rows('SELECT 1 FROM rollup_checks WHERE finished_at IS NULL')).length > 0)
      await runSchedule();
    const copied = (table: string, columns: string, values: string) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
         INSERT INTO ${table} (${columns}) SELECT ${values} FROM n, (SELECT * FROM ${table} WHERE
         ${table === 'quotes' ? 'id IN (SELECT quote_id FROM chain_events)' : '1'} LIMIT 1)`,
      ).run();
    for (const table of ['quotes', 'chain_events', 'policies']) {
      const info = await rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`);
      const columns = info.map(({ name }) => name).filter((name) => table !== 'policies' || name !== 'id');
      const renamed = new Set(['id', 'quote_id', 'group_id', 'tx_hash']);
      const old = new Set(['created_at', 'valid_until']);
      const values = columns.map((name) =>
        (table === 'chain_events' && name === 'id') || name === 'purchase_event_id'
          ? '-i'
          : renamed.has(name)
            ? `${name} || '-' || i`
            : old.has(name)
              ? "'2020-01-01T00:00:00.000Z'"
              : name,
      );
      await copied(table, columns.join(', '), values.join(', '));
    }
    await recomputeAll();
    await runSchedule({}, {}, ['seal audit log']);
    const { DB, rowsRead } = countingDatabase();
    await runSchedule({}, { DB });
    // One page of 50 payments in the overlap, and a row or two for each other statement. What is done once a day costs one,
    // and so do figures that are clean. The note of the run costs two.
    expect(await rowsRead()).toBeLessThan(120);
  });

  test('expired data is deleted, and unbought quotes with their personal fields after 30 days', async () => {
    const { customer, quote } = await paid();
    const { quote: late } = await paid();
    await env.DB.prepare("UPDATE quotes SET valid_until = '2020-01-01T00:00:00.000Z' WHERE id = ?")
      .bind(late.quote_id)
      .run();
    const unbought = (await customer.quote()).data;
    const draft = { insurance_type: 'home', details: HOME, ...term() };
    expect((await customer.call('/insurance/drafts', { body: draft })).status).toBe(200);
    await runSchedule();
    const ids = async () => (await rows<{ id: string }>('SELECT id FROM quotes')).map(({ id }) => id);
    await runSchedule(later(29 * DAY));
    expect(await ids()).toContain(unbought.quote_id);

    // Its end may lie beyond the chain's final block, by whose time it could still be bought.
    await runSchedule(later(31 * DAY));
    expect(await ids()).toContain(unbought.quote_id);

    // Bought, and none of our tables knows of it: the registry does.
    const { quote: unread } = await paid();
    await env.DB.prepare("UPDATE quotes SET valid_until = '2020-01-01T00:00:00.000Z' WHERE id IN (?, ?)")
      .bind(unbought.quote_id, unread.quote_id)
      .run();
    await runSchedule({ ...later(31 * DAY), ...noChain });
    expect(await ids()).toContain(unbought.quote_id);

    await runSchedule({ ...later(31 * DAY), ...lyingChain(() => 'no_logs', dice(1)) });
    expect(await ids()).toContain(unread.quote_id);
    expect(await ids()).toEqual(expect.arrayContaining([quote.quote_id, late.quote_id]));
    expect(await ids()).not.toContain(unbought.quote_id);
    for (const table of ['sessions', 'drafts', 'idempotency_keys']) {
      expect(await rows(`SELECT * FROM ${table}`), table).toEqual([]);
    }
    expect(await rows("SELECT * FROM tokens WHERE kind = 'nonce'")).toEqual([]);
  });
});

describe('reorganizations of purchases', () => {
  const resend = async (customer: Customer, quote: QuoteAnswer) => {
    const hash = await customer.pay(quote, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    return hash;
  };

  test('an orphaned payment returns its policy to pending, and to active once it is found again', async () => {
    const customer = await Customer.arrive();
    const quote = (await customer.quote({ chain_id: shaky.chain_id })).data;
    // Many blocks of other tests may have put this chain ahead of the clock.
    const reach = workerWith(later(3_600_000));
    const listed = async () =>
      (await customer.call<PolicyAnswer[]>(`/insurance/active-policies/${customer.address}`, {}, reach)).data;
    const snapshot = await shakyChain.snapshot();
    await resend(customer, quote);
    await readChains();
    const [before] = await listed();
    expect(before).toMatchObject({ status: 'active', in_force: true });

    await revertTo(snapshot, 5);
    await Promise.all([readChains(), readChains()]);
    await Promise.all([readChains(), readChains()]);
    const [during] = await listed();
    expect(during).toMatchObject({ id: before?.id, status: 'pending', in_force: false, cover_from: null });

    const hash = await resend(customer, quote);
    await readChains();
    const [after] = await listed();
    expect(after).toMatchObject({ id: before?.id, status: 'active', in_force: true, tx_hash: hash });
    expect(await history(quote)).toEqual([
      'opened active',
      'orphaned pending',
      'reappeared pending',
      'activated active',
    ]);
  });

  test('a reorganization of a young payment is noticed when it is due for confirmation', async () => {
    const customer = await Customer.arrive();
    const quote = (await customer.quote({ chain_id: shaky.chain_id })).data;
    const snapshot = await shakyChain.snapshot();
    const hash = await customer.pay(quote, shakyChain);
    expect((await customer.report(hash, { chain_id: shaky.chain_id })).status).toBe(202);
    await revertTo(snapshot, 6);
    await readChains();
    await readChains();
    expect(await statuses(customer)).toEqual(['pending']);
    expect(await rows('SELECT status FROM chain_events')).toEqual([{ status: 'orphaned' }]);
    const again = await resend(customer, quote);
    expect(await customer.report(again, { chain_id: shaky.chain_id })).toMatchObject({
      status: 200,
      data: { status: 'active', tx_hash: again },
    });
  });

  test('a reorganization of a young payment is noticed even while events cannot be read', async () => {
    const customer = await Customer.arrive();
    const quote = (await customer.quote({ chain_id: shaky.chain_id })).data;
    const snapshot = await shakyChain.snapshot();
    const hash = await customer.pay(quote, shakyChain);
    expect((await customer.report(hash, { chain_id: shaky.chain_id })).status).toBe(202);
    await revertTo(snapshot, 6);
    const edges: Partial<Edges> = {
      fetch: (input, init) =>
        String(init?.body).includes('eth_getLogs')
          ? Promise.reject(new TypeError('no logs today'))
          : fetch(input, init),
    };
    await readChains(edges);
    await readChains(edges);
    expect(await rows('SELECT status FROM chain_events')).toEqual([{ status: 'orphaned' }]);
    expect(await statuses(customer)).toEqual(['pending']);
  });

  test('a reorganization to a shorter chain loses no policy', async () => {
    const { customer: older } = await paid(shakyChain, shaky.chain_id);
    await shakyChain.mine({ blocks: 2 });
    const customer = await Customer.arrive();
    const snapshot = await shakyChain.snapshot();
    const quote = (await customer.quote({ chain_id: shaky.chain_id })).data;
    await resend(customer, quote);
    await shakyChain.mine({ blocks: 20 });
    await readChains();
    expect(await statuses(customer)).toEqual(['active']);
    await shakyChain.revert({ id: snapshot });
    await readChains();
    const cursor = await cursorOf(shaky.chain_id);
    expect(cursor?.block_number).toBe(Number(await shakyChain.getBlockNumber()));
    // A node that is behind looks the same: only other blocks at that height take anything back.
    expect(await statuses(customer)).toEqual(['active']);
    await overtake(6);
    await readChains();
    await readChains();
    expect(await statuses(customer)).toEqual(['pending']);
    expect(await statuses(older)).toEqual(['active']);
    await resend(customer, quote);
    await readChains();
    expect(await statuses(customer)).toEqual(['active']);
  });

  test('an exception is closed while its payment is orphaned and reopened when it returns', async () => {
    const customer = await Customer.arrive();
    const quote = (await customer.quote({ chain_id: shaky.chain_id })).data;
    await env.DB.prepare('DELETE FROM quotes WHERE id = ?').bind(quote.quote_id).run();
    const snapshot = await shakyChain.snapshot();
    await resend(customer, quote);
    await readChains();
    const states = () => rows(`SELECT status FROM ${EXCEPTIONS} WHERE quote_id = ?`, quote.quote_id);
    expect(await states()).toEqual([{ status: 'open' }]);
    await revertTo(snapshot, 5);
    await readChains();
    expect(await states()).toEqual([{ status: 'open' }]);
    await readChains();
    expect(await states()).toEqual([{ status: 'orphaned' }]);
    await resend(customer, quote);
    await readChains();
    expect(await states()).toContainEqual({ status: 'open' });
  });
});
