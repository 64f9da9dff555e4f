import * as z from 'zod';
import { emailField } from '#domain/fields.ts';
import { cleanLine } from '#domain/text.ts';
import { policyNumber } from './lifecycle.ts';

/** What becomes of a withdrawal that is known to be the holder's. */
const WITHDRAWAL_STATES = [
  /** The whole premium is owed. */
  'recorded',
  /** The same, but the registry takes no rejection anymore, so the holder has to consent to the refund. */
  'awaiting_consent',
  /** Money was paid or is on its way, so a person answers. */
  'with_a_person',
] as const;

/** A holder's withdrawal from a policy. */
export const withdrawalAnswer = z.object({
  /** When it was submitted, which decides whether it was in time. */
  submitted_at: z.iso.datetime(),
  state: z.enum(WITHDRAWAL_STATES),
  /** When we promise to send the whole premium; null while it can't be sent. */
  refund_due_at: z.iso.datetime().nullable(),
});
export type WithdrawalAnswer = z.output<typeof withdrawalAnswer>;

/** What becomes of the policy that a change of cover replaced, while that can be withdrawn from as well. */
const REPLACED = ['continues', 'ends'] as const;
export type Replaced = (typeof REPLACED)[number];
export const withdrawalChoice = z.strictObject({ replaced: z.enum(REPLACED).default('continues') });

/** A withdrawal without a wallet. */
export const withdrawalRequest = z.strictObject({
  policy_number: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^POL-0*[1-9]\d{0,11}$/, `Please enter the policy number, such as ${policyNumber(4)}.`)
    .transform((text) => policyNumber(Number(text.slice(4)))),
  email: emailField,
  name: z.string().overwrite(cleanLine).max(120, 'Please keep the name to 120 characters.').default(''),
});

/** The same for every policy number and address, whether or not we know them. */
export const withdrawalReceived = z.object({
  policy_number: z.string(),
  email: z.string(),
  submitted_at: z.iso.datetime(),
});
export type WithdrawalReceived = z.output<typeof withdrawalReceived>;

export const withdrawalConfirmRequest = z.strictObject({ token: z.string().min(1).max(100) });

/**
 * After the link of our acknowledgment. `recorded`: the address is the one that the holder confirmed for this policy.
 * `checking`: a person at the desk looks at it. `answered`: a person has.
 */
export const withdrawalConfirmed = z.object({
  policy_number: z.string(),
  submitted_at: z.iso.datetime(),
  state: z.enum(['recorded', 'checking', 'answered']),
});
export type WithdrawalConfirmed = z.output<typeof withdrawalConfirmed>;
