import type { MessageKind } from '#domain/messages/lifecycle.ts';
import type { AdminCtx, Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { openThread, postMessage } from './post.ts';
import type { NewThread } from './repository.ts';

/** A customer's own words, in a thread or one that they open. */
export interface Said {
  thread: number | NewThread;
  text: string;
  /** A second message with the same key isn't written and changes nothing. */
  dedupeKey: string;
  /** A notice needs no answer: what it is about is dealt with elsewhere. */
  kind?: MessageKind;
}

/** Statements that write what a customer said. What we say goes through `tell`. */
export function say(ctx: Ctx, { thread, text, dedupeKey, kind = 'message' }: Said): Statement[] {
  const message = { sender: 'user', kind, text, dedupeKey } as const;
  return typeof thread === 'number' ? postMessage(ctx, thread, message) : openThread(ctx, thread, message);
}

/** Statements for an administrator's note in a thread, which its customer doesn't see. */
export const noteInThread = (ctx: AdminCtx, thread: number, text: string, dedupeKey: string): Statement[] =>
  postMessage(ctx, thread, {
    sender: 'admin',
    kind: 'message',
    adminId: ctx.admin.id,
    text,
    internal: true,
    dedupeKey,
  });
