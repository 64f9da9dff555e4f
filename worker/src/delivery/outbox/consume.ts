import { type Ctx, isoIn, nowIso } from '#worker/platform/context.ts';
import { type Handover, handover } from '#worker/platform/edges/outside.ts';
import { type QueueMessage, take } from '#worker/platform/queue.ts';
import type { Channels } from './channel.ts';
import { claimEntry, endAttempt } from './repository.ts';

/** Attempts before a letter or call fails for good. With the delays they take most of a day. */
export const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;
/** How long an attempt may take before it counts as lost, in milliseconds. */
const ATTEMPT_MS = 5 * 60_000;

/** When an attempt that starts now counts as lost. */
const attemptEnds = (ctx: Ctx) => isoIn(ctx, ATTEMPT_MS);

/** Next attempt time: 30 seconds, then four times longer each time, up to 6 hours. */
const nextAttempt = (ctx: Ctx, attempts: number) =>
  isoIn(ctx, Math.min(FIRST_WAIT_MS * 4 ** (attempts - 1), LONGEST_WAIT_MS));

/**
 * Sends a queued entry unless that attempt was already made, because the queue may deliver twice. Only a
 * worker that dies between sending and recording it can send twice.
 */
async function send(ctx: Ctx, channels: Channels, handed: Handover): Promise<void> {
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

/**
 * Sends the entries of a queue batch, `parallel` at a time. The outbox does its own retries, so the queue redelivers only when
 * an outcome can't be written.
 */
export async function consume(
  ctx: Ctx,
  channels: Channels,
  messages: readonly QueueMessage[],
  parallel: number,
): Promise<void> {
  const sendOne = (handed: Handover) => send(ctx, channels, handed);
  const failed = (error: unknown, { id }: Handover) =>
    ctx.log.error('outcome_not_noted', error, { entry: id });
  for (let start = 0; start < messages.length; start += parallel) {
    const some = messages.slice(start, start + parallel);
    await Promise.all(some.map((message) => take(ctx, message, handover, sendOne, failed)));
  }
}
