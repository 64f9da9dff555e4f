// The certificate's fonts: Noto Sans in slices, and an index of the characters in each.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { ROOT } from './bootstrap.mjs';

const PACKAGES = join(ROOT, 'node_modules/@fontsource');
const CACHE = join(ROOT, 'dist/fonts');
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

/** One table of a WOFF 1.0 file (https://www.w3.org/TR/WOFF/). */
function woffTable(woff, tag) {
  for (let index = 0; index < woff.readUInt16BE(12); index++) {
    const at = 44 + index * 20;
    if (woff.toString('latin1', at, at + 4) !== tag) continue;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field));
    const bytes = woff.subarray(offset, offset + packed);
    return packed < length ? inflateSync(bytes) : bytes;
  }
  throw new Error(`The font has no ${tag} table`);
}

function* segments4(cmap, base) {
  const count = cmap.readUInt16BE(base + 6) / 2;
  const field = (column, index) => base + 14 + column * count * 2 + (column > 0 ? 2 : 0) + index * 2;
  for (let index = 0; index < count; index++) {
    const [last, first, delta] = [0, 1, 2].map((column) => cmap.readUInt16BE(field(column, index)));
    const rangeAt = field(3, index);
    const range = cmap.readUInt16BE(rangeAt);
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph = range === 0 ? code : cmap.readUInt16BE(rangeAt + range + (code - first) * 2);
      if (range !== 0 && glyph === 0) continue;
      if (((glyph + delta) & 0xffff) !== 0) yield code;
    }
  }
}

function* segments12(cmap, base) {
  for (let index = 0; index < cmap.readUInt32BE(base + 12); index++) {
    const at = base + 16 + index * 12;
    const last = cmap.readUInt32BE(at + 4);
    for (let code = cmap.readUInt32BE(at); code <= last; code++) yield code;
  }
}

/** Code points for which the font has a glyph, from its own cmap. The CSS claims more than the font has. */
function codePoints(file) {
  const cmap = woffTable(readFileSync(file), 'cmap');
  const found = new Set();
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const base = cmap.readUInt32BE(4 + index * 8 + 4);
    const format = cmap.readUInt16BE(base);
    if (format === 4) for (const code of segments4(cmap, base)) found.add(code);
    if (format === 12) for (const code of segments12(cmap, base)) found.add(code);
  }
  return found;
}

/** Sorted ranges as text: for each one the gap to the previous one and its length minus one, base 36. */
export function encodeRanges(codes) {
  const parts = [];
  let end = -1;
  let run = null;
  const flush = () =>
    run && parts.push(run.more ? `${run.gap.toString(36)}-${run.more.toString(36)}` : run.gap.toString(36));
  for (const code of [...codes].sort((a, b) => a - b)) {
    if (run && code === end + 1) run.more += 1;
    else {
      flush();
      run = { gap: code - end - 1, more: 0 };
    }
    end = code;
  }
  flush();
  return parts.join(' ');
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
    slices.push({ file, family, weights: WEIGHTS[family] ?? [400], ranges: encodeRanges(codes) });
  }
  return { slices, own };
}

function stampOf(names) {
  const hash = createHash('sha256').update(readFileSync(new URL(import.meta.url)));
  for (const name of names) hash.update(readFileSync(join(PACKAGES, name, 'package.json')));
  return hash.digest('hex');
}

function prepare(names) {
  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  let taken = new Set();
  const index = [];
  for (const family of names) {
    const { slices, own } = slicesOf(family, taken);
    // East Asian families draw the same characters differently, so each keeps all of its own.
    if (!HAN.includes(family)) taken = own;
    for (const { file, weights } of slices) {
      for (const weight of weights) {
        const name = `${file}-${weight}-normal.woff`;
        copyFileSync(join(PACKAGES, family, 'files', name), join(CACHE, name));
      }
    }
    index.push(...slices);
    copyFileSync(join(PACKAGES, family, 'LICENSE'), join(CACHE, `LICENSE-${family}.txt`));
  }
  writeFileSync(join(CACHE, 'index.json'), JSON.stringify({ slices: index }));
}

/**
 * Writes the certificate's fonts and their `index.json` into `<target>/fonts`. They are prepared in `dist/fonts`,
 * once per version of the font packages.
 * @param {string} target folder of the deployed site
 */
export function layOutFonts(target) {
  const names = families();
  const stamp = `${CACHE}.stamp`;
  const wanted = stampOf(names);
  if (
    !existsSync(join(CACHE, 'index.json')) ||
    !existsSync(stamp) ||
    readFileSync(stamp, 'utf8') !== wanted
  ) {
    rmSync(stamp, { force: true });
    prepare(names);
    writeFileSync(stamp, wanted);
  }
  cpSync(CACHE, join(target, 'fonts'), { recursive: true });
}
