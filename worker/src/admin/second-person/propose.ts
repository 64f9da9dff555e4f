import type { ApprovalKind } from '#domain/admin/approvals-schema.ts';
import { AppError } from '#domain/errors.ts';
import { auditLogLine } from '#worker/admin/trail.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { tell } from '#worker/told/tell.ts';
import { type ApprovalRow, endApproval, insertApproval, openAbout } from './repository.ts';

export interface Wanted {
  kind: ApprovalKind;
  /** What it changes. There is one open approval for it. */
  subject: string;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}

/** What the audit log has an approval under. Of an invitation it keeps neither name nor address. */
export const loggedSubject = ({ id, kind, subject }: Pick<ApprovalRow, 'id' | 'kind' | 'subject'>): string =>
  kind === 'invite' ? `approval:${id}` : subject;
export const loggedValues = (kind: ApprovalKind, values: Readonly<Record<string, unknown>>) =>
  kind === 'invite' ? { role: values.role } : values;

/**
 * Statements that propose changes to a second administrator, in place of what the same one proposed about them before; none
 * for what waits already. 409 if someone else's approval about one of them waits.
 */
export async function propose(ctx: AdminCtx, wanted: readonly Wanted[]): Promise<Statement[]> {
  if (wanted.length === 0) return [];
  const waiting = await openAbout(
    ctx.db,
    wanted.map(({ subject }) => subject),
  );
  if (waiting.some(({ proposed_by }) => proposed_by !== ctx.admin.id)) {
    throw new AppError(
      'conflict',
      'There is already an open approval for this. Please confirm or refuse it first.',
    );
  }
  const isWaiting = ({ subject, before, after }: Wanted) =>
    waiting.some(
      (row) =>
        row.subject === subject &&
        row.before === JSON.stringify(before) &&
        row.after === JSON.stringify(after),
    );
  const more = wanted.filter((each) => !isWaiting(each));
  const replaced = waiting.filter((row) => more.some(({ subject }) => subject === row.subject));
  const now = nowIso(ctx);
  const decision = { status: 'withdrawn', decided_by: ctx.admin.id, decided_at: now } as const;
  return [
    ...replaced.flatMap((row) => [
      endApproval(ctx.db, row, decision),
      auditLogLine(ctx, { action: 'approval.withdrawn', subject: loggedSubject(row) }),
    ]),
    ...more.flatMap((each) => proposed(ctx, each, now)),
  ];
}

function proposed(ctx: AdminCtx, { kind, subject, before, after }: Wanted, now: string): Statement[] {
  const id = crypto.randomUUID();
  return [
    insertApproval(ctx.db, {
      id,
      kind,
      subject,
      proposed_by: ctx.admin.id,
      proposed_at: now,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    }),
    ...tell(ctx, 'change_proposed', { wallet: null, key: `approval:${id}`, adminId: ctx.admin.id }, {}),
    auditLogLine(ctx, {
      action: 'approval.made',
      subject: loggedSubject({ id, kind, subject }),
      before: loggedValues(kind, before),
      after: loggedValues(kind, after),
    }),
  ];
}
