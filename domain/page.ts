import * as z from 'zod';

export const MAX_PAGE_SIZE = 200;

/** A keyset position: the values a row is sorted by. A page then reads only its own rows. */
export interface Position {
  /** Sort value before the id; null where the id alone decides. */
  at: string | null;
  id: number | string;
}

/** The rows after a position in the order of the list, or with `back`, those before it. */
export interface Cursor extends Position {
  back: boolean;
}

/** The cursor as opaque text for clients to send back. */
export function encodeCursor({ back, at, id }: Cursor): string {
  const text = JSON.stringify([back ? 1 : 0, at, id]);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const cursorShape = z.tuple([
  z.union([z.literal(0), z.literal(1)]),
  z.string().max(64).nullable(),
  z.union([z.number().int().positive(), z.string().min(1).max(64)]),
]);

/** The cursor in `text`; null if we didn't issue it. */
export function decodeCursor(text: string): Cursor | null {
  try {
    const parsed = cursorShape.safeParse(JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/'))));
    if (!parsed.success) return null;
    const [back, at, id] = parsed.data;
    return { back: back === 1, at, id };
  } catch {
    return null;
  }
}

/** Query parameters of every list. */
export const pageQuery = {
  cursor: z.string().max(200).optional().describe('next_cursor or prev_cursor of another page'),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, `A page has 1 to ${MAX_PAGE_SIZE} entries.`)
    .transform(Number)
    .refine((limit) => limit <= MAX_PAGE_SIZE, `A page has 1 to ${MAX_PAGE_SIZE} entries.`)
    .optional()
    .describe(`Entries per page, at most ${MAX_PAGE_SIZE}`),
};

/** Cursors of the next and previous page; null where there is none. */
export const pageCursors = {
  next_cursor: z.string().nullable(),
  prev_cursor: z.string().nullable(),
};

export interface Page<Entry> {
  data: Entry[];
  next_cursor: string | null;
  prev_cursor: string | null;
}
