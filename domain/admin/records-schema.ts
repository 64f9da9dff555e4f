import * as z from 'zod';
import { hash32, objects } from '#domain/fields.ts';
import { keysOf } from '#domain/keys.ts';
import { PRIORITIES } from '#domain/messages/lifecycle.ts';
import { EXCEPTION_REASONS } from '#domain/payments/reasons.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { cleanLine, cleanText } from '#domain/text.ts';
import { LISTED_FLAGS } from './claim-flags.ts';
import { chosenQuery, deskPage, deskPageQuery, filterQuery } from './list.ts';

/** The desk's lists of records, which are also the names of their screens, and what each record is called. */
export const DESK_RECORDS = {
  users: 'user',
  policies: 'policy',
  claims: 'claim',
  messages: 'thread',
  exceptions: 'exception',
} as const;
type RecordList = keyof typeof DESK_RECORDS;

/** What notes, audit log lines and timelines are about, with the id that its path takes. */
export const SUBJECT_KINDS = [
  ...Object.values(DESK_RECORDS),
  ...(['admin', 'contract', 'setting', 'approval', 'export', 'month'] as const),
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** A note of at most so many characters. */
export const noteField = (most: number) =>
  z.string().overwrite(cleanText).max(most, `Please keep the note to ${most} characters.`);

/** An internal note on a record. Only administrators see it. */
export const noteRequest = z.strictObject({ text: noteField(5000).min(1, 'Please write something.') });
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
export const auditLogEntry = z.object({
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
export type AuditLogEntry = z.output<typeof auditLogEntry>;
export const auditLogQuery = z.object({
  ...deskPageQuery,
  /** Table and id, such as `claim:12`. */
  subject: z.string().max(120).optional(),
  admin_id: z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .optional(),
});
export const auditLogPage = deskPage('entries', 'total_entries', auditLogEntry);

/** The newest seal. Anyone may keep it: a log whose head is later not among its seals was cut off. */
export const auditLogHead = z.object({
  number: z.number().int(),
  /** HMAC-SHA-256, hex, over the seal before and the line. */
  seal: z.string(),
  sealed_at: z.iso.datetime().nullable(),
});
export const AUDIT_LOG_FAULTS = ['tampered', 'missing', 'erased', 'cut_off', 'unknown_head'] as const;
/** Checks a range of seals; the screen continues from `next_number` until it is null. */
export const auditLogCheckQuery = z.object({
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
export const auditLogCheck = z.object({
  checked_from: z.number().int(),
  checked_to: z.number().int(),
  next_number: z.number().int().nullable(),
  head: auditLogHead,
  /** Lines that are not sealed yet; the next sealing takes them. */
  unsealed: z.number().int(),
  faults: z.array(z.object({ number: z.number().int(), kind: z.enum(AUDIT_LOG_FAULTS), detail: z.string() })),
});

/** Sections of the work queue: what the administrator must do, whom or what the rest waits for, and what somebody put off. */
export const QUEUE_SECTION_LABELS = {
  to_do: 'To do',
  customer: 'Waiting for the customer',
  time: 'Waiting for time',
  second_person: 'Waiting for a second person',
  snoozed: 'Snoozed',
} as const;
export const QUEUE_SECTIONS = keysOf(QUEUE_SECTION_LABELS);
export type QueueSection = (typeof QUEUE_SECTIONS)[number];

/** Kinds of work in the queue. */
export const QUEUE_LABELS = {
  claims_due: 'Claims to review',
  documents_awaited: 'Waiting for documents',
  payouts_to_confirm: 'Payouts to confirm',
  payouts_to_send: 'Payouts to send',
  payouts_under_way: 'Payouts under way',
  refunds_owed: 'Refunds owed',
  policies_to_review: 'Policies to review',
  holder_changes: 'Changes of holder',
  messages_unanswered: 'Messages to answer',
  exceptions: 'Payment exceptions',
  approvals: 'Changes to confirm',
} as const;
export const QUEUE_KINDS = keysOf(QUEUE_LABELS);
export type QueueKind = (typeof QUEUE_KINDS)[number];

/** Days from today within which something can be snoozed. */
export const SNOOZE_DAYS = 90;
export const snoozeRequest = z.strictObject({
  /** The UTC day on which it comes back. */
  until: z.iso.date('Please choose a day.'),
  reason: z.string().overwrite(cleanLine).min(1, 'Please give a reason.').max(200),
  /** Needed where the day is after `due_at`: whoever snoozes it knows that the promise will be broken. */
  past_due: z.boolean().optional(),
});
/** Until when something is snoozed, why, and by whom. */
export const snooze = z.object({ until: z.iso.date(), reason: z.string(), by: z.string() });

export const queueItem = z.object({
  section: z.enum(QUEUE_SECTIONS),
  kind: z.enum(QUEUE_KINDS),
  /** Id that the record's path takes. */
  id: z.string(),
  /** `CLM-007`, `POL-012`, the subject of a thread. */
  title: z.string(),
  customer: z.string().nullable(),
  wallet_address: z.string().nullable(),
  detail: z.string(),
  product: z.enum(PRODUCT_KEYS).nullable(),
  /** Whole dollars: of a claim what was approved, else what is claimed, of a policy its premium; null for others. */
  amount_usd: z.number().nullable(),
  /** Of a claim to review those that its list can be filtered by; none of others. */
  flags: z.array(z.enum(LISTED_FLAGS)),
  /** Of a message; null for others. */
  priority: z.enum(PRIORITIES).nullable(),
  /** When the promise breaks, ours or the customer's. */
  due_at: z.iso.datetime(),
  /** What waits for time: from when it can be acted on; null while only the network can tell. */
  ready_at: z.iso.datetime().nullable(),
  assigned_to: z.number().int().nullable(),
  assigned_admin_name: z.string().nullable(),
  /** Null outside the section of what is snoozed. */
  snooze: snooze.nullable(),
});
export type QueueItem = z.output<typeof queueItem>;
export const queueAnswer = z.object({
  /** Whether it is the administrator's own work. A role without any sees everybody's. */
  mine: z.boolean(),
  /** How many wait in each section, in all and by kind. */
  sections: objects({
    key: z.enum(QUEUE_SECTIONS),
    count: z.number().int(),
    kinds: z.array(z.object({ key: z.enum(QUEUE_KINDS), count: z.number().int() })),
  }),
  /** Of each section and kind the 50 items whose promises break first, all of them in this order. */
  items: z.array(queueItem),
});
/** What the administrator must do, by the screen that it is on. */
export const queueCounts = z.object({
  queue: z.number().int(),
  claims: z.number().int(),
  messages: z.number().int(),
  policies: z.number().int(),
  exceptions: z.number().int(),
  /** A number per list that grows when something comes in. */
  newest: z.object({
    claims: z.number().int(),
    messages: z.number().int(),
    policies: z.number().int(),
    exceptions: z.number().int(),
  }),
});
export type QueueCounts = z.output<typeof queueCounts>;

export const EXCEPTION_STATUSES = ['open', 'resolved', 'became_policy'] as const;
export const exceptionEntry = z.object({
  id: z.number().int(),
  reason: z.enum(EXCEPTION_REASONS),
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
export const exceptionExportQuery = exceptionListQuery.extend(chosenQuery);
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
  /** The 50 newest audit log lines about this payment; empty without permission to read the audit log. */
  audit_log: z.array(auditLogEntry),
});

/** A list's filters, sort and columns under a name, for its administrator alone. */
export const DESK_LISTS = ['audit-log', ...(Object.keys(DESK_RECORDS) as RecordList[])] as const;
export const savedViewRequest = z.strictObject({
  list: z.enum(DESK_LISTS),
  name: z
    .string()
    .overwrite(cleanLine)
    .min(1, 'Please name the view.')
    .max(60, 'Please keep the name to 60 characters.'),
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

/** What the command palette finds: by number, name, email address, wallet, transaction or document's name, a complaint apart from other messages. At most 10 of each kind. */
export const findQuery = z.object({ q: z.string().overwrite(cleanLine).min(1).max(100) });
export const foundRecord = z.object({
  kind: z.enum(['complaint', 'document', ...Object.values(DESK_RECORDS)]),
  /** Of a document: its claim's. */
  id: z.string(),
  /** Which document of the claim. */
  document: z.string().nullable(),
  title: z.string(),
  detail: z.string(),
});
export const foundRecords = z.array(foundRecord);
