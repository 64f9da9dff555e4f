import { type PDFContext, type PDFRef, PDFString } from 'pdf-lib';
import type { Face, Glyph } from '../fonts/shaping.ts';
import { Subset } from '../fonts/subset.ts';

const hex4 = (value: number) => value.toString(16).padStart(4, '0');
const utf16 = (text: string) =>
  Array.from({ length: text.length }, (_, index) => hex4(text.charCodeAt(index))).join('');

/** WORD JOINER, for a glyph that is only part of a letter. Some readers need a text for every glyph code. */
const NOTHING = '\u2060';

/** A CMap block holds at most 100 entries (Adobe Technical Note 5014). */
const BLOCK = 100;

function toUnicode(texts: readonly string[]): string {
  const entries = texts.map((text, index) => `<${hex4(index + 1)}> <${utf16(text || NOTHING)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < entries.length; at += BLOCK) {
    const block = entries.slice(at, at + BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...blocks,
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend',
  ].join('\n');
}

/** Six letters before the name that distinguish subsets, per PDF 32000-1 §9.6.4. */
const tagOf = (ordinal: number) =>
  Array.from({ length: 6 }, (_, place) =>
    String.fromCharCode(65 + (Math.floor(ordinal / 26 ** (5 - place)) % 26)),
  ).join('');

/**
 * A font embedded in one document with only the glyphs it draws. Each pair of glyph and text gets its own
 * code, so copied text is what was written even where a script shares glyphs between letters.
 */
export class EmbeddedFont {
  private readonly subset;
  private readonly codes = new Map<string, number>();
  private readonly glyphs: { subsetId: number; width: number; text: string }[] = [];

  constructor(
    private readonly face: Face,
    private readonly ordinal: number,
  ) {
    this.subset = new Subset(face.tables);
  }

  /** Resource name that pages use. */
  get name(): string {
    return `F${this.ordinal + 1}`;
  }

  /** The glyph's two-byte code in this document, in hexadecimal. */
  code(glyph: Glyph): string {
    const key = `${glyph.id} ${glyph.width} ${glyph.text}`;
    let code = this.codes.get(key);
    if (code === undefined) {
      const subsetId = this.subset.include(glyph.id);
      code = this.glyphs.push({ subsetId, width: glyph.width, text: glyph.text });
      this.codes.set(key, code);
    }
    return hex4(code);
  }

  /** Writes the font's objects (PDF 32000-1 §9.7) after the last glyph is drawn. */
  write(context: PDFContext): PDFRef {
    const { font } = this.face;
    const scale = 1000 / font.unitsPerEm;
    const base = `${tagOf(this.ordinal)}+${font.postscriptName.replace(/[^A-Za-z0-9-]/g, '')}`;
    const descriptor = context.obj({
      Type: 'FontDescriptor',
      FontName: base,
      Flags: 4,
      FontBBox: [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map((edge) => edge * scale),
      ItalicAngle: 0,
      Ascent: font.ascent * scale,
      Descent: font.descent * scale,
      CapHeight: (font.capHeight || font.ascent) * scale,
      StemV: 80,
      FontFile2: context.register(context.flateStream(this.subset.write())),
    });
    const glyphIds = new Uint8Array((this.glyphs.length + 1) * 2);
    for (const [index, { subsetId }] of this.glyphs.entries()) {
      glyphIds.set([subsetId >> 8, subsetId & 0xff], (index + 1) * 2);
    }
    const descendant = context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: base,
      CIDSystemInfo: {
        Registry: PDFString.of('Adobe'),
        Ordering: PDFString.of('Identity'),
        Supplement: 0,
      },
      FontDescriptor: context.register(descriptor),
      DW: 0,
      W: [1, this.glyphs.map(({ width }) => Math.round(width * 100) / 100)],
      CIDToGIDMap: context.register(context.flateStream(glyphIds)),
    });
    return context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: base,
        Encoding: 'Identity-H',
        DescendantFonts: [context.register(descendant)],
        ToUnicode: context.register(context.flateStream(toUnicode(this.glyphs.map(({ text }) => text)))),
      }),
    );
  }
}
