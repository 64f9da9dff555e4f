import type { Priority } from '../../../../domain/messages/lifecycle.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { openThread } from './post.ts';
import { guardContact } from './repository.ts';

export interface ContactMessage {
  name: string;
  /** Normalized for comparison. */
  email: string;
  subject: string;
  message: string;
  priority?: Priority | undefined;
  dedupeKey: string;
}

/**
 * Statements that open a thread without a wallet, unless the address already has `max` of them since
 * `since`.
 */
export function contactThread(
  ctx: Ctx,
  { name, email, subject, message, priority, dedupeKey }: ContactMessage,
  limit: { since: string; max: number },
): Statement[] {
  const thread = {
    key: dedupeKey,
    wallet: null,
    contact: { name, email },
    subject,
    type: 'support',
    category: 'general',
    ...(priority && { priority }),
  } as const;
  return [
    guardContact(ctx.db, email, limit),
    ...openThread(ctx, thread, { sender: 'user', kind: 'message', text: message, dedupeKey }),
  ];
}
