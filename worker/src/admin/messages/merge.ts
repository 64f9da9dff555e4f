/** Making one conversation of two that a customer has. */
import * as adminMessagesApi from '#domain/admin/messages-api.ts';
import { complaintNumber } from '#domain/complaints/schema.ts';
import { conflict, fieldError, notFound } from '#domain/errors.ts';
import { PRIORITIES } from '#domain/messages/lifecycle.ts';
import { changeRecord } from '#worker/admin/seen.ts';
import { NO_THREAD } from '#worker/conversations/messages/read.ts';
import { mergeThreads } from '#worker/inbox/merged/repository.ts';
import { findThreads, type ThreadChange, type ThreadRow } from '#worker/inbox/repository.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { etagOf } from '#worker/platform/http/headers.ts';
import { reply, serve } from '#worker/platform/http/serve.ts';
import { withdrawalOf } from '#worker/policies/endings/repository.ts';
import { recordAct } from '#worker/told/record.ts';
import { presentEntry } from './present.ts';

interface Both {
  into: ThreadRow;
  from: ThreadRow;
}

async function readBoth(ctx: AdminCtx, id: number, other: number): Promise<Both> {
  const found = await findThreads(ctx.db, [id, other]);
  const [into, from] = [id, other].map((wanted) => found.find((thread) => thread.id === wanted));
  if (!into || !from) throw notFound(NO_THREAD);
  return { into, from };
}

const areOfOneCustomer = ({ into, from }: Both): boolean =>
  from.wallet === into.wallet && (from.wallet !== null || from.contact_inbox === into.contact_inbox);

/** Why these can't be merged, in a sentence; null if they can. What has terms or a matter of its own stays a thread. */
async function whyNot(ctx: AdminCtx, { into, from }: Both): Promise<string | null> {
  if (into.id === from.id) return 'Please choose another conversation.';
  if (!areOfOneCustomer({ into, from })) return 'These conversations are with two customers.';
  if (from.category === 'complaint') {
    return `${complaintNumber(from.id)} is a complaint with dates of its own. Merge the other one into it.`;
  }
  if (from.matter !== null || (await withdrawalOf(ctx.db, from.id)) !== null) {
    return 'That conversation belongs to a claim, a policy or a payment. Merge the other one into it.';
  }
  return null;
}

/** What the thread that is left gets of the other one. A complaint stays about what it is about. */
function changeOf({ into, from }: Both): ThreadChange & Pick<ThreadRow, 'policy_id'> {
  const isOver = into.status === 'resolved' || into.status === 'closed';
  const isUrgent = PRIORITIES.indexOf(from.priority) > PRIORITIES.indexOf(into.priority);
  const assigned = into.assigned_to === null ? from : into;
  return {
    status: isOver && from.waiting_since !== null ? 'open' : into.status,
    priority: isUrgent ? from.priority : into.priority,
    assigned_to: assigned.assigned_to,
    assigned_name: assigned.assigned_name,
    policy_id: into.category === 'complaint' ? into.policy_id : (into.policy_id ?? from.policy_id),
  };
}

/**
 * Moves the messages of another thread of the same customer into this one, with their times and authors. The other is closed
 * and leads here. Repeated, it changes nothing. 409 when this one isn't as the caller saw it.
 */
export const mergeThread = serve(
  adminMessagesApi.mergeThread,
  async (ctx, { id, thread_id: other, ifMatch }) => {
    const { into } = await changeRecord(
      ctx,
      {
        what: 'message',
        read: () => readBoth(ctx, id, other),
        versionOf: (both) => both.into.version,
        ifMatch,
      },
      {
        isDone: (both) => both.from.merged_into === id,
        decide: async (both) => {
          if (both.from.merged_into !== null || both.into.merged_into !== null) {
            throw conflict('One of these conversations was merged already.');
          }
          const refusal = await whyNot(ctx, both);
          if (refusal !== null) throw fieldError('thread_id', refusal);
          const { subject } = both.from;
          return [
            ...mergeThreads(ctx.db, both, changeOf(both)),
            recordAct(ctx, {
              action: 'message.merged',
              subject: `thread:${id}`,
              after: { from: other, subject },
            }),
            recordAct(ctx, { action: 'message.merged', subject: `thread:${other}`, after: { into: id } }),
          ];
        },
      },
    );
    return reply({ data: presentEntry(ctx, into), etag: etagOf(into) });
  },
);
