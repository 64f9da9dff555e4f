import * as exceptionsApi from '#domain/admin/exceptions-api.ts';
import { type Mined, reportOf } from '#web/features/admin/contract/report.ts';
import { listKey } from '#web/features/admin/list/queries.ts';
import { toPage } from '#web/features/admin/list/types.ts';
import { adminApi } from '#web/features/admin/queries.ts';

export const loadExceptions = async (query: string, signal: AbortSignal) =>
  toPage(
    await adminApi.ask(exceptionsApi.listAllPaymentExceptions, { query }, { signal }),
    'exceptions',
    'total_exceptions',
  );

/** Counts by status. Whatever changes the list changes these. */
export const statisticsQuery = adminApi.query(
  exceptionsApi.getPaymentExceptionStatistics,
  {},
  { queryKey: [...listKey('exceptions'), 'statistics'] },
);

export const exceptionQuery = (id: string) =>
  adminApi.findQuery(exceptionsApi.getPaymentException, { id }, { queryKey: ['exception', id] });

export async function confirmExceptionRefund(
  id: number,
  sent: Mined,
): Promise<{ done: boolean; message: string }> {
  const status = await adminApi.send(exceptionsApi.confirmExceptionRefund, { id, body: reportOf(sent) });
  return status === 200
    ? { done: true, message: 'The refund is verified and recorded.' }
    : { done: false, message: 'The refund is on its way and counts once the network has confirmed it.' };
}
