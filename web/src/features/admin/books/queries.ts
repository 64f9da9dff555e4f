import { keepPreviousData } from '@tanstack/react-query';
import type { BOOK_FILES } from '#domain/admin/books-schema.ts';
import { lastDay } from '#domain/admin/periods.ts';
import * as reportsApi from '#domain/admin/reports-api.ts';
import { adminApi, deskCache } from '#web/features/admin/queries.ts';

export type BookFile = (typeof BOOK_FILES)[number];

const STAYS = { placeholderData: keepPreviousData };

export const monthsQuery = adminApi.query(reportsApi.listBookMonths);

/** At the end of a month, or of today if it isn't over. */
export const trialBalanceQuery = (month: string, isOver: boolean) =>
  adminApi.query(
    reportsApi.getTrialBalance,
    { query: { as_of: isOver ? lastDay(month) : undefined } },
    STAYS,
  );

export const journalQuery = (month: string, cursor: string | undefined) =>
  adminApi.query(reportsApi.listJournal, { query: { month, cursor } }, STAYS);

export const agingQuery = adminApi.query(reportsApi.getAging);

export const exportBooks = (file: BookFile, month: string) =>
  adminApi.download(reportsApi.exportBooks, { query: { file, month } });

/** Closes a month; everything that shows the books is read again. */
export async function closeMonth(month: string, reason: string) {
  const months = await adminApi.ask(reportsApi.closeBookMonth, { month, body: { reason } });
  deskCache.setQueryData(monthsQuery.queryKey, months);
  await deskCache.invalidateQueries({ queryKey: ['admin', 'reports'] });
}
