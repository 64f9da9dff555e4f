// Builds the site, and adds one deployment's networks and security headers.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { layOutFonts } from './fonts.mjs';
import { run } from './processes.mjs';

const SOURCES = ['web', 'domain', 'package-lock.json', 'tsconfig.base.json'];

function hashInto(hash, path) {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = join(path, entry.name);
    if (entry.isDirectory()) hashInto(hash, full);
    else hash.update(full).update('\0').update(readFileSync(full)).update('\0');
  }
}

function sourceHash(flags) {
  const hash = createHash('sha256').update(JSON.stringify(flags));
  for (const source of SOURCES) {
    const full = join(ROOT, source);
    if (source.includes('.')) hash.update(readFileSync(full));
    else hashInto(hash, full);
  }
  return hash.digest('hex');
}

/** Builds the site into `out`; `flags` are the build's VITE_ variables. */
export async function build(out, flags) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  await run('Building the site', process.execPath, [vite, 'build', 'web', '--outDir', out, '--emptyOutDir'], {
    cwd: ROOT,
    env: { ...flags, NODE_ENV: 'production' },
  });
}

/** Builds the site with the local demo wallet into `dist/local`, unless nothing has changed since the last time. */
export async function buildLocalSite() {
  const flags = { VITE_DEMO_WALLET: '1' };
  const out = join(ROOT, 'dist/local');
  const stamp = join(ROOT, 'dist/local.stamp');
  const wanted = sourceHash(flags);
  if (existsSync(stamp) && existsSync(join(out, 'index.html')) && readFileSync(stamp, 'utf8') === wanted) {
    return out;
  }
  rmSync(stamp, { force: true });
  await build(out, flags);
  writeFileSync(stamp, sourceHash(flags));
  return out;
}

const WALLETCONNECT_RELAY = 'wss://relay.walletconnect.org';
/** Tells wallets which site asks them. WalletConnect opens it in a hidden frame with every request. */
const WALLETCONNECT_VERIFY = 'https://verify.walletconnect.org';

/** A Substrate chain answers HTTP and a WebSocket at one address. */
const substrateOrigins = ({ rpc_url }) => {
  const { origin } = new URL(rpc_url);
  return [origin.replace(/^ws/, 'http'), origin.replace(/^http/, 'ws')];
};

/** Allows the browser our own files, the chains on offer and, if it is on offer, WalletConnect. */
export function contentSecurityPolicy({ chains, substrate, walletconnect }) {
  const rpcs = [
    ...chains.map((chain) => new URL(chain.rpc_url).origin),
    ...(substrate ? substrateOrigins(substrate) : []),
  ];
  const relay = walletconnect
    ? [new URL(walletconnect.relay_url ?? WALLETCONNECT_RELAY).origin, WALLETCONNECT_VERIFY]
    : [];
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${[...new Set([...rpcs, ...relay])].join(' ')}`,
    ...(walletconnect ? [`frame-src ${WALLETCONNECT_VERIFY}`] : []),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** As in worker/src/platform/http/headers.ts. Locally, other servers share the host name without https. */
const HTTPS_ONLY = '  Strict-Transport-Security: max-age=31536000; includeSubDomains';

export function headersFile(deployment) {
  return [
    '/*',
    ...(deployment.environment === 'local' ? [] : [HTTPS_ONLY]),
    `  Content-Security-Policy: ${contentSecurityPolicy(deployment)}`,
    '  X-Content-Type-Options: nosniff',
    '  X-Frame-Options: DENY',
    '  Referrer-Policy: strict-origin-when-cross-origin',
    '  Permissions-Policy: camera=(), microphone=(), geolocation=()',
    '  Cross-Origin-Opener-Policy: same-origin-allow-popups',
    '/assets/*',
    '  Cache-Control: public, max-age=31536000, immutable',
    '',
  ].join('\n');
}

/** Copies the built site to `target` and adds the files that depend on this deployment. */
export function layOutSite(built, target, deployment) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(built, target, { recursive: true });
  layOutFonts(target);
  writeFileSync(join(target, 'deployment.json'), `${JSON.stringify(deployment, null, 2)}\n`);
  writeFileSync(join(target, '_headers'), headersFile(deployment));
}
