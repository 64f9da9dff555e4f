import type * as z from 'zod';
import {
  COMPLAINT_CAUSE_LABELS,
  type ComplaintAnswer,
  type complaintRequest,
} from '../../../../domain/complaints/schema.ts';
import { complaintReceived } from '../../delivery/mail/letter.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { writeFromAnyone } from '../contact/send.ts';
import { termsOf } from './present.ts';
import { findByThread, insertComplaint } from './repository.ts';

/**
 * Enters a complaint into the register, opens its thread in support's inbox and acknowledges it by letter. A repeated form
 * returns the same complaint.
 */
export async function sendComplaint(
  ctx: Ctx,
  form: z.output<typeof complaintRequest>,
): Promise<ComplaintAnswer> {
  const { cause, reference, name, email, message: text } = form;
  const about = reference === '' ? '' : `, ${reference}`;
  const subject = `Complaint: ${COMPLAINT_CAUSE_LABELS[cause]}${about}`;
  const receivedAt = nowIso(ctx);
  const { message } = await writeFromAnyone(
    ctx,
    { name, email, message: text, subject, priority: 'high' },
    (threadKey) => [
      insertComplaint(ctx.db, { cause, reference, receivedAt, threadKey }),
      complaintReceived(ctx, { email, threadKey }),
    ],
  );
  const complaint = await findByThread(ctx.db, message.threadId);
  if (!complaint) throw new Error('A complaint that was just entered is not there');
  return termsOf(complaint);
}
