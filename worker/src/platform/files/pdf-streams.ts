import { constants, inflateRawSync } from 'node:zlib';

/** Streams of a PDF (ISO 32000-1 §7.3.8), read without its cross-reference table: a viewer may believe another one. */
export interface PdfStream {
  /** Number of the object that it seems to be. */
  number: number | null;
  /** Its dictionary: what stands between the object's number and its data, names decoded. */
  dict: string;
  /** All that stands between the data of the stream before and its own, names decoded. */
  before: string;
  data: Uint8Array;
}

/** Most bytes that one stream is unpacked to, and all of them together; a bomb is cut off there. */
const MAX_STREAM = 16 * 1024 * 1024;
const MAX_TOTAL = 64 * 1024 * 1024;
/** More than the papers of a claim have. */
const MAX_STREAMS = 20_000;
/** A dictionary is looked for so far before its data. */
const MAX_DICT = 8192;
const ZLIB_HEADER = 2;
/** Bytes that tell what is packed; they unpack to a thousand times as many at most. */
const HEAD = 2048;
/** Deflate's best ratio. */
const MOST_PACKED = 1032;

const latin1 = new TextDecoder('latin1');

/** The document cannot be checked, so that it cannot be taken. */
export class Unreadable extends Error {}

/** §7.3.5: any character of a name can be written as # and two digits. */
export const decodeNames = (text: string): string =>
  text.includes('#')
    ? text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** Every place that a viewer could take for a stream. One too many costs a look; one too few would be a hiding place. */
export function* streamsOf(text: string, bytes: Uint8Array): Generator<PdfStream> {
  let found = 0;
  let last = 0;
  for (const match of text.matchAll(/(?<!end)stream[ \t]*(?:\r\n|\r|\n)?|endstream/g)) {
    if (match[0] === 'endstream') {
      last = match.index;
      continue;
    }
    found += 1;
    if (found > MAX_STREAMS) throw new Unreadable();
    const start = match.index + match[0].length;
    const next = text.indexOf('endstream', start);
    const near = text.slice(Math.max(0, match.index - MAX_DICT), match.index);
    const header = [...near.matchAll(/(\d+)\s+\d+\s+obj/g)].at(-1);
    yield {
      number: header ? Number(header[1]) : null,
      dict: decodeNames(header ? near.slice(header.index) : near),
      before: decodeNames(text.slice(Math.max(last, match.index - MAX_DICT), match.index)),
      data: bytes.subarray(start, next === -1 ? bytes.length : next),
    };
  }
}

/** RFC 1950 §2.2, as viewers check it. */
function isZlib(data: Uint8Array): boolean {
  const [method = 0, flags = 0] = data;
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0 && (flags & 0x20) === 0;
}

/**
 * Unpacks zlib data as leniently as viewers do: neither a missing end nor a wrong checksum hides anything. Throws
 * `Unreadable` for more than `most` bytes, and where the data breaks off into nonsense.
 */
function inflate(data: Uint8Array, most: number): string {
  const lenient = { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    return latin1.decode(inflateRawSync(data.subarray(ZLIB_HEADER), lenient));
  } catch {
    throw new Unreadable();
  }
}

const FILTER = /\/(\w+Decode|Fl|LZW|A85|AHx|RL|CCF|DCT|Crypt)\b/g;

/** Whether the data is packed by Flate once, or not at all, as far as the dictionary says. */
function isPlainlyPacked(dict: string): boolean {
  const filters = [...dict.matchAll(FILTER)].map(([, name]) => name);
  const known = filters.length === 0 || (filters.length === 1 && /^(FlateDecode|Fl)$/.test(filters[0] ?? ''));
  const predicted = /\/Predictor[\0\s]+(?!1\b)/.test(dict);
  const elsewhere = /\/(Filter|F|DecodeParms|DP)[\0\s]*\[?[\0\s]*\d+[\0\s]+\d+[\0\s]+R/.test(dict);
  return known && !predicted && !elsewhere;
}

const holdsObjects = ({ dict, before }: PdfStream) =>
  /\/ObjStm/.test(before) || /\/ObjStm/.test(dict) || (/\/First\b/.test(dict) && /\/N\b/.test(dict));

/** §7.5.7: a stream of objects begins with their numbers and places. */
const beginsWithNumbers = (head: string) => /^[\0\s]*[\d%]/.test(head);
/** Nothing to be seen yet, which is usual for a picture alone. */
const isBlank = (head: string, dict: string) => /^[\0\s]*$/.test(head) && !/\/Image\b/.test(dict);

/** Whether viewers may unpack it: it says so, or nothing of how it is packed can be seen. */
const mayBeFlate = ({ dict }: PdfStream) => /\/(FlateDecode|Fl)\b/.test(dict) || !/Decode\b/.test(dict);

/** What the document keeps in packed objects, names decoded. Throws `Unreadable` where that cannot be told. */
export function packedObjects(streams: readonly PdfStream[]): string[] {
  const found: string[] = [];
  let total = 0;
  for (const stream of streams) {
    const { data, dict } = stream;
    const declared = holdsObjects(stream);
    if (declared && !isPlainlyPacked(dict)) throw new Unreadable();
    if (declared && /\/(FlateDecode|Fl)\b/.test(dict) && !isZlib(data)) throw new Unreadable();
    if (!isZlib(data) || !mayBeFlate(stream)) continue;
    const head = inflate(data.subarray(0, HEAD), HEAD * MOST_PACKED);
    if (!declared && !beginsWithNumbers(head) && !isBlank(head, dict)) continue;
    const text = inflate(data, MAX_STREAM);
    total += text.length;
    if (total > MAX_TOTAL) throw new Unreadable();
    found.push(decodeNames(text));
  }
  return found;
}

/** The content of a stream; null when it is longer than so many bytes or packed in another way. */
export function contentOf({ dict, data }: PdfStream, most: number): string | null {
  if (!isPlainlyPacked(dict)) return null;
  if (/\/(FlateDecode|Fl)\b/.test(dict)) return isZlib(data) ? inflate(data, most) : null;
  return data.length > most ? null : latin1.decode(data);
}
