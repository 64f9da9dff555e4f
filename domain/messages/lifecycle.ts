/** States of a thread; an administrator sets any of them, and a customer's reply opens it again. */
export const THREAD_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const;
export type ThreadStatus = (typeof THREAD_STATUSES)[number];

export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];
/** What a customer can choose; `urgent` is for administrators. */
export const CUSTOMER_PRIORITIES = ['low', 'medium', 'high'] as const;

export const MESSAGE_TYPES = ['general', 'claim', 'support', 'billing'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export const TICKET_CATEGORIES = ['claims', 'policies', 'technical', 'billing', 'general'] as const;
export type TicketCategory = (typeof TICKET_CATEGORIES)[number];

/** Name under which support writes. */
export const SUPPORT_NAME = 'Mooring Support';
