import { COMPLAINT_STATUSES, type ComplaintEntry } from '../../../../../domain/admin/complaints-schema.ts';
import { COMPLAINT_CAUSE_LABELS, COMPLAINT_OUTCOME_LABELS } from '../../../../../domain/complaints/schema.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DeskList } from '../list/desk-list.tsx';
import type { DeskColumn } from '../list/types.ts';
import { ShortDate, words } from '../parts/cells.tsx';
import { Clock } from '../parts/clock.tsx';
import { ComplaintPanel } from './complaint-panel.tsx';
import { loadComplaints } from './queries.ts';

const COLUMNS: readonly DeskColumn<ComplaintEntry>[] = [
  {
    id: 'number',
    header: 'Complaint',
    priority: 1,
    width: 7,
    narrow: 'first',
    fixed: true,
    cell: (entry) => <span className="figures">{entry.complaint_number}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    priority: 1,
    width: 8,
    narrow: 'end',
    cell: ({ status, outcome }) =>
      outcome === null ? (
        <Badge variant="default">{words(status)}</Badge>
      ) : (
        <Badge variant="outline">{COMPLAINT_OUTCOME_LABELS[outcome]}</Badge>
      ),
  },
  {
    id: 'due',
    header: 'Answer due',
    priority: 1,
    width: 7,
    narrow: 'second',
    cell: (entry) => <Clock due={entry.status === 'open' ? entry.answer_by : null} />,
  },
  {
    id: 'cause',
    header: 'Cause',
    priority: 1,
    width: 12,
    grow: 1.5,
    narrow: 'second',
    cell: ({ cause }) => COMPLAINT_CAUSE_LABELS[cause],
  },
  {
    id: 'customer',
    header: 'Customer',
    priority: 2,
    width: 9,
    grow: 1,
    cell: ({ customer, email }) => <span title={email}>{customer}</span>,
  },
  {
    id: 'reference',
    header: 'Policy or claim',
    priority: 3,
    width: 8,
    cell: ({ reference }) => <span title={reference}>{reference || '—'}</span>,
  },
  {
    id: 'acknowledged',
    header: 'Acknowledged',
    priority: 3,
    width: 8,
    cell: (entry) =>
      entry.acknowledged_at === null ? (
        <Clock due={entry.acknowledge_by} />
      ) : (
        <ShortDate at={entry.acknowledged_at} />
      ),
  },
  {
    id: 'received',
    header: 'Received',
    priority: 2,
    width: 7,
    align: 'end',
    cell: (entry) => <ShortDate at={entry.received_at} />,
  },
];

const FILTERS = [
  {
    key: 'status',
    label: 'Status',
    options: COMPLAINT_STATUSES.map((value) => ({ value, label: words(value) })),
  },
];
const NO_CHANGES: never[] = [];

/** The register of complaints. */
export function ComplaintsScreen() {
  return (
    <DeskList
      list="complaints"
      title="Complaints"
      noun="complaints"
      columns={COLUMNS}
      rowId={(entry) => String(entry.id)}
      rowLabel={(entry) => entry.complaint_number}
      filters={FILTERS}
      search={{ label: 'Search complaints', placeholder: 'Search by number...' }}
      load={loadComplaints}
      exportPath="/admin/complaints/export"
      bulk={NO_CHANGES}
      empty="No complaints found"
      failed="Failed to load complaints"
      panelLabel="Complaint"
      panel={(id) => <ComplaintPanel key={id} id={id} />}
    />
  );
}
