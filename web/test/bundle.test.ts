// @vitest-environment node
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** KiB of gzipped JavaScript that the landing page may load until it is idle. */
const LANDING_LIMIT = 122;
const KIB = 1024;

let out = '';
let manifest: Manifest = {};

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'mooring-site-'));
  const vite = createRequire(import.meta.url)
    .resolve('vite/package.json')
    .replace('package.json', 'bin/vite.js');
  // In a separate process, because React would be built for development inside a test run.
  const env = { ...process.env, NODE_ENV: 'production', VITE_DEMO_WALLET: '' };
  const args = [
    vite,
    'build',
    join(import.meta.dirname, '..'),
    '--outDir',
    out,
    '--emptyOutDir',
    '--logLevel',
    'error',
  ];
  await promisify(execFile)(process.execPath, args, { env });
  manifest = JSON.parse(await readFile(join(out, '.vite/manifest.json'), 'utf8'));
}, 120_000);
afterAll(() => rm(out, { recursive: true, force: true }));

/** Keys of every chunk that loads with `entry`: itself and its static imports, recursively. */
function withImports(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const next of manifest[entry]?.imports ?? []) withImports(next, found);
  return found;
}

/** Parts of the landing page that load automatically a moment later. */
const AT_ONCE = ['src/features/registry/figures.tsx'];

/** What the landing page loads automatically: the entry, the route of `/`, the parts above, and all static imports. */
function landingKeys(): string[] {
  const keys = Object.keys(manifest).filter(
    (key) => manifest[key]?.isEntry || key.startsWith('src/routes/index.tsx') || AT_ONCE.includes(key),
  );
  expect(keys).toHaveLength(2 + AT_ONCE.length);
  return [...new Set(keys.flatMap((key) => [...withImports(key)]))];
}

/** What the landing page may load later, after an action of the visitor or for a wallet of an earlier visit. */
const ON_DEMAND = [
  ...AT_ONCE,
  /^src\/routes\//,
  'src/features/auth/connect-dialog.tsx',
  // The sign-in and sign-out calls, under the chunk's name if other pages share its schemas.
  'src/features/auth/queries.ts',
  /^_queries-/,
  'src/features/messages/unread-badge.tsx',
  'src/features/shell/others-menu.tsx',
  'src/query-provider.tsx',
  'src/ui/calendar-popover.tsx',
  'src/ui/toaster.tsx',
  'src/wallet/runtime.ts',
];

const text = async (key: string) => readFile(join(out, manifest[key]?.file ?? ''), 'utf8');

async function gzipped(keys: readonly string[]): Promise<number> {
  const sizes = await Promise.all(keys.map(async (key) => gzipSync(await text(key)).length));
  return sizes.reduce((sum, size) => sum + size, 0) / KIB;
}

describe('the landing page', () => {
  it(`loads at most ${LANDING_LIMIT} KiB of JavaScript`, async () => {
    const size = await gzipped(landingKeys());
    process.stdout.write(`landing page: ${size.toFixed(1)} KiB of JavaScript, gzipped\n`);
    expect(size).toBeGreaterThan(50);
    expect(size).toBeLessThanOrEqual(LANDING_LIMIT);
  });

  it('the landing page loads nothing else until it is requested', () => {
    const later = new Set(landingKeys().flatMap((key) => manifest[key]?.dynamicImports ?? []));
    const known = (key: string) =>
      ON_DEMAND.some((entry) => (typeof entry === 'string' ? key === entry : entry.test(key)));
    expect([...later].filter((key) => !known(key))).toEqual([]);
  });

  it('the landing page contains nothing of wagmi, viem or zod', async () => {
    for (const key of landingKeys()) {
      const code = await text(key);
      expect(code, key).not.toMatch(/wallet_requestPermissions|eip6963|eth_sendTransaction|secp256k1|viem@/);
      expect(code, key).not.toMatch(/ZodError/);
    }
  });

  it('the wallet chunk contains the strings that the landing page must not', async () => {
    const runtime = [...withImports('src/wallet/runtime.ts')];
    const code = (await Promise.all(runtime.map(text))).join('\n');
    expect(code).toMatch(/wallet_requestPermissions/);
    expect(code).toMatch(/eth_sendTransaction/);
  });
});

/** A call that only the desk makes. */
const DESK_CALL = '/admin/auth/profile';

describe('the desk', () => {
  const routes = () => Object.keys(manifest).filter((key) => /^src\/routes\//.test(key));
  const codeOf = async (key: string) => (await Promise.all([...withImports(key)].map(text))).join('\n');

  it('no customer’s page loads anything of the desk', async () => {
    const customers = routes().filter((key) => !key.startsWith('src/routes/admin.'));
    expect(customers.length).toBeGreaterThan(20);
    const codes = await Promise.all(customers.map(codeOf));
    expect(customers.filter((_, index) => codes[index]?.includes(DESK_CALL))).toEqual([]);
  });

  it('the desk’s own route loads the strings that customers’ pages must not', async () => {
    const desk = routes().filter((key) => key.startsWith('src/routes/admin.'));
    expect(desk.length).toBeGreaterThan(0);
    expect((await Promise.all(desk.map(codeOf))).join('\n')).toContain(DESK_CALL);
  });
});

describe('a production build', () => {
  it('a production build contains nothing of the demo wallet', async () => {
    const files = (await readdir(join(out, 'assets'))).filter((name) => name.endsWith('.js'));
    expect(files.length).toBeGreaterThan(10);
    for (const name of files) {
      const code = await readFile(join(out, 'assets', name), 'utf8');
      expect(code, name).not.toMatch(/Demo Wallet|demoWalletAccount|demo customer/i);
    }
  });

  it('a production build has no inline script, which the security policy would block', async () => {
    const html = await readFile(join(out, 'index.html'), 'utf8');
    expect([...html.matchAll(/<script(?![^>]*\ssrc=)/g)]).toHaveLength(0);
    expect(html).toMatch(/rel="preload"[^>]*inter-latin-wght/);
  });
});
