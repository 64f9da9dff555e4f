import * as z from 'zod';
import { type Decision, outcomesOf } from '#domain/admin/outcomes.ts';
import { MOST_OUTCOMES, type outcomesQuery } from '#domain/admin/outcomes-schema.ts';
import * as adminReportsApi from '#domain/admin/reports-api.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { causeLabel } from '#domain/products/forms/index.ts';
import { shortName } from '#domain/products/index.ts';
import { logExport } from '#worker/admin/export.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { type Column, csvAnswer, usTime } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { fieldError } from '#worker/quotes/terms.ts';
import { type DecisionRow, readComplaints, readDecisions } from './repository.ts';

type Query = z.output<typeof outcomesQuery>;

const hoursBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 360_000) / 10;

/** What was told of a decision; what was erased of it is missing. */
const told = z.object({
  payout_usd: z.number().nullish(),
  suggested_usd: z.number().nullish(),
  notes: z.string().nullish(),
  reason: z.string().nullish(),
  clause: z.object({ title: z.string(), text: z.string() }).nullish(),
});

interface Decided extends Decision {
  row: DecisionRow;
  reason: string | null;
}

function decidedOf(row: DecisionRow): Decided {
  const { payout_usd, suggested_usd, notes, reason, clause } = told.parse(JSON.parse(row.data));
  return {
    row,
    ...row,
    handler: row.handler_name ?? 'Nobody',
    approved: row.kind === 'claim.approved',
    hours: hoursBetween(row.asked_at ?? row.created_at, row.at),
    look: row.asked_at !== null ? 'second' : row.is_first === 1 ? 'first' : 'again',
    clause: clause ? `${clause.title}: ${clause.text}` : null,
    reason: reason ?? notes ?? null,
    stands: row.stands === 1,
    payout: payout_usd ?? null,
    suggested: suggested_usd ?? null,
    onePerson: row.preparer !== null && row.preparer === row.handler,
    deactivated: row.is_deactivated === 1,
    noDocuments: row.no_documents === 1,
  };
}

/** 422 for a period with more than a report takes. */
function requireFew(rows: readonly unknown[], what: string): void {
  if (rows.length <= MOST_OUTCOMES) return;
  const most = MOST_OUTCOMES.toLocaleString('en-US');
  throw fieldError('to', `There are more than ${most} ${what} in this period. Please choose a shorter one.`);
}

async function decisionsIn(ctx: AdminCtx, query: Query): Promise<Decided[]> {
  if (query.to < query.from) throw fieldError('to', 'Please choose a last day that is not before the first.');
  const rows = await readDecisions(ctx.db, query, MOST_OUTCOMES + 1);
  requireFew(rows, 'decisions');
  return rows.map(decidedOf);
}

export const getOutcomes = serve(adminReportsApi.getOutcomes, async (ctx, query) => {
  const [decisions, complaints] = await Promise.all([
    decisionsIn(ctx, query),
    readComplaints(ctx.db, query, MOST_OUTCOMES + 1),
  ]);
  requireFew(complaints, 'complaints');
  return {
    from: query.from,
    to: query.to,
    ...outcomesOf(
      // A claim that a withdrawal closed was decided by nobody.
      decisions.filter(({ row }) => row.kind !== 'claim.given_up'),
      complaints.map(({ id, cause, outcome, created_at, answered_at }) => ({
        id,
        cause: cause ?? 'other',
        outcome,
        days: answered_at === null ? null : Math.round(hoursBetween(created_at, answered_at) / 2.4) / 10,
      })),
    ),
  };
});

const KINDS = {
  'claim.approved': 'Approved',
  'claim.rejected': 'Rejected',
  'claim.given_up': 'Closed by a withdrawal',
} as const;
const LOOKS = { first: 'First', second: 'Second look', again: 'Again' } as const;

const COLUMNS: readonly Column<Decided>[] = [
  { title: 'Claim', value: ({ claim }) => claimNumber(claim) },
  { title: 'Product', value: ({ product }) => shortName(product) },
  { title: 'Cause', value: ({ product, cause }) => cause && causeLabel(product, cause) },
  { title: 'Made (UTC)', value: ({ row }) => usTime(row.created_at) },
  { title: 'Decided (UTC)', value: ({ row }) => usTime(row.at) },
  { title: 'Hours', value: ({ hours }) => hours },
  { title: 'Outcome', value: ({ row }) => KINDS[row.kind] },
  { title: 'Decision', value: ({ look }) => LOOKS[look] },
  { title: 'Stands', value: ({ stands }) => stands },
  { title: 'Clause', value: ({ clause }) => clause },
  { title: 'Reason', value: ({ reason }) => reason },
  { title: 'Claimed (USD)', value: ({ row }) => row.amount_cents / 100 },
  { title: 'Suggested (USD)', value: ({ suggested }) => suggested },
  { title: 'Payout (USD)', value: ({ payout }) => payout },
  { title: 'Decided by', value: ({ row }) => row.handler_name },
  { title: 'Confirmed by', value: ({ row, stands }) => (stands ? row.confirmed_name : null) },
  { title: 'Payout prepared by', value: ({ row }) => row.preparer_name },
  { title: 'Customer deactivated', value: ({ deactivated }) => deactivated },
  { title: 'Documents never came', value: ({ noDocuments }) => noDocuments },
];

export const exportOutcomes = serve(adminReportsApi.exportOutcomes, async (ctx, query) => {
  const rows = await decisionsIn(ctx, query);
  await logExport(ctx, 'outcomes', query, rows.length);
  return csvAnswer(`Mooring-outcomes-${query.from}-${query.to}`, COLUMNS, async () => ({ rows, next: null }));
});
