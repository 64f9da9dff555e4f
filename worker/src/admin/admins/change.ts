import * as adminAdminsApi from '#domain/admin/admins-api.ts';
import { conflict } from '#domain/errors.ts';
import { forgetInvitations, revokeSessions } from '#worker/admin/auth/repository.ts';
import { nameGuard } from '#worker/admin/people.ts';
import { askSecondPerson } from '#worker/admin/second-person/propose.ts';
import { changedSince } from '#worker/admin/seen.ts';
import { nameChanged } from '#worker/admin/settings/repository.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import { changeRow } from '#worker/platform/db/change.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { type Change, differing, granting, subjectOf, valuesOf } from './granting.ts';
import { adminById, presentAdmin } from './list.ts';
import { changeAdmin, guardAdmin, guardOtherAdministrator, type ListedAdmin } from './repository.ts';

/**
 * Changes name, role, status or payout authority. A new role and a disabled account end all sessions, since a token may do what its role may.
 * What grants a permission to pay needs a second administrator.
 */
export const changeAdministrator = serve(
  adminAdminsApi.changeAdministrator,
  async (ctx, { id, ...wanted }) => {
    let waits = false;
    const row = await changeRow(ctx, {
      read: () => adminById(ctx, id),
      decide: async (before) => {
        const asked = differing(before, wanted);
        requirePossible(ctx, id, asked);
        const granted = granting(before, asked);
        const second = await askSecondPerson(ctx, granted);
        waits = second.waits;
        const waiting = waits ? granted.map(({ kind }) => kind) : [];
        const { role, status, payout_limit_usd: limit, ...named } = asked;
        const change: Change = {
          ...named,
          ...(limit !== undefined && !waits ? { payout_limit_usd: limit } : {}),
          ...(role !== undefined && !waiting.includes('role') ? { role } : {}),
          ...(status !== undefined && !waiting.includes('enable') ? { status } : {}),
        };
        const statements = [...second.statements, ...(await statementsOf(ctx, before, change))];
        return statements.length === 0 ? [] : [guardAdmin(ctx.db, before.admin), ...statements];
      },
      conflict: async (before) => {
        const isSame = (await adminById(ctx, id)).admin.version === before.admin.version;
        return isSame && loses(before, differing(before, wanted))
          ? conflict('This is the last active administrator. Please make someone else one first.')
          : changedSince('administrator');
      },
    });
    return { ...presentAdmin(row), waits };
  },
);

/** 409 for a change that nobody may make like this. */
function requirePossible(ctx: AdminCtx, id: number, asked: Change): void {
  if (asked.role !== undefined && id === ctx.admin.id) {
    throw conflict('You cannot change your own role. Please ask another administrator.');
  }
  if (asked.payout_limit_usd === undefined) {
    if (asked.role === undefined || asked.status !== 'active') return;
    throw conflict('Please enable the account first, then change its role.');
  }
  if (id === ctx.admin.id) {
    throw conflict('You cannot change your own payout authority. Please ask another administrator.');
  }
  if ((asked.role ?? asked.status) !== undefined) {
    throw conflict('Please change the payout authority on its own.');
  }
}

/** Whether the change takes away a role of administrator. */
const loses = ({ admin }: ListedAdmin, change: Change): boolean =>
  admin.role === 'administrator' && (change.role !== undefined || change.status === 'inactive');

async function statementsOf(ctx: AdminCtx, before: ListedAdmin, change: Change): Promise<Statement[]> {
  if (Object.keys(change).length === 0) return [];
  const { admin } = before;
  const { id } = admin;
  const ends = change.role !== undefined || change.status === 'inactive';
  const values = valuesOf(before);
  const was = Object.fromEntries(Object.keys(change).map((key) => [key, values[key as keyof Change]]));
  return [
    ...(change.name === undefined ? [] : await nameGuard(ctx, change.name, id)),
    ...(loses(before, change) ? [guardOtherAdministrator(ctx.db, id)] : []),
    changeAdmin(ctx.db, id, change as Parameters<typeof changeAdmin>[2]),
    ...(change.name === undefined ? [] : [nameChanged(ctx.db, id, ctx.admin.id, nowIso(ctx))]),
    ...(ends ? [revokeSessions(ctx.db, id, nowIso(ctx))] : []),
    ...(change.status === 'inactive' ? [forgetInvitations(ctx.db, id)] : []),
    // The log has a confirmed change as its approval. Names are personal, and the list has them; ids, roles and states are
    // what the log keeps.
    ...(ctx.confirms
      ? []
      : [
          recordAct(ctx, {
            action: 'admin.changed',
            subject: subjectOf(id),
            before: { ...was, ...(change.name === undefined ? {} : { name: 'before' }) },
            after: { ...change, ...(change.name === undefined ? {} : { name: 'changed' }) },
          }),
        ]),
  ];
}

/** Ends all sessions of an administrator. Repeating it is harmless. */
export const endAllSessions = serve(adminAdminsApi.endSessions, async (ctx, { id }) => {
  const { sessions } = await adminById(ctx, id);
  if (sessions > 0) {
    await ctx.db.batch([
      revokeSessions(ctx.db, id, nowIso(ctx)),
      recordAct(ctx, { action: 'admin.sessions_ended', subject: subjectOf(id), before: { sessions } }),
    ]);
  }
  return presentAdmin(await adminById(ctx, id));
});
