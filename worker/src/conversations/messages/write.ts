import { notFound } from '#domain/errors.ts';
import * as messagesApi from '#domain/messages/api.ts';
import {
  findByDedupeKey,
  findClaimThread,
  ownsPolicy,
  selectWritten,
  type ThreadRow,
  type Written,
} from '#worker/inbox/repository.ts';
import { type Said, say } from '#worker/inbox/said.ts';
import type { Ctx, WalletCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commitAndRead } from '#worker/platform/db/guard.ts';
import { once } from '#worker/platform/db/once.ts';
import { type InputOf, reply, serve } from '#worker/platform/http/serve.ts';
import { threadOfMessage } from '#worker/told/repository.ts';
import { tell } from '#worker/told/tell.ts';
import { ownThread, presentMessage, presentThread, requireOwn } from './read.ts';

/**
 * Runs the batch that writes a message, once per request.
 * @param statements builds the batch after its idempotency row, given the message's key
 * @returns the stored message
 */
export function writeMessage(
  ctx: Ctx,
  statements: (dedupeKey: string) => Statement[] | Promise<Statement[]>,
): Promise<Written> {
  const read = (dedupeKey: string) => findByDedupeKey(ctx.db, dedupeKey);
  return once(ctx, {
    read,
    write: async (mark) => {
      const dedupeKey = `said:${crypto.randomUUID()}`;
      const all = [...mark(dedupeKey), ...(await statements(dedupeKey))];
      return commitAndRead(ctx, all, selectWritten(ctx.db, dedupeKey), (error) => {
        throw error;
      });
    },
  });
}

/** Statements that write what a customer said, and tell the desk that it waits. */
export function customerWrote(ctx: Ctx, said: Said): Statement[] {
  const thread = threadOfMessage(said.dedupeKey);
  const key = said.dedupeKey;
  return [
    ...say(ctx, said),
    ...tell(ctx, 'customer_wrote', { wallet: null, key, late: [thread] }, { thread_id: thread.id }),
  ];
}

type NewMessage = InputOf<typeof messagesApi.createThread>;

/**
 * Opens a thread of the actor's with its first message. A claim has one thread, so a message about a claim
 * becomes a reply there. 404 for a claim or policy of another wallet.
 */
export const createThread = serve(messagesApi.createThread, async (ctx, input) => {
  requireOwn(ctx, input.wallet_address);
  if (input.policy_id !== undefined && !(await ownsPolicy(ctx.db, input.policy_id, ctx.actor.wallet))) {
    throw notFound('There is no such policy.');
  }
  const thread =
    input.claim_id === undefined ? await open(ctx, input) : await continueClaim(ctx, input.claim_id, input);
  return reply({ data: presentThread(thread), message: 'Message sent successfully' });
});

async function open(ctx: WalletCtx, input: NewMessage): Promise<ThreadRow> {
  const { wallet } = ctx.actor;
  const { subject, message, type, category = null, priority, policy_id: policy = null } = input;
  const { thread } = await writeMessage(ctx, (dedupeKey) =>
    customerWrote(ctx, {
      thread: { key: dedupeKey, wallet, subject, type, category, priority, policy },
      text: message,
      dedupeKey,
    }),
  );
  return thread;
}

async function continueClaim(ctx: WalletCtx, claimId: number, input: NewMessage): Promise<ThreadRow> {
  const thread = await findClaimThread(ctx.db, claimId, ctx.actor.wallet);
  if (!thread) throw notFound('Claim not found. Please check the claim ID and try again.');
  // The thread keeps its own subject, so this one becomes the first line.
  const text = input.subject === thread.subject ? input.message : `${input.subject}\n\n${input.message}`;
  return (await write(ctx, thread.id, text)).thread;
}

/** Adds the actor's reply to their own thread and reopens it if it was resolved or closed. */
export const replyToThread = serve(messagesApi.replyToThread, async (ctx, input) => {
  requireOwn(ctx, input.wallet_address);
  const { id } = await ownThread(ctx, input.parent_message_id);
  const { message } = await write(ctx, id, input.message);
  return reply({ data: presentMessage(message), message: 'Reply sent successfully' });
});

/** Writes the actor's text to one of their threads. */
function write(ctx: WalletCtx, thread: number, text: string): Promise<Written> {
  return writeMessage(ctx, (dedupeKey) => customerWrote(ctx, { thread, text, dedupeKey }));
}
