import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { RegistrySummary } from '#domain/registry/schema.ts';
import { preparePayout } from '#worker/settlement/payouts/payout.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { approvedBy, prepare, report, twoAtTheDesk } from '../../../test/decided.ts';
import { CLAIMS, cancelPolicy, deskCtx, insured, sendReady, UNDERWRITER } from '../../../test/desk.ts';
import {
  call,
  chain,
  countingChain,
  countingDatabase,
  noChain,
  readChains,
  scanFromHere,
  shaky,
  term,
  usual,
  workerWith,
} from '../../../test/harness.ts';

beforeEach(scanFromHere);

/** A new worker has read nothing yet. */
const summary = async (reach = workerWith({})) =>
  (await call<RegistrySummary>('/registry/summary', {}, reach)).data;

test('the summary follows purchases, later starts, payouts and refunds @nav-4', async () => {
  const start = await summary();
  const { policy } = await insured();
  const other = await insured({ ...term(60) });
  await insured(term(60, 20));
  const bought = await summary();
  expect(bought.cover_in_force_usd - start.cover_in_force_usd).toBe(1_000_000);
  expect(bought.policies_in_force - start.policies_in_force).toBe(2);

  const claim = { policyId: policy.id, usd: 5000, incidentAt: policy.cover_from ?? '' };
  await sendReady(await preparePayout(deskCtx(), claim), CLAIMS);
  await cancelPolicy(other.customer, other.policy.id);
  const refund = await prepareRefund(deskCtx(), { policyId: other.policy.id, outcome: 'cancelled' });
  await sendReady(refund, UNDERWRITER);
  await readChains();
  const after = await summary();
  expect(after.claims_paid_usd - start.claims_paid_usd).toBe(5000);
  expect(bought.cover_in_force_usd - after.cover_in_force_usd).toBe(500_000);
  expect(bought.policies_in_force - after.policies_in_force).toBe(1);
  expect(bought.pool_usd - after.pool_usd).toBeGreaterThanOrEqual(5000);
});

test('the summary reads the pool from the chain, in dollars at the current rate @api-15', async () => {
  const { chains, pool_usd } = await summary();
  expect(chains).toHaveLength(2);
  const [first] = chains;
  expect(first?.pool.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'USDT']);
  expect(first?.block).toBeGreaterThan(0);
  const all = chains.flatMap(({ pool }) => pool.map(({ usd }) => usd ?? 0));
  expect(pool_usd).toBe(all.reduce((sum, usd) => sum + usd, 0));
  expect(pool_usd).toBeGreaterThan(10_000_000);
});

test('the summary names the claims that were paid last, with the hours they took and nobody’s name', async () => {
  const { hedy } = await twoAtTheDesk();
  const paid: { id: number; hash: string; at: string }[] = [];
  for (let n = 0; n < 4; n += 1) {
    const { claim } = await approvedBy(hedy);
    const hash = await sendReady((await prepare(hedy, claim.id)).data, CLAIMS);
    await report(hedy, claim.id, hash);
    const { blockNumber } = await chain.getTransactionReceipt({ hash });
    const { timestamp } = await chain.getBlock({ blockNumber });
    const at = new Date(Number(timestamp) * 1000).toISOString();
    paid.push({ id: claim.id, hash, at });
    const made = new Date(Date.parse(at) - (n * 24 + 1.5) * 3_600_000).toISOString();
    await env.DB.prepare('UPDATE claims SET created_at = ? WHERE id = ?').bind(made, claim.id).run();
  }
  const { recent_claims, demo } = await summary();
  expect(recent_claims).toEqual(
    [74, 50, 26].map((hours, index) => ({
      chain_id: 1337,
      product: 'home',
      usd: 2500,
      tx_hash: paid[3 - index]?.hash,
      explorer: null,
      paid_at: paid[3 - index]?.at,
      hours,
    })),
  );
  expect(demo).toBe(true);
});

test('a claim whose payout was reversed is not among those paid last', async () => {
  const { hedy } = await twoAtTheDesk();
  const { claim } = await approvedBy(hedy);
  const hash = await sendReady((await prepare(hedy, claim.id)).data, CLAIMS);
  await report(hedy, claim.id, hash);
  const hashes = async () => (await summary()).recent_claims.map(({ tx_hash }) => tx_hash);
  expect(await hashes()).toContain(hash);
  await env.DB.prepare("UPDATE chain_events SET status = 'orphaned' WHERE tx_hash = ?").bind(hash).run();
  expect(await hashes()).not.toContain(hash);
});

