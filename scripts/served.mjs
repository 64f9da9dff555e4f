// Writes the list of what serves the API: every module of the contract, and every module with a use case that serves a call.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/bootstrap.mjs';

const SERVED_FILE = join(ROOT, 'worker/src/served.gen.ts');

const found = (pattern, ...folders) =>
  execFileSync('git', ['grep', '--untracked', '-lE', pattern, '--', ...folders], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();

const listOf = (name, files, alias) => {
  const imports = files.map((file, index) => `import * as ${name}${index} from '${alias(file)}';`);
  const members = files.map((_, index) => `${name}${index}`).join(', ');
  return [imports, `export const ${name.toUpperCase()} = [${members}];`];
};

/** The text that the file should have. */
function servedText() {
  const [contract, contractList] = listOf(
    'contract',
    found('^export const TAG = ', 'domain'),
    (file) => `#${file}`,
  );
  const [served, servedList] = listOf('served', found(' serve\\(', 'worker/src'), (file) =>
    file.replace('worker/src/', '#worker/'),
  );
  return ['// Written by `npm run served`.', ...contract, ...served, '', contractList, servedList, ''].join(
    '\n',
  );
}

if (!process.argv.includes('--check')) writeFileSync(SERVED_FILE, servedText());
else if (readFileSync(SERVED_FILE, 'utf8') !== servedText()) {
  console.error('worker/src/served.gen.ts is not current. Run `npm run served`.');
  process.exitCode = 1;
}
