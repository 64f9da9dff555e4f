import { constants, inflateRawSync } from 'node:zlib';

/**
 * Streams of a PDF (ISO 32000-1 §7.3.8), read without the cross-reference table, since a viewer may trust
 * another one.
 */
export interface PdfStream {
  /** Its apparent object number. */
  number: number | null;
  /** Its dictionary: the text between the object's number and the data, names decoded. */
  dict: string;
  /** Everything between the previous stream's data and its own, names decoded. */
  before: string;
  data: Uint8Array;
}

/** Most bytes unpacked per stream, and in total, as protection against bombs. */
const MAX_STREAM = 16 * 1024 * 1024;
const MAX_TOTAL = 64 * 1024 * 1024;
/** More than claim documents have. */
const MAX_STREAMS = 20_000;
/** How far before its data a dictionary may start. */
const MAX_DICT = 8192;
const ZLIB_HEADER = 2;
/** Packed bytes that reveal the content; they expand at most a thousandfold. */
const HEAD = 2048;
/** Deflate's best ratio. */
const MOST_PACKED = 1032;

const latin1 = new TextDecoder('latin1');

/** The document can't be checked, so it is rejected. */
export class Unreadable extends Error {}

/** §7.3.5: a name may write any character as # and two hexadecimal digits. */
export const decodeNames = (text: string): string =>
  text.includes('#')
    ? text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/**
 * Everything that a viewer could read as a stream. An extra one only costs time; a missed one could hide
 * something.
 */
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
 * Unpacks zlib data as leniently as viewers do, so a missing end or a wrong checksum hides nothing. Throws
 * `Unreadable` for more than `most` bytes and for corrupt data.
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

/** Whether the dictionary says the data is packed once by Flate, or not at all. */
function isPlainlyPacked(dict: string): boolean {
  const filters = [...dict.matchAll(FILTER)].map(([, name]) => name);
  const known = filters.length === 0 || (filters.length === 1 && /^(FlateDecode|Fl)$/.test(filters[0] ?? ''));
  const predicted = /\/Predictor[\0\s]+(?!1\b)/.test(dict);
  const elsewhere = /\/(Filter|F|DecodeParms|DP)[\0\s]*\[?[\0\s]*\d+[\0\s]+\d+[\0\s]+R/.test(dict);
  return known && !predicted && !elsewhere;
}

const holdsObjects = ({ dict, before }: PdfStream) =>
  /\/ObjStm/.test(before) || /\/ObjStm/.test(dict) || (/\/First\b/.test(dict) && /\/N\b/.test(dict));

/** §7.5.7: an object stream starts with object numbers and offsets. */
const beginsWithNumbers = (head: string) => /^[\0\s]*[\d%]/.test(head);
/** Nothing visible yet, which is normal only for pictures. */
const isBlank = (head: string, dict: string) => /^[\0\s]*$/.test(head) && !/\/Image\b/.test(dict);

/** Whether viewers may unpack it: the dictionary says so, or hides how it is packed. */
const mayBeFlate = ({ dict }: PdfStream) => /\/(FlateDecode|Fl)\b/.test(dict) || !/Decode\b/.test(dict);

/** The text of packed objects, names decoded. Throws `Unreadable` if it can't be determined. */
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

/** The content of a stream; null if it is longer than `most` bytes or packed another way. */
export function contentOf({ dict, data }: PdfStream, most: number): string | null {
  if (!isPlainlyPacked(dict)) return null;
  if (/\/(FlateDecode|Fl)\b/.test(dict)) return isZlib(data) ? inflate(data, most) : null;
  return data.length > most ? null : latin1.decode(data);
}
