import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import {
  type HOLDER_CHANGE_STEPS,
  holderChangeAnswer,
  holderChangeConfirmed,
  policyRefundAnswer,
  policyRequestDetail,
  policyRequestList,
  policyStatistics,
  type policyStatusRequest,
  revealedFacts,
  type withdrawalCheck,
  type withdrawalEntry,
} from '../../../../../domain/admin/policies-schema.ts';
import { settlement } from '../../../../../domain/payouts/schema.ts';
import { orMissing } from '../../../lib/api/errors.ts';
import { type Mined, reportOf } from '../contract/report.ts';
import { toPage } from '../list/types.ts';
import { adminApi, ifMatch, ignored } from '../queries.ts';

export const loadPolicies = async (query: string, signal: AbortSignal) =>
  toPage(
    await adminApi.get(`/admin/policies?${query}`, policyRequestList, signal),
    'policies',
    'total_policies',
  );

const path = (id: number | string) => `/admin/policies/${id}`;

export type HolderChangeStep = (typeof HOLDER_CHANGE_STEPS)[number];

export function policyQuery(id: string) {
  return queryOptions({
    queryKey: ['policies', 'one', id],
    queryFn: ({ signal }) => orMissing(adminApi.get(path(id), policyRequestDetail, signal)),
  });
}

export const statisticsQuery = queryOptions({
  queryKey: ['policies', 'statistics'],
  queryFn: ({ signal }) => adminApi.get('/admin/policies/statistics', policyStatistics, signal),
});

interface Seen {
  id: number;
  version: number;
}

export const setStatus = ({ id, version }: Seen, body: z.input<typeof policyStatusRequest>) =>
  adminApi.patch(`${path(id)}/status`, body, ignored, ifMatch(version));

export const checkWithdrawal = (
  policyId: number,
  withdrawalId: number,
  body: z.input<typeof withdrawalCheck>,
) => adminApi.post(`${path(policyId)}/withdrawals/${withdrawalId}/check`, body, ignored);

export const enterWithdrawal = (policyId: number, body: z.input<typeof withdrawalEntry>) =>
  adminApi.post(`${path(policyId)}/withdrawals`, body, ignored);

/** @param call_data whether it leaves as call data, to be carried out elsewhere */
export const prepareRefund = async (id: number, outcome: 'rejected' | 'cancelled', call_data = false) =>
  (
    await adminApi.post(
      `${path(id)}/refund`,
      { outcome, ...(call_data && { call_data }) },
      policyRefundAnswer,
    )
  ).data;

export const discardRefund = (id: number) => adminApi.delete(`${path(id)}/refund?not_signed=true`, z.null());

export async function confirmRefund(id: number, sent: Mined): Promise<{ done: boolean; message: string }> {
  const body = reportOf(sent);
  const { status } = await adminApi.post(`${path(id)}/refund/confirm`, body, settlement.nullable());
  return status === 200
    ? { done: true, message: 'The refund is verified and recorded.' }
    : { done: false, message: 'The refund is on its way and counts once the network has confirmed it.' };
}

export const prepareHolderChange = async (id: number, step: HolderChangeStep, newHolder: string | null) =>
  (
    await adminApi.post(
      `${path(id)}/holder-change`,
      newHolder === null ? { step } : { step, new_holder: newHolder },
      holderChangeAnswer,
    )
  ).data;

export async function confirmHolderChange(
  id: number,
  step: HolderChangeStep,
  hash: string,
): Promise<{ done: boolean; message: string }> {
  const { data } = await adminApi.post(
    `${path(id)}/holder-change/confirm`,
    { step, transaction_hash: hash },
    holderChangeConfirmed,
  );
  return data.confirmed
    ? { done: true, message: 'The step is verified and recorded.' }
    : { done: false, message: 'The step is on its way and counts once the network has confirmed it.' };
}

export const revealPolicy = async (id: number, reason: string) =>
  (await adminApi.post(`${path(id)}/reveal`, { reason }, revealedFacts)).data;

export const addPolicyNote = (id: number, text: string) =>
  adminApi.post(`${path(id)}/notes`, { text }, ignored);
