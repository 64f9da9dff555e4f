import * as z from 'zod';
import { hash32 } from '../fields.ts';
import { deskPage, deskPageQuery, filterQuery } from './list.ts';

/** What notes, audit entries and timelines are about, with the id that its path takes. */
export const SUBJECT_KINDS = [
  ...(['user', 'policy', 'claim', 'thread', 'exception', 'admin', 'contract'] as const),
  ...(['setting', 'proposal'] as const),
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

const text = z
  .string()
  .trim()
  .min(1, 'Please write something.')
  .max(5000, 'Please keep the note to 5000 characters.');

/** An internal note on a record. Only administrators see it. */
export const noteRequest = z.strictObject({ text });
export const noteEntry = z.object({
  id: z.number().int(),
  text: z.string(),
  author: z.string(),
  created_at: z.iso.datetime(),
});
export type NoteEntry = z.output<typeof noteEntry>;

/** How many records one call changed; the others were that way already. */
export const bulkAnswer = z.object({ changed: z.number().int() });

/** One line of the audit log. `number` and `seal` are null until the next sealing. */
export const auditEntry = z.object({
  id: z.number().int(),
  number: z.number().int().nullable(),
  action: z.string(),
  subject: z.string(),
  /** Where the record is at the desk, such as `/admin/claims?open=12`; null when it has no screen. */
  link: z.string().nullable(),
  admin_id: z.number().int(),
  admin_name: z.string(),
  /** What changed, as it was and as it became. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  at: z.iso.datetime(),
  request_id: z.string(),
  seal: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;
export const auditListQuery = z.object({
  ...deskPageQuery,
  /** Table and id, such as `claim:12`. */
  subject: z.string().max(120).optional(),
  admin_id: z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .optional(),
});
export const auditList = deskPage('entries', 'total_entries', auditEntry);

/** The newest seal. Anyone may keep it: a log whose head is later not among its seals was cut off. */
export const auditHead = z.object({
  number: z.number().int(),
  /** HMAC-SHA-256, hex, over the seal before and the line. */
  seal: z.string(),
  sealed_at: z.iso.datetime().nullable(),
});
export const AUDIT_FAULTS = ['tampered', 'missing', 'cut_off', 'unknown_head'] as const;
/** Checks a range of seals; the screen goes on from `next_number` until it is null. */
export const auditCheckQuery = z.object({
  from: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .optional(),
  /** A head kept outside, as `<number>:<seal>`. */
  head: z
    .string()
    .regex(/^\d{1,15}:[0-9a-f]{64}$/, 'A head is a number, a colon and 64 hexadecimal digits.')
    .optional(),
});
export const auditCheck = z.object({
  checked_from: z.number().int(),
  checked_to: z.number().int(),
  next_number: z.number().int().nullable(),
  head: auditHead,
  /** Lines that are not sealed yet; the next sealing takes them. */
  unsealed: z.number().int(),
  faults: z.array(z.object({ number: z.number().int(), kind: z.enum(AUDIT_FAULTS), detail: z.string() })),
});

/** Sections of the work queue, in the order in which their promises break. */
export const QUEUE_SECTIONS = [
  'claims_due',
  'payouts_to_confirm',
  'payouts_to_send',
  'refunds_owed',
  'policies_to_review',
  'messages_unanswered',
  'exceptions',
] as const;
export type QueueSection = (typeof QUEUE_SECTIONS)[number];
export const QUEUE_LABELS: Readonly<Record<QueueSection, string>> = {
  claims_due: 'Claims to review',
  payouts_to_confirm: 'Payouts to confirm',
  payouts_to_send: 'Payouts to send',
  refunds_owed: 'Refunds owed',
  policies_to_review: 'Policies to review',
  messages_unanswered: 'Messages to answer',
  exceptions: 'Payment exceptions',
};

export const queueItem = z.object({
  section: z.enum(QUEUE_SECTIONS),
  /** Id that the record's path takes. */
  id: z.string(),
  /** `CLM-007`, `POL-012`, the subject of a thread. */
  title: z.string(),
  customer: z.string().nullable(),
  wallet_address: z.string().nullable(),
  detail: z.string(),
  /** When our promise breaks. */
  due_at: z.iso.datetime(),
  assigned_to: z.number().int().nullable(),
  assigned_admin_name: z.string().nullable(),
});
export type QueueItem = z.output<typeof queueItem>;
export const queueAnswer = z.object({
  /** Only the sections whose work the administrator may do; an auditor sees all. */
  sections: z.array(
    z.object({ key: z.enum(QUEUE_SECTIONS), label: z.string(), count: z.number().int(), mine: z.boolean() }),
  ),
  /** Of each section the 50 items whose promises break first, all of them in this order. */
  items: z.array(queueItem),
});

export const EXCEPTION_STATUSES = ['open', 'resolved', 'became_policy'] as const;
export const exceptionEntry = z.object({
  id: z.number().int(),
  /** claim_paid_twice: no payment to us but a payout on chain, of a claim that was paid already. */
  reason: z.enum(['unknown_quote', 'late', 'duplicate', 'mismatch', 'claim_paid_twice']),
  detail: z.string(),
  status: z.enum([...EXCEPTION_STATUSES, 'orphaned']),
  wallet_address: z.string(),
  customer: z.string().nullable(),
  chain_id: z.union([z.number().int(), hash32]),
  tx_hash: hash32,
  quote_id: hash32,
  amount: z.string(),
  currency: z.string(),
  decimals: z.number().int(),
  paid_at: z.iso.datetime(),
  refund_due_at: z.iso.datetime(),
  policy_id: z.number().int().nullable(),
  policy_number: z.string().nullable(),
});
export const exceptionListQuery = z.object({
  ...deskPageQuery,
  status: filterQuery(EXCEPTION_STATUSES),
});
export const exceptionList = deskPage('exceptions', 'total_exceptions', exceptionEntry);
export const exceptionStatistics = z.object({
  total: z.number().int(),
  by_status: z.array(z.object({ status: z.enum(EXCEPTION_STATUSES), count: z.number().int() })),
});
/** With what a refund needs: a rejection within 30 days of the start of cover, later the payer's consent. */
export const exceptionDetail = exceptionEntry.extend({
  refund: z.object({
    possible: z.boolean(),
    /** Why not, in a sentence. */
    problem: z.string().nullable(),
    outcome: z.enum(['rejected', 'cancelled']),
    consented_until: z.iso.datetime().nullable(),
  }),
  refunded_at: z.iso.datetime().nullable(),
  refund_tx_hash: hash32.nullable(),
  contract: z.string(),
  resolved_at: z.iso.datetime().nullable(),
  notes: z.array(noteEntry),
  /** The 50 newest audit lines about this payment; empty without permission to read the audit log. */
  audit: z.array(auditEntry),
});

/** A list's filters, sort and columns under a name, for its administrator alone. */
export const DESK_LISTS = ['users', 'policies', 'claims', 'messages', 'exceptions', 'audit'] as const;
export const savedViewRequest = z.strictObject({
  list: z.enum(DESK_LISTS),
  name: z.string().trim().min(1, 'Please name the view.').max(60, 'Please keep the name to 60 characters.'),
  /** The screen's search parameters, such as `status=pending&sortBy=due_at`. */
  query: z.string().max(1000),
});
export const savedView = z.object({
  id: z.number().int(),
  list: z.enum(DESK_LISTS),
  name: z.string(),
  query: z.string(),
});
export const savedViews = z.array(savedView);

/** What the command palette finds: by number, name, email address or wallet. At most 10 of each kind. */
export const findQuery = z.object({ q: z.string().trim().min(1).max(100) });
export const foundRecord = z.object({
  kind: z.enum(['user', 'policy', 'claim', 'thread']),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
});
export const foundRecords = z.array(foundRecord);
