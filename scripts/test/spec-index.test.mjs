import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIndex, specCoverage, tagsIn, tagsInGate } from '../lib/spec-index.mjs';

const { lines, named, held } = specCoverage();

test('every id in the index of the specification is unique', () => {
  assert.ok(lines.length > 300, `${lines.length} lines`);
  assert.equal(new Set(lines.map(({ id }) => id)).size, lines.length);
});

test('every tag in a test title exists in the index of the specification', () => {
  const known = new Set(lines.map(({ id }) => id));
  assert.deepEqual([...named].filter((id) => !known.has(id)).sort(), []);
});

test('a test that npm test runs names every line of the specification', () => {
  assert.deepEqual(
    lines.filter(({ id }) => !held.has(id)).map(({ id }) => id),
    [],
  );
});

test('a tag counts only inside a title', () => {
  const title = ['opens the menu', '@nav-1', '@quote-22'].join(' ');
  assert.deepEqual([...tagsIn(`it('${title}', () => {})`)], ['nav-1', 'quote-22']);
  assert.deepEqual([...tagsIn("import x from '@nav-1'; const mail = 'a@nav-1 b';")], []);
});

test('the title of a test that only test:full runs holds no line', () => {
  const at = '@';
  const source = `
    test('one ${at}nav-1', async () => {});
    test('two ${at}nav-2', { tag: '${at}full' }, async () => {});
    test(\`three ${at}nav-3\`, {
      tag: '${at}full',
    }, async () => {});
    test('four ${at}nav-4', async () => {});`;
  assert.deepEqual([...tagsIn(source)], ['nav-1', 'nav-2', 'nav-3', 'nav-4']);
  assert.deepEqual([...tagsInGate(source)], ['nav-1', 'nav-4']);
});

test('a line of the index has an id and a text', () => {
  assert.deepEqual(readIndex('## Head\n\n- nav-1 `/`: hero\n- no id here\n'), [
    { id: 'nav-1', text: '`/`: hero' },
  ]);
});
