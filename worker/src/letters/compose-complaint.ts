import { complaintNumber } from '../../../domain/complaints/schema.ts';
import { ombudsmanText } from '../../../domain/operator.ts';
import { PROMISES } from '../../../domain/promises.ts';
import { termsOf } from '../conversations/complaints/present.ts';
import { findByThreadKey } from '../conversations/complaints/repository.ts';
import { eventKeyOf } from '../delivery/mail/letter.ts';
import { Unsendable } from '../delivery/mail/unsendable.ts';
import { dayText } from '../platform/pdf/format.ts';
import type { Composer } from './composer.ts';
import { facts, text } from './layout.ts';

/** Acknowledges a complaint: its number, by when we answer it, and who else can help. */
export const composeComplaintReceived: Composer = async (ctx, letter) => {
  const complaint = await findByThreadKey(ctx.db, eventKeyOf(letter));
  if (!complaint) throw new Unsendable('message_gone', true);
  const number = complaintNumber(complaint.id);
  return {
    subject: `We received your complaint ${number}`,
    content: {
      name: null,
      parts: [
        text(
          `We received a complaint with this email address. A person who did not decide the matter looks into it, and we answer within ${PROMISES.complaintAnswerWeeks} weeks.`,
        ),
        facts(['Complaint', number], ['We answer by', dayText(termsOf(complaint).answer_by)]),
        text('To add something, reply to this email and name the number.'),
        text(ombudsmanText(ctx.settings.operator)),
      ],
    },
    footer:
      'You are receiving this email because someone sent Mooring a complaint from this address. If that was not you, you can ignore it.',
  };
};
