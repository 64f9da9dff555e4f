#!/usr/bin/env node
// npm run bench:api: what each of an administrator's reads costs the database at two sizes, kept in bench/api.md.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/bootstrap.mjs';
import { stripping } from './strip.mjs';

/** Thousands of policies. */
const SIZES = [2, 20];

function measure(size) {
  const args = [
    'run',
    '--config',
    'worker/vitest.bench.config.ts',
    'bench/api.bench.ts',
    '--silent=false',
    '--disable-console-intercept',
  ];
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/vitest'), args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, DESK_VOLUME: String(size) },
  });
  if (status !== 0) throw new Error(stdout + stderr);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"path":'));
  return new Map(lines.map((line) => JSON.parse(line)).map((each) => [each.path, each]));
}

const [small, large] = SIZES.map(measure);
const lines = [...small.values()].map(({ path, status, queries, trips, rows }) => {
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  const more = large.get(path).rows;
  return `| \`${path.replaceAll('|', '\\|')}\` | ${trips} | ${queries} | ${rows} | ${more} | ${(more / rows).toFixed(2)} |`;
});
const report = `# Reads of the API

Written by \`npm run bench:api\`: round trips to the database, queries and rows read per call, over ${SIZES[0]},000 policies and over
${SIZES[1]},000. The last column is what ten times the rows cost; tests bound it.

| call | round trips | queries | rows | rows, ten times the data | ratio |
| --- | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}

${await stripping()}`;
writeFileSync(join(ROOT, 'bench/api.md'), report);
console.log(report);
