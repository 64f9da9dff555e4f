// npm run bench:web -- --site <url>: how fast and how sound the public pages of a running site are, as Lighthouse measures them
// on a simulated phone; the median of five runs is kept in bench/lighthouse.md. Only a quiet machine gives figures to compare.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../lib/bootstrap.mjs';

/** Not a dependency: it is larger than all of ours together. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const PAGES = ['/', '/quote/home', '/verify', '/audit', '/documentation', '/help'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const RUNS = 5;
/** Chromium sometimes loses the start of a page's load, and Lighthouse then asks to be run again. */
const ATTEMPTS = 4;

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

async function measure(url, folder, attempt = 1) {
  const out = join(folder, 'report.json');
  const running = promisify(execFile)('npx', [
    ...['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${out}`],
    // A site that is not production asks robots to stay away.
    ...['--skip-audits=is-crawlable', '--chrome-flags=--headless=new --no-sandbox'],
  ]);
  try {
    await running;
  } catch (error) {
    if (attempt === ATTEMPTS || !error.stderr?.includes('run Lighthouse again')) throw error;
    return measure(url, folder, attempt + 1);
  }
  const { categories, audits } = JSON.parse(await readFile(out, 'utf8'));
  return {
    scores: CATEGORIES.map((name) => Math.round(categories[name].score * 100)),
    lcp: audits['largest-contentful-paint'].numericValue / 1000,
    cls: audits['cumulative-layout-shift'].numericValue,
    blocked: audits['total-blocking-time'].numericValue,
  };
}

/** @param {string} site its origin */
export async function benchPages(site) {
  const folder = await mkdtemp(join(tmpdir(), 'mooring-lighthouse-'));
  const lines = [];
  try {
    for (const path of PAGES) {
      const runs = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await measure(new URL(path, site).href, folder));
      const scores = CATEGORIES.map((_, index) => median(runs.map((run) => run.scores[index])));
      const lcp = median(runs.map((run) => run.lcp)).toFixed(2);
      const cls = median(runs.map((run) => run.cls)).toFixed(3);
      const blocked = median(runs.map((run) => run.blocked)).toFixed(0);
      lines.push(`| \`${path}\` | ${scores.join(' | ')} | ${lcp} | ${cls} | ${blocked} |`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const report = `# Public pages in Lighthouse

Written by \`npm run bench:web -- --site <url>\`: ${LIGHTHOUSE}, simulated phone, median of ${RUNS} runs.

| page | performance | accessibility | best practices | SEO | LCP, s | CLS | blocked, ms |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}

What is out of reach, and what was tried. An LCP of 1.2 s on every page: the theme's script (\`start.js\`) must run before the
first paint, and the security policy allows none inside the page, so that it costs a round trip of 150 ms. Styles inside the
page, a page of one packet window and a typeface of 15 KB took 0.7 to 3 s off, and code that is fetched only once the first
paint has been presented another 0.1 to 0.5 s. The code runs inside the measured window: one file a task, formatters only once
something is formatted, and the audit in a worker of the browser.
`;
  await writeFile(join(ROOT, 'bench/lighthouse.md'), report);
  console.log(report);
}
