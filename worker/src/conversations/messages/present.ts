import { SUPPORT_NAME } from '#domain/messages/lifecycle.ts';
import type { ThreadAnswer, ThreadMessage } from '#domain/messages/schema.ts';
import type { ThreadMessageRow, ThreadRow } from './repository.ts';

/** The customer's name in their own threads. */
const SELF = 'You';

export const presentThread = (row: ThreadRow): ThreadAnswer => ({
  id: row.id,
  sender_type: row.lastSender,
  subject: row.subject,
  preview: row.lastPreview,
  created_at: row.createdAt,
  last_message_at: row.lastMessageAt,
  is_read: !row.unreadByCustomer,
  type: row.type,
  category: row.category,
  priority: row.priority,
  status: row.status,
  reply_count: row.replyCount,
  claim_id: row.claimId,
  policy_id: row.policyId,
});

export const presentMessage = ({ id, sender, text, createdAt }: ThreadMessageRow): ThreadMessage => ({
  id,
  sender_type: sender,
  sender_name: sender === 'user' ? SELF : SUPPORT_NAME,
  message: text,
  created_at: createdAt,
});
