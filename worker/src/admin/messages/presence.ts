import type * as z from 'zod';
import type { presenceAnswer, presenceRequest } from '../../../../domain/admin/messages-schema.ts';
import { unknownThread } from '../../conversations/messages/own.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import { touchViewer } from './repository.ts';

/** How long a sign of life counts. The screen gives one every 10 seconds while it is visible. */
const COUNTS_MS = 25_000;

/** Notes that the administrator has a thread open. Answers who else has, and how the thread is now. */
export async function seeThread(
  ctx: AdminCtx,
  { id, writing }: { id: number } & z.output<typeof presenceRequest>,
): Promise<z.output<typeof presenceAnswer>> {
  const found = await touchViewer(ctx.db, {
    threadId: id,
    adminId: ctx.admin.id,
    isWriting: writing,
    now: nowIso(ctx),
    since: new Date(ctx.clock() - COUNTS_MS).toISOString(),
  });
  if (!found) throw unknownThread();
  return { version: found.version, last_message_id: found.last, others: found.others };
}
