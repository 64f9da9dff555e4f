/**
 * SQL that deletes every figure and marks each day that has rows, so that the job recomputes all of them. Until the job
 * is done, the figures lack the days that are still dirty. No imports: `npm run admin -- figures rebuild` runs it.
 */
const DAYS = {
  accounts: 'created_at',
  policies: 'created_at',
  claims: 'created_at',
  claim_decisions: 'at',
  transaction_fees: 'at',
  failed_payments: 'at',
  site_days: 'day',
  entries: 'at',
};

export const REBUILD: readonly string[] = [
  'DELETE FROM figures',
  'DELETE FROM figure_parts',
  'UPDATE figure_days SET generation = generation + 1, step = step + 1, progress = NULL',
  ...Object.entries(DAYS).map(
    ([table, at]) =>
      `INSERT INTO figure_days (day, generation, computed, step) SELECT DISTINCT substr(${at}, 1, 10), 1, 0, 0 FROM ${table} WHERE ${at} IS NOT NULL ON CONFLICT DO NOTHING`,
  ),
];
