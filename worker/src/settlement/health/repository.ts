import { sql } from 'drizzle-orm';
import type { Database } from '#worker/platform/db/client.ts';
import { CHANNELS } from '#worker/platform/db/outbox-schema.ts';

/** What waits: its kind, which one of that kind, and since when. A mark's text is in `since`. */
export interface Waiting {
  kind: 'mark' | 'relayed' | 'unsealed' | 'waiting' | 'retrying' | 'failed';
  name: string;
  since: string | null;
}

/** Everything that can wait, in one query that reads a few rows however many wait. */
export const readWaiting = (db: Database, marks: readonly string[]): Promise<Waiting[]> =>
  db.all<Waiting>(sql`
    SELECT 'mark' AS kind, name, mark AS since FROM job_cursors
      WHERE name IN (SELECT value FROM json_each(${JSON.stringify(marks)}))
    UNION ALL SELECT 'relayed', chain_id, min(created_at) FROM relayed_purchases
      WHERE state = 'open' GROUP BY chain_id
    UNION ALL SELECT 'unsealed', '', (SELECT at FROM audit_log WHERE id > coalesce(
      (SELECT audit_log_id FROM audit_log_seals ORDER BY number DESC LIMIT 1), 0) ORDER BY id LIMIT 1)
    UNION ALL SELECT kind.value, channel.value, CASE kind.value
      WHEN 'waiting' THEN (SELECT min(created_at) FROM outbox
        WHERE channel = channel.value AND state = 'queued' AND attempts = 0)
      WHEN 'retrying' THEN (SELECT min(created_at) FROM outbox
        WHERE channel = channel.value AND state = 'queued' AND attempts > 0)
      ELSE (SELECT max(next_attempt_at) FROM outbox WHERE channel = channel.value AND state = 'failed') END
    FROM json_each(${JSON.stringify(CHANNELS)}) AS channel, json_each('["waiting","retrying","failed"]') AS kind`);
