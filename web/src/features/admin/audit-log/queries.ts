import { queryOptions } from '@tanstack/react-query';
import {
  auditLogCheck,
  auditLogEntry,
  auditLogHead,
  auditLogPage,
} from '../../../../../domain/admin/records-schema.ts';
import { orMissing } from '../../../lib/api/errors.ts';
import { toPage } from '../list/types.ts';
import { adminApi } from '../queries.ts';

export const loadAuditLog = async (query: string, signal: AbortSignal) =>
  toPage(await adminApi.get(`/admin/audit-log?${query}`, auditLogPage, signal), 'entries', 'total_entries');

/** One line, for a link to it from anywhere. Lines never change, but a seal is added to a new one. */
export const lineQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit-log', 'line', id],
    queryFn: ({ signal }) =>
      orMissing(adminApi.get(`/admin/audit-log/${encodeURIComponent(id)}`, auditLogEntry, signal)),
  });

export const headQuery = queryOptions({
  queryKey: ['audit-log', 'head'],
  queryFn: ({ signal }) => adminApi.get('/audit-log/head', auditLogHead, signal),
});

/** Checks one range of seals; `head` is one kept outside, as `<number>:<seal>`. */
export const checkAuditLog = (from: number, head: string, signal: AbortSignal) =>
  adminApi.get(
    `/admin/audit-log/check?${new URLSearchParams({ from: String(from), ...(head === '' ? {} : { head }) })}`,
    auditLogCheck,
    signal,
  );
