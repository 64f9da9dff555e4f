import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { insertAuditLog } from './repository.ts';

export interface AuditLogLine {
  /** The action, such as `claim.approved`. */
  action: string;
  /** Table and id, such as `claim:12`. */
  subject: string;
  /** Old and new values of what changed; ids are the only personal data. */
  before?: unknown;
  after?: unknown;
}

/** Statement that logs an administrator's action, for the batch of the write itself. */
export function auditLogLine(
  ctx: Pick<Ctx, 'db' | 'clock' | 'requestId'> & { admin: { id: number } },
  { action, subject, before, after }: AuditLogLine,
): Statement {
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));
  return insertAuditLog(ctx.db, {
    admin_id: ctx.admin.id,
    action,
    subject,
    before: json(before),
    after: json(after),
    at: new Date(ctx.clock()).toISOString(),
    request_id: ctx.requestId,
  });
}
