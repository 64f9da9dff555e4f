import * as adminApprovalsApi from '#domain/admin/approvals-api.ts';
import { SETTING_DEFAULTS, settingText } from '#domain/admin/settings-schema.ts';
import { AppError } from '#domain/errors.ts';
import { enable, invitation, setAuthority, setRole } from '#worker/admin/admins/apply.ts';
import { whyNot } from '#worker/admin/second-person/allowed.ts';
import { loggedSubject, loggedValues } from '#worker/admin/second-person/propose.ts';
import {
  type ApprovalRow,
  endApproval,
  everyone,
  findApproval,
  guardAdministrators,
  guardOpen,
} from '#worker/admin/second-person/repository.ts';
import { guardValue, setSetting } from '#worker/admin/settings/repository.ts';
import { auditLogLine } from '#worker/admin/trail.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statement, Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { type Change, changeOf } from './list.ts';

const over = () =>
  new AppError('conflict', 'This approval has already been decided or withdrawn. Please reload the list.');
const moved = () =>
  new AppError(
    'conflict',
    'Its subject has changed since it was proposed. Please refuse it and propose the change again.',
  );

async function openOne(ctx: AdminCtx, id: string): Promise<ApprovalRow> {
  const found = await findApproval(ctx.db, id);
  if (!found) throw new AppError('not_found', 'There is no such approval.');
  if (found.status !== 'open') throw over();
  return found;
}

/**
 * Puts an approval into effect as its second administrator. 409 for one's own, for an account that its proposer may hold, and
 * when what it changes is no longer as it was.
 */
export const confirmApproval = serve(adminApprovalsApi.confirmApproval, async (ctx, { id }) => {
  const approval = await openOne(ctx, id);
  const refusal = whyNot(approval, ctx.admin.id, await everyone(ctx.db));
  if (refusal !== null) throw new AppError('conflict', refusal);
  const applied = await apply(ctx, approval, changeOf(approval));
  const statements: Statements = [
    guardOpen(ctx.db, id),
    guardAdministrators(ctx.db, [ctx.admin.id, approval.proposed_by]),
    ...ending(ctx, approval, 'confirmed'),
    ...applied.statements,
  ];
  await commit(ctx, statements, async () => {
    await openOne(ctx, id);
    throw moved();
  });
  ctx.log.info('approval_confirmed', { kind: approval.kind });
  await applied.after?.();
});

/** Refuses an approval, or withdraws it if it is one's own. */
export const refuseApproval = serve(adminApprovalsApi.refuseApproval, async (ctx, { id }) => {
  const approval = await openOne(ctx, id);
  const status = approval.proposed_by === ctx.admin.id ? 'withdrawn' : 'refused';
  await commit(ctx, [guardOpen(ctx.db, id), ...ending(ctx, approval, status)], () => {
    throw over();
  });
});

function ending(
  ctx: AdminCtx,
  approval: ApprovalRow,
  status: 'confirmed' | 'refused' | 'withdrawn',
): Statement[] {
  const decision = { status, decided_by: ctx.admin.id, decided_at: nowIso(ctx) };
  const values = (json: string) => loggedValues(approval.kind, JSON.parse(json) as Record<string, unknown>);
  return [
    endApproval(ctx.db, approval, decision),
    auditLogLine(ctx, {
      action: `approval.${status}`,
      subject: loggedSubject(approval),
      before: { ...values(approval.before), proposed_by: approval.proposed_by },
      ...(status === 'confirmed' ? { after: values(approval.after) } : {}),
    }),
  ];
}

interface Applied {
  statements: readonly Statement[];
  /** What can follow only once these are written. */
  after?: () => Promise<unknown>;
}

async function apply(ctx: AdminCtx, { proposed_by }: ApprovalRow, change: Change): Promise<Applied> {
  if (change.kind === 'invite') return invitation(ctx, { ...change, createdBy: proposed_by });
  if (change.kind === 'role') return { statements: setRole(ctx, change) };
  if (change.kind === 'enable') return { statements: enable(ctx, change) };
  if (change.kind === 'authority') return { statements: setAuthority(ctx, change) };
  const { key, before, after } = change;
  return {
    statements: [
      guardValue(ctx.db, key, before, settingText(SETTING_DEFAULTS[key])),
      setSetting(ctx.db, {
        key,
        value: after,
        at: nowIso(ctx),
        by: proposed_by,
        confirmedBy: ctx.admin.id,
      }),
    ],
  };
}
