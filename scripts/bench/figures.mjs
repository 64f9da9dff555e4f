#!/usr/bin/env node
// npm run bench:figures: what the figures' job reads after 10,000 new sales over a million policies.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../lib/bootstrap.mjs';

const { status } = spawnSync(
  join(ROOT, 'node_modules/.bin/vitest'),
  [
    ...['run', '--config', 'worker/vitest.bench.config.ts', 'bench/figures.bench.ts'],
    ...['--silent=false', '--disable-console-intercept'],
  ],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(status ?? 1);
