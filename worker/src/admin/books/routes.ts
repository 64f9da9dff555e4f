import {
  aging,
  bookExportQuery,
  bookMonths,
  closeMonthParams,
  closeMonthRequest,
  journalPage,
  journalQuery,
  trialBalance,
  trialBalanceQuery,
} from '../../../../domain/admin/books-schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer, fileAnswer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { getAging } from './aging.ts';
import { closeMonth, listBookMonths } from './close.ts';
import { exportBooks } from './export.ts';
import { listJournal } from './journal.ts';
import { getTrialBalance } from './trial-balance.ts';

export const adminBookRoutes = routes('admin: reports', [
  endpoint('GET /admin/reports/months', {
    operationId: 'listBookMonths',
    summary: 'List the months of the books, and which one can be closed next',
    guard: forAdmin('read'),
    answers: { 200: answer(bookMonths, 'The months') },
    run: listBookMonths,
  }),
  endpoint('POST /admin/reports/months/{month}/close', {
    operationId: 'closeBookMonth',
    summary: 'Close a month',
    description:
      'What it booked stays as it is. If one of its rows changes later, by a reorganization or a repair, the first open month books the difference. Months are closed in their order, once they are over and every chain is read and counted to their end.',
    guard: forAdmin('books.close'),
    params: closeMonthParams,
    body: closeMonthRequest,
    answers: { 200: answer(bookMonths, 'The months as they are now') },
    refuses: [409],
    run: closeMonth,
  }),
  endpoint('GET /admin/reports/trial-balance', {
    operationId: 'getTrialBalance',
    summary: 'Get the trial balance at the end of a day',
    description:
      'Debits and credits of the day’s month until then, and the balance of each account since the beginning. Premium earned, network fees and exchange differences are booked on a month’s last day.',
    guard: forAdmin('read'),
    query: trialBalanceQuery,
    answers: { 200: answer(trialBalance, 'The accounts') },
    run: getTrialBalance,
  }),
  endpoint('GET /admin/reports/journal', {
    operationId: 'listJournal',
    summary: 'List the double-entry journal of a month',
    description:
      'Every movement of money and every change of a claim’s reserve, booked at its time, with the month’s own entries. All of a month’s entries sum to its trial balance.',
    guard: forAdmin('read'),
    query: journalQuery,
    answers: { 200: answer(journalPage, 'A page of entries') },
    run: listJournal,
  }),
  endpoint('GET /admin/reports/aging', {
    operationId: 'getAging',
    summary: 'Get what waits for a decision, a payout or a refund, by its age',
    description:
      'Claims since they were made, payouts since they were approved, refunds since they were owed, payments without a policy since they came. Claims are worth their reserve.',
    guard: forAdmin('read'),
    answers: { 200: answer(aging, 'What waits') },
    run: getAging,
  }),
  endpoint('GET /admin/reports/books/export', {
    operationId: 'exportBooks',
    summary: 'Download journal, trial balance, aging, or the bordereau of premiums or claims as CSV',
    guard: forAdmin('export'),
    limit: 'EXPORT_LIMIT',
    query: bookExportQuery,
    answers: { 200: fileAnswer('The file', 'text/csv') },
    run: exportBooks,
  }),
]);
