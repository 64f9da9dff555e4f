import * as auditLogApi from '#domain/admin/audit-log-api.ts';
import * as auditApi from '#domain/audit/api.ts';
import { toPage } from '#web/features/admin/list/types.ts';
import { adminApi } from '#web/features/admin/queries.ts';

export const loadAuditLog = async (query: string, signal: AbortSignal) =>
  toPage(await adminApi.ask(auditLogApi.listAuditLog, { query }, { signal }), 'entries', 'total_entries');

/** One line, for a link to it from anywhere. Lines never change, but a seal is added to a new one. */
export const lineQuery = (id: string) => adminApi.findQuery(auditLogApi.getAuditLogLine, { id });

export const headQuery = adminApi.query(auditApi.getAuditLogHead);

/** Checks one range of seals; `head` is one kept outside, as `<number>:<seal>`. */
export const checkAuditLog = (from: number, head: string, signal: AbortSignal) =>
  adminApi.ask(auditLogApi.checkAuditLog, { query: { from, head: head || undefined } }, { signal });
