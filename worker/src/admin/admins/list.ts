import * as adminAdminsApi from '#domain/admin/admins-api.ts';
import type { AdminEntry } from '#domain/admin/auth-schema.ts';
import { isPermitted, ROLE_LABELS } from '#domain/admin/roles.ts';
import { orNotFound } from '#domain/errors.ts';
import { PROMISES } from '#domain/promises.ts';
import { type AdminCtx, isoIn, nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { activeColleagues, findListed, type ListedAdmin, listAdmins, readWork } from './repository.ts';

/** Who has no password yet is invited. */
export function presentAdmin({ admin, createdByName, sessions }: ListedAdmin): AdminEntry {
  return {
    ...admin,
    role_label: ROLE_LABELS[admin.role],
    status: admin.status === 'active' && admin.password_hash === '' ? 'invited' : admin.status,
    totp_enabled: admin.totp_confirmed_at !== null,
    created_by: createdByName,
    sessions,
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
    { now: nowIso(ctx), repliesSince: isoIn(ctx, -REPLY_MS) },
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

export const listAdministrators = serve(adminAdminsApi.listAdministrators, async (ctx) =>
  (await listAdmins(ctx.db, nowIso(ctx))).map(presentAdmin),
);

/** Everyone to whom work can be assigned. */
export const listColleagues = serve(adminAdminsApi.listColleagues, (ctx) => activeColleagues(ctx.db));

export async function adminById(ctx: AdminCtx, id: number): Promise<ListedAdmin> {
  return orNotFound(await findListed(ctx.db, id, nowIso(ctx)), 'There is no such administrator.');
}
