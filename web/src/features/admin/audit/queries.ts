import { queryOptions } from '@tanstack/react-query';
import { auditCheck, auditEntry, auditHead, auditList } from '../../../../../domain/admin/records-schema.ts';
import { orMissing } from '../../../lib/api/errors.ts';
import { toPage } from '../list/types.ts';
import { adminApi } from '../queries.ts';

export const loadAudit = async (query: string, signal: AbortSignal) =>
  toPage(await adminApi.get(`/admin/audit?${query}`, auditList, signal), 'entries', 'total_entries');

/** One line, for a link to it from anywhere. Lines never change, but a seal is added to a new one. */
export const lineQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'line', id],
    queryFn: ({ signal }) =>
      orMissing(adminApi.get(`/admin/audit/${encodeURIComponent(id)}`, auditEntry, signal)),
  });

export const headQuery = queryOptions({
  queryKey: ['audit', 'head'],
  queryFn: ({ signal }) => adminApi.get('/audit/head', auditHead, signal),
});

/** Checks one range of seals; `head` is one kept outside, as `<number>:<seal>`. */
export const checkAudit = (from: number, head: string, signal: AbortSignal) =>
  adminApi.get(
    `/admin/audit/check?${new URLSearchParams({ from: String(from), ...(head === '' ? {} : { head }) })}`,
    auditCheck,
    signal,
  );
