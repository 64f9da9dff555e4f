import { answer, call, fileAnswer } from '#domain/http/call.ts';
import * as schema from './books-schema.ts';
import { report, reportExportQuery, reportQuery } from './insight-schema.ts';
import { outcomes, outcomesQuery } from './outcomes-schema.ts';

export const TAG = 'admin: reports';

export const getReport = call('getReport', 'GET /admin/reports', {
  summary: 'Get the report of a month, quarter or year',
  description:
    'Of the period that `from` belongs to, or the current one so far. The claims ratio is claims incurred over premium earned: up to 60 % excellent, up to 80 % good, up to 100 % fair, above poor; while less than a tenth of the premium of the twelve months up to then is earned, it is too early for a ratio. Days are UTC.',
  query: reportQuery,
  answers: { 200: answer(report, 'The report') },
});

export const exportReport = call('exportReport', 'GET /admin/reports/export', {
  summary: 'Download a report as CSV or PDF',
  who: 'admin: export',
  query: reportExportQuery,
  answers: { 200: fileAnswer('The report', 'text/csv', 'application/pdf') },
});

export const getOutcomes = call('getOutcomes', 'GET /admin/reports/outcomes', {
  summary: 'Get how claims were decided and complaints answered in a period',
  description:
    'By product, cause, clause and handler, with the median and the 90th percentile of the times, and the numbers of the cases behind each figure. Decisions of the period, each claim by its first one and second looks apart; complaints received in it. A period with more than 2,000 of either is refused. Days are UTC.',
  query: outcomesQuery,
  answers: { 200: answer(outcomes, 'The outcomes') },
});

export const exportOutcomes = call('exportOutcomes', 'GET /admin/reports/outcomes/export', {
  summary: 'Download the decisions of a period as CSV',
  who: 'admin: export',
  query: outcomesQuery,
  answers: { 200: fileAnswer('The file', 'text/csv') },
});

export const listBookMonths = call('listBookMonths', 'GET /admin/reports/months', {
  summary: 'List the months of the books, and which one can be closed next',
  answers: { 200: answer(schema.bookMonths, 'The months') },
});

export const closeBookMonth = call('closeBookMonth', 'POST /admin/reports/months/{month}/close', {
  summary: 'Close a month',
  description:
    'What it booked stays as it is. If one of its rows changes later, by a reorganization or a repair, the first open month books the difference. Months are closed in their order, once they are over and every chain is read and counted to their end.',
  who: 'admin: books.close',
  params: schema.closeMonthParams,
  body: schema.closeMonthRequest,
  answers: { 200: answer(schema.bookMonths, 'The months as they are now') },
  refuses: [409],
});

export const getTrialBalance = call('getTrialBalance', 'GET /admin/reports/trial-balance', {
  summary: 'Get the trial balance at the end of a day',
  description:
    'Debits and credits of the day’s month until then, and the balance of each account since the beginning. Premium earned, network fees and exchange differences are booked on a month’s last day.',
  query: schema.trialBalanceQuery,
  answers: { 200: answer(schema.trialBalance, 'The accounts') },
});

export const listJournal = call('listJournal', 'GET /admin/reports/journal', {
  summary: 'List the double-entry journal of a month',
  description:
    'Every movement of money and every change of a claim’s reserve, booked at its time, with the month’s own entries. All of a month’s entries sum to its trial balance.',
  query: schema.journalQuery,
  answers: { 200: answer(schema.journalPage, 'A page of entries') },
});

export const getAging = call('getAging', 'GET /admin/reports/aging', {
  summary: 'Get what waits for a decision, a payout or a refund, by its age',
  description:
    'Claims since they were made, payouts since they were approved, refunds since they were owed, payments without a policy since they came. Claims are worth their reserve.',
  answers: { 200: answer(schema.aging, 'What waits') },
});

export const exportBooks = call('exportBooks', 'GET /admin/reports/books/export', {
  summary: 'Download journal, trial balance, aging, or the bordereau of premiums or claims as CSV',
  who: 'admin: export',
  query: schema.bookExportQuery,
  answers: { 200: fileAnswer('The file', 'text/csv') },
});
