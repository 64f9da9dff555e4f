import { findContactMessage } from '../conversations/messages/repository.ts';
import { eventKeyOf } from '../delivery/mail/letter.ts';
import { Unsendable } from '../delivery/mail/unsendable.ts';
import { type Composer, paragraphs } from './composer.ts';
import { facts, quote, text } from './layout.ts';

const ALL = 500;

/** Support's reply to a contact form, quoting the question, sent to the address in the form. */
export const composeContactReply: Composer = async (ctx, letter) => {
  const found = await findContactMessage(ctx.db, letter.mailbox, eventKeyOf(letter));
  if (!found) throw new Unsendable('message_gone', true);
  const { thread, message, asked } = found;
  return {
    content: {
      name: thread.contactName,
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
