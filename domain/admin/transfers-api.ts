import * as z from 'zod';
import { hash32 } from '#domain/fields.ts';
import { answer, call } from '#domain/http/call.ts';
import { handOutRequest, PAYOUT_STEPS, readyTransactionWith } from '#domain/payouts/schema.ts';
import { TRANSFER_KINDS, TRANSFER_METHODS, TRANSFER_STATES } from '#domain/transfers/lifecycle.ts';
import { claimPaymentRequest } from './claims-schema.ts';
import { policyRefundRequest } from './policies-schema.ts';

export const TAG = 'admin: transfers';

const params = z.object({ id: z.uuid() });
const ofRecord = z.number().int().positive();

/** What is paid or refunded. */
const transferRequest = z.union([
  handOutRequest.extend({ claim_id: ofRecord }),
  policyRefundRequest.extend({ policy_id: ofRecord }),
  handOutRequest.extend({ exception_id: ofRecord }),
]);

/** Of a payout: its number and step; of a refund: its outcome. */
export const transferCall = readyTransactionWith({
  transfer_id: z.uuid(),
  claim_number: z.number().int().nullable(),
  step: z.enum(PAYOUT_STEPS).nullable(),
  outcome: z.enum(['rejected', 'cancelled']).nullable(),
});

export const transferAnswer = z.object({
  id: z.uuid(),
  kind: z.enum(TRANSFER_KINDS),
  method: z.enum(TRANSFER_METHODS),
  state: z.enum(TRANSFER_STATES),
  quote_id: hash32,
  /** What it is for. A payout names its claim and the claim's policy; a refund its policy, or its payment without one. */
  claim_id: z.number().int().nullable(),
  policy_id: z.number().int().nullable(),
  exception_id: z.number().int().nullable(),
  /** Whole US dollars; null for a refund. */
  usd: z.number().int().nullable(),
  tx_hash: hash32.nullable(),
  prepared_at: z.iso.datetime(),
  /** From when an announced payout can be paid, and the last second at which it can arrive; null where there is none. */
  payable_at: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
});

export const prepareTransfer = call('prepareTransfer', 'POST /admin/transfers', {
  summary:
    'Prepare the payout of a claim, or the refund of a policy or payment, for the wallet that sends it',
  description: 'A payout also needs the permission `claims.pay`, and a refund `policies.write`.',
  who: 'admin: transfers.send',
  idempotent: 'by key',
  body: transferRequest,
  answers: { 200: answer(transferCall, 'The transaction') },
  refuses: [404, 409, 503],
});

export const discardTransfer = call('discardTransfer', 'POST /admin/transfers/{id}/discard', {
  summary: 'Discard a prepared transfer that was definitely not sent',
  who: 'admin: transfers.send',
  idempotent: 'by key',
  params,
  body: z.strictObject({ not_signed: z.boolean().default(false) }),
  answers: { 200: answer(transferAnswer, 'The transfer') },
});

export const reportTransfer = call('reportTransfer', 'POST /admin/transfers/{id}/report', {
  summary: 'Report the transaction of a transfer, or confirm a payment by another method',
  who: 'admin: transfers.send',
  idempotent: 'by key',
  params,
  body: claimPaymentRequest,
  answers: {
    200: answer(transferAnswer, 'Verified and recorded'),
    202: answer(transferAnswer, 'Not confirmed yet'),
  },
  refuses: [404, 409, 503],
});
