import type { MessageKind } from '#domain/messages/lifecycle.ts';
import { cleanLine, cutText } from '#domain/text.ts';
import {
  insertMessage,
  insertThread,
  startThread,
  type ThreadRef,
  updateThread,
} from '#worker/inbox/written/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { NewThread } from './repository.ts';

/** Characters of the latest message shown in lists. */
const PREVIEW = 140;

export interface NewMessage {
  sender: 'admin' | 'user';
  /** Administrator who writes; null for the customer and for automatic messages. */
  adminId?: number | null;
  kind: MessageKind;
  text: string;
  /** Visible only to administrators. */
  internal?: boolean;
  /** Needs nothing of the customer, so that it isn't unread. */
  quiet?: boolean;
  /** A second message with the same key isn't written and changes nothing. */
  dedupeKey: string;
}

export const preview = (text: string): string => cutText(cleanLine(text), PREVIEW);

/** Statements that open a thread with its first message, for the batch that causes it. */
export function openThread(ctx: Ctx, thread: NewThread, first: NewMessage): Statement[] {
  const row = {
    key: thread.key,
    wallet: thread.wallet,
    contact_name: thread.contact?.name ?? null,
    contact_email: thread.contact?.email ?? null,
    subject: thread.subject,
    type: thread.type,
    category: thread.category ?? null,
    priority: thread.priority ?? 'medium',
    ...thread.complaint,
    claim: thread.claim ?? null,
    policy: thread.policy ?? null,
    matter: thread.matter,
  };
  const newest = newestOf(ctx, first);
  return [
    insertThread(ctx.db, row, newest),
    ...written(ctx, { key: thread.key }, first, newest),
    startThread(ctx.db, { key: thread.key }, newest),
  ];
}

const newestOf = (ctx: Ctx, { sender, kind, quiet = false, text }: NewMessage) => ({
  sender,
  kind,
  quiet,
  preview: preview(text),
  now: nowIso(ctx),
});

/**
 * Statements that add a message to a thread and sort the thread by the rule of `waiting/repository.ts`, one after the other. An
 * internal note changes nothing that the customer sees.
 */
export const postMessage = (ctx: Ctx, thread: ThreadRef, message: NewMessage): Statement[] =>
  written(ctx, thread, message, newestOf(ctx, message));

function written(
  ctx: Ctx,
  thread: ThreadRef,
  message: NewMessage,
  newest: ReturnType<typeof newestOf>,
): Statement[] {
  const { sender, adminId = null, kind, text, internal = false, dedupeKey } = message;
  const insert = insertMessage(ctx.db, thread, {
    sender,
    admin_id: adminId,
    kind,
    text,
    internal,
    dedupe_key: dedupeKey,
    created_at: newest.now,
  });
  if (internal) return [insert];
  return [insert, updateThread(ctx.db, thread, newest)];
}
