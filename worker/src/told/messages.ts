import * as z from 'zod';
import { complaintNumber } from '#domain/complaints/schema.ts';
import { SUPPORT_NAME } from '#domain/messages/lifecycle.ts';
import { PROMISES } from '#domain/promises.ts';
import { cutText } from '#domain/text.ts';
import { dayText } from '#worker/platform/pdf/format.ts';
import { kind } from './kind.ts';
import { paragraphs, quote, text } from './layout.ts';

/** A thread's title for a letter's subject line. */
const inOneLine = (title: string): string => cutText(title.replace(/\s+/g, ' '), 150);

const ALL = 500;

export const MESSAGES = {
  /** A customer's own message tells the desk alone. */
  customer_wrote: kind({
    data: z.object({ thread_id: z.number() }),
    desk: {
      notice: 'message_waiting',
      subject: () => 'A customer is waiting for a reply',
      words: () => ['A customer wrote a message that needs a reply.'],
      buttons: ({ thread_id }) => [['Open the desk', `/admin/messages?open=${thread_id}`]],
    },
  }),
  support_replied: kind({
    data: z.object({ thread_id: z.number(), title: z.string(), reply: z.string() }),
    message: 'message',
    subject: ({ title }) => `${SUPPORT_NAME} replied: ${inOneLine(title)}`,
    text: ({ reply }) => reply,
    push: ({ thread_id }) => `/messages?thread=${thread_id}`,
    letter: {
      sent: 'by_choice',
      words: () => [text(`${SUPPORT_NAME} replied:`)],
      facts: ({ title }) => [['Subject', cutText(title, 150)]],
      more: ({ reply }) => paragraphs(reply),
      button: ({ thread_id }) => ['Read and reply', `/messages?thread=${thread_id}`],
    },
  }),
  /** To whoever wrote by the contact form, who has no messages of their own. */
  contact_answered: kind({
    data: z.object({ title: z.string(), name: z.string().nullable(), asked: z.string(), reply: z.string() }),
    message: 'message',
    subject: ({ title }) => `Mooring replied: ${inOneLine(title)}`,
    text: ({ reply }) => reply,
    letter: {
      sent: 'anybody',
      name: ({ name }) => name,
      words: ({ reply }) => [...paragraphs(reply, ALL, reply.length), text('You asked us:')],
      facts: ({ title }) => [['Subject', title]],
      more: ({ asked }) => [quote(asked)],
      footer:
        'You are receiving this email because someone wrote to Mooring from this address. If that was not you, you can ignore it.',
    },
  }),
  /** It says nothing that the person wrote, because anyone can enter an address. */
  complaint_received: kind({
    data: z.object({ thread_id: z.number(), answer_by: z.string(), ombudsman: z.string() }),
    subject: ({ thread_id }) => `We received your complaint ${complaintNumber(thread_id)}`,
    letter: {
      sent: 'anybody',
      words: () => [
        text(
          `We received a complaint with this email address. A person who did not decide the matter looks into it, and we answer within ${PROMISES.complaintAnswerWeeks} weeks.`,
        ),
      ],
      facts: ({ thread_id, answer_by }) => [
        ['Complaint', complaintNumber(thread_id)],
        ['We answer by', dayText(answer_by)],
      ],
      more: ({ ombudsman }) => [
        text('To add something, reply to this email and name the number.'),
        text(ombudsman),
      ],
      footer:
        'You are receiving this email because someone sent Mooring a complaint from this address. If that was not you, you can ignore it.',
    },
  }),
};
