import type * as z from 'zod';
import * as adminAdminsApi from '#domain/admin/admins-api.ts';
import type { AdminEntry, adminChangeRequest } from '#domain/admin/auth-schema.ts';
import { grantsPayment, isPermitted, ROLE_LABELS, raisesAuthority } from '#domain/admin/roles.ts';
import { AppError } from '#domain/errors.ts';
import { PROMISES } from '#domain/promises.ts';
import { forgetInvitations, revokeSessions } from '#worker/admin/auth/repository.ts';
import { nameGuard } from '#worker/admin/people.ts';
import { askSecondPerson, type Wanted } from '#worker/admin/second-person/propose.ts';
import { nameChanged } from '#worker/admin/settings/repository.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statement, Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { newLink } from './invite.ts';
import {
  activeColleagues,
  changeAdmin,
  findListed,
  guardOtherAdministrator,
  guardUnchanged,
  type ListedAdmin,
  listAdmins,
  readWork,
} from './repository.ts';

/** Who has no password yet is invited. */
function presentAdmin({ admin, createdByName, sessions }: ListedAdmin): AdminEntry {
  const { id, email, name, role } = admin;
  return {
    id,
    email,
    name,
    role,
    role_label: ROLE_LABELS[role],
    status: admin.status === 'active' && admin.password_hash === '' ? 'invited' : admin.status,
    totp_enabled: admin.totp_confirmed_at !== null,
    created_at: admin.created_at,
    created_by: createdByName,
    last_sign_in_at: admin.last_sign_in_at,
    sessions,
    payout_limit_usd: admin.payout_limit_usd,
  };
}

const REPLY_MS = PROMISES.replyHours * 3_600_000;

/** Everyone who can be assigned work with what they have, after what nobody has. */
export const listWorkload = serve(adminAdminsApi.listWorkload, async (ctx) => {
  const people = (await activeColleagues(ctx.db)).filter(
    ({ role }) => isPermitted(role, 'claims.decide') || isPermitted(role, 'messages.write'),
  );
  const all = [{ id: null, name: 'Nobody', role: null }, ...people];
  const work = await readWork(
    ctx.db,
    all.map(({ id }) => id),
    { now: nowIso(ctx), repliesSince: new Date(ctx.clock() - REPLY_MS).toISOString() },
  );
  return all.map((person, index) => {
    const [claims, messages] = [work[2 * index], work[2 * index + 1]];
    if (!claims || !messages) throw new Error('The work of a person was not read');
    const { oldest: waiting, ...counted } = messages;
    const { oldest: due, ...assigned } = claims;
    return {
      ...person,
      claims: { ...assigned, oldest_due_at: due },
      messages: {
        ...counted,
        oldest_due_at: waiting === null ? null : new Date(Date.parse(waiting) + REPLY_MS).toISOString(),
      },
    };
  });
});

const subjectOf = (id: number) => `admin:${id}`;

export const listAdministrators = serve(adminAdminsApi.listAdministrators, async (ctx) =>
  (await listAdmins(ctx.db, nowIso(ctx))).map(presentAdmin),
);

/** Everyone to whom work can be assigned. */
export const listColleagues = serve(adminAdminsApi.listColleagues, (ctx) => activeColleagues(ctx.db));

async function adminById(ctx: AdminCtx, id: number): Promise<ListedAdmin> {
  const found = await findListed(ctx.db, id, nowIso(ctx));
  if (!found) throw new AppError('not_found', 'There is no such administrator.');
  return found;
}

/**
 * A new link in place of those before, sent by email. Only who invited sees it too: whoever sees it can take over the
 * account. 409 once the password is chosen.
 */
