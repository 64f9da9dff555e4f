import { AppError } from '#domain/errors.ts';
import {
  type Cursor,
  decodeCursor,
  encodeCursor,
  MAX_PAGE_SIZE,
  type Page,
  type Position,
} from '#domain/page.ts';

/** The page a request asks for. */
export interface PageInput {
  cursor?: string | undefined;
  limit?: number | undefined;
}

export const noSuchPage = () =>
  new AppError('invalid', 'This page does not exist. Please start with the first one.');

/** The position in a request's cursor. 422 if it is invalid or from another list. */
export function cursorOf({ cursor }: PageInput, id: 'number' | 'string', at: boolean): Cursor | null {
  if (cursor === undefined) return null;
  const found = decodeCursor(cursor);
  if (found && typeof found.id === id && (found.at !== null) === at) return found;
  throw noSuchPage();
}

/** Of a list sorted by id alone; `before` is an id instead of a cursor. */
type IdPageInput = PageInput & { before?: number | undefined };

/** The position in such a list. */
function idCursor({ before, ...input }: IdPageInput) {
  const cursor = cursorOf(input, 'number', false);
  if (cursor) return { ...cursor, id: Number(cursor.id) };
  return before === undefined ? null : { back: false, at: null, id: before };
}

/**
 * One page and the cursors of its neighbors.
 * @param read returns at most `count` rows after the cursor, in list order, or nearest first when going
 * back
 */
export async function readPage<Row>(
  { limit = MAX_PAGE_SIZE }: PageInput,
  cursor: Cursor | null,
  read: (count: number) => Promise<Row[]>,
  position: (row: Row) => Position,
): Promise<Page<Row>> {
  const back = cursor?.back ?? false;
  const found = await read(limit + 1);
  const more = found.length > limit;
  const data = found.slice(0, limit);
  if (back) data.reverse();
  const first = data[0];
  const last = data.at(-1);
  const hasPrevious = back ? more : cursor !== null;
  const hasNext = back || more;
  return {
    data,
    next_cursor: last && hasNext ? encodeCursor({ back: false, ...position(last) }) : null,
    prev_cursor: first && hasPrevious ? encodeCursor({ back: true, ...position(first) }) : null,
  };
}

/** The same for a list sorted by id alone. */
export function readPageById<Row>(
  input: IdPageInput,
  read: (count: number, cursor: ReturnType<typeof idCursor>) => Promise<Row[]>,
  idOf: (row: Row) => number,
): Promise<Page<Row>> {
  const cursor = idCursor(input);
  return readPage(
    input,
    cursor,
    (count) => read(count, cursor),
    (row) => ({ at: null, id: idOf(row) }),
  );
}
