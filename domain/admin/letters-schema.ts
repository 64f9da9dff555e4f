import * as z from 'zod';
import type { LetterState } from '#domain/account/schema.ts';

/** What became of a letter. `bounced`: the address takes no mail. */
const DELIVERIES = ['awaiting_confirmation', 'queued', 'retrying', 'sent', 'bounced', 'failed'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export const DELIVERY_LABELS: Readonly<Record<Delivery, string>> = {
  awaiting_confirmation: 'Address not confirmed',
  queued: 'Queued',
  retrying: 'Trying again',
  sent: 'Sent',
  bounced: 'Bounced',
  failed: 'Failed',
};

/** The provider's code for an address that bounced before. */
const BOUNCED = 'E_RECIPIENT_SUPPRESSED';

export function deliveryOf(letter: {
  state: LetterState;
  attempts: number;
  lastError: string | null;
}): Delivery {
  if (letter.state === 'failed' && letter.lastError === BOUNCED) return 'bounced';
  return letter.state === 'queued' && letter.attempts > 0 ? 'retrying' : letter.state;
}

/** Why a letter was not sent, by our codes and the provider's; any other code means the provider had a problem. */
const REASONS: Readonly<Record<string, string>> = {
  [BOUNCED]: 'This address returned an earlier email.',
  E_RECIPIENT_NOT_ALLOWED: 'Our provider does not send to this address.',
  not_confirmed: 'The customer did not confirm this address.',
  unwanted: 'The customer turned these emails off.',
  policy_gone: 'The policy no longer belongs to this customer.',
  claim_gone: 'The claim no longer belongs to this customer.',
  message_gone: 'The message no longer exists.',
  no_longer_due: 'It was no longer needed.',
};

/** Why a letter was not sent, in words; null if nothing went wrong. */
export const deliveryProblem = (code: string | null): string | null =>
  code === null ? null : (REASONS[code] ?? 'Our email provider had a problem.');

/** A letter about a record. */
const letterEntry = z.object({
  id: z.string(),
  /** The message of the thread that it carries; null for a letter of its own. */
  message_id: z.number().int().nullable(),
  subject: z.string(),
  to: z.string(),
  state: z.enum(DELIVERIES),
  /** Why it was not sent, or not yet. */
  problem: z.string().nullable(),
  written_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
});
export type LetterEntry = z.output<typeof letterEntry>;

const id = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'Please give a number.')
  .transform(Number)
  .optional();

/** The record whose letters are asked for: exactly one. */
export const letterQuery = z
  .object({ claim_id: id, policy_id: id, thread_id: id })
  .refine((query) => Object.values(query).filter((each) => each !== undefined).length === 1, {
    path: ['thread_id'],
    message: 'Please name one claim, policy or thread.',
  });
export const letterList = z.array(letterEntry);
