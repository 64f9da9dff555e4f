import { DAY_MS } from '#domain/days.ts';
import { orNotFound } from '#domain/errors.ts';
import type { Database, Statement } from './client.ts';
import { findWritten, recordWrite, type WriteKey } from './write-keys.ts';

/** What a write needs from its request's context. */
interface WriteCtx {
  db: Database;
  writeKey: WriteKey | null;
  /** Milliseconds since the Unix epoch. */
  clock: () => number;
}

/** Makes the statements that start a write's batch; `recordId` identifies what it writes. */
export type Mark = (recordId: string) => Statement[];

export interface Write<Answer> {
  /** The answer about a record that an earlier request wrote; null if it is gone. */
  read: (recordId: string) => Promise<Answer | null>;
  /** Checks, then runs the batch that starts with `mark`. */
  write: (mark: Mark) => Promise<Answer>;
}

/**
 * Writes once per caller and Idempotency-Key. The key is a row in the write's own batch, so no crash can
 * separate them. A request without a key counts as a repeat of one with equal content moments before: its batch fails, and
 * whatever else refuses it is about what the first one wrote.
 */
export async function once<Answer>(ctx: WriteCtx, { read, write }: Write<Answer>): Promise<Answer> {
  const { writeKey } = ctx;
  if (writeKey === null) return write(() => []);
  if (writeKey.record !== null) return replay(writeKey, writeKey.record, read);
  try {
    return await write((recordId) => markOf(ctx, writeKey, recordId));
  } catch (error) {
    // An earlier request with this key was first, or ours was written and its outcome lost.
    const written = await findWritten(ctx.db, writeKey);
    if (written === null) throw error;
    return replay(writeKey, written, read);
  }
}

function markOf(ctx: WriteCtx, key: WriteKey, recordId: string): Statement[] {
  const expiresAt = key.since ? new Date(ctx.clock() + DAY_MS).toISOString() : null;
  return recordWrite(ctx.db, key, {
    record_id: recordId,
    created_at: new Date(ctx.clock()).toISOString(),
    expires_at: expiresAt,
  });
}

async function replay<Answer>(key: WriteKey, recordId: string, read: Write<Answer>['read']): Promise<Answer> {
  const answer = orNotFound(await read(recordId), 'The result of this request no longer exists.');
  key.replayed = true;
  return answer;
}
