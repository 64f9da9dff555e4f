import type { DeskPagination } from '#domain/admin/list.ts';
import type { DESK_LISTS } from '#domain/admin/records-schema.ts';
import { fieldError } from '#domain/errors.ts';
import type { Recorded } from '#worker/desk/walk/repository.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import { type Column, CSV_PAGE, csvAnswer } from '#worker/platform/http/csv.ts';
import { recordAct } from '#worker/told/record.ts';

interface ExportPage<Row> {
  rows: readonly Row[];
  total: number;
  pagination: Pick<DeskPagination, 'next_cursor' | 'total_is_minimum'>;
}

interface Export<Row> {
  /** The list's name, also the file's. */
  list: (typeof DESK_LISTS)[number] | 'complaints';
  columns: readonly Column<Row>[];
  /** The query as the caller sent it. */
  query: object;
  read: (page: { page: undefined; limit: number; cursor: string | undefined }) => Promise<ExportPage<Row>>;
}

/** Where a page is says nothing about what was exported, and a search term may be a customer's name. */
function filterOf(query: object): Record<string, unknown> {
  const { page, limit, cursor, search, ...filter } = query as Record<string, unknown>;
  return { ...filter, ...(search ? { search: true } : {}) };
}

/** Logs what an administrator downloads, before the first byte of it leaves. */
export const logExport = async (ctx: AdminCtx, list: string, query: object, rows: number): Promise<void> => {
  await ctx.db.batch([
    recordAct(ctx, {
      action: 'list.exported',
      subject: `export:${list}`,
      after: { ...filterOf(query), rows },
    }),
  ]);
};

/** Every row of a desk list that the filters match, as a CSV file in the order of the list. */
export async function exportCsv<Row>(
  ctx: AdminCtx,
  { list, columns, query, read }: Export<Row>,
): Promise<Response> {
  const at = (cursor: string | undefined) => read({ page: undefined, limit: CSV_PAGE, cursor });
  const first = await at(undefined);
  const rows = first.pagination.total_is_minimum ? await countFrom(first, at) : first.total;
  await logExport(ctx, list, query, rows);
  return csvAnswer(`${list}-${nowIso(ctx).slice(0, 10)}`, columns, async (cursor) => {
    const { rows, pagination } = cursor === undefined ? first : await at(cursor);
    return { rows, next: pagination.next_cursor };
  });
}

async function countFrom<Row>(
  first: ExportPage<Row>,
  at: (cursor: string) => Promise<ExportPage<Row>>,
): Promise<number> {
  let { rows, pagination } = first;
  let count = rows.length;
  while (pagination.next_cursor !== null) {
    ({ rows, pagination } = await at(pagination.next_cursor));
    count += rows.length;
  }
  return count;
}

/** 422 when a filter's last day is before its first. */
export function requireDaysInOrder({ recorded_from: from, recorded_to: to }: Recorded): void {
  if (from !== undefined && to !== undefined && to < from) {
    throw fieldError('recorded_to', 'Please choose a last day that is not before the first.');
  }
}
