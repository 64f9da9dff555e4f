import { env } from 'cloudflare:workers';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { FontBook } from './book.ts';
import { readIndex } from './coverage.ts';
import { type Direction, openFace } from './face.ts';
import { assetFonts, FONT_FOLDER } from './source.ts';

const fonts = assetFonts(env.ASSETS);

/** Path of the font file that draws a text's first letter. */
async function fileFor(text: string): Promise<string> {
  const book = await FontBook.open(fonts, [{ text, weight: 400 }]);
  const face = book.faceOf(text.codePointAt(0) ?? 0, 400, '');
  if (!face) throw new Error(`No font for ${text}`);
  return face.name;
}

describe('openFace', () => {
  it.each([
    ['Latin', 'Ångström', 'ltr'],
    ['Arabic, whose letters are put together from parts of odd length', 'محمد بن السعدي شقة ثالث', 'rtl'],
    ['Thai', 'น้ำที่อยู่', 'ltr'],
    ['Chinese', '王小明', 'ltr'],
  ] as const)('draws each letter of a font subset as the whole font does: %s', async (_script, text, direction) => {
    const file = await fonts(await fileFor(text));
    const { font } = openFace('', file);
    const features: Record<Direction, string[]> = { ltr: [], rtl: ['rtla'] };
    const keys = [...new Set(font.layout(text, features[direction]).glyphs.map(({ id }) => id))];
    const subset = font.createSubset();
    const places = keys.map((key) => subset.includeGlyph(key));
    expect(new Set(places).size).toBe(keys.length);
    const whole = create(new Uint8Array(file) as Buffer) as Font;
    const part = create(subset.encode() as Buffer) as Font;
    for (const [index, key] of keys.entries()) {
      const [expected, glyph] = [whole.getGlyph(Number.parseInt(key, 10)), part.getGlyph(places[index] ?? 0)];
      expect(glyph.path.toSVG()).toBe(expected.path.toSVG());
      expect(glyph.advanceWidth).toBe(expected.advanceWidth);
    }
    expect(keys.some((key) => whole.getGlyph(Number.parseInt(key, 10)).path.toSVG().length > 100)).toBe(true);
  });

  it('finds the characters of every font of the index', async () => {
    const slices = readIndex(await fonts(`${FONT_FOLDER}/index.json`));
    const lost: string[] = [];
    for (const { file, ranges } of slices) {
      const face = openFace('', await fonts(`${FONT_FOLDER}/${file}-400-normal.woff`));
      for (const code of [ranges[0] ?? 0, ranges.at(-1) ?? 0]) {
        if (!face.has(code) || face.width(String.fromCodePoint(code), 'ltr') < 0) lost.push(file);
      }
    }
    expect(slices.length).toBeGreaterThan(300);
    expect(lost).toEqual([]);
  });

  it('rejects a file that is no font, such as the page a site serves for a missing file', () => {
    const page = new TextEncoder().encode(`<!doctype html>${' '.repeat(100)}`).buffer as ArrayBuffer;
    expect(() => openFace('', page)).toThrow('Unknown font format');
  });
});

describe('FontBook', () => {
  it('opens the family of the Han characters in a text', async () => {
    const open = async (text: string) => {
      const asked: string[] = [];
      const source = (path: string) => {
        asked.push(path);
        return fonts(path);
      };
      await FontBook.open(source, [{ text, weight: 400 }]);
      return asked.join(' ');
    };
    expect(await open('山田')).toMatch(/^(?=.*-sc-)(?!.*-(jp|kr)-)/);
    expect(await open('山田さん')).toMatch(/^(?=.*-jp-)(?!.*-(sc|kr)-)/);
    expect(await open('山田 김')).toMatch(/^(?=.*-kr-)(?!.*-(sc|jp)-)/);
    expect(await open('Ada Lovelace')).not.toMatch(/-(sc|jp|kr)-/);
  });
});
