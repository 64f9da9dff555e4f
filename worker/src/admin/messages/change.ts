import * as adminMessagesApi from '#domain/admin/messages-api.ts';
import { AppError } from '#domain/errors.ts';
import type { ThreadStatus } from '#domain/messages/lifecycle.ts';
import { assigneeOf } from '#worker/admin/people.ts';
import { changedSince, requireSeen } from '#worker/admin/seen.ts';
import { anyThread, changeOf } from '#worker/conversations/messages/desk.ts';
import { unknownThread } from '#worker/conversations/messages/read.ts';
import { findThreads, type ThreadChange, type ThreadRow } from '#worker/inbox/repository.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { etagOf } from '#worker/platform/http/headers.ts';
import { reply, serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { presentEntry } from './present.ts';

interface Seen {
  id: number;
  ifMatch?: string | undefined;
}

interface Input {
  status?: ThreadStatus | undefined;
  priority?: ThreadRow['priority'] | undefined;
  assigned_to?: number | null | undefined;
}

/** Changes a thread. Setting what is set changes nothing. 409 when it isn't as the caller saw it. */
async function change(ctx: AdminCtx, { id, ifMatch, ...input }: Input & Seen) {
  const thread = await anyThread(ctx, id);
  if (differences(thread, input).count > 0) requireSeen(thread, ifMatch, 'message');
  await apply(ctx, [thread], input);
  return anyThread(ctx, id);
}

export const changeThread = serve(adminMessagesApi.changeThread, async (ctx, input) => {
  const now = await change(ctx, input);
  return reply({ data: presentEntry(ctx, now), etag: etagOf(now) });
});

export const updateThreadStatus = serve(
  adminMessagesApi.updateThreadStatus,
  async (ctx, { id, status, ifMatch }) => {
    const now = await change(ctx, { id, status, ifMatch });
    return reply({ data: { id, status: now.status }, etag: etagOf(now) });
  },
);

/** Changes threads alike: all of them or, if one has just changed, has a newer message or is missing, none. */
export const changeThreadsAlike = serve(
  adminMessagesApi.changeThreads,
  async (ctx, { ids, last_message_at: seen, ...input }) => {
    const found = await findThreads(ctx.db, ids);
    if (found.length < new Set(ids).size) throw unknownThread();
    if (seen && input.status !== undefined) {
      const seenAt = new Map(ids.map((id, index) => [id, seen[index] ?? '']));
      if (found.some(({ id, last_message_at }) => last_message_at > (seenAt.get(id) ?? ''))) {
        throw new AppError(
          'conflict',
          'A new message arrived after you loaded the list. Please review it and try again.',
        );
      }
    }
    await apply(ctx, found, input);
    // A repeat finds everything done, and gets the first answer.
    return { changed: found.length };
  },
);

/** How a thread differs from what is asked for. */
function differences(thread: ThreadRow, { status, priority, assigned_to: assigned }: Input) {
  const asked = { status, priority, assigned_to: assigned };
  const is = { status: thread.status, priority: thread.priority, assigned_to: thread.assigned_to };
  const keys = (Object.keys(asked) as (keyof typeof asked)[]).filter(
    (key) => asked[key] !== undefined && asked[key] !== is[key],
  );
  const pick = (from: typeof asked | typeof is): Input =>
    Object.fromEntries(keys.map((key) => [key, from[key]]));
  return { thread, count: keys.length, before: pick(is), after: pick(asked) };
}

const line = (
  ctx: AdminCtx,
  action: 'message.status' | 'message.changed',
  { thread, before, after }: ReturnType<typeof differences>,
) => recordAct(ctx, { action, subject: `thread:${thread.id}`, before, after });

async function apply(ctx: AdminCtx, found: readonly ThreadRow[], input: Input): Promise<void> {
  const { status, priority, assigned_to: assigned } = input;
  const assignee =
    assigned === undefined
      ? null
      : await assigneeOf(ctx, assigned, { field: 'assigned_to', permission: 'messages.write' });
  const changes = found.map((thread) => differences(thread, input)).filter(({ count }) => count > 0);
  if (changes.length === 0) return;
  const change: ThreadChange = {
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(assigned === undefined ? {} : { assigned_to: assigned, assigned_name: assignee?.name ?? null }),
  };
  const action = status !== undefined && assigned === undefined ? 'message.status' : 'message.changed';
  const threads = changes.map(({ thread }) => thread);
  const lines = changes.map((each) => line(ctx, action, each));
  await commit(ctx, [...changeOf(ctx, threads, change), ...lines], () => {
    throw changedSince('message');
  });
}
