#!/usr/bin/env node
// npm run bench:web: the JavaScript that each page loads before anyone does anything, kept in bench/web.md. With
// --site <url>, also what Lighthouse says of a running site's public pages.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../lib/bootstrap.mjs';
import { buildSite } from '../lib/site-bundle.mjs';
import { benchPages } from './lighthouse.mjs';

/** Around every page of a connected wallet. */
const LAYOUT = 'src/routes/_wallet.tsx';

const { values } = parseArgs({ options: { site: { type: 'string' } } });
if (values.site) await benchPages(values.site);

const out = await mkdtemp(join(tmpdir(), 'mooring-bench-'));
try {
  const site = await buildSite(out);
  const landing = await site.gzipped(site.landing());
  // A route's own file may be split into parts of one name; its page loads them all.
  const pages = Map.groupBy(site.routes, (key) => key.replace(/\?.*$/, ''));
  const lines = [];
  const layout = pages.get(LAYOUT) ?? [];
  for (const [file, keys] of pages) {
    if (file === LAYOUT) continue;
    const around = file.startsWith('src/routes/_wallet/') ? layout : [];
    const loaded =
      file === 'src/routes/index.tsx'
        ? site.landing()
        : site.withImports([...site.entries, ...around, ...keys]);
    const size = await site.gzipped(loaded);
    lines.push({ page: pathOf(file), size, files: loaded.length });
  }
  lines.sort((one, other) => one.page.localeCompare(other.page));
  const report = `# JavaScript per page

Written by \`npm run bench:web\`. What a first visit loads before anyone does anything, gzipped, and how much that is of what
the landing page loads. Tests bound the landing page, a quote, pages of text and the screens of a connected wallet.

A prerendered page fetches this once it has shown and runs it one file at a time; until then it runs \`start.js\` alone
(1 KiB). React, its DOM and the router are 95 KiB of every page, so that a quote of 100 KiB can't be
reached with them. Letting the bundler merge shared chunks was tried: each page then loaded 300 KiB.

| page | KiB | of the landing page | files |
| --- | ---: | ---: | ---: |
${lines.map(({ page, size, files }) => `| ${page} | ${size.toFixed(1)} | ${(size / landing).toFixed(2)} | ${files} |`).join('\n')}
`;
  await writeFile(join(ROOT, 'bench/web.md'), report);
  console.log(report);
} finally {
  await rm(out, { recursive: true, force: true });
}

/** `/policy/$id` of `src/routes/_wallet/policy.$id.tsx`. */
function pathOf(file) {
  const name = file.replace(/^src\/routes\//, '').replace(/\.tsx$/, '');
  const path = name
    .replace(/^_wallet\//, '')
    .replaceAll('.', '/')
    .replace(/(^|\/)index$/, '');
  return `\`/${path}\``;
}
