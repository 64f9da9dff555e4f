// Part of the lint step: every package in package-lock.json has a license that this project may use and pass on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/bootstrap.mjs';

/** Licenses that ask for no more than their text and a name. Fonts are passed on under theirs. */
const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'Zlib'],
  ...['Unlicense', 'CC0-1.0', 'WTFPL', 'OFL-1.1'],
]);

/**
 * Packages under other licenses: which of them, and why they may stay. `unshipped` are in no bundle of the site or the worker,
 * which scripts/test/lint.test.mjs and web/test/bundle.test.ts check.
 */
export const EXCEPTIONS = [
  {
    packages: /^@img\/sharp-/,
    license: /\bLGPL-3\.0-or-later\b/,
    unshipped: true,
    reason: 'Pictures for miniflare, which runs the worker on this machine.',
  },
  {
    packages: /^@substrate\/connect(-extension-protocol|-known-chains)?$/,
    license: /^GPL-3\.0-only$/,
    unshipped: true,
    reason:
      'An optional part of @polkadot/api that nothing loads; the local Substrate chain starts from the known chains’ genesis.',
  },
  {
    packages: /^smoldot$/,
    license: /^GPL-3\.0-or-later WITH Classpath-exception-2\.0$/,
    unshipped: true,
    reason: 'The light client of @substrate/connect, which nothing loads.',
  },
  {
    packages: /^(lightningcss(-.+)?|axe-core|@axe-core\/.+)$/,
    license: /^MPL-2\.0$/,
    unshipped: true,
    reason: 'They build the styles and check accessibility, unchanged.',
  },
  { packages: /^argparse$/, license: /^Python-2\.0$/, unshipped: true, reason: 'Reads options of tools.' },
  { packages: /^caniuse-lite$/, license: /^CC-BY-4\.0$/, unshipped: true, reason: 'Data that builds read.' },
  {
    packages: /^memorystream$/,
    license: /^$/,
    unshipped: true,
    reason: 'MIT by its own package.json, in an old form.',
  },
  {
    packages: /^png-js$/,
    license: /^$/,
    unshipped: false,
    reason: 'MIT by its LICENSE file; PDFs are made with it.',
  },
];

/** Whether an SPDX expression (ISO/IEC 5962) leaves a choice among the allowed licenses. */
export function isAllowed(expression) {
  const words = expression.match(/\(|\)|[\w.+-]+/g) ?? [];
  const either = () => {
    let holds = both();
    while (words[0] === 'OR') {
      words.shift();
      holds = both() || holds;
    }
    return holds;
  };
  const both = () => {
    let holds = one();
    while (words[0] === 'AND') {
      words.shift();
      holds = one() && holds;
    }
    return holds;
  };
  const one = () => {
    const word = words.shift();
    if (word === '(') {
      const holds = either();
      words.shift();
      return holds;
    }
    // What an exception grants is read by a person.
    if (words[0] === 'WITH') {
      words.splice(0, 2);
      return false;
    }
    return ALLOWED.has(word ?? '');
  };
  return either() && words.length === 0;
}

/**
 * @param lock the content of package-lock.json
 * @returns a sentence for each package that may not stay, and for each exception that nothing needs anymore
 */
export function licenseProblems({ packages }) {
  const used = new Set();
  const problems = Object.entries(packages).flatMap(([path, { license = '' }]) => {
    // The project itself.
    if (path === '' || isAllowed(license)) return [];
    const name = path.split('node_modules/').at(-1);
    const exception = EXCEPTIONS.find((each) => each.packages.test(name) && each.license.test(license));
    if (!exception) return [`${name} has the license “${license}”, which is not on the list.`];
    used.add(exception);
    return [];
  });
  const idle = EXCEPTIONS.filter((each) => !used.has(each)).map(
    ({ packages: names }) => `No package needs the exception ${names}.`,
  );
  return [...problems, ...idle];
}

if (process.argv[1] === import.meta.filename) {
  const problems = licenseProblems(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
