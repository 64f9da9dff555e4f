/** The one search of the desk, over the words of `desk`. The view `desk_texts` folds them as `foldText` does. */
import { type SQL, sql } from 'drizzle-orm';
import { searchWords } from '#domain/search.ts';
import { DESK_KINDS, type DeskKindName, firstOfKind, LAST_RECORD } from '#worker/platform/db/desk-kinds.ts';

/** What a search looks for: every word, shorter ones than a trigram at the beginning of a word; null without any. */
export function phrasesOf(term: string): string | null {
  // Two spaces stand before each word of the index.
  const phrases = searchWords(term).map(
    (word) => `"${[...word].length < 3 ? '  ' : ''}${word.replaceAll('"', '""')}"`,
  );
  return phrases.length === 0 ? null : phrases.join(' AND ');
}

/** The newest rows of a kind that have these phrases. */
export const newestWith = (kind: DeskKindName, phrases: string | null, limit: number): SQL =>
  phrases === null
    ? sql`SELECT NULL AS rowid WHERE 0`
    : // Literals, because the index takes only integers for a range, and D1 binds numbers as doubles.
      sql`SELECT rowid FROM desk_search WHERE desk_search MATCH ${phrases}
        AND rowid BETWEEN ${sql.raw(`${firstOfKind(kind)} AND ${firstOfKind(kind) + LAST_RECORD}`)} ORDER BY rowid DESC LIMIT ${limit}`;

/** The newest matches of a search term, at most `limit`; `own` is the record whose number it is. */
export function matchOf(kind: DeskKindName, term: string) {
  const [, prefix, digits] = /^(?:([a-z]{3})-)?0*([1-9]\d{0,11})$/i.exec(term) ?? [];
  const its = 'prefix' in DESK_KINDS[kind] ? DESK_KINDS[kind].prefix : undefined;
  // `CLM-007` is no policy's number; a bare 7 may be anything's.
  const isOwn = prefix === undefined || prefix.toUpperCase() === its;
  const own =
    digits !== undefined && isOwn ? sql`SELECT ${firstOfKind(kind) + Number(digits)} UNION ` : sql``;
  // A few digits are a number; many words begin with them.
  const phrases = /^\d{1,2}$/.test(term) ? null : phrasesOf(term);
  return { own, newest: (limit: number) => newestWith(kind, phrases, limit) };
}
