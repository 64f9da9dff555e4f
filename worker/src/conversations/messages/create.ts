import type * as z from 'zod';
import type { messageRequest, ThreadAnswer } from '../../../../domain/messages/schema.ts';
import { ownClaim } from '../../claims/own.ts';
import type { WalletCtx } from '../../platform/context.ts';
import { ownPolicy } from '../../policies/own.ts';
import { ownThread, requireOwn } from './own.ts';
import { openThread } from './post.ts';
import { presentThread } from './present.ts';
import { say } from './reply.ts';
import type { ThreadRow } from './repository.ts';
import { writeMessage } from './write.ts';

type NewMessage = z.output<typeof messageRequest>;

/**
 * Opens a thread of the actor's with its first message. About a claim it is a reply in that claim's own thread, since a
 * claim has one. 404 for a claim or a policy that is not theirs.
 */
export async function createThread(ctx: WalletCtx, input: NewMessage): Promise<ThreadAnswer> {
  requireOwn(ctx, input.wallet_address);
  if (input.policy_id !== undefined) await ownPolicy(ctx, input.policy_id);
  const thread =
    input.claim_id === undefined ? await open(ctx, input) : await continueClaim(ctx, input.claim_id, input);
  return presentThread(thread);
}

async function open(ctx: WalletCtx, input: NewMessage): Promise<ThreadRow> {
  const { wallet } = ctx.actor;
  const { subject, message, type, category = null, priority, policy_id: policy = null } = input;
  const { thread } = await writeMessage(ctx, (dedupeKey) =>
    openThread(
      ctx,
      { key: dedupeKey, wallet, subject, type, category, priority, policy },
      { sender: 'user', text: message, dedupeKey },
    ),
  );
  return thread;
}

async function continueClaim(ctx: WalletCtx, claimId: number, input: NewMessage): Promise<ThreadRow> {
  const { threadId } = await ownClaim(ctx, claimId);
  const thread = await ownThread(ctx, threadId);
  // The thread keeps its own subject, so this one's becomes the first line.
  const text = input.subject === thread.subject ? input.message : `${input.subject}\n\n${input.message}`;
  return (await say(ctx, threadId, text)).thread;
}
