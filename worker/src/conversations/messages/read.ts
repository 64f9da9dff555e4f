import * as messagesApi from '#domain/messages/api.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { requireOwn, unknownThread } from './own.ts';
import { presentMessage, presentThread } from './present.ts';
import { readOwnThread } from './repository.ts';

/** Most replies shown with a thread; the newest ones. */
const SHOWN_REPLIES = 500;

/** The actor's thread with its messages. This is the only call that marks a thread as read. */
export const readThread = serve(messagesApi.getThread, async (ctx, input) => {
  requireOwn(ctx, input.wallet_address);
  const found = await readOwnThread(ctx.db, input.id, ctx.actor.wallet, SHOWN_REPLIES);
  if (!found) throw unknownThread();
  return {
    thread: presentThread({ ...found.thread, unread_by_customer: false }),
    main_message: presentMessage(found.main),
    replies: found.replies.map(presentMessage),
    first_unread_id: found.firstUnreadId,
  };
});
