#!/usr/bin/env node
// node scripts/prerender.mjs <site> <server>: writes a built site's public pages with their markup, so that they show before
// any code has loaded. <site> and <server> are the folders of Vite's build for the browser and for the server.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Beasties from 'beasties';
import { minify } from 'vite';
import { ORIGIN_MARK } from './lib/site.mjs';
import { openApiDocument } from './openapi/document.mjs';

/** The page without content, which every address that is not prerendered starts from. */
const SHELL = 'app.html';

const TITLE = /<title>(.*?)<\/title>/g;
const ESCAPES = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escaped = (text) => text.replace(/[&"<>]/g, (character) => ESCAPES[character]);

/** `about.html` of `/about`. */
const fileOf = (path) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** The head's lines of one page. The social image is the same everywhere. */
function headOf(path, title, description) {
  const url = `${ORIGIN_MARK}${path}`;
  const meta = { 'og:title': title, 'og:description': description, 'og:url': url, 'og:type': 'website' };
  return [
    `<meta name="description" content="${escaped(description)}" />`,
    `<link rel="canonical" href="${url}" />`,
    ...Object.entries(meta).map(
      ([name, content]) => `<meta property="${name}" content="${escaped(content)}" />`,
    ),
    `<meta property="og:image" content="${ORIGIN_MARK}/social.png" />`,
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join('\n    ');
}

const STYLES = /<link rel="stylesheet"[^>]* href="(\/assets\/[^"]+\.css)"[^>]*>/g;

/** What a page may look like before it has its code (dark, of a visitor, with a list open), and selectors that Beasties can't read. */
const KEPT = [/data-theme/, /data-visitor/, /\[open\]|:open/, /\\\[\\&/, /:where\(\.divide/, /#toasts/];

/**
 * The page with the styles of what it shows, so that its first paint waits for one file less. `public/start.js` adds all
 * styles with its code.
 * @param {string} page
 * @param {string} site its folder
 */
async function withStyles(page, site) {
  const [found, ...others] = page.matchAll(STYLES);
  if (!found || others.length > 0) throw new Error('The page has no style sheet, or more than one');
  const all = readFileSync(join(site, found[1]), 'utf8');
  const critical = new Beasties({ allowRules: KEPT, fonts: false, logLevel: 'warn' });
  const shown = await critical.process(page.replace(STYLES, () => `<style>${all}</style>`));
  const styles = /<style>(.*?)<\/style>/s.exec(shown)?.[1];
  if (!styles) throw new Error('The page shows nothing that has a style');
  // Beasties doesn't follow the variable that names the typeface.
  const faces = all.match(/@font-face\s*\{[^}]*\}/g) ?? [];
  return page.replace(STYLES, () => `<style>${faces.join('')}${styles}</style>`);
}

const ENTRY = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
const PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)">/g;

/** The page without its code, which `public/start.js` loads and runs. */
function withoutCode(page) {
  if (!ENTRY.test(page)) throw new Error('The page has no entry');
  return page.replace(ENTRY, '').replace(PRELOAD, '');
}

/** One name of a route: `verify` of the file `src/routes/verify.index.tsx` and of the id `/verify/`. */
const routeName = (text) =>
  text
    .replace(/^src\/routes|\.tsx.*$/g, '')
    .replaceAll('.', '/')
    .replace(/^\/|\/(index)?$|^index$/g, '');

/** The modules of a page: the entry's and those of its routes, each after what it imports. */
function codeOf(routes, manifest) {
  const names = routes.map(routeName);
  const found = new Set();
  const files = [];
  const add = (key) => {
    if (found.has(key)) return;
    found.add(key);
    for (const next of manifest[key]?.imports ?? []) add(next);
    files.push(`/${manifest[key].file}`);
  };
  const keys = Object.keys(manifest);
  for (const key of keys.filter((key) => manifest[key].isEntry)) add(key);
  for (const key of keys) if (key.startsWith('src/routes/') && names.includes(routeName(key))) add(key);
  return files;
}

const [site = '', server = ''] = process.argv.slice(2).map((path) => resolve(path));
await prerenderSite();

async function prerenderSite() {
  // The API reference is written from it. No other page asks for anything.
  const document = JSON.stringify(await openApiDocument());
  globalThis.fetch = async () => new Response(document);
  const { PAGES, render, renderOffline } = await import(pathToFileURL(join(server, 'prerender.js')).href);
  const manifest = JSON.parse(readFileSync(join(site, '.vite/manifest.json'), 'utf8'));
  const shell = readFileSync(join(site, 'index.html'), 'utf8');
  writeFileSync(join(site, SHELL), shell);
  const template = withoutCode(shell);
  const [[, styles]] = shell.matchAll(STYLES);
  const write = async (path, head, { markup, day, routes }) => {
    // The innermost is the last; React would move it into the head.
    const title = [...markup.matchAll(TITLE)].at(-1)?.[1];
    if (!title) throw new Error(`${path} has no title`);
    const code = codeOf(routes, manifest).join(' ');
    const page = template
      .replace(/<title>.*?<\/title>/, `<title>${title}</title>`)
      .replace('</head>', () => `  ${head(title)}\n  </head>`)
      .replace(
        '<div id="root"></div>',
        () =>
          `<div id="root" data-path="${path}" data-day="${day}" data-code="${code}" data-styles="${styles}">${markup.replace(TITLE, '')}</div>`,
      );
    const file = join(site, fileOf(path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await withStyles(page, site));
  };
  for (const [path, description] of Object.entries(PAGES)) {
    await write(path, (title) => headOf(path, title, description), await render(path));
  }
  await write('/404', () => '<meta name="robots" content="noindex" />', await render('/404'));
  await writeOffline(site, template, await renderOffline());
  writeFileSync(join(site, 'sitemap.xml'), sitemapOf(Object.keys(PAGES)));
  for (const file of ['start.js', 'translated.js']) await shorten(join(site, file));
}

/** The build copies what is in `public` with its comments. */
async function shorten(file) {
  const { code } = await minify(file, readFileSync(file, 'utf8'));
  writeFileSync(file, code);
}

/** The page for when the network is out of reach: all in one file, and no code but what sets the theme. */
async function writeOffline(site, template, markup) {
  const whole = template
    .replace(/<title>.*?<\/title>/, '<title>You are offline · Mooring</title>')
    .replace(/<link rel="preload"[^>]*>/g, '')
    .replace('</head>', '<meta name="robots" content="noindex" />\n  </head>')
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)
    .replace(/<noscript>.*?<\/noscript>/, '');
  const page = await withStyles(whole, site);
  writeFileSync(join(site, 'offline.html'), page);
  const worker = join(site, 'sw.js');
  const version = createHash('sha256').update(page).digest('hex').slice(0, 12);
  // A browser takes a service worker for a new one only if its text has changed.
  writeFileSync(worker, readFileSync(worker, 'utf8').replace('offline-development', `offline-${version}`));
}

/** https://www.sitemaps.org/protocol.html */
function sitemapOf(paths) {
  const urls = paths.map((path) => `  <url><loc>${ORIGIN_MARK}${path}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}
