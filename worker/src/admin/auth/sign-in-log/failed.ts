import type { Attempt } from '#worker/admin/auth/attempt.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { countFailed, logFailedHours } from './repository.ts';

const HOUR_MS = 3_600_000;

const hourOf = (ctx: Ctx): string => new Date(Math.floor(ctx.clock() / HOUR_MS) * HOUR_MS).toISOString();

/**
 * Counts a failed sign-in for the audit log. Sealed lines can't be changed and a flood must not fill the log, so an hour's
 * failures are counted apart and become one line per account. All unknown addresses share one, and none of them is kept:
 * people type passwords into the wrong field.
 */
export async function noteFailed(
  ctx: Ctx,
  { client }: Attempt,
  { admin, wrongCode }: { admin: { id: number } | null; wrongCode: boolean },
): Promise<void> {
  await ctx.db.batch([
    countFailed(ctx.db, { admin_id: admin?.id ?? 0, hour: hourOf(ctx), client, wrongCode }),
  ]);
}

/** Writes the audit log lines of the hours that are over. */
export function logFailedSignIns(ctx: Ctx): Promise<void> {
  return logFailedHours(ctx.db, hourOf(ctx), { at: nowIso(ctx), requestId: ctx.requestId });
}
