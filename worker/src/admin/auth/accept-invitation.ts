import * as adminAuthApi from '#domain/admin/auth-api.ts';
import { notFound } from '#domain/errors.ts';
import { nowIso } from '#worker/platform/context.ts';
import { sha256Hex } from '#worker/platform/crypto/bytes.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { hashPassword } from './password.ts';
import { findInvited, forgetInvitations, guardInvited, setPassword } from './repository.ts';

const lapsed = () => notFound('This invitation has expired or was used. Please ask for a new one.');

/** Sets the invited administrator's password; every link of the invitation ends with that. */
export const acceptInvitation = serve(adminAuthApi.acceptInvitation, async (ctx, { token, password }) => {
  const hash = await sha256Hex(token);
  const invited = await findInvited(ctx.db, hash, nowIso(ctx));
  if (!invited) throw lapsed();
  const { id, email, name, role } = invited;
  const joining = { ...ctx, admin: { id, email, name, role, jti: '' } };
  await commit(
    ctx,
    [
      guardInvited(ctx.db, hash),
      setPassword(ctx.db, id, await hashPassword(password)),
      forgetInvitations(ctx.db, id),
      recordAct(joining, { action: 'admin.joined', subject: `admin:${id}` }),
    ],
    lapsed(),
  );
  return { email };
});
