/** States of a thread. An administrator sets any of them, and a customer's reply reopens the thread. */
export const THREAD_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const;
export type ThreadStatus = (typeof THREAD_STATUSES)[number];

/** A message expects an answer or gives one. A notice only tells something, whoever writes it: nobody waits because of it. */
export const MESSAGE_KINDS = ['message', 'notice'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];
/** Priorities a customer can choose. `urgent` is for administrators. */
export const CUSTOMER_PRIORITIES = ['low', 'medium', 'high'] as const;

export const MESSAGE_TYPES = ['general', 'claim', 'support', 'billing'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export const TICKET_CATEGORIES = ['claims', 'policies', 'technical', 'billing', 'general'] as const;
/** A complaint comes by its own form alone. */
export const THREAD_CATEGORIES = [...TICKET_CATEGORIES, 'complaint'] as const;
export type ThreadCategory = (typeof THREAD_CATEGORIES)[number];

/** The name support writes under. */
export const SUPPORT_NAME = 'Mooring Support';
