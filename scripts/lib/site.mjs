// Building the site, and laying it out for one stack: its networks and its security headers.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { layOutFonts } from './fonts.mjs';
import { run } from './processes.mjs';

/** Builds the site into `out`; `flags` are the build's VITE_ variables. */
export async function build(out, flags) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  await run('Building the site', process.execPath, [vite, 'build', 'web', '--outDir', out, '--emptyOutDir'], {
    cwd: ROOT,
    env: { ...flags, NODE_ENV: 'production' },
  });
}

/** What the browser may do: our own files, and the chains that this deployment offers. */
export function contentSecurityPolicy(chains) {
  const rpcs = [...new Set(chains.map((chain) => new URL(chain.rpc_url).origin))];
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${rpcs.join(' ')}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** As the API's own, in worker/src/platform/http/headers.ts; on this machine other servers have the same name and no https. */
const HTTPS_ONLY = '  Strict-Transport-Security: max-age=31536000; includeSubDomains';

export function headersFile({ environment, chains }) {
  return [
    '/*',
    ...(environment === 'local' ? [] : [HTTPS_ONLY]),
    `  Content-Security-Policy: ${contentSecurityPolicy(chains)}`,
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
