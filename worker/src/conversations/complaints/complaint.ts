import {
  COMPLAINT_CAUSE_LABELS,
  type ComplaintAnswer,
  type ComplaintEntry,
  complaintNumber,
} from '#domain/complaints/schema.ts';
import { addBusinessDays } from '#domain/days.ts';
import { ombudsmanText } from '#domain/operator.ts';
import { PROMISES } from '#domain/promises.ts';
import * as supportApi from '#domain/support/api.ts';
import { writeFromAnyone } from '#worker/conversations/contact/send.ts';
import type { ThreadRow } from '#worker/inbox/repository.ts';
import { type InputOf, serve } from '#worker/platform/http/serve.ts';
import { threadOfKey } from '#worker/told/repository.ts';
import { tell } from '#worker/told/tell.ts';

const WEEK_MS = 7 * 86_400_000;

/** By when we promise to acknowledge and to answer a complaint that is received now. */
const promisesAt = (now: number) => ({
  acknowledge_by: new Date(addBusinessDays(now, PROMISES.complaintAcknowledgeBusinessDays)).toISOString(),
  answer_by: new Date(now + PROMISES.complaintAnswerWeeks * WEEK_MS).toISOString(),
});

/** A complaint's number and what we promised; null if the thread is none. */
export function termsOf({ id, created_at, acknowledge_by, answer_by }: ThreadRow): ComplaintAnswer | null {
  if (acknowledge_by === null || answer_by === null) return null;
  return {
    complaint_number: complaintNumber(id),
    received_at: created_at,
    acknowledge_by,
    answer_by,
  };
}

/** A thread's complaint; null if it is none. */
export function presentComplaint(row: ThreadRow): ComplaintEntry | null {
  const terms = termsOf(row);
  const { cause } = row;
  return terms && cause && { ...row, ...terms, cause, reference: row.reference ?? '' };
}

type Form = InputOf<typeof supportApi.sendComplaint>;

/** The number of the claim or policy that a complaint names: where it was asked for, else in its words. */
function namedIn({ reference, message }: Form, kind: 'CLM' | 'POL'): number | null {
  const [, digits] =
    new RegExp(`\\b${kind}[\\s-]*0*([1-9]\\d{0,11})\\b`, 'i').exec(`${reference}\n${message}`) ?? [];
  return digits === undefined ? null : Number(digits);
}

/**
 * Receives a complaint as a thread in support's inbox and acknowledges it by letter. A repeated form returns the same
 * complaint.
 */
export const sendComplaint = serve(supportApi.sendComplaint, async (ctx, form) => {
  const { cause, reference, name, email, message } = form;
  const promises = promisesAt(ctx.clock());
  const about = reference === '' ? '' : `, ${reference}`;
  const { thread } = await writeFromAnyone(
    ctx,
    {
      name,
      email,
      message,
      priority: 'high',
      category: 'complaint',
      subject: `Complaint: ${COMPLAINT_CAUSE_LABELS[cause]}${about}`,
      complaint: { cause, reference, ...promises },
      claim: namedIn(form, 'CLM'),
      policy: namedIn(form, 'POL'),
    },
    (key) => {
      const thread = threadOfKey(key);
      return tell(
        ctx,
        'complaint_received',
        { wallet: `contact:${key}`, key, email, late: [thread] },
        {
          thread_id: thread.id,
          answer_by: promises.answer_by,
          ombudsman: ombudsmanText(ctx.settings.operator),
        },
      );
    },
  );
  const terms = termsOf(thread);
  if (!terms) throw new Error('A complaint that was just received is none');
  return terms;
});
