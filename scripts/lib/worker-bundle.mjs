// The worker as one file, which every local stack runs.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { QUIET } from './administrators.mjs';
import { ROOT } from './bootstrap.mjs';
import { buildOnce } from './build-once.mjs';
import { run } from './processes.mjs';

const WRANGLER = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');

/** Files and folders that the bundle is made from, with what decides how. */
export const WORKER_SOURCES = [
  ...['worker/src', 'domain', 'wrangler.toml', 'package.json', 'package-lock.json', 'tsconfig.base.json'],
];

/** Bundles the worker as a deployment does, and returns the folder with index.js and meta.json. */
export function bundleWorker() {
  return buildOnce('worker', {
    sources: WORKER_SOURCES,
    build: async (out) => {
      // Wrangler wants the folder of the assets, but a dry run needs nothing in it.
      mkdirSync(join(ROOT, 'dist/site'), { recursive: true });
      const words = ['deploy', '--dry-run', '--outdir', out, '--metafile', join(out, 'meta.json')];
      await run('Bundling the worker', process.execPath, [WRANGLER, ...words], { cwd: ROOT, env: QUIET });
    },
  });
}
