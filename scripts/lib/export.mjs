// What `wrangler d1 export` leaves to us: it refuses a search index, and it writes views after the triggers on them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DESK_KINDS, recordOf } from '../../worker/src/platform/db/desk-kinds.ts';
import { ROOT } from './bootstrap.mjs';

const SCHEMA = readFileSync(join(ROOT, 'migrations/0001_schema.sql'), 'utf8');
/** Rows that one statement writes, well below the 30 seconds that a query may take. */
const AT_ONCE = 10_000;

const [CREATE] = SCHEMA.match(/^CREATE VIRTUAL TABLE `desk_search` USING [^;]+/m);

/** From one row id to another, a statement's worth at a time. */
const parts = ({ first, last }) =>
  Array.from({ length: Math.ceil((last - first + 1) / AT_ONCE) }, (_, part) => {
    const from = first + part * AT_ONCE;
    return `BETWEEN ${from} AND ${Math.min(from + AT_ONCE - 1, last)}`;
  });

/** A plain table of the same name: triggers write into it as before, and nothing can be searched. */
export const searchOff = () => ['DROP TABLE IF EXISTS desk_search', 'CREATE TABLE desk_search (text TEXT)'];

/** The first and the last row of each kind. */
export const DESK_ROWS = 'SELECT kind, min(id) AS first, max(id) AS last FROM desk GROUP BY kind';

/** The index again, filled from the rows of the desk. */
export const searchOn = (rows) => [
  'DROP TABLE IF EXISTS desk_search',
  CREATE,
  ...rows
    .flatMap(parts)
    .map((ids) => `INSERT INTO desk_search (rowid, text) SELECT id, text FROM desk_texts WHERE id ${ids}`),
];

/** The first and the last record of each kind; a query has few parts on D1. */
export const RECORDS = Object.entries(DESK_KINDS).map(
  ([kind, { from }]) =>
    `SELECT '${kind}' AS kind, 1 AS first, coalesce(max(${recordOf(kind)}), 0) AS last FROM "${from}"`,
);

/** Makes every row of the desk again from its record; one that is right stays as it is. */
export const rebuildDesk = (records) =>
  records.flatMap(({ kind, ...range }) =>
    parts(range).map(
      (ids) =>
        `INSERT INTO desk_rows (kind, record) SELECT '${kind}', ${recordOf(kind)} FROM "${DESK_KINDS[kind].from}" WHERE ${recordOf(kind)} ${ids}`,
    ),
  );

// A view's texts may have a semicolon.
const VIEWS = SCHEMA.match(/^CREATE VIEW .+?;(?=--> )/gms) ?? [];
const TRIGGERS = SCHEMA.match(/^CREATE TRIGGER `\w+`/gm) ?? [];

/** An exported file with its views before the first trigger. Both come after all rows, whose texts may say anything. */
export function viewsFirst(dump) {
  const found = VIEWS.filter((view) => dump.includes(view));
  const rest = found.reduce((text, view) => {
    const at = text.lastIndexOf(view);
    return text.slice(0, at) + text.slice(at + view.length);
  }, dump);
  const places = TRIGGERS.map((trigger) => rest.lastIndexOf(trigger)).filter((at) => at >= 0);
  if (places.length === 0) return dump;
  const first = Math.min(...places);
  return `${rest.slice(0, first)}${found.join('\n')}\n${rest.slice(first)}`;
}
