import type * as z from 'zod';
import * as adminAdminsApi from '#domain/admin/admins-api.ts';
import type { adminChangeRequest } from '#domain/admin/auth-schema.ts';
import { grantsPayment, raisesAuthority } from '#domain/admin/roles.ts';
import { AppError } from '#domain/errors.ts';
import { forgetInvitations, revokeSessions } from '#worker/admin/auth/repository.ts';
import { nameGuard } from '#worker/admin/people.ts';
import { askSecondPerson, type Wanted } from '#worker/admin/second-person/propose.ts';
import { changedSince } from '#worker/admin/seen.ts';
import { nameChanged } from '#worker/admin/settings/repository.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import { changeRow } from '#worker/platform/db/change.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { adminById, presentAdmin } from './list.ts';
import { changeAdmin, guardAdmin, guardOtherAdministrator, type ListedAdmin } from './repository.ts';

const subjectOf = (id: number) => `admin:${id}`;

type Change = Pick<z.output<typeof adminChangeRequest>, 'name' | 'role' | 'status' | 'payout_limit_usd'>;

/** What of a change grants a permission to pay or administer, which needs a second administrator. */
function granting({ admin }: ListedAdmin, { role, status, payout_limit_usd: limit }: Change): Wanted[] {
  const of = (body: Change) => ({
    subject: subjectOf(admin.id),
    version: admin.version,
    call: adminAdminsApi.changeAdministrator,
    input: { params: { id: String(admin.id) }, body },
  });
  if (limit !== undefined && raisesAuthority(admin.payout_limit_usd, limit)) {
    const before = { payout_limit_usd: admin.payout_limit_usd };
    return [
      { ...of({ payout_limit_usd: limit }), kind: 'authority', before, after: { payout_limit_usd: limit } },
    ];
  }
  if (role !== undefined && grantsPayment(admin.role, role)) {
    return [{ ...of({ role }), kind: 'role', before: { role: admin.role }, after: { role } }];
  }
  if (status === 'active' && grantsPayment(null, admin.role)) {
    const before = { status: admin.status };
    return [{ ...of({ status }), kind: 'enable', before, after: { status, role: admin.role } }];
  }
  return [];
}

/** The administrator's values by the request's names. */
const valuesOf = ({ admin }: ListedAdmin): Required<Change> => ({
  name: admin.name,
  role: admin.role,
  status: admin.status,
  payout_limit_usd: admin.payout_limit_usd,
});

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

const conflict = (message: string) => new AppError('conflict', message);

/** What is asked for that isn't so yet. */
function differing(before: ListedAdmin, wanted: Change): Change {
  const was = valuesOf(before);
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) => value !== undefined && value !== was[key as keyof Change],
    ),
  ) as Change;
}

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
