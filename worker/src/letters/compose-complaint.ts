import { ombudsmanText } from '#domain/operator.ts';
import { PROMISES } from '#domain/promises.ts';
import { termsOf } from '#worker/conversations/complaints/present.ts';
import { acknowledgeComplaint, findByKey } from '#worker/conversations/messages/repository.ts';
import { eventKeyOf } from '#worker/delivery/mail/letter.ts';
import { Unsendable } from '#worker/delivery/mail/unsendable.ts';
import { nowIso } from '#worker/platform/context.ts';
import { dayText } from '#worker/platform/pdf/format.ts';
import type { Composer } from './composer.ts';
import { facts, text } from './layout.ts';

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
