import { SUPPORT_NAME } from '#domain/messages/lifecycle.ts';
import { ombudsmanText } from '#domain/operator.ts';
import { PROMISES } from '#domain/promises.ts';
import { cutText } from '#domain/text.ts';
import { termsOf } from '#worker/conversations/complaints/complaint.ts';
import {
  findByKey,
  findContactMessage,
  findMessageWithKey,
} from '#worker/conversations/messages/repository.ts';
import { acknowledgeComplaint } from '#worker/conversations/messages/written/repository.ts';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { eventKeyOf } from '#worker/delivery/mail/letter.ts';
import { nowIso } from '#worker/platform/context.ts';
import { dayText } from '#worker/platform/pdf/format.ts';
import { addresseeCtx, type Composer, inOneLine, paragraphs } from './composer.ts';
import { footerOf, HELP } from './content.ts';
import { facts, link, quote, text } from './layout.ts';

/** Acknowledges a complaint: its number, by when we answer it, and who else can help. */
export const composeComplaintReceived: Composer = async (ctx, letter) => {
  const key = eventKeyOf(letter);
  const thread = await findByKey(ctx.db, key);
  const terms = thread && termsOf(thread);
  if (!terms) throw new Unsendable('message_gone', true);
  const number = terms.complaint_number;
  return {
    also: [acknowledgeComplaint(ctx.db, key, nowIso(ctx))],
    subject: `We received your complaint ${number}`,
    content: {
      name: null,
      parts: [
        text(
          `We received a complaint with this email address. A person who did not decide the matter looks into it, and we answer within ${PROMISES.complaintAnswerWeeks} weeks.`,
        ),
        facts(['Complaint', number], ['We answer by', dayText(terms.answer_by)]),
        text('To add something, reply to this email and name the number.'),
        text(ombudsmanText(ctx.settings.operator)),
      ],
    },
    footer:
      'You are receiving this email because someone sent Mooring a complaint from this address. If that was not you, you can ignore it.',
  };
};

const ALL = 500;

/** Support's reply to a contact form, quoting the question, sent to the address in the form. */
export const composeContactReply: Composer = async (ctx, letter) => {
  const found = await findContactMessage(ctx.db, letter.mailbox, eventKeyOf(letter));
  if (!found) throw new Unsendable('message_gone', true);
  const { thread, message, asked } = found;
  return {
    subject: `Mooring replied: ${inOneLine(thread.subject)}`,
    content: {
      name: thread.contact_name,
      parts: [
        ...paragraphs(message.text, ALL, message.text.length),
        text('You asked us:'),
        facts(['Subject', thread.subject]),
        quote(asked.text),
      ],
    },
    footer:
      'You are receiving this email because someone wrote to Mooring from this address. If that was not you, you can ignore it.',
  };
};

/** Support replied in one of the wallet's threads. */
export const composeMessageReceived: Composer = async (ctx, letter) => {
  const holder = addresseeCtx(ctx, letter);
  const found = await findMessageWithKey(holder.db, holder.actor.wallet, eventKeyOf(letter));
  if (!found) throw new Unsendable('message_gone', true);
  const { thread, message } = found;
  return {
    subject: `${SUPPORT_NAME} replied: ${inOneLine(thread.subject)}`,
    content: {
      name: null,
      parts: [
        text('Mooring Support replied:'),
        facts(['Subject', cutText(thread.subject, 150)]),
        ...paragraphs(message.text),
        link('Read and reply', `${ctx.settings.publicOrigin}/messages?thread=${thread.id}`),
        HELP,
      ],
    },
    footer: footerOf(letter.wallet),
  };
};
