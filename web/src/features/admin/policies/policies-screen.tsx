import * as policiesApi from '#domain/admin/policies-api.ts';
import type { PolicyRequestEntry } from '#domain/admin/policies-schema.ts';
import { QUEUE_LABELS } from '#domain/admin/records-schema.ts';
import { amount, badge, date, number, person, text } from '#web/features/admin/kit/cells.tsx';
import { DeskList } from '#web/features/admin/kit/desk-list.tsx';
import { datesFilter, PRODUCT_FILTER, statusFilter } from '#web/features/admin/kit/filters-of.ts';
import { loaderOf } from '#web/features/admin/kit/pager.tsx';
import type { DeskKind } from '#web/features/admin/kit/types.ts';
import { words } from '#web/features/admin/parts/cells.tsx';
import { formatCount } from '#web/lib/format.ts';
import { POLICY_BADGES } from './display.ts';
import { PolicyPanel } from './policy-panel.tsx';
import { REFUND_SELECTED } from './refund-selected.ts';
import { Renewals } from './renewals.tsx';

export const POLICIES: DeskKind<PolicyRequestEntry, typeof policiesApi.getPolicyStatistics> = {
  list: 'policies',
  title: 'Policy Requests',
  noun: 'policies',
  panelLabel: 'Policy',
  load: loaderOf(policiesApi.listAllPolicies, 'policies'),
  columns: [
    number('policy_id', 'Policy', (policy) => policy.policy_id),
    badge(
      'status',
      'Status',
      (policy) => ({
        ...POLICY_BADGES[policy.status],
        marks: (
          <>
            {policy.needs_review && <span className="text-xs text-amber">Review</span>}
            {policy.declined_at !== null && <span className="text-xs text-coral">Rejected</span>}
          </>
        ),
      }),
      { width: 10.5 },
    ),
    text('policy_type', 'Type', (policy) => words(policy.policy_type), { priority: 4, width: 4.5, grow: 0 }),
    person('customer', 'Customer', (policy) => ({ name: policy.customer, wallet: policy.wallet }), {
      width: 10,
    }),
    text('item_description', 'Item', (policy) => policy.item_description, { narrow: 'second' }),
    amount('total_premium', 'Premium', (policy) => policy.total_premium, { sort: true }),
    amount('coverage_amount', 'Coverage', (policy) => policy.coverage_amount, {
      priority: 2,
      width: 7,
      narrow: undefined,
    }),
    date('created_at', 'Submitted', (policy) => policy.submitted_date, { priority: 4, sort: true }),
    date('end_date', 'Ends', (policy) => `${policy.end_date}T00:00:00Z`, {
      priority: 1,
      narrow: 'second',
      narrowLabel: 'Ends',
      sort: true,
    }),
  ],
  rowId: (policy) => String(policy.id),
  rowLabel: (policy) => `${policy.policy_id}, ${policy.customer}`,
  isMarked: (policy) => policy.needs_review,
  filters: [statusFilter(POLICY_BADGES), PRODUCT_FILTER, datesFilter('Submitted')],
  linked: [{ key: 'queue', label: 'Waits', names: { ...QUEUE_LABELS, refunds_overdue: 'Refunds overdue' } }],
  defaultSort: { by: 'created_at', order: 'DESC' },
  search: { placeholder: 'Search policies by number, customer or item...' },
  exportCall: policiesApi.exportPolicies,
  bulk: { several: REFUND_SELECTED },
  Panel: PolicyPanel,
  statistics: policiesApi.getPolicyStatistics,
  figures: ({ total, needs_review, refunds_overdue, renewals_due, renewals_limited }) => [
    ['Policies', formatCount(total)],
    ['To review', formatCount(needs_review), { status: 'pending' }],
    ['Refunds overdue', formatCount(refunds_overdue), { queue: 'refunds_overdue' }],
    ['Renewals due in 30 days', `${formatCount(renewals_due.length)}${renewals_limited ? ' or more' : ''}`],
  ],
  Summary: Renewals,
};

export const PoliciesScreen = () => <DeskList kind={POLICIES} />;
