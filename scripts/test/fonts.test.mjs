import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { layOutFonts, rangesOf } from '../lib/fonts.mjs';

const site = mkdtempSync(join(tmpdir(), 'mooring-fonts-'));
after(() => rmSync(site, { recursive: true, force: true }));
await layOutFonts(site);
const { slices } = JSON.parse(readFileSync(join(site, 'fonts/index.json'), 'utf8'));

const has = ({ ranges }, code) =>
  ranges.some((first, index) => index % 2 === 0 && first <= code && code <= ranges[index + 1]);

test('code points become sorted ranges', () => {
  assert.deepEqual(rangesOf([70, 5, 66, 65, 67]), [5, 5, 65, 67, 70, 70]);
  assert.deepEqual(rangesOf([]), []);
});

test('every slice of the index exists in each of its weights', () => {
  for (const { file, weights } of slices) {
    for (const weight of weights)
      assert.ok(existsSync(join(site, `fonts/${file}-${weight}-normal.woff`)), file);
  }
});

test('the letters of each script are in a slice of its family', () => {
  const family = (char) =>
    slices.filter((slice) => has(slice, char.codePointAt(0))).map((slice) => slice.family);
  assert.deepEqual(family('A'), ['noto-sans']);
  assert.deepEqual(family('я'), ['noto-sans']);
  assert.deepEqual(family('ع'), ['noto-sans-arabic']);
  assert.deepEqual(family('ש'), ['noto-sans-hebrew']);
  assert.deepEqual(family('ก'), ['noto-sans-thai']);
  assert.deepEqual(family('山'), ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr']);
  assert.deepEqual(family('한'), ['noto-sans-kr']);
  assert.deepEqual(family('\u{10380}'), []);
});

test('the fonts include their licenses', () => {
  for (const family of new Set(slices.map((slice) => slice.family))) {
    assert.match(readFileSync(join(site, `fonts/LICENSE-${family}.txt`), 'utf8'), /Open Font License/i);
  }
});
