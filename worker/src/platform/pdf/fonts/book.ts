import { Coverage, hanFamily, readIndex, type Slice, type Weight } from './coverage.ts';
import { clean, codesOf, type Face, openFace } from './face.ts';
import { FONT_FOLDER, type FontSource } from './source.ts';

export interface Wanted {
  text: string;
  weight: Weight;
}

/** Shown for a character that no font has. */
export const REPLACEMENT = 0xfffd;

const LATIN: readonly Wanted[] = [
  { text: 'A\ufffd', weight: 400 },
  { text: 'A\ufffd', weight: 600 },
];

const pathOf = ({ file, weights }: Slice, weight: Weight) =>
  `${FONT_FOLDER}/${file}-${weights.includes(weight) ? weight : 400}-normal.woff`;

/** The opened fonts of one document. */
export class FontBook {
  private constructor(
    private readonly coverage: Coverage,
    private readonly faces: ReadonlyMap<string, Face>,
  ) {}

  /** Opens only the font files that `wanted` needs. */
  static async open(source: FontSource, wanted: readonly Wanted[]): Promise<FontBook> {
    const coverage = new Coverage(readIndex(await source(`${FONT_FOLDER}/index.json`)));
    const paths = new Set<string>();
    for (const { text, weight } of [...LATIN, ...wanted]) {
      const cleaned = clean(text);
      const han = hanFamily(cleaned);
      for (const code of new Set(codesOf(cleaned))) {
        const slice = coverage.sliceOf(code, han);
        if (slice) paths.add(pathOf(slice, weight));
      }
    }
    const faces = await Promise.all(
      [...paths].map(async (path): Promise<[string, Face]> => {
        return [path, openFace(path, await source(path))];
      }),
    );
    return new FontBook(coverage, new Map(faces));
  }

  /** The face that draws `code`, or null if no opened one does. */
  faceOf(code: number, weight: Weight, han: string): Face | null {
    const slice = this.coverage.sliceOf(code, han);
    return slice ? (this.faces.get(pathOf(slice, weight)) ?? null) : null;
  }

  /** The face for the document's own texts, which also has the replacement character. */
  latin(weight: Weight): Face {
    const face = this.faceOf(REPLACEMENT, weight, '');
    if (!face) throw new Error('The font index has no replacement character');
    return face;
  }
}
