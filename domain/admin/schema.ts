import * as z from 'zod';
import { claimAnswer } from '../claims/schema.ts';
import { hash32 } from '../fields.ts';
import { THREAD_STATUSES } from '../messages/lifecycle.ts';
import { MAX_MESSAGE, threadMessage } from '../messages/schema.ts';
import { PAYOUT_STEPS, readyTransaction } from '../payouts/schema.ts';

const FIELDS = 'Please fill in all fields';

export const adminLoginRequest = z.strictObject({
  email: z.string(FIELDS).trim().min(1, FIELDS).max(254),
  password: z.string(FIELDS).min(1, FIELDS).max(200),
  totp: z.string().max(10).optional(),
});
export const adminSession = z.object({
  token: z.string(),
  email: z.string(),
  name: z.string(),
  expires_at: z.iso.datetime(),
});
export const adminProfile = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  role: z.string(),
});

const notes = z
  .string()
  .trim()
  .max(MAX_MESSAGE, `Please keep the note to ${MAX_MESSAGE} characters.`)
  .optional();

/** A decision on a claim. `admin_notes` is what the customer reads on the timeline and in messages. */
export const claimStatusRequest = z.strictObject({
  status: z.enum(['under_review', 'approved', 'rejected']),
  admin_notes: notes,
  /** Whole US dollars. The default is the suggested payout; another figure needs a note. */
  payout_amount: z.number().int().positive().optional(),
  /** With `under_review`: what we ask the customer for. */
  requested_documents: notes,
});

/** A claim after an administrator's decision. */
export const adminClaimAnswer = claimAnswer.extend({
  wallet_address: z.string(),
  suggested_payout: z.number().int(),
  /** A second administrator has to approve it before it can be paid. */
  needs_confirmation: z.boolean(),
});

export const payoutAnswer = readyTransaction.extend({
  claim_number: z.number().int(),
  step: z.enum(PAYOUT_STEPS),
});

export const claimPaymentRequest = z.strictObject({
  payout_amount: z.number().nonnegative().optional(),
  payment_method: z.string().max(50).optional(),
  transaction_hash: hash32,
});

/** Which refund to prepare. The default is the cancellation that the holder asked for, or else a rejection. */
export const policyRefundRequest = z.strictObject({
  outcome: z.enum(['rejected', 'cancelled']).optional(),
});
export const policyRefundAnswer = readyTransaction.extend({ outcome: z.enum(['rejected', 'cancelled']) });
export const refundConfirmRequest = z.strictObject({ transaction_hash: hash32 });

export const adminReplyRequest = z.strictObject({
  message: z
    .string()
    .trim()
    .min(1, 'Please write a message.')
    .max(MAX_MESSAGE, `Please keep the message to ${MAX_MESSAGE} characters.`),
  /** A note that only administrators see. */
  internal_note: z.boolean().optional(),
});
export const adminReplyAnswer = threadMessage;

/** Any state of a message thread can follow any other. */
export const threadStatusRequest = z.strictObject({
  status: z.enum(THREAD_STATUSES, 'Please choose open, in progress, resolved or closed.'),
});
export const threadStatusAnswer = z.object({ id: z.number().int(), status: z.enum(THREAD_STATUSES) });
