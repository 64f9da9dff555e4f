import * as z from 'zod';

const fontIndex = z.object({
  slices: z.array(
    z.object({
      file: z.string(),
      family: z.string(),
      weights: z.array(z.number()),
      /** First and last code point of each range in turn, sorted. */
      ranges: z.array(z.number()),
    }),
  ),
});

export type Weight = 400 | 600;

/** One font file of a family, with its characters. */
export type Slice = z.output<typeof fontIndex>['slices'][number];

/** The slices in order of preference. Throws ZodError or SyntaxError if `bytes` isn't the index. */
export function readIndex(bytes: ArrayBuffer): Slice[] {
  return fontIndex.parse(JSON.parse(new TextDecoder().decode(bytes))).slices;
}

function covers(ranges: readonly number[], code: number): boolean {
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (code < (ranges[middle * 2] ?? 0)) high = middle - 1;
    else if (code > (ranges[middle * 2 + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}

const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
const KOREAN = /\p{sc=Hangul}/u;
const EAST_ASIAN = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];

/** The regional style of Han characters: Japanese next to kana, Korean next to Hangul, otherwise Chinese. */
export function hanFamily(text: string): string {
  if (JAPANESE.test(text)) return 'noto-sans-jp';
  return KOREAN.test(text) ? 'noto-sans-kr' : 'noto-sans-sc';
}

/** Finds the slice of each character and caches the result. */
export class Coverage {
  private readonly known = new Map<string, Slice | null>();

  constructor(private readonly slices: readonly Slice[]) {}

  /** The slice that draws `code` in a text of that Han family, or null if no font has it. */
  sliceOf(code: number, han: string): Slice | null {
    const key = `${code} ${han}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const fits = (slice: Slice) => slice.family === han || !EAST_ASIAN.includes(slice.family);
    const slice =
      this.slices.find((each) => fits(each) && covers(each.ranges, code)) ??
      this.slices.find((each) => !fits(each) && covers(each.ranges, code)) ??
      null;
    this.known.set(key, slice);
    return slice;
  }
}
