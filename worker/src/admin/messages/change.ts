import * as adminMessagesApi from '#domain/admin/messages-api.ts';
import { conflict, notFound } from '#domain/errors.ts';
import type { ThreadStatus } from '#domain/messages/lifecycle.ts';
import { assigneeOf } from '#worker/admin/people.ts';
import { changedSince, changeRecord } from '#worker/admin/seen.ts';
import { anyThread, changeOf } from '#worker/conversations/messages/desk.ts';
import { NO_THREAD } from '#worker/conversations/messages/read.ts';
import { findThreads, type ThreadChange, type ThreadRow } from '#worker/inbox/repository.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { changeRow } from '#worker/platform/db/change.ts';
import type { Statement } from '#worker/platform/db/client.ts';
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
const change = (ctx: AdminCtx, { id, ifMatch, ...input }: Input & Seen) =>
  changeRecord(
    ctx,
    { what: 'message', read: () => anyThread(ctx, id), versionOf: ({ version }) => version, ifMatch },
    {
      isDone: (thread) => differences(thread, input).count === 0,
      decide: (thread) => statementsOf(ctx, [thread], input),
    },
  );

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
  async (ctx, { ids, last_message_at: seen, was_assigned_to: had, ...input }) => {
    const found = await changeRow(ctx, {
      read: () => threadsSeen(ctx, ids, input.status === undefined ? undefined : seen),
      decide: (threads) => {
        const { assigned_to: to } = input;
        const taken = threads.find(
          ({ id, assigned_to: has }) => to !== undefined && had && has !== to && has !== had[ids.indexOf(id)],
        );
        if (taken) throw conflict(`Somebody else just assigned “${taken.subject}”.`);
        // One that was merged is closed, and has nothing to change.
        const own = threads.filter(({ merged_into }) => merged_into === null);
        return statementsOf(ctx, own, input);
      },
      conflict: () => changedSince('message'),
    });
    // A repeat finds everything done, and gets the first answer.
    return { changed: found.length };
  },
);

/** 404 if one of the threads is missing, 409 if one has a newer message than was seen. */
async function threadsSeen(
  ctx: AdminCtx,
  ids: readonly number[],
  seen: readonly string[] | undefined,
): Promise<ThreadRow[]> {
  const found = await findThreads(ctx.db, ids);
  if (found.length < new Set(ids).size) throw notFound(NO_THREAD);
  const seenAt = seen && new Map(ids.map((id, index) => [id, seen[index] ?? '']));
  if (seenAt && found.some(({ id, last_message_at }) => last_message_at > (seenAt.get(id) ?? ''))) {
    throw conflict('A new message arrived after you loaded the list. Please review it and try again.');
  }
  return found;
}

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

/** Statements for those of the threads that differ from what is asked for. */
async function statementsOf(ctx: AdminCtx, found: readonly ThreadRow[], input: Input): Promise<Statement[]> {
  const { status, priority, assigned_to: assigned } = input;
  const assignee =
    assigned === undefined
      ? null
      : await assigneeOf(ctx, assigned, { field: 'assigned_to', permission: 'messages.write' });
  const changes = found.map((thread) => differences(thread, input)).filter(({ count }) => count > 0);
  if (changes.length === 0) return [];
  const change: ThreadChange = {
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(assigned === undefined ? {} : { assigned_to: assigned, assigned_name: assignee?.name ?? null }),
  };
  const action = status !== undefined && assigned === undefined ? 'message.status' : 'message.changed';
  const threads = changes.map(({ thread }) => thread);
  return [
    ...changeOf(ctx, threads, change),
    ...changes.map(({ thread, before, after }) =>
      recordAct(ctx, { action, subject: `thread:${thread.id}`, before, after }),
    ),
  ];
}
