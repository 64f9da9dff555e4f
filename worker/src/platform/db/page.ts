import { AppError } from '../../../../domain/errors.ts';
import {
  type Cursor,
  decodeCursor,
  encodeCursor,
  MAX_PAGE_SIZE,
  type Page,
  type Position,
} from '../../../../domain/page.ts';

/** A page as a request asks for it. */
export interface PageInput {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** The position that a request names; 422 for one that is not ours or is another list's. */
export function cursorOf({ cursor }: PageInput, id: 'number' | 'string', at: boolean): Cursor | null {
  if (cursor === undefined) return null;
  const found = decodeCursor(cursor);
  if (found && typeof found.id === id && (found.at !== null) === at) return found;
  throw new AppError('invalid', 'This page does not exist. Please begin with the first one.');
}

/** The position of a list sorted by its id alone; `before` is an id in place of a cursor. */
export function idCursor({ before, ...input }: PageInput & { before?: number | undefined }) {
  const cursor = cursorOf(input, 'number', false);
  if (cursor) return { ...cursor, id: Number(cursor.id) };
  return before === undefined ? null : { back: false, at: null, id: before };
}

/**
 * One page and where its neighbors begin.
 * @param read gives at most `count` rows from the cursor on: in the list's order, or going back the nearest first
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
