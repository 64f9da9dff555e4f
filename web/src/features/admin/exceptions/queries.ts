import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { policyRefundAnswer } from '../../../../../domain/admin/policies-schema.ts';
import {
  exceptionDetail,
  exceptionList,
  exceptionStatistics,
  noteEntry,
} from '../../../../../domain/admin/records-schema.ts';
import { settlement } from '../../../../../domain/payouts/schema.ts';
import { orMissing } from '../../../lib/api/errors.ts';
import { type Mined, reportOf } from '../contract/report.ts';
import { listKey } from '../list/queries.ts';
import { toPage } from '../list/types.ts';
import { adminApi } from '../queries.ts';

export const loadExceptions = async (query: string, signal: AbortSignal) =>
  toPage(
    await adminApi.get(`/admin/exceptions?${query}`, exceptionList, signal),
    'exceptions',
    'total_exceptions',
  );

/** Counts by status. Whatever changes the list changes these. */
export const statisticsQuery = queryOptions({
  queryKey: [...listKey('exceptions'), 'statistics'],
  queryFn: ({ signal }) => adminApi.get('/admin/exceptions/statistics', exceptionStatistics, signal),
});

const path = (id: string | number) => `/admin/exceptions/${encodeURIComponent(id)}`;

export const exceptionQuery = (id: string) =>
  queryOptions({
    queryKey: ['exception', id],
    queryFn: ({ signal }) => orMissing(adminApi.get(path(id), exceptionDetail, signal)),
  });

export const addExceptionNote = (id: number, text: string) =>
  adminApi.post(`${path(id)}/notes`, { text }, noteEntry);

/** Settles money that left in error, with what came of it. */
export const settleException = (id: number, text: string) =>
  adminApi.post(`${path(id)}/settle`, { text }, exceptionDetail);

/**
 * The refund of a payment, ready to send with the underwriter's wallet.
 * @param call_data whether it leaves as call data, to be carried out elsewhere
 */
export const prepareExceptionRefund = async (id: number, call_data = false) =>
  (await adminApi.post(`${path(id)}/refund`, call_data ? { call_data } : {}, policyRefundAnswer)).data;

export const discardExceptionRefund = (id: number) =>
  adminApi.delete(`${path(id)}/refund?not_signed=true`, z.null());

export async function confirmExceptionRefund(
  id: number,
  sent: Mined,
): Promise<{ done: boolean; message: string }> {
  const body = reportOf(sent);
  const { status } = await adminApi.post(`${path(id)}/refund/confirm`, body, settlement.nullable());
  return status === 200
    ? { done: true, message: 'The refund is verified and recorded.' }
    : { done: false, message: 'The refund is on its way and counts once the network has confirmed it.' };
}
