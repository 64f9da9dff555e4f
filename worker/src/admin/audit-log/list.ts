import type * as z from 'zod';
import * as adminAuditLogApi from '#domain/admin/audit-log-api.ts';
import type { AuditLogEntry, auditLogQuery } from '#domain/admin/records-schema.ts';
import { fieldError, orNotFound } from '#domain/errors.ts';
import { exportCsv } from '#worker/admin/export.ts';
import { presentLine } from '#worker/admin/trail.ts';
import { usTime } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { type AuditLogFilter, findLine, readAuditLogPage } from './repository.ts';

type Query = z.output<typeof auditLogQuery>;

/** Both together would have no index, so the cost of a page would have no bound. */
function filterOf({ subject, admin_id }: Query): AuditLogFilter {
  if (subject && admin_id !== undefined) {
    throw fieldError('admin_id', 'Please filter by a record or by an administrator, not by both.');
  }
  if (subject) return { subject };
  return admin_id === undefined ? null : { adminId: admin_id };
}

export const listAuditLog = serve(adminAuditLogApi.listAuditLog, async (ctx, query) => {
  const { rows, total, pagination } = await readAuditLogPage(ctx.db, query, filterOf(query));
  return { entries: rows.map(presentLine), pagination: { ...pagination, total_entries: total } };
});

/** One line; 404 if the log has none with this id. */
export const getAuditLogLine = serve(adminAuditLogApi.getAuditLogLine, async (ctx, { id }) => {
  const line = orNotFound(await findLine(ctx.db, id), 'The audit log has no such line.');
  return presentLine(line);
});

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

export const exportAuditLog = serve(adminAuditLogApi.exportAuditLog, (ctx, query) => {
  const filter = filterOf(query);
  return exportCsv<AuditLogEntry>(ctx, {
    list: 'audit-log',
    query,
    columns: [
      { title: 'Number', value: ({ number }) => number },
      { title: 'Time (UTC)', value: ({ at }) => usTime(at) },
      { title: 'Administrator', value: (entry) => entry.admin_name },
      { title: 'Action', value: ({ action }) => action },
      { title: 'Record', value: ({ subject }) => subject },
      { title: 'Before', value: ({ before }) => json(before) },
      { title: 'After', value: ({ after }) => json(after) },
      { title: 'Request', value: (entry) => entry.request_id },
      { title: 'Seal', value: ({ seal }) => seal },
    ],
    read: async (page) => {
      const found = await readAuditLogPage(ctx.db, { ...query, ...page }, filter);
      return { ...found, rows: found.rows.map(presentLine) };
    },
  });
});
