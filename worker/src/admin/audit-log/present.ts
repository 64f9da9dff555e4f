import type { AuditLogEntry } from '#domain/admin/records-schema.ts';
import type { AuditLogRow } from '#worker/admin/repository.ts';
import { presentLine } from '#worker/admin/trail.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { namesAndSeals } from './repository.ts';

/** Audit log lines with the names of their administrators and their seals, in one round trip. */
export async function presentLines(db: Database, lines: readonly AuditLogRow[]): Promise<AuditLogEntry[]> {
  if (lines.length === 0) return [];
  const { names, seals } = await namesAndSeals(db, lines);
  return lines.map((line) => {
    const { number = null, seal = null } = seals.get(line.id) ?? {};
    return presentLine({ ...line, number, seal, adminName: names.get(line.admin_id) ?? null });
  });
}
