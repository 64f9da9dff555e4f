import type { MessageType, Priority, TicketCategory } from '../../../../domain/messages/lifecycle.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { insertMessage, insertThread, type ThreadRef, touchThread } from './repository.ts';

/** Characters of the latest message that a list shows. */
const PREVIEW = 140;

export interface NewThread {
  /** A second thread with the same key is the same thread. */
  key: string;
  /** Null for what came by the contact form. */
  wallet: string | null;
  contact?: { name: string; email: string };
  subject: string;
  type: MessageType;
  category?: TicketCategory | null;
  priority?: Priority;
  /** Id of the claim, or its key while the same batch inserts it. */
  claim?: number | { key: string } | null;
  /** Id of the policy, or its quote while the same batch inserts it. */
  policy?: number | { quoteId: string } | null;
}

export interface NewMessage {
  sender: 'admin' | 'user';
  /** Administrator who writes; null for the customer and for what the product itself tells. */
  adminId?: number | null;
  text: string;
  /** Only administrators see it. */
  internal?: boolean;
  /** A second message with the same key is not written, and changes nothing. */
  dedupeKey: string;
}

export const preview = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > PREVIEW ? `${line.slice(0, PREVIEW - 1)}…` : line;
};

/** Statements that open a thread with its first message, for the batch of the use-case that causes it. */
export function openThread(ctx: Ctx, thread: NewThread, first: NewMessage): Statement[] {
  return [
    insertThread(ctx.db, {
      key: thread.key,
      wallet: thread.wallet,
      contactName: thread.contact?.name ?? null,
      contactEmail: thread.contact?.email ?? null,
      subject: thread.subject,
      type: thread.type,
      category: thread.category ?? null,
      priority: thread.priority ?? 'medium',
      claim: thread.claim ?? null,
      policy: thread.policy ?? null,
      lastSender: first.sender,
      lastPreview: preview(first.text),
      now: nowIso(ctx),
    }),
    ...postMessage(ctx, { key: thread.key }, first),
  ];
}

/**
 * Statements that add a message to a thread: unread by whoever did not write it; a customer's message opens the thread
 * again. An internal note changes nothing that the customer sees.
 */
export function postMessage(ctx: Ctx, thread: ThreadRef, message: NewMessage): Statement[] {
  const now = nowIso(ctx);
  const { sender, adminId = null, text, internal = false, dedupeKey } = message;
  const row = { sender, adminId, text, internal, dedupeKey, createdAt: now };
  return [
    // Before the message: it looks whether that is a new one.
    ...(internal ? [] : [touchThread(ctx.db, thread, { sender, preview: preview(text), now, dedupeKey })]),
    insertMessage(ctx.db, thread, row),
  ];
}
