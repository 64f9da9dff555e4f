// Sends again what the outbox has given up on: it is the dead-letter queue of letters, webhooks and push notifications.
import { CHANNELS } from '../../worker/src/platform/db/outbox-schema.ts';
import { execute, logged, query, quoted, Refused } from './administrators.mjs';

/** Gives everything that failed for good on a channel its attempts again; answers how many that is. */
export async function replay(channel, where) {
  if (!CHANNELS.includes(channel)) throw new Refused(`Name a --channel: ${CHANNELS.join(', ')}.`);
  const failed = `state = 'failed' AND channel = ${quoted(channel)}`;
  const [{ count }] = await query(`SELECT count(*) AS count FROM outbox WHERE ${failed}`, where);
  const now = quoted(new Date().toISOString());
  const statements = [
    `UPDATE outbox SET state = 'queued', attempts = 0, next_attempt_at = ${now}, last_error = NULL, response_status = NULL
      WHERE ${failed};`,
    logged('outbox.replayed', `outbox:${channel}`, { count }),
  ];
  if (count > 0) await execute(statements.join('\n'), where);
  return count;
}
