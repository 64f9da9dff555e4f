// The worker's environment as TypeScript sees it: worker/env.d.ts, made from wrangler.toml and kept out of git.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { run } from './processes.mjs';

const WRANGLER = join(ROOT, 'node_modules/wrangler');
const TYPES = 'worker/env.d.ts';
const STAMP = join(ROOT, 'dist/worker-types.stamp');

/** What the types depend on: the configuration, and the version that reads it and brings the runtime's own types. */
function wantedStamp() {
  const { version } = JSON.parse(readFileSync(join(WRANGLER, 'package.json'), 'utf8'));
  const config = readFileSync(join(ROOT, 'wrangler.toml'));
  return createHash('sha256').update(version).update('\0').update(config).digest('hex');
}

/** Writes the types unless they are there and nothing that they depend on has changed. */
export async function ensureWorkerTypes() {
  const wanted = wantedStamp();
  const fresh = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted;
  if (fresh && existsSync(join(ROOT, TYPES))) return;
  const words = [join(WRANGLER, 'bin/wrangler.js'), 'types', '--strict-vars=false', TYPES];
  await run('Writing the worker’s types', process.execPath, words, {
    cwd: ROOT,
    env: { WRANGLER_SEND_METRICS: 'false', CI: '1' },
  });
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(STAMP, wanted);
}
