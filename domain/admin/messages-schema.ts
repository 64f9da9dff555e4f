import * as z from 'zod';
import { COMPLAINT_OUTCOMES, complaintCause, complaintEntry } from '#domain/complaints/schema.ts';
import { MESSAGE_TYPES, PRIORITIES, THREAD_STATUSES } from '#domain/messages/lifecycle.ts';
import { MAX_MESSAGE, threadMessage } from '#domain/messages/schema.ts';
import { cleanLine, cleanText } from '#domain/text.ts';
import { assignedQuery, bulkIds, chosenQuery, deskPage, deskPageQuery, filterQuery } from './list.ts';
import { auditLogEntry } from './records-schema.ts';

export const messageListQuery = z.object({
  ...deskPageQuery,
  /** Threads that wait for an answer. */
  queue: filterQuery(['messages_unanswered']),
  category: filterQuery(['complaint']),
  status: filterQuery(THREAD_STATUSES),
  priority: filterQuery(PRIORITIES),
  assigned: assignedQuery,
});
export const messageExportQuery = messageListQuery.extend(chosenQuery);

/** admin.md §3. Those that wait come first, by when our promise to answer breaks; then those with the latest message. */
export const adminThreadEntry = z.object({
  id: z.number().int(),
  subject: z.string(),
  /** Name, or the address of a contact form. */
  customer: z.string(),
  formatted_wallet: z.string().nullable(),
  wallet_address: z.string().nullable(),
  status: z.enum(THREAD_STATUSES),
  priority: z.enum(PRIORITIES),
  type: z.enum(MESSAGE_TYPES),
  /** Null if it is none. */
  complaint: complaintEntry.nullable(),
  is_read: z.boolean(),
  reply_count: z.number().int(),
  /** `5 minutes ago`, when the list was read. */
  time_ago: z.string(),
  last_message_at: z.iso.datetime(),
  message_preview: z.string(),
  assigned_to: z.number().int().nullable(),
  assigned_admin_name: z.string().nullable(),
  /** When our promise to answer breaks; null when nobody waits. */
  due_at: z.iso.datetime().nullable(),
  /** What closes it once that is done; null where somebody has to say so. */
  matter: z.string().nullable(),
  /** The thread that has its messages since they were merged. */
  merged_into: z.number().int().nullable(),
});
export type AdminThreadEntry = z.output<typeof adminThreadEntry>;
export const adminThreadList = deskPage('messages', 'total_messages', adminThreadEntry);

export const adminThreadReply = z.object({
  id: z.number().int(),
  sender_type: z.enum(['admin', 'customer']),
  sender_display_name: z.string(),
  message: z.string(),
  internal_note: z.boolean(),
  time_ago: z.string(),
  created_at: z.iso.datetime(),
});

/** What an administrator saw of a thread. */
const seenThread = z.strictObject({
  version: z.number().int(),
  /** Of the newest message or note. */
  last_message_id: z.number().int().nonnegative(),
});

export const adminThreadDetail = adminThreadEntry.extend({
  /** The first message, whole, and who wrote it. */
  message: z.string(),
  message_id: z.number().int(),
  sender_type: z.enum(['admin', 'customer']),
  sender_display_name: z.string(),
  created_at: z.iso.datetime(),
  contact_email: z.string().nullable(),
  /** The mailbox behind that address, which the list finds, and how many threads came from it, this one included. */
  mailbox: z.string().nullable(),
  mailbox_threads: z.number().int(),
  /** Why the reader can't answer it, in a sentence; null if they can. */
  not_by_you: z.string().nullable(),
  claim_id: z.number().int().nullable(),
  claim_number: z.string().nullable(),
  policy_id: z.number().int().nullable(),
  policy_number: z.string().nullable(),
  version: z.number().int(),
  /** Of the newest message or note. */
  last_message_id: z.number().int(),
  /** Oldest first; at most the 200 newest. */
  replies: z.array(adminThreadReply),
  earlier_replies: z.boolean(),
  /** The 50 newest audit log lines about this thread; empty without permission to read the audit log. */
  audit_log: z.array(auditLogEntry),
});
export type AdminThreadDetail = z.output<typeof adminThreadDetail>;

