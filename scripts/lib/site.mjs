// Builds the site, and adds one deployment's networks and security headers.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { buildOnce } from './build-once.mjs';
import { layOutFonts } from './fonts.mjs';
import { run } from './processes.mjs';

/** Stands for the site's origin in a build, which knows of no deployment. */
export const ORIGIN_MARK = 'https://origin.invalid';

/** Builds the site into `out`, its public pages with their markup; `flags` are the build's VITE_ variables. */
export async function build(out, flags) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const options = { cwd: ROOT, env: { ...flags, NODE_ENV: 'production' } };
  const words = [vite, 'build', 'web', '--emptyOutDir', '--outDir'];
  await run('Building the site', process.execPath, [...words, out], options);
  // Below the project, so that it finds the libraries that it doesn't contain.
  const server = `${out}.server`;
  try {
    await run(
      'Building its pages',
      process.execPath,
      [...words, server, '--ssr', 'src/prerender.tsx'],
      options,
    );
    await run(
      'Writing its pages',
      process.execPath,
      [join(ROOT, 'scripts/prerender.mjs'), out, server],
      options,
    );
  } finally {
    rmSync(server, { recursive: true, force: true });
  }
}

/** Builds the site with the local demo wallet, unless nothing has changed since the last time. */
export function buildLocalSite() {
  const flags = { VITE_DEMO_WALLET: '1' };
  const sources = [
    'web',
    'domain',
    'worker/src',
    'scripts/prerender.mjs',
    'package-lock.json',
    'tsconfig.base.json',
  ];
  return buildOnce('local', { sources, flags, build: (out) => build(out, flags) });
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
    "base-uri 'none'",
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

/** Only production is for search engines. The desk and what belongs to one customer is not. */
export const robotsFile = ({ environment }, origin) =>
  environment === 'production'
    ? `User-agent: *\nDisallow: /admin\nDisallow: /api/\nSitemap: ${origin}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n';

/** How long a laid-out security.txt holds. RFC 9116 advises less than a year, and a site is deployed more often. */
const SECURITY_CONTACT_DAYS = 330;

/**
 * `/.well-known/security.txt` (RFC 9116): where to report a vulnerability.
 * @param contact a `mailto:` or `https:` address
 * @param now milliseconds
 */
export const securityFile = (contact, origin, now) =>
  [
    `Contact: ${contact}`,
    `Expires: ${new Date(now + SECURITY_CONTACT_DAYS * 86_400_000).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');

/** Writes this deployment's origin into the pages, which need it for search engines and previews. */
function nameOrigin(target, origin) {
  const files = readdirSync(target, { recursive: true }).filter((name) => /\.(html|xml)$/.test(name));
  for (const name of files) {
    const path = join(target, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(ORIGIN_MARK, origin));
  }
}

/** Copies the built site to `target` and adds the files that depend on this deployment. */
export async function layOutSite(built, target, deployment, { origin, securityContact }) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(built, target, { recursive: true });
  await layOutFonts(target);
  nameOrigin(target, origin);
  writeFileSync(join(target, 'robots.txt'), robotsFile(deployment, origin));
  mkdirSync(join(target, '.well-known'), { recursive: true });
  writeFileSync(join(target, '.well-known/security.txt'), securityFile(securityContact, origin, Date.now()));
  writeFileSync(join(target, 'deployment.json'), `${JSON.stringify(deployment, null, 2)}\n`);
  writeFileSync(join(target, '_headers'), headersFile(deployment));
}
