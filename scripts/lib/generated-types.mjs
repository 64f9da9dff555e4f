// Generated files that TypeScript needs and git ignores: the worker's environment and the site's route tree.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { wrangler } from './wrangler.mjs';

const WORKER_TYPES = 'worker/env.d.ts';
const STAMP = join(ROOT, 'dist/worker-types.stamp');

/** Changes with `wrangler.toml` and with the version of wrangler, which brings the runtime's own types. */
function workerTypesStamp() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/wrangler/package.json'), 'utf8'));
  const config = readFileSync(join(ROOT, 'wrangler.toml'));
  return createHash('sha256').update(version).update('\0').update(config).digest('hex');
}

async function ensureWorkerTypes() {
  const wanted = workerTypesStamp();
  const fresh = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted;
  if (fresh && existsSync(join(ROOT, WORKER_TYPES))) return;
  await wrangler('Writing the worker’s types', ['types', '--strict-vars=false', WORKER_TYPES]);
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(STAMP, wanted);
}

/** The router's Vite plugin writes the route tree when Vite resolves its configuration. */
async function ensureRouteTree() {
  const { resolveConfig } = await import('vite');
  await resolveConfig({ root: join(ROOT, 'web') }, 'build');
}

/** Writes `worker/env.d.ts` and `web/src/routeTree.gen.ts` unless they are up to date. */
export async function ensureGeneratedTypes() {
  await Promise.all([ensureWorkerTypes(), ensureRouteTree()]);
}
