// The certificate's fonts: Noto Sans in slices, and an index of the characters in each.
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { create } from 'fontkit';
import { ROOT } from './bootstrap.mjs';
import { buildOnce } from './build-once.mjs';

const PACKAGES = join(ROOT, 'node_modules/@fontsource');
/** Families with a second weight, for headings. */
const WEIGHTS = { 'noto-sans': [400, 600] };
/** Last, in this order. The renderer prefers one of them by the text's language. */
const HAN = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];

const isFamily = (name) => /^noto-sans(-[a-z]+)?$/.test(name);

/** Every installed Noto Sans package: the base first, then the others by name, the large East Asian ones last. */
function families() {
  const found = readdirSync(PACKAGES).filter(isFamily);
  const others = found.filter((name) => name !== 'noto-sans' && !HAN.includes(name)).sort();
  return ['noto-sans', ...others, ...HAN.filter((name) => found.includes(name))];
}

/** Code points for which the font has a glyph, from its own cmap. The CSS claims more than the font has. */
function codePoints(file) {
  const bytes = readFileSync(file);
  const font = create(bytes);
  // fontkit's own inflate fails on one of these fonts.
  font._getTableStream = (tag) => {
    const { offset, length, compLength } = font.directory.tables[tag];
    const packed = bytes.subarray(offset, offset + compLength);
    return new font.stream.constructor(compLength < length ? inflateSync(packed) : packed);
  };
  return font.characterSet.filter((code) => font.hasGlyphForCodePoint(code));
}

/** First and last code point of each range in turn, sorted. */
export function rangesOf(codes) {
  const ranges = [];
  for (const code of [...codes].sort((a, b) => a - b)) {
    if (ranges.at(-1) === code - 1) ranges[ranges.length - 1] = code;
    else ranges.push(code, code);
  }
  return ranges;
}

/** A family's slices, each with the characters that no earlier slice of its group has. */
function slicesOf(family, taken) {
  const folder = join(PACKAGES, family, 'files');
  const names = Object.keys(JSON.parse(readFileSync(join(PACKAGES, family, 'unicode.json'), 'utf8')));
  const own = new Set(taken);
  const slices = [];
  // The plain Latin slice goes first, because the others repeat a few of its characters.
  for (const name of names.sort((a, b) => Number(b === 'latin') - Number(a === 'latin'))) {
    const file = `${family}-${name.replace(/[[\]]/g, '')}`;
    const codes = [...codePoints(join(folder, `${file}-400-normal.woff`))].filter((code) => !own.has(code));
    if (codes.length === 0) continue;
    for (const code of codes) own.add(code);
    slices.push({ file, family, weights: WEIGHTS[family] ?? [400], ranges: rangesOf(codes) });
  }
  return { slices, own };
}

function prepare(names, target) {
  mkdirSync(target, { recursive: true });
  let taken = new Set();
  const index = [];
  for (const family of names) {
    const { slices, own } = slicesOf(family, taken);
    // East Asian families draw the same characters differently, so each keeps all of its own.
    if (!HAN.includes(family)) taken = own;
    for (const { file, weights } of slices) {
      for (const weight of weights) {
        const name = `${file}-${weight}-normal.woff`;
        copyFileSync(join(PACKAGES, family, 'files', name), join(target, name));
      }
    }
    index.push(...slices);
    copyFileSync(join(PACKAGES, family, 'LICENSE'), join(target, `LICENSE-${family}.txt`));
  }
  writeFileSync(join(target, 'index.json'), JSON.stringify({ slices: index }));
}

/**
 * Prepares the certificate's fonts and their `index.json`, once per version of the font packages.
 * @returns {Promise<string>} the folder of a site's static assets that holds them as `/fonts`
 */
export function buildFonts() {
  const names = families();
  const sources = names.map((name) => join('node_modules/@fontsource', name, 'package.json'));
  return buildOnce('font-assets', {
    sources: ['scripts/lib/fonts.mjs', ...sources],
    build: async (out) => prepare(names, join(out, 'fonts')),
  });
}

/** Copies the certificate's fonts into `<target>/fonts`. */
export async function layOutFonts(target) {
  cpSync(await buildFonts(), target, { recursive: true });
}
