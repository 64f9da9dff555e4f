import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Handover } from '#worker/platform/edges/handover.ts';
import { attemptEnds, MAX_ATTEMPTS, nextAttempt } from './attempts.ts';
import type { Channels } from './channel.ts';
import { claimEntry, endAttempt } from './repository.ts';

/**
 * Sends a queued entry unless that attempt was already made, because the queue may deliver twice. Only a
 * worker that dies between sending and recording it can send twice.
 */
export async function send(ctx: Ctx, channels: Channels, handed: Handover): Promise<void> {
  const entry = await claimEntry(ctx.db, handed, attemptEnds(ctx));
  if (!entry) return;
  const {
    error,
    final = false,
    status = null,
    cause,
    also = [],
  } = await channels[entry.channel].send(ctx, entry);
  const over = error !== null && (final || entry.attempts >= MAX_ATTEMPTS);
  const ending = { last_error: error, response_status: status };
  const sent = { ...ending, state: 'sent', sent_at: nowIso(ctx) } as const;
  const failed = { ...ending, state: 'failed' } as const;
  const again = { ...ending, next_attempt_at: nextAttempt(ctx, entry.attempts) };
  const outcome = error === null ? sent : over ? failed : again;
  await ctx.db.batch([endAttempt(ctx.db, entry, outcome), ...also]);

  const { id, channel, kind, attempts } = entry;
  const fields = { entry: id, channel, kind, attempts, status };
  if (error === null) ctx.log.info('sent', fields);
  else if (cause === undefined) ctx.log.warn('not_sent', { ...fields, code: error, final: over });
  else ctx.log.error('not_sent', cause, { ...fields, code: error, final: over });
}
