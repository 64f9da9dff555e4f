import type * as z from 'zod';
import type { contactFormAnswer, contactFormRequest } from '../../../../domain/contact/schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { mailbox } from '../../delivery/mail/letter.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { isConstraintFailure } from '../../platform/db/guard.ts';
import { type ContactMessage, contactThread } from '../messages/contact.ts';
import { customerWrote } from '../messages/post.ts';
import type { Written } from '../messages/repository.ts';
import { writeMessage } from '../messages/write.ts';

const DAY_MS = 86_400_000;
/** Forms accepted per email address and day. */
const PER_DAY = 5;

type Form = z.output<typeof contactFormRequest>;

/** Puts the contact form into support's inbox. A repeated form returns the same thread. */
export async function sendContactForm(ctx: Ctx, form: Form): Promise<z.output<typeof contactFormAnswer>> {
  const { message } = await writeFromAnyone(ctx, form);
  return { received_at: message.createdAt };
}

/**
 * Opens a thread for somebody without a wallet, once per request. 429 above five a day per address.
 * @param more statements of the same batch, by the thread's key
 */
export async function writeFromAnyone(
  ctx: Ctx,
  form: Omit<ContactMessage, 'dedupeKey'>,
  more: (threadKey: string) => readonly Statement[] = () => [],
): Promise<Written> {
  const { name, subject, message, priority } = form;
  const email = mailbox(form.email);
  const since = new Date(ctx.clock() - DAY_MS).toISOString();
  try {
    return await writeMessage(ctx, (dedupeKey) => [
      ...contactThread(ctx, { name, email, subject, message, priority, dedupeKey }, { since, max: PER_DAY }),
      customerWrote(ctx, dedupeKey),
      ...more(dedupeKey),
    ]);
  } catch (error) {
    if (!isConstraintFailure(error)) throw error;
    throw new AppError(
      'rate_limited',
      `We have already received ${PER_DAY} messages from this address today and will answer them. Please write again tomorrow.`,
      { retryAfter: DAY_MS / 1000 },
    );
  }
}
