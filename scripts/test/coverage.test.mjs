import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ROOT } from '../lib/bootstrap.mjs';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const DECISIONS = read('docs/decisions.md');

/** The cells of every row of the tables, without their heads. */
function rowsOf(markdown) {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| what |'))
    .map((line) => line.slice(2, -2).split(' | '))
    .map(([what, built, decisions, tests, ...rest]) => ({ what, built, decisions, tests, rest }));
}

const quoted = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text);

/** Whether a file declares a test of exactly this title, as it stands in the source. */
function declares(source, title) {
  const text = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(['"\`])${text}\\1,`).test(source);
}

/** What is wrong with a row, in words; nothing when all that it names exists. */
function problems({ what, built, decisions, tests, rest }) {
  const found = [];
  const say = (problem) => found.push(`${what}: ${problem}`);
  if (rest.length > 0 || tests === undefined) return [`${what}: has not four cells`];
  const files = quoted(built);
  if (files.length === 0) say('is built nowhere');
  for (const file of files) if (!existsSync(join(ROOT, file))) say(`there is no file ${file}`);
  for (const number of decisions.split(',').map((text) => text.trim())) {
    if (number !== '' && !DECISIONS.includes(`\n| ${number} | `)) say(`there is no decision ${number}`);
  }
  const references = quoted(tests);
  if (references.length === 0) say('has no test');
  for (const reference of references) {
    const [file, title] = reference.split(' › ');
    if (title === undefined) say(`names no test in ${file}`);
    else if (!existsSync(join(ROOT, file))) say(`there is no file ${file}`);
    else if (!declares(read(file), title)) say(`${file} has no test ‘${title}’`);
  }
  return found;
}

describe('docs/coverage.md', () => {
  const rows = rowsOf(read('docs/coverage.md'));

  test('has rows, each of them once', () => {
    assert.ok(rows.length > 100, `${rows.length} rows`);
    const seen = rows.map(({ what, built }) => `${what} ${built}`);
    assert.equal(new Set(seen).size, rows.length);
  });

  test('names files, decisions and tests that exist, and a test in every row', () => {
    assert.deepEqual(rows.flatMap(problems), []);
  });
});

test('a row that names what does not exist is noticed', () => {
  const self = 'scripts/test/coverage.test.mjs';
  const row = (built, decisions, tests) => rowsOf(`| a | ${built} | ${decisions} | ${tests} |`)[0];
  const good = `\`${self} › a row that names what does not exist is noticed\``;
  assert.deepEqual(problems(row(`\`${self}\``, '1, 2', good)), []);
  assert.equal(problems(row('`no/such.ts`', '', good)).length, 1);
  assert.equal(problems(row('', '', good)).length, 1);
  assert.equal(problems(row(`\`${self}\``, '4711', good)).length, 1);
  assert.equal(problems(row(`\`${self}\``, '', '')).length, 1);
  assert.equal(problems(row(`\`${self}\``, '', `\`${self} › no such title\``)).length, 1);
  assert.equal(problems(row(`\`${self}\``, '', '`no/such.test.ts › a`')).length, 1);
});
