import type * as z from 'zod';
import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import type { AdminClaimEntry, claimExportQuery } from '#domain/admin/claims-schema.ts';
import { CLAIM_LABELS, CLAIM_STATUSES, claimNumber } from '#domain/claims/lifecycle.ts';
import { fieldError } from '#domain/errors.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PRODUCT_KEYS, shortName } from '#domain/products/index.ts';
import { exportCsv, requireDaysInOrder } from '#worker/admin/export.ts';
import { dollarsOf, readSums } from '#worker/money/entries/sums.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import { type Column, usDate, usTime } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import {
  type ClaimPayment,
  type ListedClaim,
  listClaims,
  readClaimPayments,
  readFigures,
} from './list/repository.ts';
import { presentEntry } from './present.ts';

type Query = z.output<typeof claimExportQuery>;

function checked(ctx: AdminCtx, query: Query) {
  requireDaysInOrder(query);
  if (
    query.queue &&
    (query.assigned || query.policy_type || query.status || query.recorded_from || query.recorded_to)
  ) {
    throw fieldError('queue', 'The filter for waiting items cannot be combined with another filter.');
  }
  // Other orders would look at every claim to find the few that are late.
  const sortBy = query.queue === 'overdue' ? 'due_at' : query.sortBy;
  // Unless somebody chose a sort, what is due first comes first.
  const sortOrder = query.sortOrder ?? (query.sortBy ? 'DESC' : 'ASC');
  return { ...query, sortBy, sortOrder, adminId: ctx.admin.id, now: nowIso(ctx) };
}

/** A page of all claims. */
export const listAllClaims = serve(adminClaimsApi.listAllClaims, async (ctx, query) => {
  const { rows, total, pagination } = await listClaims(ctx.db, checked(ctx, query));
  const claims: AdminClaimEntry[] = rows.map((row) => presentEntry(ctx, row));
  return { claims, pagination: { ...pagination, total_claims: total } };
});

type ExportedClaim = ListedClaim & { payment: ClaimPayment | null };

const columnsOf = ({ settings }: AdminCtx): readonly Column<ExportedClaim>[] => [
  { title: 'Claim', value: ({ id }) => claimNumber(id) },
  { title: 'Status', value: ({ status }) => CLAIM_LABELS[status] },
  { title: 'Product', value: ({ product }) => shortName(product) },
  { title: 'Policy', value: ({ policy_id }) => policyNumber(policy_id) },
  { title: 'Customer', value: ({ customer_name }) => customer_name },
  { title: 'Wallet', value: ({ wallet }) => shownWallet(settings, wallet) },
  { title: 'Incident', value: ({ incident_date }) => usDate(incident_date) },
  { title: 'Amount (USD)', value: ({ amount_cents }) => (amount_cents / 100).toFixed(2) },
  { title: 'Payout (USD)', value: ({ payout_usd }) => payout_usd },
  { title: 'Documents', value: ({ documents_count }) => documents_count },
  { title: 'Assigned to', value: ({ assigned_name }) => assigned_name },
  { title: 'Due (UTC)', value: ({ due_at }) => usTime(due_at) },
  { title: 'Submitted (UTC)', value: ({ created_at }) => usTime(created_at) },
  { title: 'Decided (UTC)', value: ({ decided_at }) => usTime(decided_at) },
  { title: 'Paid (UTC)', value: ({ payment }) => usTime(payment?.paidAt ?? null) },
  { title: 'Currency', value: ({ payment }) => payment?.currency ?? null },
  { title: 'Transaction', value: ({ payment }) => payment?.reference ?? null },
  { title: 'Description', value: ({ description }) => description },
];

/** Every claim that the filters match, as a CSV file in the order of the list. */
export const exportClaims = serve(adminClaimsApi.exportClaims, (ctx, query) => {
  const filters = checked(ctx, query);
  const read = async (page: object) => {
    const { rows, ...rest } = await listClaims(ctx.db, { ...filters, ...page });
    const payments = await readClaimPayments(
      ctx.db,
      rows.filter(({ status }) => status === 'paid').map(({ id }) => id),
    );
    return { ...rest, rows: rows.map((row) => ({ ...row, payment: payments.get(row.id) ?? null })) };
  };
  return exportCsv(ctx, { list: 'claims', columns: columnsOf(ctx), query, read });
});

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

const HOUR_MS = 3_600_000;

/** Counts of claims by status and product, what is late, and how long a decision takes. */
export const getClaimStatistics = serve(adminClaimsApi.getClaimStatistics, async (ctx) => {
  const [{ counts, overdue, decisions }, sums] = await Promise.all([
    readFigures(ctx.db, nowIso(ctx)),
    readSums(ctx.db),
  ]);
  const hours = decisions.map(
    ({ created_at, decided_at }) => (Date.parse(decided_at ?? '') - Date.parse(created_at)) / HOUR_MS,
  );
  const middle = median(hours);
  return {
    total: counts.of(),
    by_status: CLAIM_STATUSES.map((status) => ({ status, count: counts.of(status) })),
    by_type: PRODUCT_KEYS.map((policy_type) => ({ policy_type, count: counts.of('', policy_type) })),
    overdue,
    needs_confirmation: counts.waiting('payouts_to_confirm'),
    paid_usd: dollarsOf(sums, ['claim_paid', 'claim_paid_other']),
    median_review_hours: middle === null ? null : Math.round(middle * 10) / 10,
  };
});
