/** What takes effect once a second administrator has confirmed it. */
import type { AdminRole } from '#domain/admin/roles.ts';
import { AppError } from '#domain/errors.ts';
import { revokeSessions } from '#worker/admin/auth/repository.ts';
import { nameGuard } from '#worker/admin/people.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { newLink } from './invite.ts';
import { changeAdmin, findByEmail, guardAs, guardAuthority, insertInvited } from './repository.ts';

interface Invited {
  email: string;
  name: string;
  role: AdminRole;
  /** Who proposed it. */
  createdBy: number;
}

/**
 * Creates the account. The link follows, because it needs the account's number; without one nobody can sign in, so a worker
 * that dies before leaves an account that waits for a new link.
 */
export async function invitation(ctx: AdminCtx, { email, name, role, createdBy }: Invited) {
  if (await findByEmail(ctx.db, email)) {
    throw new AppError('conflict', 'There is already an administrator with this address.');
  }
  const free = await nameGuard(ctx, name, null);
  return {
    statements: [
      ...free,
      insertInvited(ctx.db, { email, name, role, created_by: createdBy, created_at: nowIso(ctx) }),
    ],
    after: async () => {
      const made = await findByEmail(ctx.db, email);
      if (made) await newLink(ctx, made, 'admin.invited', { role, invited_by: createdBy });
    },
  };
}

interface Role {
  adminId: number;
  before: AdminRole;
  after: AdminRole;
}

/** A new role ends all sessions, since a token may do what its role may. */
export function setRole(ctx: AdminCtx, { adminId, before, after }: Role): Statement[] {
  return [
    guardAs(ctx.db, adminId, { role: before }),
    changeAdmin(ctx.db, adminId, { role: after }),
    revokeSessions(ctx.db, adminId, nowIso(ctx)),
  ];
}

export function enable(ctx: AdminCtx, { adminId, role }: { adminId: number; role: AdminRole }): Statement[] {
  return [
    guardAs(ctx.db, adminId, { role, status: 'inactive' }),
    changeAdmin(ctx.db, adminId, { status: 'active' }),
  ];
}

interface Authority {
  adminId: number;
  before: number | null;
  after: number | null;
}

export const setAuthority = (ctx: AdminCtx, { adminId, before, after }: Authority): Statement[] => [
  guardAuthority(ctx.db, adminId, before),
  changeAdmin(ctx.db, adminId, { payout_limit_usd: after }),
];
