// The site and the worker as all local stacks run them, built again only after their sources have changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { run } from './processes.mjs';
import { build } from './site.mjs';

const SHARED = ['domain', 'package-lock.json', 'tsconfig.base.json'];

function hashInto(hash, path) {
  if (statSync(path).isFile()) {
    hash.update(path).update('\0').update(readFileSync(path)).update('\0');
    return;
  }
  for (const name of readdirSync(path).sort()) hashInto(hash, join(path, name));
}

function hashOf(sources) {
  const hash = createHash('sha256');
  for (const source of sources) hashInto(hash, join(ROOT, source));
  return hash.digest('hex');
}

/** Runs `make` for the folder `out`, unless `sources` are what they were the last time. */
async function unlessFresh(out, sources, make) {
  const stamp = `${out}.stamp`;
  if (existsSync(stamp) && existsSync(out) && readFileSync(stamp, 'utf8') === hashOf(sources)) return out;
  rmSync(stamp, { force: true });
  await make();
  writeFileSync(stamp, hashOf(sources));
  return out;
}

/** Builds the site with the local demo wallet; returns its folder. */
export function buildLocalSite() {
  const out = join(ROOT, 'dist/local');
  return unlessFresh(out, ['web', ...SHARED], () => build(out, { VITE_DEMO_WALLET: '1' }));
}

/** Bundles the worker, which `wrangler dev` would otherwise do at every start. Returns the path of the script. */
export async function buildLocalWorker() {
  const out = join(ROOT, 'dist/worker');
  await unlessFresh(out, ['worker/src', 'wrangler.toml', ...SHARED], async () => {
    const wrangler = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');
    const words = ['deploy', '--dry-run', '--outdir', out, '--assets', await buildLocalSite()];
    await run('Bundling the worker', process.execPath, [wrangler, ...words], {
      cwd: ROOT,
      env: { WRANGLER_SEND_METRICS: 'false', CI: '1' },
    });
  });
  return join(out, 'index.js');
}
