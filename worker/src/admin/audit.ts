import { type AdminCtx, nowIso } from '../platform/context.ts';
import type { Statement } from '../platform/db/client.ts';
import { insertAudit } from './repository.ts';

export interface Audited {
  /** What was done, such as `claim.approved`. */
  action: string;
  /** Table and id, such as `claim:12`. */
  subject: string;
  /** What changed, as it was and as it is; nothing personal but ids. */
  before?: unknown;
  after?: unknown;
}

/** Statement that logs what an administrator does, for the batch of the write itself. */
export function audit(ctx: AdminCtx, { action, subject, before, after }: Audited): Statement {
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));
  return insertAudit(ctx.db, {
    adminId: ctx.admin.id,
    action,
    subject,
    before: json(before),
    after: json(after),
    at: nowIso(ctx),
    requestId: ctx.requestId,
  });
}
