import { auditLog } from '../platform/db/admin-schema.ts';
import type { Database, Statement } from '../platform/db/client.ts';

export type AuditRow = typeof auditLog.$inferSelect;

export const insertAudit = (db: Database, row: Omit<AuditRow, 'id'>): Statement =>
  db.insert(auditLog).values(row);
