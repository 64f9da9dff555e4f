import type * as z from 'zod';
import { outcomesOf } from '#domain/admin/outcomes.ts';
import { MOST_OUTCOMES, type outcomesQuery } from '#domain/admin/outcomes-schema.ts';
import { firstDay, monthOf, today } from '#domain/admin/periods.ts';
import * as adminReportsApi from '#domain/admin/reports-api.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { fieldError } from '#domain/errors.ts';
import { causeLabel } from '#domain/products/forms/index.ts';
import { shortName } from '#domain/products/index.ts';
import { logExport } from '#worker/admin/export.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { type Column, csvAnswer, usTime } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { type DecisionRow, readComplaints, readDecisions } from './repository.ts';

/** 422 for a period with more than a report takes. */
function requireFew<Row>(rows: readonly Row[], what: string): readonly Row[] {
  if (rows.length <= MOST_OUTCOMES) return rows;
  const most = MOST_OUTCOMES.toLocaleString('en-US');
  throw fieldError('to', `There are more than ${most} ${what} in this period. Please choose a shorter one.`);
}

/** This month so far unless the query says otherwise. */
function periodOf(ctx: AdminCtx, { product, ...asked }: z.output<typeof outcomesQuery>) {
  const to = asked.to ?? today(ctx.clock());
  const from = asked.from ?? firstDay(monthOf(to));
  if (to < from) throw fieldError('to', 'Please choose a last day that is not before the first.');
  return { from, to, product };
}

const decisionsIn = async (ctx: AdminCtx, period: ReturnType<typeof periodOf>) =>
  requireFew(await readDecisions(ctx.db, period, MOST_OUTCOMES + 1), 'decisions');

export const getOutcomes = serve(adminReportsApi.getOutcomes, async (ctx, query) => {
  const period = periodOf(ctx, query);
  const [decisions, complaints] = await Promise.all([
    decisionsIn(ctx, period),
    readComplaints(ctx.db, period, MOST_OUTCOMES + 1),
  ]);
  return { ...period, ...outcomesOf(decisions, requireFew(complaints, 'complaints')) };
});

const OUTCOMES = { approved: 'Approved', rejected: 'Rejected', given_up: 'Closed by a withdrawal' } as const;
const LOOKS = { first: 'First', second: 'Second look', again: 'Again' } as const;

const COLUMNS: readonly Column<DecisionRow>[] = [
  { title: 'Claim', value: ({ claim }) => claimNumber(claim) },
  { title: 'Product', value: ({ product }) => shortName(product) },
  { title: 'Cause', value: ({ product, cause }) => cause && causeLabel(product, cause) },
  { title: 'Made (UTC)', value: ({ made }) => usTime(made) },
  { title: 'Decided (UTC)', value: ({ at }) => usTime(at) },
  { title: 'Hours', value: ({ hours }) => hours },
  { title: 'Outcome', value: ({ outcome }) => OUTCOMES[outcome] },
  { title: 'Decision', value: ({ look }) => LOOKS[look] },
  { title: 'Stands', value: ({ stands }) => stands === 1 },
  { title: 'Clause', value: ({ clause }) => clause },
  { title: 'Reason', value: ({ reason }) => reason },
  { title: 'Claimed (USD)', value: ({ claimed }) => claimed },
  { title: 'Suggested (USD)', value: ({ suggested }) => suggested },
  { title: 'Payout (USD)', value: ({ payout }) => payout },
  { title: 'Decided by', value: ({ handler }) => handler },
  { title: 'Confirmed by', value: ({ confirmed_by }) => confirmed_by },
  { title: 'Payout prepared by', value: ({ prepared_by }) => prepared_by },
  { title: 'Customer deactivated', value: ({ deactivated }) => deactivated === 1 },
  { title: 'Documents never came', value: ({ no_documents }) => no_documents === 1 },
];

/** Every decision of a period as a line. */
export const exportOutcomes = serve(adminReportsApi.exportOutcomes, async (ctx, query) => {
  const period = periodOf(ctx, query);
  const rows = await decisionsIn(ctx, period);
  await logExport(ctx, 'outcomes', period, rows.length);
  return csvAnswer(`Mooring-outcomes-${period.from}-${period.to}`, COLUMNS, async () => ({
    rows,
    next: null,
  }));
});
