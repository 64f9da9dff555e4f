import { threadAnswer } from '#domain/messages/schema.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { strip } from '#worker/platform/http/strip.ts';
import { presentMessage, presentThread } from './present.ts';
import { readOwnThreads } from './repository.ts';

/** The actor's threads with every message visible to the actor. */
export async function exportMessages(ctx: WalletCtx) {
  const { threads, messages } = await readOwnThreads(ctx.db, ctx.actor.wallet);
  return threads.map((thread) => ({
    ...strip(threadAnswer, presentThread(thread)),
    messages: messages.filter(({ thread_id }) => thread_id === thread.id).map(presentMessage),
  }));
}
