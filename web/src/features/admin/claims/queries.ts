import type * as z from 'zod';
import * as claimsApi from '#domain/admin/claims-api.ts';
import { type AdminClaimDetail, claimPaymentRequest } from '#domain/admin/claims-schema.ts';
import { toPage } from '#web/features/admin/list/types.ts';
import { adminApi } from '#web/features/admin/queries.ts';

/** Milliseconds between two looks at a claim whose payment is under way. */
const PAYING_REFRESH_MS = 15_000;

export const loadClaims = async (query: string, signal: AbortSignal) =>
  toPage(await adminApi.ask(claimsApi.listAllClaims, { query }, { signal }), 'claims', 'total_claims');

export const claimQuery = (id: string) =>
  adminApi.findQuery(
    claimsApi.getClaimForDesk,
    { id },
    {
      queryKey: ['claims', 'one', id],
      refetchInterval: ({ state }) =>
        state.data?.under_way || state.data?.proposal ? PAYING_REFRESH_MS : false,
    },
  );

export const statisticsQuery = adminApi.query(
  claimsApi.getClaimStatistics,
  {},
  { queryKey: ['claims', 'statistics'] },
);

type Seen = Pick<AdminClaimDetail, 'id' | 'version'>;
/** The claim that a change is made to, as this screen saw it. */
export const seenOf = ({ id, version }: Seen): Seen => ({ id, version });

type Payment = z.input<typeof claimPaymentRequest>;

/**
 * Reports a payment; `done` once it is verified, or, by another method, once a second person has reported it too. A
 * transaction is reported whatever the claim has become: the chain has it already.
 */
export async function reportPayment(
  { id, version }: Seen,
  payment: Payment,
  proposing = false,
): Promise<{ done: boolean; message: string }> {
  const status = await adminApi.send(claimsApi.reportPayment, {
    id,
    body: claimPaymentRequest.parse(payment),
    version: payment.transaction_hash === undefined ? version : undefined,
  });
  const what = proposing ? 'proposal' : 'payment';
  return status === 200
    ? {
        done: true,
        message: proposing
          ? 'The proposal is recorded. It waits until it can be paid.'
          : 'The payment is verified and the claim is paid.',
      }
    : { done: false, message: `The ${what} is on its way and counts once the network has confirmed it.` };
}
