import { type ComplaintAnswer, complaintNumber } from '../../../../domain/complaints/schema.ts';
import { addBusinessDays } from '../../../../domain/days.ts';
import { PROMISES } from '../../../../domain/promises.ts';

const WEEK_MS = 7 * 86_400_000;

/** A complaint's number, and by when we promise to acknowledge and to answer it. */
export function termsOf({ id, receivedAt }: { id: number; receivedAt: string }): ComplaintAnswer {
  const received = Date.parse(receivedAt);
  return {
    complaint_number: complaintNumber(id),
    received_at: receivedAt,
    acknowledge_by: new Date(
      addBusinessDays(received, PROMISES.complaintAcknowledgeBusinessDays),
    ).toISOString(),
    answer_by: new Date(received + PROMISES.complaintAnswerWeeks * WEEK_MS).toISOString(),
  };
}
