import { compose } from '../../letters/compose.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { failureOf, type Handover } from '../../platform/edges/mail.ts';
import { attemptEnds, MAX_ATTEMPTS, nextAttempt } from '../outbox/attempts.ts';
import { claimLetter, endAttempt, type LetterRow } from './repository.ts';
import { Unsendable } from './unsendable.ts';

/**
 * Sends a letter that was handed over, unless that attempt was made already: the queue may deliver twice. Only a worker
 * that dies between sending and noting it can make a letter arrive twice.
 */
export async function deliverLetter(ctx: Ctx, { letter_id: id, attempts }: Handover): Promise<void> {
  const letter = await claimLetter(ctx.db, { id, attempts }, attemptEnds(ctx));
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
  await endAttempt(ctx.db, letter, {
    lastError: code,
    ...(over ? { state: 'failed' } : { nextAttemptAt: nextAttempt(ctx, letter.attempts) }),
  });
  const fields = { letter: letter.id, kind: letter.kind, attempts: letter.attempts, code, final: over };
  if (error instanceof Unsendable) ctx.log.info('letter_not_sent', fields);
  else ctx.log.error('letter_failed', error, fields);
}
