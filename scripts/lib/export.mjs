// What `wrangler d1 export` leaves to us: it refuses search indexes, and it writes views after the triggers on them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

const SCHEMA = readFileSync(join(ROOT, 'migrations/0001_schema.sql'), 'utf8');
/** Rows that one statement indexes, well below the 30 seconds that a query may take. */
const AT_ONCE = 10_000;

const created = [...SCHEMA.matchAll(/^CREATE VIRTUAL TABLE `(\w+_search)` USING [^;]+/gm)];

/** What a trigger indexes for a row that was added. */
const INDEXED =
  /INSERT INTO `search_texts` \(`name`, `id`, `text`\) (?:VALUES \('(\w+)', NEW\.`(\w+)`, (.+)\)|SELECT '(\w+)', `id`, (.+) FROM `(\w+)` WHERE .+);$/;

/** Each index: its statement, and the table and text that its triggers fill it from. */
export const SEARCHES = created.map(([create, name]) => {
  let table = '';
  for (const line of SCHEMA.split('\n')) {
    table = /^CREATE TRIGGER .* ON `(\w+)`/.exec(line)?.[1] ?? table;
    const [, index, id = 'id', ofNew, other, ofRow, from] = INDEXED.exec(line.trim()) ?? [];
    if ((index ?? other) === name)
      return { name, create, id, table: from ?? table, text: ofRow ?? ofNew.replaceAll('NEW.', '') };
  }
  throw new Error(`No trigger fills ${name}`);
});

/** Plain tables of the same names: triggers write into them as before, and nothing can be searched. */
export const searchOff = () =>
  SEARCHES.flatMap(({ name }) => [`DROP TABLE IF EXISTS ${name}`, `CREATE TABLE ${name} (text TEXT)`]);

/** The indexes again, filled from their rows. `last` is the highest row id of each table. */
export const searchOn = (last) =>
  SEARCHES.flatMap(({ name, create, id, table, text }) => [
    `DROP TABLE IF EXISTS ${name}`,
    create,
    ...Array.from(
      { length: Math.ceil(last[table] / AT_ONCE) },
      (_, part) =>
        `INSERT INTO search_texts (name, id, text) SELECT '${name}', ${id}, ${text} FROM ${table} WHERE ${id} > ${part * AT_ONCE} AND ${id} <= ${(part + 1) * AT_ONCE}`,
    ),
  ]);

/** A query for `last`. */
export const LAST_ROWS = `SELECT ${[...new Map(SEARCHES.map(({ table, id }) => [table, id]))]
  .map(([table, id]) => `(SELECT coalesce(max(${id}), 0) FROM ${table}) AS ${table}`)
  .join(', ')}`;

const VIEWS = SCHEMA.match(/^CREATE VIEW [^;]+;/gm) ?? [];
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
