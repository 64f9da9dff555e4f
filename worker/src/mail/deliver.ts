import { type Ctx, nowIso } from '../context.ts';
import { compose } from './compose.ts';
import { failureOf, type Handover } from './edge.ts';
import { claimLetter, endAttempt, type LetterRow } from './repository.ts';
import { Unsendable } from './unsendable.ts';

/** Attempts after which a letter has failed. With the waits between them that is most of a day. */
export const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;
/** Time that one attempt may take before it counts as lost, in milliseconds. */
const ATTEMPT_MS = 5 * 60_000;

/**
 * Sends a letter that was handed over, unless that attempt was made already: the queue may deliver twice. Only a worker
 * that dies between sending and noting it can make a letter arrive twice.
 */
export async function deliverLetter(ctx: Ctx, { letter_id: id, attempts }: Handover): Promise<void> {
  const until = new Date(ctx.clock() + ATTEMPT_MS).toISOString();
  const letter = await claimLetter(ctx.db, { id, attempts }, until);
  if (!letter) return;
  try {
    await ctx.mail.send({ to: letter.recipient, ...(await compose(ctx, letter)) });
  } catch (error) {
    await fail(ctx, letter, error);
    return;
  }
  await endAttempt(ctx.db, letter, { state: 'sent', sentAt: nowIso(ctx), lastError: null });
  ctx.log.info('letter_sent', { letter: letter.id, kind: letter.kind, attempts: letter.attempts });
}

async function fail(ctx: Ctx, letter: LetterRow, error: unknown): Promise<void> {
  const { code, final } = error instanceof Unsendable ? error : failureOf(error);
  const over = final || letter.attempts >= MAX_ATTEMPTS;
  const wait = Math.min(FIRST_WAIT_MS * 4 ** (letter.attempts - 1), LONGEST_WAIT_MS);
  await endAttempt(ctx.db, letter, {
    lastError: code,
    ...(over ? { state: 'failed' } : { nextAttemptAt: new Date(ctx.clock() + wait).toISOString() }),
  });
  const fields = { letter: letter.id, kind: letter.kind, attempts: letter.attempts, code, final: over };
  if (error instanceof Unsendable) ctx.log.info('letter_not_sent', fields);
  else ctx.log.error('letter_failed', error, fields);
}
