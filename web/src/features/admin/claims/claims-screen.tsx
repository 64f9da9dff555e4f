import * as claimsApi from '#domain/admin/claims-api.ts';
import type { AdminClaimEntry } from '#domain/admin/claims-schema.ts';
import { QUEUE_LABELS } from '#domain/admin/records-schema.ts';
import { formatUsd } from '#domain/money.ts';
import {
  amount,
  assignee,
  badge,
  clock,
  date,
  lines,
  number,
  person,
  text,
} from '#web/features/admin/kit/cells.tsx';
import { DeskList } from '#web/features/admin/kit/desk-list.tsx';
import {
  AMOUNT_FILTER,
  ASSIGNED_FILTER,
  datesFilter,
  PRODUCT_FILTER,
  statusFilter,
} from '#web/features/admin/kit/filters-of.ts';
import { loaderOf } from '#web/features/admin/kit/pager.tsx';
import type { DeskKind } from '#web/features/admin/kit/types.ts';
import { words } from '#web/features/admin/parts/cells.tsx';
import { formatCount } from '#web/lib/format.ts';
import { CLAIM_BADGES } from '#web/ui/claim-badges.ts';
import { ClaimPanel } from './claim-panel.tsx';
import { FLAG_FILTER } from './display.ts';
import { SELECTED_CLAIMS } from './selected.ts';

const documents = (count: number) => (count === 1 ? '1 doc' : `${count} docs`);

const SECOND = (
  <span className="text-xs text-amber" title="Needs a second administrator">
    2nd
  </span>
);

export const CLAIMS: DeskKind<AdminClaimEntry, typeof claimsApi.getClaimStatistics> = {
  list: 'claims',
  title: 'Claims',
  noun: 'claims',
  panelLabel: 'Claim',
  load: loaderOf(claimsApi.listAllClaims, 'claims'),
  columns: [
    number('claim_id', 'Claim', (claim) => claim.claim_id),
    badge('status', 'Status', (claim) => ({
      ...CLAIM_BADGES[claim.status],
      marks: claim.needs_confirmation && SECOND,
    })),
    person('customer', 'Customer', (claim) => ({ name: claim.customer_name, wallet: claim.customer })),
    lines('policy_id', 'Policy', (claim) => [
      claim.policy_id,
      `${words(claim.policy_type)} · ${documents(claim.documents_count)}`,
    ]),
    text('description', 'Description', (claim) => claim.description, { priority: 5 }),
    assignee('assigned', 'Assigned to', (claim) => claim.assigned_admin_name),
    amount('claim_amount', 'Amount', (claim) => claim.formatted_amount, { width: 6.25, sort: true }),
    amount('payout', 'Payout', (claim) => claim.formatted_payout, {
      priority: 4,
      width: 5.75,
      narrow: undefined,
    }),
    date('created_at', 'Created', (claim) => claim.created_at, { sort: true }),
    clock('due_at', 'Due', (claim) => claim.due_at, { sort: true }),
  ],
  // In the address a claim is its number or `CLM-007`.
  rowId: (claim) => String(claim.id),
  rowLabel: (claim) => `${claim.claim_id}, ${claim.customer_name}`,
  filters: [
    statusFilter(CLAIM_BADGES),
    PRODUCT_FILTER,
    AMOUNT_FILTER,
    FLAG_FILTER,
    ASSIGNED_FILTER,
    datesFilter('Created'),
  ],
  linked: [{ key: 'queue', label: 'Waits', names: { ...QUEUE_LABELS, overdue: 'Overdue' } }],
  people: 'claims.decide',
  defaultSort: { by: 'due_at', order: 'ASC' },
  search: { placeholder: 'Search claims by number, customer or text...' },
  exportCall: claimsApi.exportClaims,
  bulk: SELECTED_CLAIMS,
  Panel: ClaimPanel,
  statistics: claimsApi.getClaimStatistics,
  figures: ({ total, overdue, needs_confirmation, paid_usd, median_review_hours: hours }) => [
    ['Claims', formatCount(total)],
    ['Overdue', formatCount(overdue), { queue: 'overdue', sortBy: 'due_at', sortOrder: 'ASC' }],
    ['To confirm', formatCount(needs_confirmation), { queue: 'payouts_to_confirm' }],
    ['Paid', formatUsd(paid_usd), { status: 'paid' }],
    [
      'Median review',
      hours === null ? 'None yet' : `${hours.toLocaleString('en-US', { maximumFractionDigits: 1 })} h`,
    ],
  ],
};

export const ClaimsScreen = () => <DeskList kind={CLAIMS} />;
