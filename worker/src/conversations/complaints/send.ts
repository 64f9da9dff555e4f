import { COMPLAINT_CAUSE_LABELS } from '#domain/complaints/schema.ts';
import * as supportApi from '#domain/support/api.ts';
import { writeFromAnyone } from '#worker/conversations/contact/send.ts';
import { complaintReceived } from '#worker/delivery/mail/letter.ts';
import { type InputOf, serve } from '#worker/platform/http/serve.ts';
import { promisesAt, termsOf } from './present.ts';

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
      complaint: { cause, reference, ...promisesAt(ctx.clock()) },
      claim: namedIn(form, 'CLM'),
      policy: namedIn(form, 'POL'),
    },
    (threadKey) => [complaintReceived(ctx, { email, threadKey })],
  );
  const terms = termsOf(thread);
  if (!terms) throw new Error('A complaint that was just received is none');
  return terms;
});
