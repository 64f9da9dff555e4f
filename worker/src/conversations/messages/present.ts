import { SUPPORT_NAME } from '#domain/messages/lifecycle.ts';
import type { ThreadAnswer, ThreadMessage } from '#domain/messages/schema.ts';
import type { ThreadMessageRow, ThreadRow } from './repository.ts';

/** The customer's name in their own threads. */
const SELF = 'You';

export const presentThread = (row: ThreadRow): ThreadAnswer => ({
  id: row.id,
  sender_type: row.last_sender,
  subject: row.subject,
  preview: row.last_preview,
  created_at: row.created_at,
  last_message_at: row.last_message_at,
  is_read: !row.unread_by_customer,
  type: row.type,
  category: row.category,
  priority: row.priority,
  status: row.status,
  reply_count: row.reply_count,
  claim_id: row.claim_id,
  policy_id: row.policy_id,
});

export const presentMessage = ({ id, sender, text, created_at }: ThreadMessageRow): ThreadMessage => ({
  id,
  sender_type: sender,
  sender_name: sender === 'user' ? SELF : SUPPORT_NAME,
  message: text,
  created_at,
});
