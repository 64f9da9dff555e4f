import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as policiesApi from '#domain/admin/policies-api.ts';
import { POLICY_REQUEST_STATUSES, type PolicyRequestEntry } from '#domain/admin/policies-schema.ts';
import { QUEUE_LABELS } from '#domain/admin/records-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { DeskList } from '#web/features/admin/list/desk-list.tsx';
import { loaderOf } from '#web/features/admin/list/pages.ts';
import type { DeskColumn, DeskFilter } from '#web/features/admin/list/types.ts';
import { Person, ShortDate, words } from '#web/features/admin/parts/cells.tsx';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import { type Figure, Figures } from '#web/features/admin/parts/screen.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { formatCount, longDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/values.tsx';
import { policyBadge } from './display.ts';
import { PolicyPanel } from './policy-panel.tsx';

const loadPolicies = loaderOf(policiesApi.listAllPolicies, 'policies');

const statisticsQuery = adminApi.query(policiesApi.getPolicyStatistics);

export const POLICY_COLUMNS: readonly DeskColumn<PolicyRequestEntry>[] = [
  {
    id: 'policy_id',
    header: 'Policy',
    priority: 1,
    width: 6.5,
    narrow: 'first',
    fixed: true,
    cell: (policy) => <span className="figures font-medium">{policy.policy_id}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    priority: 1,
    width: 10.5,
    narrow: 'end',
    cell: (policy) => {
      const { label, variant } = policyBadge(policy.status);
      return (
        <span className="flex items-center gap-1.5">
          <Badge variant={variant}>{label}</Badge>
          {policy.needs_review && <span className="text-xs text-amber">Review</span>}
          {policy.declined_at !== null && <span className="text-xs text-coral">Rejected</span>}
        </span>
      );
    },
  },
  {
    id: 'policy_type',
    header: 'Type',
    priority: 4,
    width: 4.5,
    cell: (policy) => words(policy.policy_type),
  },
  {
    id: 'customer',
    header: 'Customer',
    priority: 1,
    width: 10,
    grow: 2,
    narrow: 'first',
    cell: (policy) => <Person name={policy.customer} wallet={policy.wallet} />,
  },
  {
    id: 'item_description',
    header: 'Item',
    priority: 3,
    width: 8,
    grow: 2,
    narrow: 'second',
    cell: (policy) => <bdi title={policy.item_description}>{policy.item_description}</bdi>,
  },
  {
    id: 'total_premium',
    header: 'Premium',
    priority: 1,
    width: 6.5,
    narrow: 'second',
    sort: 'total_premium',
    align: 'end',
    cell: (policy) => formatUsd(policy.total_premium),
  },
  {
    id: 'coverage_amount',
    header: 'Coverage',
    priority: 2,
    width: 7,
    align: 'end',
    cell: (policy) => formatUsd(policy.coverage_amount),
  },
  {
    id: 'created_at',
    header: 'Submitted',
    priority: 4,
    width: 7,
    sort: 'created_at',
    align: 'end',
    cell: (policy) => <ShortDate at={policy.submitted_date} />,
  },
  {
    id: 'end_date',
    header: 'Ends',
    priority: 1,
    width: 7,
    narrow: 'second',
    narrowLabel: 'Ends',
    sort: 'end_date',
    align: 'end',
    cell: (policy) => <ShortDate at={`${policy.end_date}T00:00:00Z`} />,
  },
];

const NO_CHANGES: never[] = [];

const LINKED = [
  { key: 'queue', label: 'Waits', names: { ...QUEUE_LABELS, refunds_overdue: 'Refunds overdue' } },
];

export function PoliciesScreen() {
  const { data: statistics } = useQuery(statisticsQuery);
  const filters: DeskFilter[] = [
    {
      key: 'status',
      label: 'Status',
      excludes: ['queue'],
      options: POLICY_REQUEST_STATUSES.map((status) => ({
        value: status,
        label: policyBadge(status).label,
        count: statistics?.by_status.find((one) => one.status === status)?.count,
      })),
    },
    {
      key: 'policy_type',
      label: 'Type',
      as: 'select',
      excludes: ['queue'],
      options: PRODUCT_KEYS.map((product) => ({
        value: product,
        label: PRODUCTS[product].label,
        count: statistics?.by_type.find((one) => one.policy_type === product)?.count,
      })),
    },
    {
      key: 'recorded_from',
      lastKey: 'recorded_to',
      label: 'Submitted',
      as: 'dates',
      excludes: ['queue'],
      options: [],
    },
  ];
  return (
    <DeskList
      list="policies"
      title="Policy Requests"
      noun="policies"
      columns={POLICY_COLUMNS}
      rowId={(policy) => String(policy.id)}
      rowLabel={(policy) => `${policy.policy_id}, ${policy.customer}`}
      isMarked={(policy) => policy.needs_review}
      filters={filters}
      linked={LINKED}
      defaultSort={{ by: 'created_at', order: 'DESC' }}
      search={{ label: 'Search policies', placeholder: 'Search policies by number, customer or item...' }}
      load={loadPolicies}
      exportCall={policiesApi.exportPolicies}
      bulk={NO_CHANGES}
      empty="No policies found"
      failed="Failed to load policies"
      panelLabel="Policy"
      panel={(id) => <PolicyPanel key={id} id={id} />}
      summary={<Summary />}
    />
  );
}

/** Counts, and the policies in force whose cover ends soon. */
function Summary() {
  const { data } = useQuery(statisticsQuery);
  const [open, setOpen] = useState(false);
  const due = data?.renewals_due ?? [];
  const figures: Figure<'/admin/policies'>[] = data
    ? [
        ['Policies', formatCount(data.total)],
        ['To review', formatCount(data.needs_review), { status: 'pending' }],
        ['Refunds overdue', formatCount(data.refunds_overdue), { queue: 'refunds_overdue' }],
        ['Renewals due in 30 days', `${formatCount(due.length)}${data.renewals_limited ? ' or more' : ''}`],
      ]
    : [];
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-1">
        <Figures to="/admin/policies" figures={figures} />
        {due.length > 0 && (
          <Button
            variant="link"
            size="inline"
            className="text-[0.8125rem]"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide renewals' : 'Show renewals'}
          </Button>
        )}
      </div>
      {open && (
        <ul
          aria-label="Renewals due"
          className="mt-2 max-h-60 divide-y divide-line overflow-y-auto rounded-card border border-line bg-surface px-3"
        >
          {due.map((policy) => (
            <li key={policy.id} className="grid grid-cols-[5rem_1fr_auto] gap-x-3 py-1.5 text-[0.8125rem]">
              <DeskLink to="/admin/policies" open={policy.id}>
                {policy.policy_id}
              </DeskLink>
              <span className="min-w-0 truncate" title={`${policy.customer} · ${policy.item_description}`}>
                <bdi>{policy.customer}</bdi> · <bdi>{policy.item_description}</bdi>
              </span>
              <span className="figures text-right text-muted">ends {longDate(policy.end_date)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
