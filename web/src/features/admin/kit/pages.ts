import { queryOptions } from '@tanstack/react-query';
import type { DeskPagination } from '#domain/admin/list.ts';
import type { Call } from '#domain/http/call.ts';
import type { DeskListKey } from '#web/features/admin/paths.ts';
import { adminApi, STAYS } from '#web/features/admin/queries.ts';
import type { DataOf, Input } from '#web/lib/api/call.ts';

export interface DeskPage<Row> {
  rows: Row[];
  total: number;
  pagination: DeskPagination;
}

export type LoadPage<Row> = (query: string, signal: AbortSignal) => Promise<DeskPage<Row>>;

type RowOf<C extends Call, Name> = DataOf<C> extends Record<Name & string, (infer Row)[]> ? Row : never;

/** Loads pages of a list whose answer has its rows as `name` and their number as `total_name`. */
export const loaderOf =
  <C extends Call, Name extends string & keyof DataOf<C>>(call: C, name: Name): LoadPage<RowOf<C, Name>> =>
  async (query, signal) => {
    const answer = await adminApi.ask(call, { query } as Input<C>, { signal });
    const { pagination } = answer as { pagination: DeskPagination & Record<string, unknown> };
    const total = pagination[`total_${name}`] as number;
    return { rows: answer[name] as RowOf<C, Name>[], total, pagination };
  };

/** The start of a list's query keys, below that of what the list shows. */
export const listKey = (list: DeskListKey) => ['admin', list, 'list'] as const;

/** One page. The rows stay while the next ones load. */
export const pageOf = <Row>(list: DeskListKey, query: string, load: LoadPage<Row>) =>
  queryOptions({
    queryKey: [...listKey(list), query],
    queryFn: ({ signal }) => load(query, signal),
    ...STAYS,
  });
