import type * as z from 'zod';
import * as adminAuditLogApi from '#domain/admin/audit-log-api.ts';
import type { AuditLogEntry, auditLogQuery } from '#domain/admin/records-schema.ts';
import { AppError } from '#domain/errors.ts';
import { exportCsv } from '#worker/admin/export.ts';
import type { AuditLogRow } from '#worker/admin/repository.ts';
import { presentLine } from '#worker/admin/trail.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { usTime } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { fieldError } from '#worker/quotes/terms.ts';
import { type AuditLogFilter, findLine, namesAndSeals, readAuditLogPage } from './repository.ts';

/** Audit log lines with the names of their administrators and their seals, in one round trip. */
async function presentLines(db: Database, lines: readonly AuditLogRow[]): Promise<AuditLogEntry[]> {
  if (lines.length === 0) return [];
  const { names, seals } = await namesAndSeals(db, lines);
  return lines.map((line) => {
    const { number = null, seal = null } = seals.get(line.id) ?? {};
    return presentLine({ ...line, number, seal, adminName: names.get(line.admin_id) ?? null });
  });
}

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
  const entries = await presentLines(ctx.db, rows);
  return { entries, pagination: { ...pagination, total_entries: total } };
});

/** One line; 404 if the log has none with this id. */
export const getAuditLogLine = serve(adminAuditLogApi.getAuditLogLine, async (ctx, { id }) => {
  const line = await findLine(ctx.db, id);
  const [entry] = line ? await presentLines(ctx.db, [line]) : [];
  if (!entry) throw new AppError('not_found', 'The audit log has no such line.');
  return entry;
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
      return { ...found, rows: await presentLines(ctx.db, found.rows) };
    },
  });
});