test('the summary costs four queries, and a query and a request per chain, then nothing for a few seconds', async () => {
  const { seen, edges } = countingChain();
  const database = countingDatabase();
  const clock = { now: Date.now() };
  const reach = workerWith({ ...edges, clock: () => clock.now }, { DB: database.DB });
  const first = await summary(reach);
  expect(database.statements).toHaveLength(6);
  expect(seen.requests).toBe(2);
  expect(await summary(reach)).toEqual(first);
  expect(seen.requests).toBe(2);
  clock.now += 5_000;
  expect((await summary(reach)).as_of).not.toBe(first.as_of);
  expect(seen.requests).toBe(4);
});

test('without a chain the summary keeps its last figures with their time, or answers 503 if it has none', async () => {
  const dead = workerWith(noChain);
  expect(await call('/registry/summary', {}, dead)).toMatchObject({ status: 503, code: 'chain_unreachable' });
  const clock = { now: Date.now(), up: true };
  const reach = workerWith({
    clock: () => clock.now,
    fetch: (input, init) => (clock.up ? fetch(input, init) : Promise.reject(new TypeError('refused'))),
  });
  const first = await summary(reach);
  clock.up = false;
  clock.now += 60_000;
  expect(await summary(reach)).toEqual(first);
});

/** The summary's request to the second chain waits for `answer`; the first one answers at once. */
function secondChain(answer: () => Promise<unknown>) {
  const clock = { now: Date.now() };
  const reach = workerWith({
    clock: () => clock.now,
    fetch: async (input, init) => {
      if (String(input) === shaky.rpc_url) await answer();
      return fetch(input, init);
    },
  });
  return { clock, reach };
}

test('while one chain is unreachable, the summary names it and answers with the others', async () => {
  const node = { up: true };
  const { clock, reach } = secondChain(async () => {
    if (!node.up) throw new TypeError('refused');
  });
  const all = await summary(reach);
  expect(all.unreachable).toEqual([]);
  node.up = false;
  clock.now += 5_000;
  const some = await summary(reach);
  expect(some.chains.map(({ chain_id }) => chain_id)).toEqual([usual.chain_id]);
  expect(some.unreachable).toEqual([{ chain_id: shaky.chain_id, name: shaky.name }]);
  const worth = all.chains[0]?.pool.reduce((sum, { usd }) => sum + (usd ?? 0), 0);
  expect(some.pool_usd).toBe(worth);
  expect(some.cover_in_force_usd).toBe(all.cover_in_force_usd);
  expect(some.as_of).toBe(new Date(clock.now).toISOString());
  node.up = true;
  clock.now += 5_000;
  expect(await summary(reach)).toEqual({ ...all, as_of: new Date(clock.now).toISOString() });
});

test('the summary does not wait for a chain that answers late', async () => {
  let release = () => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { clock, reach } = secondChain(() => late);
  const some = await summary(reach);
  expect(some.chains.map(({ chain_id }) => chain_id)).toEqual([usual.chain_id]);
  expect(some.unreachable.map(({ chain_id }) => chain_id)).toEqual([shaky.chain_id]);
  release();
  clock.now += 5_000;
  const all = await summary(reach);
  expect(all.unreachable).toEqual([]);
  expect(all.chains).toHaveLength(2);
});

test('a pool without a known rate has no dollar value in the summary', async () => {
  const reach = workerWith({}, { RATE_SOURCE: 'chainlink', CHAINS: withoutFeeds() });
  const { chains, pool_usd } = await summary(reach);
  expect(chains[0]?.pool.map(({ usd }) => usd)).toEqual([null, null, null]);
  expect(pool_usd).toBe(0);
});

function withoutFeeds(): string {
  const { chains } = deskCtx().settings;
  return JSON.stringify(
    chains.map((entry) => ({
      ...entry,
      currencies: entry.currencies.map((currency) => ({ ...currency, feed: null })),
    })),
  );
}
