import type * as z from 'zod';
import * as claimsApi from '#domain/admin/claims-api.ts';
import {
  type AdminClaimDetail,
  claimPaymentRequest,
  type claimStatusRequest,
} from '#domain/admin/claims-schema.ts';
import { type Reported, reportedAs } from '#web/features/admin/kit/use-send.ts';
import { adminApi } from '#web/features/admin/queries.ts';
import type { KeptKey } from '#web/lib/kept/kept.ts';

type Seen = Pick<AdminClaimDetail, 'id' | 'version'>;
/** The claim that a change is made to, as this screen saw it. */
export const seenOf = ({ id, version }: Seen): Seen => ({ id, version });

/** Where what is typed about a claim is kept. */
export const keepClaim = ({ id }: Seen): KeptKey => `desk/claim/${id}`;

export const decide = (claim: Seen, body: z.input<typeof claimStatusRequest>) =>
  adminApi.send(claimsApi.decideClaim, { ...seenOf(claim), body });

/** Takes a decision back, unless somebody changed the claim after it. */
export const undo = ({ id, version }: Seen) =>
  adminApi.send(claimsApi.undoClaimDecision, { id, version: version + 1 });

export const assign = (claim: Seen, admin_id: number | null) =>
  adminApi.send(claimsApi.assignClaim, { ...seenOf(claim), body: { admin_id } });

type Payment = z.input<typeof claimPaymentRequest>;

/**
 * Reports a payment; `done` once it is verified, or, by another method, once a second person has reported it too. A
 * transaction is reported whatever the claim has become: the chain has it already.
 */
export async function reportPayment(
  { id, version }: Seen,
  payment: Payment,
  announcing = false,
): Promise<Reported> {
  const status = await adminApi.send(claimsApi.reportPayment, {
    id,
    body: claimPaymentRequest.parse(payment),
    version: payment.transaction_hash === undefined ? version : undefined,
  });
  return announcing
    ? reportedAs(
        'announcement',
        status === 200,
        'The announcement is recorded. It waits until it can be paid.',
      )
    : reportedAs('payment', status === 200, 'The payment is verified and the claim is paid.');
}
