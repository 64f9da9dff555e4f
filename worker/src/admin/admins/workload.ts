import * as adminAdminsApi from '#domain/admin/admins-api.ts';
import { isPermitted } from '#domain/admin/roles.ts';
import { PROMISES } from '#domain/promises.ts';
import { nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { activeColleagues, readWork } from './repository.ts';

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
