import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../lib/bootstrap.mjs';
import { replaceTables, tablesOf } from '../lib/scale.mjs';

const read = (file) => readFileSync(join(ROOT, file), 'utf8');

test('the tables of docs/scale.md are those of the figures that were measured', () => {
  const text = read('docs/scale.md');
  assert.equal(replaceTables(text, tablesOf(JSON.parse(read('bench/scale.json')))), text);
});

test('a database holds as many policies as their bytes with their share of claims, messages and lines allow', () => {
  const cost = { queries: 10, trips: 1, rows_read: 1, rows_written: 1, rpc_requests: 1, rpc_calls: 4 };
  const tables = tablesOf({
    measured_on: '2026-11-26',
    worker_gzip_bytes: 800_000,
    bytes: [
      { thing: 'policy', bytes: 7000 },
      { thing: 'claim', bytes: 10_000 },
      { thing: 'message', bytes: 1400 },
      { thing: 'line', bytes: 2000 },
    ],
    calls: [
      { call: 'quote', ...cost },
      { call: 'purchase reported', ...cost },
    ],
    runs: [
      { run: 'nothing new', ms: 1, ...cost, queries: 100 },
      { run: 'five empty blocks', ms: 1, ...cost, rpc_calls: 14 },
      { run: '10 purchases that nobody reported', ms: 1, ...cost, queries: 400 },
    ],
  });
  // 7,000 + 1,000 + 1,400 + 600 bytes a policy, 20 queries a sale, 30 queries for each purchase that a run finds.
  assert.match(tables.carries, /\| one database \| 10 GB \| 1,000,000 policies \|/);
  assert.match(tables.carries, /\| 50 purchases a second \(20 queries each/);
  assert.match(tables.carries, /\| 30 purchases that nobody reported \(30 queries each, 100 for the run\)/);
  assert.match(tables.carries, /and 2 calls more for each new block/);
  assert.match(tables.sizes, /^\| 100,000,000 \| 1,000 GB \| 10,000 % \|/m);
});
