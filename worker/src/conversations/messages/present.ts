import { SUPPORT_NAME } from '#domain/messages/lifecycle.ts';
import type { ThreadAnswer, ThreadMessage } from '#domain/messages/schema.ts';
import type { ThreadMessageRow, ThreadRow } from './repository.ts';

/** The customer's name in their own threads. */
const SELF = 'You';

export const presentThread = (row: ThreadRow): ThreadAnswer => ({
  ...row,
  sender_type: row.last_sender,
  preview: row.last_preview,
  is_read: !row.unread_by_customer,
});

export const presentMessage = ({ id, sender, text, created_at }: ThreadMessageRow): ThreadMessage => ({
  id,
  sender_type: sender,
  sender_name: sender === 'user' ? SELF : SUPPORT_NAME,
  message: text,
  created_at,
});
