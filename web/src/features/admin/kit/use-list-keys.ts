import type { RefObject } from 'react';
import { useKeys } from '#web/features/admin/use-keys.ts';

/** The id before or after one of a list; the first if it is in none. The ends stay. */
export function stepped(ids: readonly string[], from: string | null, by: 1 | -1): string | undefined {
  const at = ids.indexOf(from ?? '');
  return ids[at === -1 ? 0 : Math.min(ids.length - 1, Math.max(0, at + by))];
}

interface ListKeys {
  move: (by: 1 | -1) => void;
  /** Closes the open record; null if there is none. */
  close: (() => void) | null;
}

/** The keys of every list with a panel. */
export function useListKeys(list: RefObject<HTMLElement | null>, { move, close }: ListKeys): void {
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    f: () => list.current?.querySelector<HTMLElement>('[data-filters] button')?.focus(),
    Escape: ({ target }) => {
      const field = target instanceof HTMLElement && target.closest<HTMLElement>('input, textarea');
      // The first Esc only leaves the field, so that a half-written reply stays.
      if (field) field.blur();
      else close?.();
    },
  });
}
