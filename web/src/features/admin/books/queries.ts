import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  aging,
  type BOOK_FILES,
  bookMonths,
  journalPage,
  trialBalance,
} from '../../../../../domain/admin/books-schema.ts';
import { lastDay } from '../../../../../domain/admin/periods.ts';
import { adminApi, deskCache } from '../queries.ts';

export type BookFile = (typeof BOOK_FILES)[number];

export const monthsQuery = queryOptions({
  queryKey: ['books', 'months'],
  queryFn: ({ signal }) => adminApi.get('/admin/reports/months', bookMonths, signal),
});

/** At the end of a month, or of today if it isn't over. */
export const trialBalanceQuery = (month: string, isOver: boolean) =>
  queryOptions({
    queryKey: ['books', 'balance', month, isOver],
    queryFn: ({ signal }) =>
      adminApi.get(
        `/admin/reports/trial-balance${isOver ? `?as_of=${lastDay(month)}` : ''}`,
        trialBalance,
        signal,
      ),
    placeholderData: keepPreviousData,
  });

export const journalQuery = (month: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['books', 'journal', month, cursor ?? ''],
    queryFn: ({ signal }) =>
      adminApi.get(
        `/admin/reports/journal?${new URLSearchParams({ month, ...(cursor ? { cursor } : {}) })}`,
        journalPage,
        signal,
      ),
    placeholderData: keepPreviousData,
  });

export const agingQuery = queryOptions({
  queryKey: ['books', 'aging'],
  queryFn: ({ signal }) => adminApi.get('/admin/reports/aging', aging, signal),
});

export const exportBooks = (file: BookFile, month: string) =>
  adminApi.download(`/admin/reports/books/export?${new URLSearchParams({ file, month })}`);

/** Closes a month; everything that shows the books is read again. */
export async function closeMonth(month: string, reason: string) {
  const { data: months } = await adminApi.post(
    `/admin/reports/months/${month}/close`,
    { reason },
    bookMonths,
  );
  deskCache.setQueryData(monthsQuery.queryKey, months);
  await deskCache.invalidateQueries({ queryKey: ['books'] });
}
