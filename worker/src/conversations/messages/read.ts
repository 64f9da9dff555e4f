import type { ThreadDetailAnswer } from '../../../../domain/messages/schema.ts';
import type { WalletCtx } from '../../platform/context.ts';
import { requireOwn, unknownThread } from './own.ts';
import { presentMessage, presentThread } from './present.ts';
import { readOwnThread } from './repository.ts';

/** Most replies shown with a thread; the newest ones. */
const SHOWN_REPLIES = 500;

/** The actor's thread with its messages. This is the only call that marks a thread as read. */
export async function readThread(
  ctx: WalletCtx,
  input: { id: number; wallet_address?: string },
): Promise<ThreadDetailAnswer> {
  requireOwn(ctx, input.wallet_address);
  const found = await readOwnThread(ctx.db, input.id, ctx.actor.wallet, SHOWN_REPLIES);
  if (!found) throw unknownThread();
  return {
    thread: presentThread({ ...found.thread, unreadByCustomer: false }),
    main_message: presentMessage(found.main),
    replies: found.replies.map(presentMessage),
    first_unread_id: found.firstUnreadId,
  };
}
