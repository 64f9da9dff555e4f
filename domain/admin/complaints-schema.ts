import * as z from 'zod';
import {
  COMPLAINT_CAUSES,
  COMPLAINT_OUTCOMES,
  complaintAnswer,
  complaintCause,
} from '../complaints/schema.ts';
import { messageField } from '../messages/schema.ts';
import { chosenQuery, deskPage, deskPageQuery, filterQuery } from './list.ts';
import { auditLogEntry } from './records-schema.ts';

export const COMPLAINT_STATUSES = ['open', 'answered'] as const;

export const complaintListQuery = z.object({ ...deskPageQuery, status: filterQuery(COMPLAINT_STATUSES) });
export const complaintExportQuery = complaintListQuery.extend(chosenQuery);

/** A line of the register. */
const complaintEntry = complaintAnswer.extend({
  id: z.number().int(),
  status: z.enum(COMPLAINT_STATUSES),
  cause: z.enum(COMPLAINT_CAUSES),
  /** Number of the policy or claim, as the person wrote it. */
  reference: z.string(),
  customer: z.string(),
  email: z.string(),
  /** The conversation with the person. */
  thread_id: z.number().int(),
  /** When our acknowledgment was sent; null while it was not. */
  acknowledged_at: z.iso.datetime().nullable(),
  answered_at: z.iso.datetime().nullable(),
  outcome: z.enum(COMPLAINT_OUTCOMES).nullable(),
  answered_by: z.string().nullable(),
});
export type ComplaintEntry = z.output<typeof complaintEntry>;
export const complaintList = deskPage('complaints', 'total_complaints', complaintEntry);

export const complaintDetail = complaintEntry.extend({
  /** What the person wrote. */
  message: z.string(),
  /** The 50 newest audit log lines about this complaint; empty without permission to read the audit log. */
  audit_log: z.array(auditLogEntry),
});
export type ComplaintDetail = z.output<typeof complaintDetail>;

/** Our final answer, which goes to the person by email. */
export const complaintDecision = z.strictObject({
  outcome: z.enum(COMPLAINT_OUTCOMES, 'Please choose an outcome.'),
  message: messageField,
  /** Corrected by whoever decides. */
  cause: complaintCause.optional(),
});
