import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { wrap } from '#worker/platform/pdf/flow.ts';
import { FontBook } from '#worker/platform/pdf/fonts/book.ts';
import { assetFonts } from '#worker/platform/pdf/fonts/source.ts';
import { type Line, paragraph } from './line.ts';

/** Lines of a text in a column as wide as `width` digits. */
async function lines(text: string, width: number): Promise<Line[]> {
  const book = await FontBook.open(assetFonts(env.ASSETS), [{ text, weight: 400 }]);
  return wrap(paragraph(book, text, 400), width * 572);
}

const textOf = (line: Line) => line.runs.map(({ text }) => text).join('');

describe('wrap', () => {
  it('breaks between words and leaves no space at either end of a line', async () => {
    expect((await lines('one two three four five', 10)).map(textOf)).toEqual([
      'one two',
      'three four',
      'five',
    ]);
  });

  it('breaks a word that is longer than a line and continues after it', async () => {
    const broken = (await lines(`an ${'0'.repeat(25)} end`, 10)).map(textOf);
    expect(broken).toEqual(['an', '0'.repeat(10), '0'.repeat(10), '00000 end']);
  });

  it('keeps combined letters together', async () => {
    const broken = (await lines('e\u0302\u0301'.repeat(12), 5)).map(textOf);
    expect(broken.join('')).toBe('ế'.repeat(12));
  });

  it('breaks Japanese between words and not before its punctuation', async () => {
    const broken = (await lines('東京都千代田区、丸の内一丁目。東京駅日本橋口', 8)).map(textOf);
    expect(broken.length).toBeGreaterThan(4);
    expect(broken.join('')).toBe('東京都千代田区、丸の内一丁目。東京駅日本橋口');
    for (const line of broken) expect(line).not.toMatch(/^[、。]/);
  });

  it('breaks after a hyphen or a slash', async () => {
    expect((await lines('https://mooring.example/verify/0x00', 26)).map(textOf)).toEqual([
      'https://mooring.example/',
      'verify/0x00',
    ]);
  });

  it.each([
    ['Latin', 'The quick brown fox jumps over the lazy dog. '.repeat(12)],
    ['Arabic', 'محمد عبدالله شارع الملك 123 '.repeat(12)],
    ['Thai', 'ถนนพระรามที่ 1 แขวงปทุมวัน น้ำ '.repeat(12)],
    ['one word', 'Wi'.repeat(300)],
    ['marks alone', '\u0301'.repeat(900)],
  ])('keeps every line of %s within its column', async (_what, text) => {
    for (const width of [12, 31, 65]) {
      const set = await lines(text, width);
      expect(set.length).toBeGreaterThan(0);
      for (const line of set) expect(line.width).toBeLessThanOrEqual(width * 572 + 1);
    }
  });

  it('returns no line for an empty text', async () => {
    expect(await lines(' \u200b ', 10)).toEqual([]);
  });
});
