import * as adminApprovalsApi from '#domain/admin/approvals-api.ts';
import { conflict, orNotFound } from '#domain/errors.ts';
import { changeAdministrator } from '#worker/admin/admins/change.ts';
import { inviteAdmin } from '#worker/admin/admins/invite.ts';
import { whyNot } from '#worker/admin/second-person/allowed.ts';
import { loggedSubject, openInput } from '#worker/admin/second-person/propose.ts';
import {
  type ApprovalRow,
  endApproval,
  everyone,
  findApproval,
  guardAdministrators,
  guardOpen,
  guardTarget,
  isTargetUnchanged,
} from '#worker/admin/second-person/repository.ts';
import {
  changeSecurity,
  changeSender,
  changeSystem,
  changeUnderwriting,
} from '#worker/admin/settings/change.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { completed, type Served, serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';

const over = () => conflict('This approval has already been decided or withdrawn. Please reload the list.');
const moved = () =>
  conflict('Its subject has changed since it was proposed. Please refuse it and propose the change again.');
const expired = () => conflict('Nobody confirmed this in time. Please propose the change again.');

/** The calls that can wait for a second administrator, by their `operationId`. */
const CALLS = new Map(
  [inviteAdmin, changeAdministrator, changeSecurity, changeSystem, changeUnderwriting, changeSender].map(
    (run) => [run.serves.id, run as Served & ((ctx: AdminCtx, input: never) => unknown)],
  ),
);

async function openOne(ctx: AdminCtx, id: string): Promise<ApprovalRow> {
  const found = orNotFound(await findApproval(ctx.db, id), 'There is no such approval.');
  if (found.status !== 'open') throw over();
  return found;
}

/**
 * Makes the call that waits, as its second administrator. 409 for one's own, for an account that its proposer may hold, and
 * when what it changes is no longer as it was.
 */
export const confirmApproval = serve(adminApprovalsApi.confirmApproval, async (ctx, { id }) => {
  const approval = await openOne(ctx, id);
  const refusal = whyNot(approval, ctx.admin.id, await everyone(ctx.db));
  if (refusal !== null) throw conflict(refusal);
  if (approval.expires_at <= nowIso(ctx)) throw expired();
  const run = CALLS.get(approval.call);
  const { params, body } = await openInput(ctx, approval);
  // A deployment since then may take other values.
  const valid = run?.serves.body?.safeParse(body);
  if (!run || !valid?.success) throw moved();
  const { proposed_by } = approval;
  const statements = [
    guardOpen(ctx.db, id),
    guardAdministrators(ctx.db, [ctx.admin.id, proposed_by]),
    guardTarget(ctx.db, approval),
    ...endOf(ctx, approval, 'confirmed'),
  ];
  const input = { ...completed(run.serves).params?.parse(params), ...(valid.data as object) };
  try {
    await run({ ...ctx, confirms: { proposed_by, statements } }, input as never);
  } catch (error) {
    await openOne(ctx, id);
    throw (await isTargetUnchanged(ctx.db, approval)) ? error : moved();
  }
  // A call that had nothing to change ended nothing.
  if ((await findApproval(ctx.db, id))?.status === 'open') throw moved();
  ctx.log.info('approval_confirmed', { kind: approval.kind });
});

/** Refuses an approval, or withdraws it if it is one's own. */
export const refuseApproval = serve(adminApprovalsApi.refuseApproval, async (ctx, { id }) => {
  const approval = await openOne(ctx, id);
  const status = approval.proposed_by === ctx.admin.id ? 'withdrawn' : 'refused';
  await commit(ctx, [guardOpen(ctx.db, id), ...endOf(ctx, approval, status)], over());
});

function endOf(
  ctx: AdminCtx,
  approval: ApprovalRow,
  status: 'confirmed' | 'refused' | 'withdrawn',
): Statement[] {
  return [
    endApproval(ctx.db, approval, { status, decided_by: ctx.admin.id, decided_at: nowIso(ctx) }),
    recordAct(ctx, {
      action: `approval.${status}`,
      subject: loggedSubject(approval),
      before: { ...JSON.parse(approval.before), proposed_by: approval.proposed_by },
      ...(status === 'confirmed' ? { after: JSON.parse(approval.after) } : {}),
    }),
  ];
}
