import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as viewsApi from '#domain/admin/views-api.ts';
import type { DeskListKey } from '#web/features/admin/paths.ts';
import { adminApi } from '#web/features/admin/queries.ts';
import type { DeskPage } from './types.ts';

/** The first part of every list's query key, followed by the list's own. */
export const listKey = (list: DeskListKey) => ['list', list] as const;

/** One page. The rows stay while the next ones load. */
export const pageOf = <Row>(
  list: DeskListKey,
  query: string,
  load: (query: string, signal: AbortSignal) => Promise<DeskPage<Row>>,
) =>
  queryOptions({
    queryKey: [...listKey(list), query],
    queryFn: ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
  });

export const viewsQuery = adminApi.query(viewsApi.listViews, {}, { staleTime: 60_000 });
