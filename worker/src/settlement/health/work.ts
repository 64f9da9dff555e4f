import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { HealthAnswer } from '#domain/health/schema.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { DAILY_MARK } from '#worker/platform/daily.ts';
import { among, type Database } from '#worker/platform/db/client.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import { CHANNELS, isDone } from '#worker/platform/db/outbox-schema.ts';

/** Name of the mark that keeps the last scheduled run. */
const RUN_MARK = 'scheduled run';

type Jobs = HealthAnswer['jobs'];
type Run = Pick<Jobs, 'finished_at' | 'failing'>;

const NO_RUN: Run = { finished_at: null, failing: [] };
const runMark = z.object({
  finished_at: z.string(),
  failing: z.array(z.object({ job: z.string(), since: z.string() })),
});
const runOf = (mark: string | null): Run => (mark ? runMark.parse(JSON.parse(mark)) : NO_RUN);

interface Work {
  jobs: Jobs;
  queues: HealthAnswer['queues'];
  unsealedSince: string | null;
  /** Since when the oldest purchase that we sent waits, by chain. */
  relayed: ReadonlyMap<string, string>;
}

/** What is known without a database. */
export const NO_WORK: Work = {
  jobs: { ...NO_RUN, daily_done: null },
  queues: [],
  unsealedSince: null,
  relayed: new Map(),
};

/** What jobs and queues have left undone, and since when. */
export async function readWork(ctx: Ctx): Promise<Work> {
  const rows = await readWaiting(ctx.db, [RUN_MARK, DAILY_MARK]);
  const since = (of: (typeof rows)[number]['kind'], which: string) =>
    rows.find(({ kind, name }) => kind === of && name === which)?.since ?? null;
  return {
    jobs: { ...runOf(since('mark', RUN_MARK)), daily_done: since('mark', DAILY_MARK) },
    queues: CHANNELS.map((channel) => ({
      channel,
      waiting_since: since('waiting', channel),
      retrying_since: since('retrying', channel),
      failed_at: since('failed', channel),
    })),
    unsealedSince: since('unsealed', ''),
    relayed: new Map(
      rows.flatMap(({ kind, name, since: at }) => (kind === 'relayed' && at ? [[name, at]] : [])),
    ),
  };
}

/** Notes the end of a scheduled run, and since when each of the jobs that failed in it has failed. */
export async function noteRun(ctx: Ctx, failed: readonly string[]): Promise<void> {
  const now = nowIso(ctx);
  const { failing } = runOf(await readMark(ctx.db, RUN_MARK));
  const known = new Map(failing.map(({ job, since }) => [job, since]));
  const run = { finished_at: now, failing: failed.map((job) => ({ job, since: known.get(job) ?? now })) };
  await moveMark(ctx.db, RUN_MARK, JSON.stringify(run));
}

/** What waits: its kind, which one of that kind, and since when. A mark's text is in `since`. */
interface Waiting {
  kind: 'mark' | 'relayed' | 'unsealed' | 'waiting' | 'retrying' | 'failed';
  name: string;
  since: string | null;
}

/** Everything that can wait, in one query that reads a few rows however many wait. */
const readWaiting = (db: Database, marks: readonly string[]): Promise<Waiting[]> =>
  db.all<Waiting>(sql`
    SELECT 'mark' AS kind, name, mark AS since FROM job_cursors
      WHERE name IN ${among(marks)}
    UNION ALL SELECT 'relayed', chain_id, min(created_at) FROM relayed_purchases
      WHERE state = 'open' GROUP BY chain_id
    UNION ALL SELECT 'unsealed', '', (SELECT at FROM occurrences WHERE id > coalesce(
      (SELECT max(number) FROM audit_log_seals), 0) ORDER BY id LIMIT 1)
    UNION ALL SELECT kind.value, channel.value, CASE kind.value
      WHEN 'waiting' THEN (SELECT min(created_at) FROM outbox
        WHERE channel = channel.value AND state = 'queued' AND (attempts > 0) = 0)
      WHEN 'retrying' THEN (SELECT min(created_at) FROM outbox
        WHERE channel = channel.value AND state = 'queued' AND (attempts > 0) = 1)
      ELSE (SELECT max(next_attempt_at) FROM outbox
        WHERE channel = channel.value AND ${isDone} AND state = 'failed') END
    FROM json_each(${JSON.stringify(CHANNELS)}) AS channel, json_each('["waiting","retrying","failed"]') AS kind`);
