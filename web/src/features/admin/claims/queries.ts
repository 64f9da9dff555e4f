import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import {
  type AdminClaimDetail,
  adminClaimAnswer,
  adminClaimList,
  type ageRequest,
  type bulkAssignRequest,
  claimDetail,
  claimPaymentRequest,
  claimStatistics,
  type claimStatusRequest,
  payoutAnswer,
  type reserveRequest,
} from '../../../../../domain/admin/claims-schema.ts';
import { revealedFacts } from '../../../../../domain/admin/policies-schema.ts';
import { orMissing } from '../../../lib/api/errors.ts';
import { toPage } from '../list/types.ts';
import { adminApi, ifMatch, ignored } from '../queries.ts';

/** Milliseconds between two looks at a claim whose payment is under way. */
const PAYING_REFRESH_MS = 15_000;

export const loadClaims = async (query: string, signal: AbortSignal) =>
  toPage(await adminApi.get(`/admin/claims?${query}`, adminClaimList, signal), 'claims', 'total_claims');

const path = (id: number | string) => `/admin/claims/${id}`;

export function claimQuery(id: string) {
  return queryOptions({
    queryKey: ['claims', 'one', id],
    queryFn: ({ signal }) => orMissing(adminApi.get(path(id), claimDetail, signal)),
    refetchInterval: ({ state }) =>
      state.data?.under_way || state.data?.proposal ? PAYING_REFRESH_MS : false,
  });
}

export const statisticsQuery = queryOptions({
  queryKey: ['claims', 'statistics'],
  queryFn: ({ signal }) => adminApi.get('/admin/claims/statistics', claimStatistics, signal),
});

type Seen = Pick<AdminClaimDetail, 'id' | 'version'>;

export type ClaimDecision = z.input<typeof claimStatusRequest>;

export const decide = ({ id, version }: Seen, body: ClaimDecision) =>
  adminApi.patch(`${path(id)}/status`, body, adminClaimAnswer, ifMatch(version));

/** Undoes a decision that was made on this version, before the customer is told. */
export const undoDecision = ({ id, version }: Seen) =>
  adminApi.patch(`${path(id)}/status/undo`, {}, adminClaimAnswer, ifMatch(version + 1));

export const correctCause = ({ id, version }: Seen, cause: string) =>
  adminApi.patch(`${path(id)}/cause`, { cause }, adminClaimAnswer, ifMatch(version));

export const correctAge = ({ id, version }: Seen, body: z.input<typeof ageRequest>) =>
  adminApi.patch(`${path(id)}/age`, body, adminClaimAnswer, ifMatch(version));

export const changeReserve = ({ id, version }: Seen, body: z.input<typeof reserveRequest>) =>
  adminApi.patch(`${path(id)}/reserve`, body, adminClaimAnswer, ifMatch(version));

export const sendBack = ({ id, version }: Seen, reason: string) =>
  adminApi.post(`${path(id)}/send-back`, { reason }, ignored, undefined, ifMatch(version));

/** @param call_data whether it leaves as call data, to be carried out elsewhere */
export const preparePayout = async ({ id, version }: Seen, call_data = false) =>
  (
    await adminApi.post(
      `${path(id)}/payout`,
      call_data ? { call_data } : {},
      payoutAnswer,
      undefined,
      ifMatch(version),
    )
  ).data;

export const discardPayout = ({ id }: Seen) => adminApi.delete(`${path(id)}/payout?not_signed=true`, ignored);

type Payment = z.input<typeof claimPaymentRequest>;

/**
 * Reports a payment; `done` once it is verified, or, by another method, once a second person has reported it too. A
 * transaction is reported whatever the claim has become: the chain has it already.
 */
export async function reportPayment(
  { id, version }: Seen,
  body: Payment,
  proposing = false,
): Promise<{ done: boolean; message: string }> {
  const { status } = await adminApi.post(
    `${path(id)}/payment`,
    claimPaymentRequest.parse(body),
    ignored,
    undefined,
    body.transaction_hash === undefined ? ifMatch(version) : {},
  );
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

/** Withdraws a payment by another method that no second person has confirmed. */
export const withdrawPayment = (id: number) => adminApi.delete(`${path(id)}/payment`, ignored);

export const revealClaim = async (id: number, reason: string) =>
  (await adminApi.post(`${path(id)}/reveal`, { reason }, revealedFacts)).data;

export const addClaimNote = (id: number, text: string) =>
  adminApi.post(`${path(id)}/notes`, { text }, ignored);

export const assignClaim = (id: number, adminId: number | null, version: number) =>
  adminApi.patch(`${path(id)}/assignee`, { admin_id: adminId }, ignored, ifMatch(version));

/** At most 100 claims at once. */
export const assignClaims = (body: z.input<typeof bulkAssignRequest>) =>
  adminApi.patch('/admin/claims/assignee', body, ignored);
