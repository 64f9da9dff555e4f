import type * as z from 'zod';
import type {
  ComplaintDetail,
  ComplaintEntry,
  complaintExportQuery,
  complaintList,
} from '../../../../domain/admin/complaints-schema.ts';
import { isPermitted } from '../../../../domain/admin/roles.ts';
import { COMPLAINT_CAUSE_LABELS, COMPLAINT_OUTCOME_LABELS } from '../../../../domain/complaints/schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { termsOf } from '../../conversations/complaints/present.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { type Column, usDate, usTime } from '../../platform/http/csv.ts';
import { exportCsv } from '../export.ts';
import { presentLine } from '../trail.ts';
import { type ComplaintRow, findComplaint, readComplaintPage } from './repository.ts';

type Query = z.output<typeof complaintExportQuery>;

function present(row: ComplaintRow): ComplaintEntry {
  return {
    ...termsOf(row),
    id: row.id,
    status: row.answeredAt === null ? 'open' : 'answered',
    cause: row.cause,
    reference: row.reference,
    customer: row.name ?? '',
    email: row.email ?? '',
    thread_id: row.threadId,
    // Letters are deleted after a while; an answer acknowledges too.
    acknowledged_at: row.acknowledgedAt ?? row.answeredAt,
    answered_at: row.answeredAt,
    outcome: row.outcome,
    answered_by: row.answeredBy,
  };
}

/** A page of the register, newest first. */
export async function listComplaints(ctx: AdminCtx, query: Query): Promise<z.output<typeof complaintList>> {
  const { rows, total, pagination } = await readComplaintPage(ctx.db, query);
  return { complaints: rows.map(present), pagination: { ...pagination, total_complaints: total } };
}

/** One complaint. 404 if missing. */
export async function getComplaint(ctx: AdminCtx, id: number): Promise<ComplaintDetail> {
  const found = await findComplaint(ctx.db, id, isPermitted(ctx.admin.role, 'audit_log.read'));
  if (!found) throw new AppError('not_found', 'There is no such complaint.');
  const { complaint, message, trail } = found;
  return { ...present(complaint), message, audit_log: trail.map(presentLine) };
}

const COLUMNS: readonly Column<ComplaintEntry>[] = [
  { title: 'Complaint', value: (entry) => entry.complaint_number },
  { title: 'Status', value: ({ status }) => (status === 'open' ? 'Open' : 'Answered') },
  { title: 'Cause', value: ({ cause }) => COMPLAINT_CAUSE_LABELS[cause] },
  { title: 'Policy or claim', value: ({ reference }) => reference },
  { title: 'Name', value: ({ customer }) => customer },
  { title: 'Email', value: ({ email }) => email },
  { title: 'Received (UTC)', value: (entry) => usTime(entry.received_at) },
  { title: 'Acknowledge by', value: (entry) => usDate(entry.acknowledge_by) },
  { title: 'Acknowledged (UTC)', value: (entry) => entry.acknowledged_at && usTime(entry.acknowledged_at) },
  { title: 'Answer by', value: (entry) => usDate(entry.answer_by) },
  { title: 'Answered (UTC)', value: (entry) => entry.answered_at && usTime(entry.answered_at) },
  { title: 'Outcome', value: ({ outcome }) => outcome && COMPLAINT_OUTCOME_LABELS[outcome] },
  { title: 'Answered by', value: (entry) => entry.answered_by },
];

/** Every complaint that the filters match, as a CSV file. */
export function exportComplaints(ctx: AdminCtx, query: Query): Promise<Response> {
  return exportCsv<ComplaintEntry>(ctx, {
    list: 'complaints',
    query,
    columns: COLUMNS,
    read: async (at) => {
      const { complaints, pagination } = await listComplaints(ctx, { ...query, ...at });
      return { rows: complaints, total: null, pagination };
    },
  });
}
