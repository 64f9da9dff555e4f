import * as z from 'zod';
import { atLeast, cleanLine, cleanText } from '#domain/text.ts';
import {
  CUSTOMER_PRIORITIES,
  MESSAGE_TYPES,
  PRIORITIES,
  THREAD_CATEGORIES,
  THREAD_STATUSES,
  TICKET_CATEGORIES,
} from './lifecycle.ts';

export const MAX_SUBJECT = 150;
export const MAX_MESSAGE = 5000;

const id = z
  .union([z.number(), z.string().regex(/^\d{1,15}$/)])
  .transform(Number)
  .pipe(z.number().int().positive());

export const subjectField = z
  .string()
  .overwrite(cleanLine)
  .min(1, 'Please enter a subject.')
  .max(MAX_SUBJECT, `Please keep the subject to ${MAX_SUBJECT} characters.`);

export const messageField = z
  .string()
  .overwrite(cleanText)
  .min(1, 'Please write a message.')
  .max(MAX_MESSAGE, `Please keep the message to ${MAX_MESSAGE} characters.`);

/** A new thread. The claim or policy it names must be the sender's own. */
export const messageRequest = z.strictObject({
  wallet_address: z.string().max(80).optional(),
  subject: subjectField,
  message: messageField,
  type: z.enum(MESSAGE_TYPES).default('general'),
  priority: z.enum(CUSTOMER_PRIORITIES).default('medium'),
  category: z.enum(TICKET_CATEGORIES).optional(),
  claim_id: id.optional(),
  policy_id: id.optional(),
});

export const replyRequest = z.strictObject({
  wallet_address: z.string().max(80).optional(),
  sender_type: z.literal('user').optional(),
  message: messageField,
  parent_message_id: id,
});

/** The support center's form (customer.md §5); it is sent as a message of type `support`. */
export const ticketForm = z.strictObject({
  subject: z
    .string()
    .overwrite(cleanLine)
    .refine(atLeast(5), 'Subject must be at least 5 characters')
    .max(MAX_SUBJECT, `Please keep the subject to ${MAX_SUBJECT} characters.`),
  message: z
    .string()
    .overwrite(cleanText)
    .refine(atLeast(10), 'Message must be at least 10 characters')
    .max(MAX_MESSAGE, `Please keep the message to ${MAX_MESSAGE} characters.`),
  priority: z.enum(CUSTOMER_PRIORITIES),
  category: z.enum(TICKET_CATEGORIES, 'Please select a category'),
});

/** A thread as its owner sees it in the list, the one with the latest message first. */
export const threadAnswer = z.object({
  id: z.number().int(),
  /** Who wrote last. */
  sender_type: z.enum(['admin', 'user']),
  subject: z.string(),
  /** Start of the latest message. */
  preview: z.string(),
  created_at: z.iso.datetime(),
  last_message_at: z.iso.datetime(),
  is_read: z.boolean(),
  type: z.enum(MESSAGE_TYPES),
  category: z.enum(THREAD_CATEGORIES).nullable(),
  priority: z.enum(PRIORITIES),
  status: z.enum(THREAD_STATUSES),
  reply_count: z.number().int(),
  claim_id: z.number().int().nullable(),
  policy_id: z.number().int().nullable(),
});
export type ThreadAnswer = z.output<typeof threadAnswer>;

export const threadMessage = z.object({
  id: z.number().int(),
  sender_type: z.enum(['admin', 'user']),
  sender_name: z.string(),
  message: z.string(),
  created_at: z.iso.datetime(),
});
export type ThreadMessage = z.output<typeof threadMessage>;

/** A whole thread. Reading it marks it as read. */
export const threadDetailAnswer = z.object({
  thread: threadAnswer,
  main_message: threadMessage,
  replies: z.array(threadMessage),
  /** The first message that was unread; null when all were read. */
  first_unread_id: z.number().int().nullable(),
});
export type ThreadDetailAnswer = z.output<typeof threadDetailAnswer>;

export const MAX_SEARCH = 100;

/** Filters of the thread list. */
export const threadFilters = {
  search: z
    .string()
    .overwrite(cleanLine)
    .max(MAX_SEARCH, `Please search for at most ${MAX_SEARCH} characters.`)
    .optional()
    .describe('Words that must all occur in the subject or messages of a thread'),
  type: z.enum(MESSAGE_TYPES).optional(),
};

/** Number of threads with unread messages, for the badge. */
export const unreadCount = z.object({ count: z.number().int() });
