import type * as z from 'zod';
import type {
  AdminEntry,
  adminChangeRequest,
  adminInvitation,
  adminInviteRequest,
} from '../../../../domain/admin/auth-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { invitationLetter } from '../../delivery/mail/letter.ts';
import { INVITATION_DAYS, newInvitation } from '../../letters/invitation.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import type { Statement, Statements } from '../../platform/db/client.ts';
import { commit } from '../../platform/db/commit.ts';
import { isConstraintFailure } from '../../platform/db/guard.ts';
import { fieldError } from '../../quotes/terms.ts';
import { audit } from '../audit.ts';
import { forgetInvitations } from '../auth/invitations/repository.ts';
import { foldEmail } from '../auth/login.ts';
import { endSessions } from '../auth/repository.ts';
import { presentAdmin } from './present.ts';
import {
  activeColleagues,
  changeAdmin,
  findListed,
  guardOtherAdministrator,
  guardUnchanged,
  insertInvited,
  type ListedAdmin,
  listAdmins,
} from './repository.ts';

type Invitation = z.output<typeof adminInvitation>;
const DAY_MS = 86_400_000;
const subject = (id: number) => `admin:${id}`;

export async function allAdmins(ctx: AdminCtx): Promise<AdminEntry[]> {
  return (await listAdmins(ctx.db, nowIso(ctx))).map(presentAdmin);
}

/** Everyone to whom work can be assigned. */
export const colleagues = (ctx: AdminCtx) => activeColleagues(ctx.db);

async function adminById(ctx: AdminCtx, id: number): Promise<ListedAdmin> {
  const found = await findListed(ctx.db, id, nowIso(ctx));
  if (!found) throw new AppError('not_found', 'There is no such administrator.');
  return found;
}

/** Creates an administrator who chooses the password by a link, which is also sent by email. */
export async function inviteAdmin(
  ctx: AdminCtx,
  { email, name, role }: z.output<typeof adminInviteRequest>,
): Promise<Invitation> {
  const person = { email: foldEmail(email), name, role, createdBy: ctx.admin.id, createdAt: nowIso(ctx) };
  let id: number;
  try {
    id = await insertInvited(ctx.db, person);
  } catch (error) {
    if (!isConstraintFailure(error)) throw error;
    throw fieldError('email', 'There is already an administrator with this address.', 'conflict');
  }
  // Without a link nobody can sign in, so a worker that dies here leaves an account that waits for a new one.
  return newLink(ctx, id, audit(ctx, { action: 'admin.invited', subject: subject(id), after: { role } }));
}

/** A new link in place of those before. 409 once the password is chosen. */
export async function inviteAgain(ctx: AdminCtx, id: number): Promise<Invitation> {
  const { admin } = await adminById(ctx, id);
  if (admin.passwordHash !== '')
    throw new AppError('conflict', `${admin.name} has chosen a password already.`);
  if (admin.status !== 'active') throw new AppError('conflict', `${admin.name} is not active.`);
  return newLink(ctx, id, audit(ctx, { action: 'admin.invited_again', subject: subject(id) }));
}

async function newLink(ctx: AdminCtx, adminId: number, audited: Statement): Promise<Invitation> {
  const { admin } = await adminById(ctx, adminId);
  const expiresAt = new Date(ctx.clock() + INVITATION_DAYS * DAY_MS).toISOString();
  const { link, stored } = await newInvitation(ctx, { adminId, expiresAt });
  await ctx.db.batch([
    forgetInvitations(ctx.db, adminId),
    stored,
    invitationLetter(ctx, { adminId, email: admin.email, expiresAt }),
    audited,
  ]);
  return { ...presentAdmin(await adminById(ctx, adminId)), link, link_expires_at: expiresAt };
}

/** Changes name, role or status. A new role and a disabled account end all sessions, since a token may do what its role may. */
export async function changeAdministrator(
  ctx: AdminCtx,
  { id, ...wanted }: z.output<typeof adminChangeRequest> & { id: number },
): Promise<AdminEntry> {
  const before = await adminById(ctx, id);
  const { admin } = before;
  const change = Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => value !== undefined && value !== admin[key as 'name']),
  ) as typeof wanted;
  if (Object.keys(change).length === 0) return presentAdmin(before);
  if (change.role !== undefined && id === ctx.admin.id) {
    throw new AppError('conflict', 'Nobody changes their own role. Please ask another administrator.');
  }
  const loses = admin.role === 'administrator' && (change.role !== undefined || change.status === 'inactive');
  const ends = change.role !== undefined || change.status === 'inactive';
  const was = Object.fromEntries(Object.keys(change).map((key) => [key, admin[key as keyof typeof change]]));
  const statements = [
    guardUnchanged(ctx.db, admin),
    ...(loses ? [guardOtherAdministrator(ctx.db, id)] : []),
    changeAdmin(ctx.db, id, change as Parameters<typeof changeAdmin>[2]),
    ...(ends ? [endSessions(ctx.db, id, nowIso(ctx))] : []),
    ...(change.status === 'inactive' ? [forgetInvitations(ctx.db, id)] : []),
    // Names are personal, and the list has them; ids, roles and states are what the log keeps.
    audit(ctx, {
      action: 'admin.changed',
      subject: subject(id),
      before: { ...was, ...(change.name === undefined ? {} : { name: 'before' }) },
      after: { ...change, ...(change.name === undefined ? {} : { name: 'changed' }) },
    }),
  ];
  await commit(ctx, statements as Statements, async () => {
    const now = await adminById(ctx, id);
    const same = now.admin.role === admin.role && now.admin.status === admin.status;
    if (same && now.admin.name === admin.name) {
      throw new AppError(
        'conflict',
        'This is the last active administrator. Please make someone else one first.',
      );
    }
    throw new AppError('conflict', 'This administrator has just changed. Please look at it again.');
  });
  return presentAdmin(await adminById(ctx, id));
}

/** Ends all sessions of an administrator. Repeating it is harmless. */
export async function endAllSessions(ctx: AdminCtx, id: number): Promise<AdminEntry> {
  const { sessions } = await adminById(ctx, id);
  if (sessions > 0) {
    await ctx.db.batch([
      endSessions(ctx.db, id, nowIso(ctx)),
      audit(ctx, { action: 'admin.sessions_ended', subject: subject(id), before: { sessions } }),
    ]);
  }
  return presentAdmin(await adminById(ctx, id));
}