/** What the screen fills in of a saved reply. */
export const PLACEHOLDERS = ['name', 'claim', 'policy'] as const;
const OPEN_PLACEHOLDER = new RegExp(`\\{(?:${PLACEHOLDERS.join('|')})\\}`, 'i');

/** Why an answer can't be sent to a customer yet; null if it can. */
export function openPlaceholder(message: string): string | null {
  const [found] = OPEN_PLACEHOLDER.exec(message) ?? [];
  return found === undefined ? null : `Please replace ${found} before you send this.`;
}

export const adminReplyRequest = z
  .strictObject({
    message: z
      .string()
      .overwrite(cleanText)
      .min(1, 'Please write a message.')
      .max(MAX_MESSAGE, `Please keep the message to ${MAX_MESSAGE} characters.`),
    /** A note that only administrators see. */
    internal_note: z.boolean().optional(),
    /** Also resolves the thread. A complaint is resolved only with its outcome. */
    resolve: z.boolean().optional(),
    /** Of a complaint: this is the final answer. */
    outcome: z.enum(COMPLAINT_OUTCOMES, 'Please choose an outcome.').optional(),
    /** Of a complaint, corrected by whoever answers. */
    cause: complaintCause.optional(),
    /** What the administrator saw: 409 with what came in between if others wrote or changed something since. */
    seen: seenThread.optional(),
  })
  .superRefine(({ message, internal_note: internal, outcome }, context) => {
    const problem = internal ? null : openPlaceholder(message);
    if (problem !== null) context.addIssue({ code: 'custom', path: ['message'], message: problem });
    if (internal && outcome !== undefined) {
      const note = 'An outcome goes with the answer, not with a note.';
      context.addIssue({ code: 'custom', path: ['outcome'], message: note });
    }
  });
export const adminReplyAnswer = threadMessage;

/** Any state of a message thread can follow any other. */
export const threadStatusRequest = z.strictObject({
  status: z.enum(THREAD_STATUSES, 'Please choose open, in progress, resolved or closed.'),
});
export const threadStatusAnswer = z.object({ id: z.number().int(), status: z.enum(THREAD_STATUSES) });

export const threadChangeRequest = z.strictObject({
  priority: z.enum(PRIORITIES).optional(),
  /** An administrator's id; null for nobody. */
  assigned_to: z.number().int().positive().nullable().optional(),
});

export const bulkThreadRequest = z.strictObject({
  ids: bulkIds,
  /** Of each of these, as the list showed it: with a status, 409 if a message came since that nobody has read. */
  last_message_at: z.array(z.iso.datetime()).optional(),
  status: z.enum(THREAD_STATUSES).optional(),
  assigned_to: z.number().int().positive().nullable().optional(),
  /** Whom each of these was assigned to, as the list showed it: with `assigned_to`, 409 if that has changed. */
  was_assigned_to: z.array(z.number().int().positive().nullable()).optional(),
});

/** Another thread of the same customer, whose messages this one gets. */
export const mergeRequest = z.strictObject({
  thread_id: z.number().int().positive('Please choose a conversation.'),
});

/** A text to answer with. `{name}`, `{claim}` and `{policy}` are filled in by the screen. */
export const savedReplyRequest = z.strictObject({
  title: z.string().overwrite(cleanLine).min(1, 'Please enter a title.').max(80),
  text: z.string().overwrite(cleanText).min(1, 'Please write a message.').max(MAX_MESSAGE),
});
export const savedReplyChange = savedReplyRequest.partial();
export const savedReply = z.object({
  id: z.number().int(),
  title: z.string(),
  text: z.string(),
  updated_at: z.iso.datetime(),
});
export const savedReplies = z.array(savedReply);

export const messageStatistics = z.object({
  total: z.number().int(),
  by_status: z.array(z.object({ status: z.enum(THREAD_STATUSES), count: z.number().int() })),
  by_priority: z.array(z.object({ priority: z.enum(PRIORITIES), count: z.number().int() })),
  unread: z.number().int(),
  unanswered: z.number().int(),
});
