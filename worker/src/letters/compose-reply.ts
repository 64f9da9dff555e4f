import { SUPPORT_NAME } from '#domain/messages/lifecycle.ts';
import { cutText } from '#domain/text.ts';
import { findContactMessage, findMessageWithKey } from '#worker/conversations/messages/repository.ts';
import { eventKeyOf } from '#worker/delivery/mail/letter.ts';
import { Unsendable } from '#worker/delivery/mail/unsendable.ts';
import { addresseeCtx, type Composer, inOneLine, paragraphs } from './composer.ts';
import { footerOf, HELP } from './content.ts';
import { facts, link, quote, text } from './layout.ts';

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
