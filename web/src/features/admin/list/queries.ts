import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { savedView, savedViews } from '../../../../../domain/admin/records-schema.ts';
import type { DeskListKey } from '../paths.ts';
import { adminApi, ignored } from '../queries.ts';
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

const viewsKey = ['views'] as const;

export const viewsQuery = queryOptions({
  queryKey: viewsKey,
  queryFn: ({ signal }) => adminApi.get('/admin/views', savedViews, signal),
  staleTime: 60_000,
});

export const saveView = async (view: { list: DeskListKey; name: string; query: string }) =>
  (await adminApi.post('/admin/views', view, savedView)).data;

export const deleteView = (id: number) => adminApi.delete(`/admin/views/${id}`, ignored);

export const exportList = (path: string, query: string) =>
  adminApi.download(`${path}${query && `?${query}`}`);
