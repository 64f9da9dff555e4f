import { AppError } from '#domain/errors.ts';
import * as messagesApi from '#domain/messages/api.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { type InputOf, reply, serve } from '#worker/platform/http/serve.ts';
import { requireOwn } from './own.ts';
import { customerWrote, openThread } from './post.ts';
import { presentThread } from './present.ts';
import { say } from './reply.ts';
import { findClaimThread, ownsPolicy, type ThreadRow } from './repository.ts';
import { writeMessage } from './write.ts';

type NewMessage = InputOf<typeof messagesApi.createThread>;

/**
 * Opens a thread of the actor's with its first message. A claim has one thread, so a message about a claim
 * becomes a reply there. 404 for a claim or policy of another wallet.
 */
export const createThread = serve(messagesApi.createThread, async (ctx, input) => {
  requireOwn(ctx, input.wallet_address);
  if (input.policy_id !== undefined && !(await ownsPolicy(ctx.db, input.policy_id, ctx.actor.wallet))) {
    throw new AppError('not_found', 'There is no such policy.');
  }
  const thread =
    input.claim_id === undefined ? await open(ctx, input) : await continueClaim(ctx, input.claim_id, input);
  return reply({ data: presentThread(thread), message: 'Message sent successfully' });
});

async function open(ctx: WalletCtx, input: NewMessage): Promise<ThreadRow> {
  const { wallet } = ctx.actor;
  const { subject, message, type, category = null, priority, policy_id: policy = null } = input;
  const { thread } = await writeMessage(ctx, (dedupeKey) => [
    ...openThread(
      ctx,
      { key: dedupeKey, wallet, subject, type, category, priority, policy },
      { sender: 'user', kind: 'message', text: message, dedupeKey },
    ),
    customerWrote(ctx, dedupeKey),
  ]);
  return thread;
}

async function continueClaim(ctx: WalletCtx, claimId: number, input: NewMessage): Promise<ThreadRow> {
  const thread = await findClaimThread(ctx.db, claimId, ctx.actor.wallet);
  if (!thread) throw new AppError('not_found', 'Claim not found. Please check the claim ID and try again.');
  // The thread keeps its own subject, so this one becomes the first line.
  const text = input.subject === thread.subject ? input.message : `${input.subject}\n\n${input.message}`;
  return (await say(ctx, thread.id, text)).thread;
}
