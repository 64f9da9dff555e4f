import { env } from 'cloudflare:workers';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { FontBook } from './book.ts';
import { writeSfnt } from './sfnt.ts';
import { type Face, openFace, shape } from './shaping.ts';
import { assetFonts } from './source.ts';
import { Subset } from './subset.ts';

const fonts = assetFonts(env.ASSETS);

async function faceFor(text: string): Promise<Face> {
  const face = (await FontBook.open(fonts, [{ text, weight: 400 }])).faceOf(
    text.codePointAt(0) ?? 0,
    400,
    '',
  );
  if (!face) throw new Error(`No font for ${text}`);
  return face;
}

describe('Subset', () => {
  it.each([
    ['Latin', 'Ångström', 'ltr'],
    ['Arabic, whose letters are put together from parts of odd length', 'محمد بن السعدي شقة ثالث', 'rtl'],
    ['Thai', 'น้ำที่อยู่', 'ltr'],
    ['Chinese', '王小明', 'ltr'],
  ] as const)('draws each letter of a font subset as the whole font does: %s', async (_script, text, direction) => {
    const face = await faceFor(text);
    const ids = [...new Set(shape(face.font, text, direction).map(({ id }) => id))];
    const subset = new Subset(face.tables);
    const places = ids.map((id) => subset.include(id));
    const whole = create(writeSfnt(face.tables) as Buffer) as Font;
    const part = create(subset.write() as Buffer) as Font;
    for (const [index, id] of ids.entries()) {
      const [expected, glyph] = [whole.getGlyph(id), part.getGlyph(places[index] ?? 0)];
      expect(glyph.path.toSVG()).toBe(expected.path.toSVG());
      expect(glyph.advanceWidth).toBe(expected.advanceWidth);
    }
    expect(ids.some((id) => whole.getGlyph(id).path.toSVG().length > 100)).toBe(true);
  });
});

describe('openFace', () => {
  it('rejects a file that is not WOFF, such as the page a site serves for a missing file', async () => {
    const page = new TextEncoder().encode(`<!doctype html>${' '.repeat(100)}`).buffer as ArrayBuffer;
    await expect(async () => openFace(page)).rejects.toThrow('Not a WOFF font file');
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
