#!/usr/bin/env node
// npm run bench:load: requests a second of reads, quotes and reports against a local stack, as shares of what a minimal
// worker in the same runtime answers on the same machine, kept in bench/load.md.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, startProcess, waitUntil } from '../lib/processes.mjs';
import { QUIET, WRANGLER } from '../lib/wrangler.mjs';
import { Customer, term } from '../runbooks/people.mjs';
import { World } from '../runbooks/world.mjs';

/** Clients that each wait for an answer before they ask again. */
const CLIENTS = 8;
/** Rounds over all loads, so that a busy moment of the machine hits all alike, and seconds of each load in a round. */
const ROUNDS = 3;
const SECONDS = 4;
/** Customers who share the load, each far below the limits of a client and a wallet. */
const CUSTOMERS = 40;

/** Answers fixed JSON: what the runtime and the connection cost by themselves. */
const MINIMAL = `export default {
  fetch: () => Response.json({ success: true, data: { answer: 42 } }),
};
`;

async function startMinimal(folder) {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const main = join(folder, 'index.js');
  writeFileSync(main, MINIMAL);
  const config = join(folder, 'wrangler.json');
  writeFileSync(config, JSON.stringify({ name: 'minimal', main, compatibility_date: '2026-10-01' }));
  const worker = startProcess({
    name: 'The minimal worker',
    command: process.execPath,
    args: [
      ...[WRANGLER, 'dev', '--no-bundle', '--config', config],
      ...['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0', '--log-level', 'warn'],
      '--show-interactive-dev-session=false',
    ],
    log: join(folder, 'worker.log'),
    cwd: folder,
    env: QUIET,
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(worker, async () => (await fetch(url)).ok);
  return { url, stop: worker.stop };
}

/** Runs `request(n)` from several clients for a while. @returns {Promise<number[]>} milliseconds of each answer */
async function load(request, next) {
  const took = [];
  const end = Date.now() + SECONDS * 1000;
  const client = async () => {
    while (Date.now() < end) {
      const began = performance.now();
      const { status, message } = await request(next());
      if (status >= 300) throw new Error(`answered ${status}: ${message ?? ''}`);
      took.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return took;
}

const folder = mkdtempSync(join(tmpdir(), 'mooring-load-'));
const minimal = await startMinimal(join(folder, 'minimal'));
const world = await World.open();
try {
  const customers = [];
  for (let each = 0; each < CUSTOMERS; each += 1) {
    const customer = await Customer.arrive(world);
    const quote = await customer.quoted(term(30));
    const hash = await customer.pay(quote);
    const { id } = await customer.policyOf(quote, hash);
    customers.push({ customer, quote, hash, id });
  }
  const one = (n) => customers[n % CUSTOMERS];
  const LOADS = {
    'a minimal worker': async () => {
      const answer = await fetch(minimal.url);
      await answer.json();
      return answer;
    },
    'products (public)': (n) => one(n).customer.call('GET', '/insurance/products'),
    "a wallet's policies": (n) => {
      const { customer } = one(n);
      return customer.call('GET', `/insurance/active-policies/${customer.account.address}`);
    },
    'one policy': (n) => one(n).customer.call('GET', `/insurance/policy/${one(n).id}`),
    'a quote': (n) => one(n).customer.quote(term(30)),
    'a report of a recorded purchase': (n) => {
      const { customer, quote, hash } = one(n);
      const body = { wallet_address: customer.account.address, tx_hash: hash, chain_id: 1337 };
      return customer.call('POST', '/insurance/home-quote', { ...body, quote_id: quote.quote_id });
    },
  };
  const took = Object.fromEntries(Object.keys(LOADS).map((name) => [name, []]));
  let turn = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, request] of Object.entries(LOADS)) {
      const answers = await load(request, () => turn++);
      // The first round only warms up.
      if (round > 0) took[name].push(...answers);
      await pause(200);
    }
  }
  const [base] = Object.values(took);
  const p95 = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
  const rows = Object.entries(took).map(
    ([name, times]) =>
      `| ${name} | ${times.length} | ${((times.length / base.length) * 100).toFixed(1)} % | ${(p95(times) / p95(base)).toFixed(1)} × |`,
  );
  const report = `# Load

Written by \`npm run bench:load\` on ${new Date().toISOString().slice(0, 10)}: answers of the local stack to ${CLIENTS} clients, each of which waits for an answer before it asks
again, in ${ROUNDS} rounds of ${SECONDS} seconds. The schedule runs meanwhile. The minimal worker has one route with fixed JSON, in the same
runtime on the same machine, so the shares say what our code, the database and the chain's node cost; the counts depend on the machine.

| load | answers | share of the minimal worker | slowest 5 % begin at |
| --- | ---: | ---: | ---: |
${rows.join('\n')}
`;
  writeFileSync(join(ROOT, 'bench/load.md'), report);
  console.log(report);
} finally {
  await world.dispose();
  await minimal.stop();
  rmSync(folder, { recursive: true, force: true });
}
