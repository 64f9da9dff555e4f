import * as adminAdminsApi from '#domain/admin/admins-api.ts';
import { AppError } from '#domain/errors.ts';
import { foldEmail } from '#worker/admin/auth/login.ts';
import { forgetInvitations } from '#worker/admin/auth/repository.ts';
import { nameGuard } from '#worker/admin/people.ts';
import { askSecondPerson } from '#worker/admin/second-person/propose.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { fieldError } from '#worker/quotes/terms.ts';
import { recordAct } from '#worker/told/record.ts';
import { tell } from '#worker/told/tell.ts';
import { INVITATION_DAYS, newInvitation } from './invitation.ts';
import { findByEmail, insertInvited } from './repository.ts';

const DAY_MS = 86_400_000;

/**
 * Proposes an administrator, or as the second administrator makes the account. Its link follows, because it needs the
 * account's number; without one nobody can sign in, so a worker that dies before leaves an account that waits for a new link.
 */
export const inviteAdmin = serve(adminAdminsApi.inviteAdministrator, async (ctx, { email, name, role }) => {
  const address = foldEmail(email);
  if (await findByEmail(ctx.db, address)) {
    throw fieldError('email', 'There is already an administrator with this address.', 'conflict');
  }
  const free = await nameGuard(ctx, name, null);
  const { waits, statements } = await askSecondPerson(ctx, [
    {
      kind: 'invite',
      subject: `invitation:${address}`,
      version: 0,
      before: {},
      after: { role },
      call: adminAdminsApi.inviteAdministrator,
      input: { body: { email: address, name, role } },
    },
  ]);
  const createdBy = ctx.confirms?.proposed_by ?? ctx.admin.id;
  const invited = { email: address, name, role, created_by: createdBy, created_at: nowIso(ctx) };
  const made = waits ? [] : [insertInvited(ctx.db, invited)];
  await commit(ctx, [...free, ...statements, ...made] as Statements, async () => {
    await nameGuard(ctx, name, null);
    throw new AppError('conflict', 'An invitation for this address already needs a second administrator.');
  });
  const account = waits ? null : await findByEmail(ctx.db, address);
  if (account) await newLink(ctx, account, 'admin.invited', { role, invited_by: createdBy });
});

/**
 * A new link in place of those before, also sent by email; nobody signs in without one.
 * @returns the link, and when it lapses
 */
export async function newLink(
  ctx: AdminCtx,
  { id, email }: { id: number; email: string },
  action: 'admin.invited' | 'admin.invited_again',
  after?: Readonly<Record<string, unknown>>,
): Promise<{ link: string; expiresAt: string }> {
  const expiresAt = new Date(ctx.clock() + INVITATION_DAYS * DAY_MS).toISOString();
  const { link, stored } = await newInvitation(ctx, { adminId: id, expiresAt });
  await ctx.db.batch([
    forgetInvitations(ctx.db, id),
    stored,
    ...tell(
      ctx,
      'admin_invited',
      { wallet: `admin:${id}`, key: `invited:${crypto.randomUUID()}`, email },
      { admin_id: id, expires_at: expiresAt },
    ),
    recordAct(ctx, { action, subject: `admin:${id}`, after }),
  ]);
  return { link, expiresAt };
}