export const inviteAgain = serve(adminAdminsApi.inviteAgain, async (ctx, { id }) => {
  const { admin } = await adminById(ctx, id);
  if (admin.password_hash !== '')
    throw new AppError('conflict', `${admin.name} has already chosen a password.`);
  if (admin.status !== 'active') throw new AppError('conflict', `${admin.name} is not active.`);
  const { link, expiresAt } = await newLink(ctx, admin, 'admin.invited_again');
  const shown = admin.created_by === ctx.admin.id ? link : null;
  return { ...presentAdmin(await adminById(ctx, id)), link: shown, link_expires_at: expiresAt };
});

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
    const before = await adminById(ctx, id);
    const was = valuesOf(before);
    const asked = Object.fromEntries(
      Object.entries(wanted).filter(
        ([key, value]) => value !== undefined && value !== was[key as keyof Change],
      ),
    ) as Change;
    if (Object.keys(asked).length === 0) return { ...presentAdmin(before), waits: false };
    if (asked.role !== undefined && id === ctx.admin.id) {
      throw new AppError('conflict', 'You cannot change your own role. Please ask another administrator.');
    }
    if (asked.payout_limit_usd !== undefined && id === ctx.admin.id) {
      throw new AppError(
        'conflict',
        'You cannot change your own payout authority. Please ask another administrator.',
      );
    }
    if (asked.payout_limit_usd !== undefined && (asked.role ?? asked.status) !== undefined) {
      throw new AppError('conflict', 'Please change the payout authority on its own.');
    }
    if (asked.role !== undefined && asked.status === 'active') {
      throw new AppError('conflict', 'Please enable the account first, then change its role.');
    }
    const granted = granting(before, asked);
    const { waits, statements } = await askSecondPerson(ctx, granted);
    const waiting = waits ? granted.map(({ kind }) => kind) : [];
    const { role, status, payout_limit_usd: limit, ...named } = asked;
    const change: Change = {
      ...named,
      ...(limit !== undefined && !waits ? { payout_limit_usd: limit } : {}),
      ...(role !== undefined && !waiting.includes('role') ? { role } : {}),
      ...(status !== undefined && !waiting.includes('enable') ? { status } : {}),
    };
    await write(ctx, before, change, statements);
    return { ...presentAdmin(await adminById(ctx, id)), waits };
  },
);

async function write(ctx: AdminCtx, before: ListedAdmin, change: Change, approval: readonly Statement[]) {
  const { admin } = before;
  const { id } = admin;
  const loses = admin.role === 'administrator' && (change.role !== undefined || change.status === 'inactive');
  const ends = change.role !== undefined || change.status === 'inactive';
  const values = valuesOf(before);
  const was = Object.fromEntries(Object.keys(change).map((key) => [key, values[key as keyof Change]]));
  const { payout_limit_usd: limit, ...columns } = change;
  const named = change.name === undefined ? [] : await nameGuard(ctx, change.name, id);
  const changes = (): Statement[] => [
    changeAdmin(ctx.db, id, {
      ...columns,
      ...(limit === undefined ? {} : { payout_limit_usd: limit }),
    } as Parameters<typeof changeAdmin>[2]),
    ...(change.name === undefined ? [] : [nameChanged(ctx.db, id, ctx.admin.id, nowIso(ctx))]),
    ...(ends ? [revokeSessions(ctx.db, id, nowIso(ctx))] : []),
    ...(change.status === 'inactive' ? [forgetInvitations(ctx.db, id)] : []),
    // The log has a confirmed change as its approval.
    ...(ctx.confirms ? [] : [changeLine()]),
  ];
  // Names are personal, and the list has them; ids, roles and states are what the log keeps.
  const changeLine = () =>
    recordAct(ctx, {
      action: 'admin.changed',
      subject: subjectOf(id),
      before: { ...was, ...(change.name === undefined ? {} : { name: 'before' }) },
      after: { ...change, ...(change.name === undefined ? {} : { name: 'changed' }) },
    });
  const statements = [
    ...approval,
    guardUnchanged(ctx.db, admin),
    ...named,
    ...(loses ? [guardOtherAdministrator(ctx.db, id)] : []),
    ...(Object.keys(change).length > 0 ? changes() : []),
  ] as Statements;
  await commit(ctx, statements, async () => {
    const now = await adminById(ctx, id);
    if (loses && now.admin.version === admin.version) {
      throw new AppError(
        'conflict',
        'This is the last active administrator. Please make someone else one first.',
      );
    }
    throw new AppError('conflict', 'This administrator was just changed. Please review it and try again.');
  });
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
