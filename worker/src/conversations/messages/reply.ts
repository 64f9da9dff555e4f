import * as messagesApi from '#domain/messages/api.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { reply, serve } from '#worker/platform/http/serve.ts';
import { ownThread, requireOwn } from './own.ts';
import { customerWrote, postMessage } from './post.ts';
import { presentMessage } from './present.ts';
import type { Written } from './repository.ts';
import { writeMessage } from './write.ts';

/** Adds the actor's reply to their own thread and reopens it if it was resolved or closed. */
export const replyToThread = serve(messagesApi.replyToThread, async (ctx, input) => {
  requireOwn(ctx, input.wallet_address);
  const { id } = await ownThread(ctx, input.parent_message_id);
  const { message } = await say(ctx, id, input.message);
  return reply({ data: presentMessage(message), message: 'Reply sent successfully' });
});

/** Writes the actor's text to one of their threads. */
export function say(ctx: WalletCtx, threadId: number, text: string): Promise<Written> {
  return writeMessage(ctx, (dedupeKey) => [
    ...postMessage(ctx, threadId, { sender: 'user', kind: 'message', text, dedupeKey }),
    customerWrote(ctx, dedupeKey),
  ]);
}
