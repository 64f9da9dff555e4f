import type * as z from 'zod';
import * as adminPoliciesApi from '#domain/admin/policies-api.ts';
import {
  POLICY_REQUEST_STATUSES,
  type PolicyRequestEntry,
  type PolicyRequestStatus,
  type policyExportQuery,
} from '#domain/admin/policies-schema.ts';
import { dayOf, formatDay } from '#domain/days.ts';
import { fieldError } from '#domain/errors.ts';
import { isRequest } from '#domain/policy/ending.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PRODUCT_KEYS, shortName } from '#domain/products/index.ts';
import { exportCsv, requireDaysInOrder } from '#worker/admin/export.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import { type Column, inWords, usDate, usTime } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { type ListedPolicy, listPolicies, RENEWALS, readFigures, STORED } from './list/repository.ts';

type Query = z.output<typeof policyExportQuery>;

/** Days ahead in which the end of a policy is a renewal to ask about. */
const RENEWAL_DAYS = 30;

const requestStatus = ({ status }: Pick<ListedPolicy, 'status'>): PolicyRequestStatus =>
  status === 'active' ? 'approved' : status;

/** A policy as the desk lists it. */
export const presentEntry = ({ settings }: AdminCtx, policy: ListedPolicy): PolicyRequestEntry => ({
  ...policy,
  policy_id: policyNumber(policy.id),
  status: requestStatus(policy),
  policy_type: policy.product,
  customer: policy.customer_name,
  wallet: shownWallet(settings, policy.wallet),
  total_premium: policy.premium_usd,
  coverage_amount: policy.coverage_usd,
  submitted_date: policy.created_at,
  needs_review:
    policy.needs_review &&
    policy.status === 'pending' &&
    (policy.refund_kind === null || isRequest({ kind: policy.refund_kind })),
  declined_at: policy.refund_kind === 'rejection' ? policy.refund_since : null,
});

function checked(ctx: AdminCtx, query: Query) {
  requireDaysInOrder(query);
  if (query.queue && (query.policy_type || query.status || query.recorded_from || query.recorded_to)) {
    throw fieldError('queue', 'The filter for waiting items cannot be combined with another filter.');
  }
  return { ...query, now: nowIso(ctx) };
}

/** A page of all policies. */
export const listAllPolicies = serve(adminPoliciesApi.listAllPolicies, async (ctx, query) => {
  const { rows, total, pagination } = await listPolicies(ctx.db, checked(ctx, query));
  return {
    policies: rows.map((row) => presentEntry(ctx, row)),
    pagination: { ...pagination, total_policies: total },
  };
});

const columnsOf = ({ settings }: AdminCtx): readonly Column<ListedPolicy>[] => [
  { title: 'Policy', value: ({ id }) => policyNumber(id) },
  { title: 'Status', value: (policy) => inWords(requestStatus(policy)) },
  { title: 'Product', value: ({ product }) => shortName(product) },
  { title: 'Customer', value: ({ customer_name }) => customer_name },
  { title: 'Email', value: ({ customer_email }) => customer_email },
  { title: 'Wallet', value: ({ wallet }) => shownWallet(settings, wallet) },
  { title: 'Insured', value: ({ item_description }) => item_description },
  { title: 'Premium (USD)', value: ({ premium_usd }) => premium_usd },
  { title: 'Coverage (USD)', value: ({ coverage_usd }) => coverage_usd },
  { title: 'Paid out (USD)', value: ({ paid_out_usd }) => paid_out_usd },
  { title: 'Start', value: ({ start_date }) => usDate(start_date) },
  { title: 'End', value: ({ end_date }) => usDate(end_date) },
  { title: 'Submitted (UTC)', value: ({ created_at }) => usTime(created_at) },
];

/** Every policy that the filters match, as a CSV file in the order of the list. */
export const exportPolicies = serve(adminPoliciesApi.exportPolicies, (ctx, query) => {
  const filters = checked(ctx, query);
  const read = (page: object) => listPolicies(ctx.db, { ...filters, ...page });
  return exportCsv(ctx, { list: 'policies', columns: columnsOf(ctx), query, read });
});

/** Counts of policies by status and product, and the renewals due. */
export const getPolicyStatistics = serve(adminPoliciesApi.getPolicyStatistics, async (ctx) => {
  const today = dayOf(ctx.clock());
  const { counts, ending, refundsOverdue } = await readFigures(
    ctx.db,
    formatDay(today),
    formatDay(today + RENEWAL_DAYS),
    nowIso(ctx),
  );
  return {
    total: counts.of(),
    by_status: POLICY_REQUEST_STATUSES.map((status) => ({
      status,
      count: counts.of(STORED[status]),
    })),
    by_type: PRODUCT_KEYS.map((policy_type) => ({ policy_type, count: counts.of('', policy_type) })),
    needs_review: counts.waiting('policies_to_review'),
    refunds_overdue: refundsOverdue,
    renewals_due: ending.slice(0, RENEWALS).map((row) => presentEntry(ctx, row)),
    renewals_limited: ending.length > RENEWALS,
  };
});
