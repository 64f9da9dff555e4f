import { DAY_MS } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import * as supportApi from '#domain/support/api.ts';
import { customerWrote, writeMessage } from '#worker/conversations/messages/write.ts';
import { mailbox } from '#worker/identity/account/email.ts';
import type { NewThread, Written } from '#worker/inbox/repository.ts';
import { type Ctx, isoIn } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { isConstraintFailure } from '#worker/platform/db/guard.ts';
import { guardWrites } from '#worker/platform/db/write-keys.ts';
import { reply, serve } from '#worker/platform/http/serve.ts';

/** Contact forms accepted per client and day. */
const PER_DAY = 20;

/** Puts the contact form into support's inbox. A repeated form returns the same thread. 429 above 20 forms a day per client. */
export const sendContactForm = serve(supportApi.sendContactForm, async (ctx, form) => {
  const { writeKey } = ctx;
  const since = isoIn(ctx, -DAY_MS);
  try {
    const { message } = await writeFromAnyone(ctx, form, () =>
      // The guard follows the row of this form's own key, which counts as well.
      writeKey ? [guardWrites(ctx.db, writeKey, 'said:', { since, most: PER_DAY })] : [],
    );
    return reply({
      data: { received_at: message.created_at },
      message: "Message sent successfully! We'll get back to you soon.",
    });
  } catch (error) {
    if (!isConstraintFailure(error)) throw error;
    throw new AppError(
      'rate_limited',
      `We have already received ${PER_DAY} messages from you today and will answer them. Please write again tomorrow.`,
      { retryAfter: DAY_MS / 1000 },
    );
  }
});

interface FromAnyone
  extends Pick<NewThread, 'category' | 'priority' | 'subject' | 'complaint' | 'claim' | 'policy'> {
  name: string;
  email: string;
  message: string;
}

/**
 * Opens a thread for somebody without a wallet, once per request. No form is refused because of its address, which anyone
 * can enter.
 * @param more statements of the same batch, by the thread's key
 */
export function writeFromAnyone(
  ctx: Ctx,
  { name, email, message: text, ...thread }: FromAnyone,
  more: (threadKey: string) => readonly Statement[],
): Promise<Written> {
  return writeMessage(ctx, (key) => [
    ...customerWrote(ctx, {
      thread: {
        category: 'general',
        ...thread,
        key,
        wallet: null,
        contact: { name, email: mailbox(email) },
        type: 'support',
      },
      text,
      dedupeKey: key,
    }),
    ...more(key),
  ]);
}
