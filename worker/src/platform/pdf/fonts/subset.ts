import { type Table, writeSfnt } from './sfnt.ts';

const MORE_COMPONENTS = 0x20;
const WORD_ARGUMENTS = 0x01;
const SCALE = 0x08;
const TWO_SCALES = 0x40;
const MATRIX = 0x80;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Offsets of the component glyph ids in a composite glyph; none for a simple glyph. */
function componentPlaces(glyph: Uint8Array): number[] {
  if (glyph.length < 10) return [];
  const view = viewOf(glyph);
  if (view.getInt16(0) >= 0) return [];
  const places: number[] = [];
  let flags = MORE_COMPONENTS;
  for (let at = 10; flags & MORE_COMPONENTS; ) {
    flags = view.getUint16(at);
    places.push(at + 2);
    at += flags & WORD_ARGUMENTS ? 8 : 6;
    if (flags & SCALE) at += 2;
    else if (flags & TWO_SCALES) at += 4;
    else if (flags & MATRIX) at += 8;
  }
  return places;
}

/**
 * The glyphs of a TrueType font that one document uses, as a font file for PDF (32000-1 §9.9: no cmap, no
 * names). The font library's own subset corrupts glyphs of odd length, because its offsets count pairs of
 * bytes.
 */
export class Subset {
  private readonly tables: ReadonlyMap<string, Uint8Array>;
  private readonly ids: number[] = [];
  private readonly places = new Map<number, number>();

  constructor(tables: readonly Table[]) {
    this.tables = new Map(tables.map(({ tag, bytes }) => [tag, bytes]));
    this.include(0);
  }

  /** Adds a glyph and returns its id in the subset. */
  include(id: number): number {
    const known = this.places.get(id);
    if (known !== undefined) return known;
    const place = this.ids.push(id) - 1;
    this.places.set(id, place);
    return place;
  }

  private table(tag: string): Uint8Array {
    const bytes = this.tables.get(tag);
    if (!bytes) throw new Error(`A font without a ${tag} table`);
    return bytes;
  }

  private outline(id: number): Uint8Array {
    const loca = viewOf(this.table('loca'));
    const long = viewOf(this.table('head')).getInt16(50) === 1;
    const offset = (index: number) => (long ? loca.getUint32(index * 4) : loca.getUint16(index * 2) * 2);
    return this.table('glyf').slice(offset(id), offset(id + 1));
  }

  /** The outlines in subset order; components of composite glyphs are added on the way. */
  private outlines(): Uint8Array[] {
    const outlines: Uint8Array[] = [];
    for (let place = 0; place < this.ids.length; place++) {
      const glyph = this.outline(this.ids[place] ?? 0);
      const view = viewOf(glyph);
      for (const at of componentPlaces(glyph)) view.setUint16(at, this.include(view.getUint16(at)));
      outlines.push(glyph);
    }
    return outlines;
  }

  private metrics(): Uint8Array {
    const source = viewOf(this.table('hmtx'));
    const count = viewOf(this.table('hhea')).getUint16(34);
    const metrics = new Uint8Array(this.ids.length * 4);
    const view = viewOf(metrics);
    for (const [place, id] of this.ids.entries()) {
      view.setUint16(place * 4, source.getUint16(Math.min(id, count - 1) * 4));
      view.setInt16(place * 4 + 2, source.getInt16(id < count ? id * 4 + 2 : count * 4 + (id - count) * 2));
    }
    return metrics;
  }

  private patched(tag: string, at: number, value: number): Table {
    const bytes = this.table(tag).slice();
    viewOf(bytes).setUint16(at, value);
    return { tag, bytes };
  }

  /** The font file with everything added so far. */
  write(): Uint8Array {
    const outlines = this.outlines();
    const padded = outlines.map((outline) => (outline.length + 3) & ~3);
    const glyf = new Uint8Array(padded.reduce((sum, length) => sum + length, 0));
    const loca = new Uint8Array((outlines.length + 1) * 4);
    let offset = 0;
    for (const [place, outline] of outlines.entries()) {
      glyf.set(outline, offset);
      offset += padded[place] ?? 0;
      viewOf(loca).setUint32((place + 1) * 4, offset);
    }
    const hints = ['cvt ', 'fpgm', 'prep'].flatMap((tag) => {
      const bytes = this.tables.get(tag);
      return bytes ? [{ tag, bytes }] : [];
    });
    return writeSfnt([
      this.patched('head', 50, 1),
      this.patched('hhea', 34, outlines.length),
      this.patched('maxp', 4, outlines.length),
      { tag: 'hmtx', bytes: this.metrics() },
      { tag: 'loca', bytes: loca },
      { tag: 'glyf', bytes: glyf },
      ...hints,
    ]);
  }
}
