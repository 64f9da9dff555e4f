import * as policiesApi from '#domain/admin/policies-api.ts';
import type { HOLDER_CHANGE_STEPS } from '#domain/admin/policies-schema.ts';
import { type Mined, reportOf } from '#web/features/admin/contract/report.ts';
import { toPage } from '#web/features/admin/list/types.ts';
import { adminApi } from '#web/features/admin/queries.ts';

export const loadPolicies = async (query: string, signal: AbortSignal) =>
  toPage(
    await adminApi.ask(policiesApi.listAllPolicies, { query }, { signal }),
    'policies',
    'total_policies',
  );

export type HolderChangeStep = (typeof HOLDER_CHANGE_STEPS)[number];

export const policyQuery = (id: string) =>
  adminApi.findQuery(policiesApi.getPolicyForDesk, { id }, { queryKey: ['policies', 'one', id] });

export const statisticsQuery = adminApi.query(
  policiesApi.getPolicyStatistics,
  {},
  { queryKey: ['policies', 'statistics'] },
);

/** @param call_data whether it leaves as call data, to be carried out elsewhere */
export const prepareRefund = (id: number, outcome: 'rejected' | 'cancelled', call_data?: boolean) =>
  adminApi.ask(policiesApi.prepareRefund, { id, body: { outcome, call_data } });

export async function confirmRefund(id: number, sent: Mined): Promise<{ done: boolean; message: string }> {
  const status = await adminApi.send(policiesApi.confirmRefund, { id, body: reportOf(sent) });
  return status === 200
    ? { done: true, message: 'The refund is verified and recorded.' }
    : { done: false, message: 'The refund is on its way and counts once the network has confirmed it.' };
}

export const prepareHolderChange = (id: number, step: HolderChangeStep, new_holder?: string) =>
  adminApi.ask(policiesApi.prepareHolderChange, { id, body: { step, new_holder } });

export async function confirmHolderChange(
  id: number,
  step: HolderChangeStep,
  transaction_hash: string,
): Promise<{ done: boolean; message: string }> {
  const body = { step, transaction_hash };
  const { confirmed } = await adminApi.ask(policiesApi.confirmHolderChange, { id, body });
  return confirmed
    ? { done: true, message: 'The step is verified and recorded.' }
    : { done: false, message: 'The step is on its way and counts once the network has confirmed it.' };
}
