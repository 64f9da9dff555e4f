import { useQuery } from '@tanstack/react-query';
import * as claimsApi from '#domain/admin/claims-api.ts';
import type { AdminClaimEntry } from '#domain/admin/claims-schema.ts';
import { QUEUE_LABELS } from '#domain/admin/records-schema.ts';
import { CLAIM_LABELS, CLAIM_STATUSES } from '#domain/claims/lifecycle.ts';
import { formatUsd } from '#domain/money.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { assignChoice } from '#web/features/admin/list/assignment.ts';
import { DeskList } from '#web/features/admin/list/desk-list.tsx';
import { loaderOf } from '#web/features/admin/list/pages.ts';
import type { DeskColumn, DeskFilter } from '#web/features/admin/list/types.ts';
import { Person, ShortDate, words } from '#web/features/admin/parts/cells.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { type Figure, Figures } from '#web/features/admin/parts/screen.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin, useAssignees, useColleagues } from '#web/features/admin/use-admin.ts';
import { formatCount } from '#web/lib/format.ts';
import { Badge } from '#web/ui/values.tsx';
import { ClaimPanel } from './claim-panel.tsx';
import { claimBadge } from './display.ts';

const loadClaims = loaderOf(claimsApi.listAllClaims, 'claims');

const statisticsQuery = adminApi.query(claimsApi.getClaimStatistics);

const documents = (count: number) => (count === 1 ? '1 doc' : `${count} docs`);

export const CLAIM_COLUMNS: readonly DeskColumn<AdminClaimEntry>[] = [
  {
    id: 'claim_id',
    header: 'Claim',
    priority: 1,
    width: 6.5,
    narrow: 'first',
    fixed: true,
    cell: (claim) => <span className="figures font-medium">{claim.claim_id}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    priority: 1,
    width: 10,
    narrow: 'end',
    cell: (claim) => {
      const { label, variant } = claimBadge(claim.status);
      return (
        <span className="flex items-center gap-1.5">
          <Badge variant={variant}>{label}</Badge>
          {claim.needs_confirmation && (
            <span className="text-xs text-amber" title="Needs a second administrator">
              2nd
            </span>
          )}
        </span>
      );
    },
  },
  {
    id: 'customer',
    header: 'Customer',
    priority: 1,
    width: 9,
    grow: 2,
    narrow: 'first',
    cell: (claim) => <Person name={claim.customer_name} wallet={claim.customer} />,
  },
  {
    id: 'policy_id',
    header: 'Policy',
    priority: 2,
    width: 6.5,
    cell: (claim) => (
      <span className="flex min-w-0 flex-col leading-tight">
        <span className="figures">{claim.policy_id}</span>
        <span className="truncate text-xs text-muted">
          {words(claim.policy_type)} · {documents(claim.documents_count)}
        </span>
      </span>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    priority: 5,
    width: 8,
    grow: 2,
    cell: (claim) => <bdi title={claim.description}>{claim.description}</bdi>,
  },
  {
    id: 'assigned',
    header: 'Assigned to',
    priority: 1,
    width: 7,
    grow: 1.5,
    wrap: true,
    narrow: 'second',
    cell: (claim) => claim.assigned_admin_name ?? <span className="text-muted">Nobody</span>,
  },
  {
    id: 'claim_amount',
    header: 'Amount',
    priority: 1,
    width: 6.25,
    narrow: 'second',
    sort: 'claim_amount',
    align: 'end',
    cell: (claim) => claim.formatted_amount,
  },
  {
    id: 'payout',
    header: 'Payout',
    priority: 4,
    width: 5.75,
    align: 'end',
    cell: (claim) => claim.formatted_payout,
  },
  {
    id: 'created_at',
    header: 'Created',
    priority: 3,
    width: 7,
    sort: 'created_at',
    align: 'end',
    cell: (claim) => <ShortDate at={claim.created_at} />,
  },
  {
    id: 'due_at',
    header: 'Due',
    priority: 1,
    width: 7,
    narrow: 'second',
    sort: 'due_at',
    align: 'end',
    cell: (claim) => <Clock due={claim.due_at} />,
  },
];

/** A panel's id in the address is the claim's number or `CLM-007`. */
const rowId = (claim: AdminClaimEntry) => String(claim.id);

const NO_CHANGES: never[] = [];

/** 409 if somebody else has assigned one of them since the list was loaded. */
const assignAsSeen = (rows: readonly AdminClaimEntry[], to: number | null) =>
  adminApi.send(claimsApi.assignClaims, {
    body: {
      ids: rows.map(({ id }) => id),
      assigned_to: rows.map((row) => row.assigned_to),
      admin_id: to,
    },
  });

const LINKED = [{ key: 'queue', label: 'Waits', names: { ...QUEUE_LABELS, overdue: 'Overdue' } }];

export function ClaimsScreen() {
  const { may } = useAdmin();
  const assignees = useAssignees('claims.decide');
  const colleagues = useColleagues('claims.decide');
  const { data: statistics } = useQuery(statisticsQuery);
  const countOf = (status: string) => statistics?.by_status.find((one) => one.status === status)?.count;
  const filters: DeskFilter[] = [
    {
      key: 'status',
      label: 'Status',
      excludes: ['queue'],
      options: CLAIM_STATUSES.map((status) => ({
        value: status,
        label: CLAIM_LABELS[status],
        count: countOf(status),
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
      key: 'assigned',
      label: 'Assigned',
      as: 'select',
      excludes: ['queue'],
      options: assignees,
    },
    {
      key: 'recorded_from',
      lastKey: 'recorded_to',
      label: 'Created',
      as: 'dates',
      excludes: ['queue'],
      options: [],
    },
  ];
  const figures: Figure<'/admin/claims'>[] = statistics
    ? [
        ['Claims', formatCount(statistics.total)],
        [
          'Overdue',
          formatCount(statistics.overdue),
          { queue: 'overdue', sortBy: 'due_at', sortOrder: 'ASC' },
        ],
        ['To confirm', formatCount(statistics.needs_confirmation), { queue: 'payouts_to_confirm' }],
        ['Paid', formatUsd(statistics.paid_usd), { status: 'paid' }],
        [
          'Median review',
          statistics.median_review_hours === null
            ? 'None yet'
            : `${statistics.median_review_hours.toLocaleString('en-US', { maximumFractionDigits: 1 })} h`,
        ],
      ]
    : [];
  return (
    <DeskList
      list="claims"
      title="Claims"
      noun="claims"
      columns={CLAIM_COLUMNS}
      rowId={rowId}
      rowLabel={(claim) => `${claim.claim_id}, ${claim.customer_name}`}
      filters={filters}
      linked={LINKED}
      defaultSort={{ by: 'due_at', order: 'ASC' }}
      search={{ label: 'Search claims', placeholder: 'Search claims by number, customer or text...' }}
      load={loadClaims}
      exportCall={claimsApi.exportClaims}
      empty="No claims found"
      failed="Failed to load claims"
      panelLabel="Claim"
      panel={(id) => <ClaimPanel key={id} id={id} />}
      summary={<Figures to="/admin/claims" figures={figures} />}
      bulk={
        may('claims.decide')
          ? [assignChoice({ noun: 'claim', colleagues, assign: assignAsSeen })]
          : NO_CHANGES
      }
    />
  );
}
