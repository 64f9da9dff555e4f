import * as z from 'zod';
import { contactFormRequest } from '#domain/contact/schema.ts';
import { keysOf } from '#domain/keys.ts';
import { messageField } from '#domain/messages/schema.ts';
import { cleanLine } from '#domain/text.ts';

/** What a complaint is about. */
export const COMPLAINT_CAUSE_LABELS = {
  claim_decision: 'How a claim was decided',
  claim_delay: 'How long a claim or an answer took',
  payment: 'A payment or a refund',
  policy: 'What a policy covers or costs',
  service: 'How we treated you',
  other: 'Something else',
} as const;
export const COMPLAINT_CAUSES = keysOf(COMPLAINT_CAUSE_LABELS);
export type ComplaintCause = (typeof COMPLAINT_CAUSES)[number];

export const COMPLAINT_OUTCOME_LABELS = {
  upheld: 'Upheld',
  partly_upheld: 'Partly upheld',
  not_upheld: 'Not upheld',
  withdrawn: 'Withdrawn',
} as const;
export const COMPLAINT_OUTCOMES = keysOf(COMPLAINT_OUTCOME_LABELS);
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number];

export const complaintCause = z.enum(COMPLAINT_CAUSES, 'Please choose what it is about.');

/** A complaint, by anyone. */
export const complaintRequest = contactFormRequest.omit({ subject: true }).extend({
  cause: complaintCause,
  /** Number of the policy or claim, as the person wrote it. */
  reference: z.string().overwrite(cleanLine).max(40, 'Please keep the number to 40 characters.').default(''),
  message: messageField,
});

export const complaintAnswer = z.object({
  complaint_number: z.string(),
  received_at: z.iso.datetime(),
  /** When our promises to acknowledge and to answer it break. */
  acknowledge_by: z.iso.datetime(),
  answer_by: z.iso.datetime(),
});
export type ComplaintAnswer = z.output<typeof complaintAnswer>;

/** A complaint as the desk has it, on its thread. */
export const complaintEntry = complaintAnswer.extend({
  cause: z.enum(COMPLAINT_CAUSES),
  /** Number of the policy or claim, as the person wrote it. */
  reference: z.string(),
  /** When our acknowledgment was sent, or the first answer; null while neither was. */
  acknowledged_at: z.iso.datetime().nullable(),
  answered_at: z.iso.datetime().nullable(),
  answered_by: z.string().nullable(),
  outcome: z.enum(COMPLAINT_OUTCOMES).nullable(),
});
export type ComplaintEntry = z.output<typeof complaintEntry>;

/** `CMP-007`: the number of its thread. */
export const complaintNumber = (id: number): string => `CMP-${String(id).padStart(3, '0')}`;
