// Wrangler, without metrics, questions and its banner.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { buildOnce } from './build-once.mjs';
import { run } from './processes.mjs';

export const WRANGLER = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');
export const QUIET = {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CI: '1',
};

/** Runs it to its end, and answers what it printed. Throws that, after `what` was to be done, if it fails. */
export const wrangler = (what, words, options = {}) =>
  run(what, process.execPath, [WRANGLER, ...words], { cwd: ROOT, env: QUIET, ...options });

/** Files and folders that the bundle is made from, with what decides how. */
export const WORKER_SOURCES = [
  ...['worker/src', 'domain', 'wrangler.toml', 'package.json', 'package-lock.json', 'tsconfig.base.json'],
];

/** Bundles the worker into one file as a deployment does, and returns the folder with index.js and meta.json. */
export function bundleWorker() {
  return buildOnce('worker', {
    sources: WORKER_SOURCES,
    build: async (out) => {
      // Wrangler wants the folder of the assets, but a dry run needs nothing in it.
      mkdirSync(join(ROOT, 'dist/site'), { recursive: true });
      const words = ['deploy', '--dry-run', '--outdir', out, '--metafile', join(out, 'meta.json')];
      await wrangler('Bundling the worker', words);
    },
  });
}
