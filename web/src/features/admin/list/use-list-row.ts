import { useQueryClient } from '@tanstack/react-query';
import type { DeskListKey } from '#web/features/admin/paths.ts';
import type { DeskPage } from './pages.ts';
import { listKey } from './pages.ts';

/** A row of a page that was loaded before, for panels of records that have no call of their own. */
export function useListRow<Row>(list: DeskListKey, is: (row: Row) => boolean): Row | null {
  const cache = useQueryClient();
  const pages = cache.getQueriesData<DeskPage<Row>>({ queryKey: listKey(list) });
  return pages.flatMap(([, page]) => page?.rows ?? []).find(is) ?? null;
}
