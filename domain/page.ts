export const MAX_PAGE_SIZE = 200;

/** A keyset position: the sort value and the id of the last row seen, so that a page costs its own rows only. */
export interface Cursor {
  at: string;
  id: number;
}

/** Opaque text of a cursor; clients hand it back unread. */
export function encodeCursor(cursor: Cursor): string {
  return btoa(`${cursor.id}:${cursor.at}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The cursor in `text`, or null when it is not one of ours. */
export function decodeCursor(text: string): Cursor | null {
  try {
    const match = /^(\d{1,15}):(.{1,64})$/.exec(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
    return match ? { id: Number(match[1]), at: match[2] as string } : null;
  } catch {
    return null;
  }
}
