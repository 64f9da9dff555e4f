import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIndex, specCoverage, tagsIn } from '../lib/spec-index.mjs';

const { lines, named } = specCoverage();

test('every id in the index of the specification is unique', () => {
  assert.ok(lines.length > 300, `${lines.length} lines`);
  assert.equal(new Set(lines.map(({ id }) => id)).size, lines.length);
});

test('every tag in a test title exists in the index of the specification', () => {
  const known = new Set(lines.map(({ id }) => id));
  assert.deepEqual([...named].filter((id) => !known.has(id)).sort(), []);
});

test('a test names every line of the specification', () => {
  assert.deepEqual(
    lines.filter(({ id }) => !named.has(id)).map(({ id }) => id),
    [],
  );
});

test('a tag counts only inside a title', () => {
  const title = ['opens the menu', '@nav-1', '@quote-22'].join(' ');
  assert.deepEqual([...tagsIn(`it('${title}', () => {})`)], ['nav-1', 'quote-22']);
  assert.deepEqual([...tagsIn("import x from '@nav-1'; const mail = 'a@nav-1 b';")], []);
});

test('a line of the index has an id and a text', () => {
  assert.deepEqual(readIndex('## Head\n\n- nav-1 `/`: hero\n- no id here\n'), [
    { id: 'nav-1', text: '`/`: hero' },
  ]);
});
