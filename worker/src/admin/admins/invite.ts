import * as adminAdminsApi from '#domain/admin/admins-api.ts';
import { conflict, fieldError } from '#domain/errors.ts';
import { foldEmail } from '#worker/admin/auth/login.ts';
import { findAdmin } from '#worker/admin/auth/repository.ts';
import { nameGuard } from '#worker/admin/people.ts';
import { askSecondPerson } from '#worker/admin/second-person/propose.ts';
import { nowIso } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { newLink } from './invitation.ts';
import { adminById, presentAdmin } from './list.ts';
import { insertInvited } from './repository.ts';

/**
 * Proposes an administrator, or as the second administrator makes the account. Its link follows, because it needs the
 * account's number; without one nobody can sign in, so a worker that dies before leaves an account that waits for a new link.
 */
export const inviteAdmin = serve(adminAdminsApi.inviteAdministrator, async (ctx, { email, name, role }) => {
  const address = foldEmail(email);
  if (await findAdmin(ctx.db, address)) {
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
  await commit(ctx, [...free, ...statements, ...made], async () => {
    await nameGuard(ctx, name, null);
    throw conflict('An invitation for this address already needs a second administrator.');
  });
  const account = waits ? null : await findAdmin(ctx.db, address);
  if (account) await newLink(ctx, account, 'admin.invited', { role, invited_by: createdBy });
});

/**
 * A new link in place of those before, sent by email. Only who invited sees it too: whoever sees it can take over the
 * account. 409 once the password is chosen.
 */
export const inviteAgain = serve(adminAdminsApi.inviteAgain, async (ctx, { id }) => {
  const { admin } = await adminById(ctx, id);
  if (admin.password_hash !== '') throw conflict(`${admin.name} has already chosen a password.`);
  if (admin.status !== 'active') throw conflict(`${admin.name} is not active.`);
  const { link, expiresAt } = await newLink(ctx, admin, 'admin.invited_again');
  const shown = admin.created_by === ctx.admin.id ? link : null;
  return { ...presentAdmin(await adminById(ctx, id)), link: shown, link_expires_at: expiresAt };
});
