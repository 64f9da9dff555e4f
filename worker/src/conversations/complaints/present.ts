import { type ComplaintAnswer, type ComplaintEntry, complaintNumber } from '#domain/complaints/schema.ts';
import { addBusinessDays } from '#domain/days.ts';
import { PROMISES } from '#domain/promises.ts';
import type { ThreadRow } from '#worker/conversations/messages/repository.ts';

const WEEK_MS = 7 * 86_400_000;

/** By when we promise to acknowledge and to answer a complaint that is received now. */
export const promisesAt = (now: number) => ({
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
