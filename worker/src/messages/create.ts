import type * as z from 'zod';
import { AppError } from '../../../domain/errors.ts';
import type { messageRequest, ThreadAnswer } from '../../../domain/messages/schema.ts';
import type { WalletCtx } from '../context.ts';
import { ownPolicy } from '../policy/own.ts';
import { SAME_CLICK_MS, writeOnce } from './once.ts';
import { requireOwn } from './own.ts';
import { openThread } from './post.ts';
import { presentThread } from './present.ts';
import { say } from './reply.ts';
import { findClaimThread, type ThreadRow } from './repository.ts';

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
  const { subject, message, type, category = null, priority, policy_id: policyId = null } = input;
  const content = ['create', wallet, subject, message, type, category, policyId];
  const { thread } = await writeOnce(ctx, content, SAME_CLICK_MS, (dedupeKey) =>
    openThread(
      ctx,
      { key: dedupeKey, wallet, subject, type, category, priority, policyId },
      { sender: 'user', text: message, dedupeKey },
    ),
  );
  return thread;
}

/** A claim's thread is opened with the claim, so whoever has no such thread has no such claim. */
async function continueClaim(ctx: WalletCtx, claimId: number, input: NewMessage): Promise<ThreadRow> {
  const thread = await findClaimThread(ctx.db, claimId, ctx.actor.wallet);
  if (!thread) throw new AppError('not_found', 'There is no such claim.');
  // The thread keeps its own subject, so this one's becomes the first line.
  const text = input.subject === thread.subject ? input.message : `${input.subject}\n\n${input.message}`;
  return (await say(ctx, thread.id, text)).thread;
}
