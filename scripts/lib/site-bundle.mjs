// The production build of the site, and what of it each page loads.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ROOT } from './bootstrap.mjs';

/** Parts of the landing page that load automatically a moment later. */
export const LANDING_PARTS = ['src/features/registry/figures.tsx'];

/**
 * Builds the site into a folder.
 * @param {string} out
 */
export async function buildSite(out) {
  const vite = createRequire(import.meta.url)
    .resolve('vite/package.json')
    .replace('package.json', 'bin/vite.js');
  // In a separate process, because React would be built for development inside a test run.
  const env = { ...process.env, NODE_ENV: 'production', VITE_DEMO_WALLET: '' };
  const args = [vite, 'build', join(ROOT, 'web'), '--outDir', out, '--emptyOutDir', '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, args, { env });
  return siteBundle(out, JSON.parse(await readFile(join(out, '.vite/manifest.json'), 'utf8')));
}

/**
 * @param {string} out
 * @param {Readonly<Record<string, import('vite').ManifestChunk>>} manifest
 */
function siteBundle(out, manifest) {
  /**
   * Keys of every chunk that loads with these entries: themselves and their static imports, recursively.
   * @param {readonly string[]} entries
   * @returns {string[]}
   */
  const withImports = (entries) => {
    /** @type {Set<string>} */
    const found = new Set();
    /** @param {string} key */
    const add = (key) => {
      if (found.has(key)) return;
      found.add(key);
      for (const next of manifest[key]?.imports ?? []) add(next);
    };
    for (const entry of entries) add(entry);
    return [...found];
  };
  /** @param {string} key */
  const text = (key) => readFile(join(out, manifest[key]?.file ?? ''), 'utf8');
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  return {
    manifest,
    text,
    withImports,
    /** The entry, which every page loads. */
    entries,
    /** The chunks of the pages, each under its route's file. */
    routes: Object.keys(manifest).filter((key) => key.startsWith('src/routes/')),
    /** What the landing page loads automatically. */
    landing: () =>
      withImports([
        ...entries,
        ...Object.keys(manifest).filter(
          (key) => key.startsWith('src/routes/index.tsx') || LANDING_PARTS.includes(key),
        ),
      ]),
    /**
     * Gzipped size in KiB.
     * @param {readonly string[]} keys
     */
    gzipped: async (keys) => {
      const sizes = await Promise.all(keys.map(async (key) => gzipSync(await text(key)).length));
      return sizes.reduce((sum, size) => sum + size, 0) / 1024;
    },
  };
}
