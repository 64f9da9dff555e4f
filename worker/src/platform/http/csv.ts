/** Lists as CSV files (RFC 4180) that a US spreadsheet opens as they are meant. */
import { createHash } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import { digestLine } from '#domain/digest.ts';

export type Cell = string | number | bigint | boolean | null;

export interface Column<Row> {
  title: string;
  value: (row: Row) => Cell;
}

export interface CsvPage<Row> {
  rows: readonly Row[];
  /** Cursor of the next page; null after the last one. */
  next: string | null;
}

/** Rows to read at once: few enough for the worker's memory, and few queries for a list of a million. */
export const CSV_PAGE = 5000;

/** Without it a spreadsheet reads UTF-8 as its country's old encoding. */
const BOM = '\u{feff}';
/** First characters that make a spreadsheet run a text as a formula (OWASP), with their full-width forms. */
const FORMULA = /^[=+\-@\t\r\n\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}]/u;

const guarded = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return typeof cell === 'string' ? guarded(cell) : String(cell);
}

/** `11/21/2026`, from a day or a moment (UTC); empty for none. */
export function usDate(iso: string | null): string {
  const [year, month, day] = (iso ?? '').slice(0, 10).split('-');
  return day === undefined ? '' : `${month}/${day}/${year}`;
}

/** `11/21/2026 14:05`, UTC; empty for none. */
export function usTime(iso: string | null): string {
  return iso === null ? '' : `${usDate(iso)} ${iso.slice(11, 16)}`;
}

/** `In progress`, of a key such as `in_progress`. */
export const inWords = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

/** The library quotes its own line ends alone; a spreadsheet takes any of them for one. */
const FORMAT = { record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const;

const lines = (cells: readonly (readonly Cell[])[]) =>
  stringify(
    cells.map((row) => row.map(written)),
    FORMAT,
  );

type Controller = ReadableStreamDefaultController<Uint8Array>;

/**
 * A download that is read page by page while it is sent, however long the list is. The first page is read before the
 * answer begins, so that a refusal is still an answer.
 * @param name the file's name without ending
 * @param digest whether the last line is the SHA-256 of all bytes before it
 */
export async function csvAnswer<Row>(
  name: string,
  columns: readonly Column<Row>[],
  read: (cursor: string | undefined) => Promise<CsvPage<Row>>,
  { digest = false } = {},
): Promise<Response> {
  const encoder = new TextEncoder();
  const hash = createHash('sha256');
  const titles = columns.map(({ title }) => title);
  const rowsOf = ({ rows }: CsvPage<Row>) => rows.map((row) => columns.map(({ value }) => value(row)));
  const first = await read(undefined);
  let next = first.next;
  const send = (controller: Controller, text: string) => {
    const bytes = encoder.encode(text);
    hash.update(bytes);
    controller.enqueue(bytes);
  };
  const end = (controller: Controller) => {
    if (digest) controller.enqueue(encoder.encode(digestLine(hash.digest('hex'))));
    controller.close();
  };
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      send(controller, BOM + lines([titles, ...rowsOf(first)]));
      if (next === null) end(controller);
    },
    async pull(controller) {
      if (next === null) return;
      const page = await read(next);
      next = page.next;
      if (page.rows.length > 0) send(controller, lines(rowsOf(page)));
      if (next === null) end(controller);
    },
  });
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
  });
}
