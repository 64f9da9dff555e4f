#!/usr/bin/env node
// npm run bench:scale: measures what a policy, a call and a run of the schedule cost, and renews the tables of docs/scale.md.
// With --tables it computes them again from the figures that the document has.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../lib/bootstrap.mjs';
import { replaceTables, tablesOf } from '../lib/scale.mjs';
import { bundleWorker } from '../lib/wrangler.mjs';

const DOCUMENT = join(ROOT, 'docs/scale.md');
const FIGURES = join(ROOT, 'bench/scale.json');

/** The most round trips to the database that a call or run may take, and the most rows that it may write. */
const BOUNDS = {
  quote: { trips: 4 },
  'purchase reported': { trips: 6, rows_written: 82 },
  claim: { trips: 5, rows_written: 90 },
  message: { trips: 4 },
  'nothing new': { trips: 20 },
};

function checkBounds(lines) {
  for (const [name, bounds] of Object.entries(BOUNDS)) {
    const line = lines.find(({ call, run }) => (call ?? run) === name);
    for (const [key, most] of Object.entries(bounds))
      if (!(line?.[key] <= most))
        throw new Error(`${name}: ${line?.[key]} ${key}, and at most ${most} are allowed`);
  }
}

function measure() {
  const args = [
    ...['run', '--config', 'worker/vitest.bench.config.ts', 'bench/scale.bench.ts'],
    ...['--silent=false', '--disable-console-intercept'],
  ];
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/vitest'), args, {
    cwd: ROOT,
    encoding: 'utf8',
    // It has a log line for every request.
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error((stdout + stderr).slice(-4000));
  return stdout
    .split('\n')
    .filter((line) => /^\{"(?:call|run|thing)":/.test(line))
    .map((line) => JSON.parse(line));
}

if (!process.argv.includes('--tables')) {
  const lines = measure();
  const refused = lines.find(({ status }) => status >= 300);
  if (refused) throw new Error(`${refused.call} answered ${refused.status}`);
  checkBounds(lines);
  const worker = gzipSync(readFileSync(join(await bundleWorker(), 'index.js'))).length;
  const of = (key) => lines.filter((line) => line[key] !== undefined);
  const figures = {
    measured_on: new Date().toISOString().slice(0, 10),
    worker_gzip_bytes: worker,
    bytes: of('thing'),
    calls: of('call'),
    runs: of('run'),
  };
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
}

const tables = tablesOf(JSON.parse(readFileSync(FIGURES, 'utf8')));
writeFileSync(DOCUMENT, replaceTables(readFileSync(DOCUMENT, 'utf8'), tables));
for (const table of Object.values(tables)) console.log(`${table}\n`);
