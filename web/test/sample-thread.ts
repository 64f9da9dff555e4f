import type { ThreadAnswer, ThreadDetailAnswer, ThreadMessage } from '#domain/messages/schema.ts';

/** A thread that support answered last and that has been read. */
export function thread(change: Partial<ThreadAnswer> = {}): ThreadAnswer {
  return {
    id: 1,
    sender_type: 'admin',
    subject: 'Is my garage covered?',
    preview: 'Yes, it is part of the house.',
    created_at: '2026-11-20T09:30:00.000Z',
    last_message_at: '2026-11-21T10:00:00.000Z',
    is_read: true,
    type: 'general',
    category: null,
    priority: 'medium',
    status: 'open',
    reply_count: 1,
    claim_id: null,
    policy_id: null,
    ...change,
  };
}

export function message(change: Partial<ThreadMessage> = {}): ThreadMessage {
  return {
    id: 11,
    sender_type: 'user',
    sender_name: 'You',
    message: 'Does the policy cover the garage?',
    created_at: '2026-11-20T09:30:00.000Z',
    ...change,
  };
}

export function threadDetail(
  change: Partial<ThreadAnswer> = {},
  replies: ThreadMessage[] = [
    message({
      id: 12,
      sender_type: 'admin',
      sender_name: 'Mooring Support',
      message: 'Yes, it is part of the house.',
      created_at: '2026-11-21T10:00:00.000Z',
    }),
  ],
): ThreadDetailAnswer {
  return { thread: thread(change), main_message: message(), replies, first_unread_id: null };
}
