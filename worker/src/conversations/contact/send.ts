import type * as z from 'zod';
import type { contactFormAnswer, contactFormRequest } from '../../../../domain/contact/schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { mailbox } from '../../delivery/mail/letter.ts';
import type { Ctx } from '../../platform/context.ts';
import { isConstraintFailure } from '../../platform/db/guard.ts';
import { contactThread } from '../messages/contact.ts';
import { customerWrote } from '../messages/post.ts';
import { writeMessage } from '../messages/write.ts';

const DAY_MS = 86_400_000;
/** Forms accepted per email address and day. */
const PER_DAY = 5;

type Form = z.output<typeof contactFormRequest>;

/**
 * Puts the contact form into support's inbox. 429 above five a day per address. A repeated form returns
 * the same thread.
 */
export async function sendContactForm(ctx: Ctx, form: Form): Promise<z.output<typeof contactFormAnswer>> {
  const { name, subject, message } = form;
  const email = mailbox(form.email);
  const since = new Date(ctx.clock() - DAY_MS).toISOString();
  try {
    const { message: received } = await writeMessage(ctx, (dedupeKey) => [
      ...contactThread(ctx, { name, email, subject, message, dedupeKey }, { since, max: PER_DAY }),
      customerWrote(ctx, dedupeKey),
    ]);
    return { received_at: received.createdAt };
  } catch (error) {
    if (!isConstraintFailure(error)) throw error;
    throw new AppError(
      'rate_limited',
      `We have already received ${PER_DAY} messages from this address today and will answer them. Please write again tomorrow.`,
      { retryAfter: DAY_MS / 1000 },
    );
  }
}
