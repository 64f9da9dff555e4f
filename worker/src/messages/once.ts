import { type Ctx, nowIso } from '../context.ts';
import type { Statement } from '../db/client.ts';
import { isConstraintFailure } from '../db/guard.ts';
import { findWritten, guardUnsaid, type Written } from './repository.ts';

/** A customer's text that comes again within this time is the same click. */
export const SAME_CLICK_MS = 30_000;

/** Sorts after every time. */
const AFTER = '~';

/**
 * Runs the batch that writes a message, unless one with the same content was written within `withinMs`.
 * @param content what makes two messages the same, the sender among it
 * @param write the batch, given the key of its message
 * @returns the message that stands: the new one, or the one before it
 */
export async function writeOnce(
  ctx: Ctx,
  content: readonly unknown[],
  withinMs: number,
  write: (key: string) => Statement[] | Promise<Statement[]>,
): Promise<Written> {
  const prefix = `once:${await digest(content)}:`;
  const since = new Date(ctx.clock() - withinMs).toISOString();
  const range = { from: prefix + since, to: prefix + AFTER };
  const statements = await write(prefix + nowIso(ctx));
  let refusal: unknown = new Error('A message that was just written is not there');
  try {
    await ctx.db.batch([guardUnsaid(ctx.db, range), ...statements]);
  } catch (error) {
    if (!isConstraintFailure(error)) throw error;
    refusal = error;
  }
  const written = await findWritten(ctx.db, range);
  if (!written) throw refusal;
  return written;
}

async function digest(content: readonly unknown[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
